"""Answers that come late, get lost on the way, or must wait for the journal."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.discord_ui.replies import announced
from bot.discord_ui.wording.preferences import Preferences
from bot.tables.clock import ManualClock
from bot.tables.lobby import Lobby
from tests.discord_ui.club import CHANNEL, may_mention, member
from tests.discord_ui.registers import said

ANSWER = "/interactions/{interaction_id}/{interaction_token}/callback"


@pytest.mark.parametrize("drop", ["drop_before", "drop_after"])
async def test_an_answer_whose_connection_broke_is_sent_once_more(drop: str, club, ana):
    club.sandbox.faults.add(drop, ANSWER, "POST")
    assert "There is no table" in said(await ana.types("status"))
    answers = [one for one in ana.driver.sees(CHANNEL) if "There is no table" in one.text]
    assert len(answers) == 1


async def test_a_command_whose_answer_came_too_late_still_did_what_it_said(club, ana, ben):
    await ana.types("start")
    club.sandbox.faults.add("status", ANSWER, "POST", status=404, code=10062)
    joining = asyncio.ensure_future(ben.types("join"))
    await asyncio.wait([joining], timeout=0.2)
    assert club.table.seat_of(ben.id) is not None
    assert "have a seat" in said(await ben.types("join"))
    joining.cancel()


async def test_a_word_to_the_player_waits_until_what_it_says_is_kept(club, ana, ben):
    await ana.types("start")
    await ben.types("join")
    club.journal.held = True
    leaving = asyncio.ensure_future(ben.types("leave"))
    await asyncio.wait([leaving], timeout=0.2)
    assert not leaving.done()
    club.journal.release()
    assert "left" in said(await leaving)


async def test_an_answer_that_waits_long_for_the_journal_is_announced_and_follows(club, ana, ben):
    await ana.types("start")
    await ben.types("join")
    club.journal.held = True
    leaving = asyncio.ensure_future(ben.types("leave"))
    await asyncio.wait([leaving], timeout=0.1)
    club.clock.advance(1.5)
    assert (await leaving).kind == 5
    club.journal.release()
    await ben.driver.until_sees(CHANNEL, lambda one: one.ephemeral and "You have left" in one.text)


@pytest.mark.parametrize(("path", "claim"), [("leave", "have left"), ("ready", "are ready")])
async def test_what_fails_while_the_words_are_looked_up_is_not_claimed_to_be_done(
    monkeypatch, path, claim, club, ana, ben
):
    words = Preferences.words

    async def slow_words(self, interaction):
        await asyncio.sleep(0.02)
        return await words(self, interaction)

    await ana.types("start")
    await ben.types("join")
    monkeypatch.setattr(Preferences, "words", slow_words)
    club.journal.broken = True
    told = said(await ben.types(path))
    assert claim not in told
    assert "can't be stored" in told


async def test_what_cannot_be_kept_is_not_claimed_to_be_done(club, ana, ben):
    await ana.types("start")
    await ben.types("join")
    club.journal.broken = True
    assert "can't be stored" in said(await ben.types("leave"))
    assert club.table.seat_of(ben.id) is not None
    assert "can't save moves" in said(await ben.types("ready"))


async def test_a_mistake_of_ours_is_answered_and_logged(monkeypatch, caplog, club, ana):
    await ana.types("start")
    monkeypatch.setattr(Lobby, "join", None)
    assert "Something went wrong on my side" in said(await member(club, "ben").types("join"))
    assert "an interaction failed" in caplog.text


class Waiting:
    """An interaction that notes when it was announced that its answer will come."""

    def __init__(self, clock: ManualClock) -> None:
        self.extras: dict[Any, Any] = {}
        self.message = None
        self.response = self
        self.clock = clock
        self.announced_at: float | None = None

    def is_done(self) -> bool:
        return self.announced_at is not None

    async def defer(self, **_: Any) -> None:
        self.announced_at = self.clock.now()


async def test_waits_one_after_another_are_announced_by_what_they_take_together():
    clock = ManualClock()
    waiting: Any = Waiting(clock)

    async def answers() -> None:
        for _ in range(3):
            await announced(waiting, clock, clock.sleep(1.0))

    answering = asyncio.ensure_future(answers())
    await clock.run(3.0)
    await answering
    assert waiting.announced_at == 1.5


async def test_whatever_is_sent_or_edited_says_that_it_mentions_nobody(club, ana, ben):
    """`strict_sandbox` sees to that in every test; here it is seen that it would notice."""
    await ana.types("start")
    await ben.presses(ben.board, "join")
    await ana.types("status")
    await club.clock.run(3.0)
    shown = [one for one in club.sandbox.log if isinstance(one.body, dict) and "components" in str(one.body)]
    assert {one.method for one in shown} == {"POST", "PATCH"}
    assert [name for one in shown for name in may_mention(one)] == []
    for one in shown:
        message = one.body.get("data", one.body)
        del message["allowed_mentions"]
        assert list(may_mention(one)) == [one.name]
