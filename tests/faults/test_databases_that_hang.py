"""Commands that ask a database something, or tell it, and get no answer in time: they announce theirs."""

from __future__ import annotations

import asyncio

import pytest

from tests.discord_ui.club import CHANNEL, member

ASKING = {
    "leaderboard": ("standings", {}),
    "stats": ("person_stats", {}),
    "replay": ("last_round", {}),
    "me": ("change_person", {"theme": "light"}),
    "me: forget": ("forget", {"forget": "forget me"}),
    "settings": ("change_guild", {"language": "fr"}),
}


@pytest.mark.parametrize("command", ASKING)
async def test_a_command_whose_database_hangs_is_announced_and_answered_later(
    command, club, ana, monkeypatch
):
    one = member(club, "cleo" if "forget" in command else "ana")
    port, options = ASKING[command]
    answers, ask = asyncio.Event(), getattr(club.journal, port)

    async def late(*what, **more):
        await answers.wait()
        return await ask(*what, **more)

    monkeypatch.setattr(club.journal, port, late)
    typing = asyncio.ensure_future(one.types(command.partition(":")[0], **options))
    await club.clock.run(2.0)
    assert typing.done()
    assert typing.result().kind == 5
    answers.set()
    await club.clock.run(1.0)
    said = one.driver.sees(CHANNEL)[-1]
    assert said.ephemeral
    assert not said.waiting
    assert said.text
