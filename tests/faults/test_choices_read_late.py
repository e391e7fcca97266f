"""Preferences that the database tells of late: what is changed then changes nothing else."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from bot.tables.standings import GuildChoices, PersonChoices
from tests.discord_ui.club import CHANNEL, member

if TYPE_CHECKING:
    from collections.abc import Callable


class Late(asyncio.Event):
    """Set when the database answers; `kept` is what was chosen after that."""

    def __init__(self) -> None:
        super().__init__()
        self.kept: list[object] = []


@pytest.fixture
def late(club, monkeypatch) -> Late:
    """The database tells of Ana's four colours and the server's rules when the test says so."""
    answers = Late()

    async def person(_: int) -> PersonChoices:
        await answers.wait()
        return PersonChoices(deck="four-colour")

    async def guild(_: int) -> GuildChoices:
        await answers.wait()
        return GuildChoices(preset="pagat", rules="penalty=1")

    async def change_person(
        person_id: int, change: Callable[[PersonChoices], PersonChoices]
    ) -> PersonChoices:
        answers.kept.append(change(await person(person_id)))
        return change(await person(person_id))

    async def change_guild(guild_id: int, change: Callable[[GuildChoices], GuildChoices]) -> GuildChoices:
        answers.kept.append(change(await guild(guild_id)))
        return change(await guild(guild_id))

    choices = club.client.context.choices
    for memory, read in ((choices._people, person), (choices._guilds, guild)):
        monkeypatch.setattr(memory, "_read", read)
        monkeypatch.setattr(memory, "_clock", club.clock)
    monkeypatch.setattr(club.journal, "change_person", change_person)
    monkeypatch.setattr(club.journal, "change_guild", change_guild)
    return answers


async def types_late(club, late, command, **options):
    """Give a command while nothing can be read; let everything be read after it was announced."""
    typing = asyncio.ensure_future(member(club, "ana").types(command, **options))
    await club.clock.run(2.5)
    assert typing.result().kind == 5
    late.set()
    await club.clock.run(1.0)


async def test_another_theme_leaves_the_deck_as_it_was(club, late):
    await types_late(club, late, "me", theme="light")
    assert late.kept == [PersonChoices(theme="light", deck="four-colour")]


async def test_another_language_leaves_the_rules_of_the_server_as_they_were(club, late):
    await types_late(club, late, "settings", language="fr")
    assert late.kept == [GuildChoices(language="fr", preset="pagat", rules="penalty=1")]


async def test_a_table_opens_with_the_rules_of_its_server(club, late):
    await types_late(club, late, "start")
    assert club.tables.at(club.sandbox.channel(CHANNEL).id).state.rules.penalty == 1
