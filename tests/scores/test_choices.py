"""Choices of people and servers."""

from __future__ import annotations

import asyncio
import json
from dataclasses import asdict, replace
from itertools import permutations
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import text

from bot.scores.opening import connect
from bot.scores.store import Store
from bot.tables.standings import GuildChoices, PersonChoices
from tests.scores.stories import ANA, GUILD, run_sql

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable


async def test_who_chose_nothing_has_the_defaults(store: Store):
    assert await store.person_choices(ANA) == PersonChoices()
    assert await store.guild_choices(GUILD) == GuildChoices()


async def test_choices_come_back_and_the_last_ones_win(store: Store):
    await store.change_person(ANA, lambda _: PersonChoices(theme="light"))
    chosen = PersonChoices(theme="dark", deck="four-colour", assist=False, language="pt-BR")
    await store.change_person(ANA, lambda _: chosen)
    assert await store.person_choices(ANA) == chosen


async def test_a_servers_choices_come_back(store: Store):
    chosen = GuildChoices(language="fr", channels=(1 << 60, 2), preset="family", rules="penalty=1, jokers=2")
    await store.change_guild(GUILD, lambda _: chosen)
    assert await store.guild_choices(GUILD) == chosen


async def test_choices_of_a_newer_program_are_left_out(store: Store):
    await run_sql(store, f"""INSERT INTO people VALUES ({ANA}, '{{"theme": "light", "sound": true}}')""")
    assert await store.person_choices(ANA) == PersonChoices(theme="light")


CHANGES = (("theme", "light"), ("deck", "four-colour"), ("assist", False))


@pytest.mark.parametrize("wanted", list(permutations(CHANGES)))
async def test_changes_at_the_same_time_lose_nothing(store: Store, wanted: tuple[tuple[str, Any], ...]):
    await store.change_person(ANA, lambda _: PersonChoices())
    other = Store(connect(store.connections.url.render_as_string(hide_password=False)), lambda: 0)

    def changing(at: Store, name: str, value: Any) -> Awaitable[PersonChoices]:
        return at.change_person(ANA, lambda before: replace(before, **{name: value}))

    doors = [store, other, store]
    await asyncio.gather(*(changing(at, *change) for at, change in zip(doors, wanted, strict=True)))
    await other.close()
    expected = replace(PersonChoices(), **dict(wanted))
    assert asdict(await store.person_choices(ANA)) == asdict(expected)


async def test_channels_allowed_at_the_same_time_are_all_kept(store: Store):
    def allow(channel: int) -> Callable[[GuildChoices], GuildChoices]:
        return lambda before: replace(before, channels=(*before.channels, channel))

    await asyncio.gather(*(store.change_guild(GUILD, allow(channel)) for channel in range(1, 9)))
    assert sorted((await store.guild_choices(GUILD)).channels) == list(range(1, 9))


async def test_a_change_keeps_what_only_a_newer_program_knows(store: Store):
    await run_sql(store, f"""INSERT INTO people VALUES ({ANA}, '{{"theme": "light", "sound": true}}')""")
    await store.change_person(ANA, lambda before: replace(before, deck="four-colour"))
    [(kept,)] = await store.connections.rows(text("SELECT choices FROM people"))
    assert json.loads(kept)["sound"] is True
    assert await store.person_choices(ANA) == PersonChoices(theme="light", deck="four-colour")
