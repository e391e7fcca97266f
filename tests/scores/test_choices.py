"""Choices of people and servers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.tables.standings import GuildChoices, PersonChoices
from tests.scores.stories import ANA, GUILD, run_sql

if TYPE_CHECKING:
    from bot.scores.store import Store


async def test_who_chose_nothing_has_the_defaults(store: Store):
    assert await store.person_choices(ANA) == PersonChoices()
    assert await store.guild_choices(GUILD) == GuildChoices()


async def test_choices_come_back_and_the_last_ones_win(store: Store):
    await store.choose_person(ANA, PersonChoices(theme="light"))
    chosen = PersonChoices(theme="dark", deck="four-colour", assist=False, language="pt-BR")
    await store.choose_person(ANA, chosen)
    assert await store.person_choices(ANA) == chosen


async def test_a_servers_choices_come_back(store: Store):
    chosen = GuildChoices(language="fr", channels=(1 << 60, 2), preset="family", rules="penalty=1, jokers=2")
    await store.choose_guild(GUILD, chosen)
    assert await store.guild_choices(GUILD) == chosen


async def test_choices_of_a_newer_program_are_left_out(store: Store):
    await run_sql(store, f"""INSERT INTO people VALUES ({ANA}, '{{"theme": "light", "sound": true}}')""")
    assert await store.person_choices(ANA) == PersonChoices(theme="light")
