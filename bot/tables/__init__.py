"""Live tables, one per channel.

`registry.Tables` holds them; `table.Table` is what others call, and `events` what they hear. Each story of a
table's life has a module: `lobby`, `partners`, `dealing`, `playing`, `scoring`, `leaving`, `away`, `votes`,
`pausing`, `closing`, `practice`. `core` turns what they do into one write and its events, `persistence` looks
after the journal, `recovery` and `saved` bring a table back. `ports` says what the world has to offer.
"""
