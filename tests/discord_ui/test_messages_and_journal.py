"""What Discord has and what the journal has of a public message: whichever is behind, they come together."""

from __future__ import annotations

import asyncio

from bot.tables.entries import TableClosed
from bot.tables.events import ClosedReason, Event, EventKind
from tests.discord_ui.club import CHANNEL, member, playing
from tests.discord_ui.registers import said


def public(club):
    return [one for one in member(club, "dan").driver.sees(CHANNEL) if not one.ephemeral]


async def is_killed(club) -> None:
    """Kill the process, and start the next one with what the journal kept."""
    club.seed += " after"
    await club.restarts()
    await club.tables.wake_all()
    await club.clock.run(2.5)


async def test_a_table_that_was_killed_before_its_message_was_noted_has_one_message(club):
    ana = member(club, "ana")
    slow = club.sandbox.faults.add("delay_after", "/channels/*/messages", "POST", seconds=0.3)
    starting = asyncio.ensure_future(ana.types("start"))
    await ana.driver.until(lambda: bool(public(club)) and bool(slow.struck))
    table = club.table
    assert table.state.message.id is None
    await is_killed(club)
    starting.cancel()
    assert [one.id for one in public(club)] == [club.table.state.message.id]
    await member(club, "ben").presses(public(club)[0], "join")
    assert len(club.table.state.seats) == 2


async def test_an_id_that_could_not_be_noted_is_noted_when_the_table_lives_again(club, ana, ben):
    await playing(club, "ana ben", rules="stuck=end")
    first = ana.board.id
    for one in (ana, ben):
        await one.types("stuck")
    post = club.sandbox.faults.add("delay", "/channels/*/messages", "POST", seconds=0.2)
    running = asyncio.ensure_future(club.clock.run(1.5))
    await ana.driver.until(lambda: bool(post.struck))
    club.journal.broken = True
    club.table.touch(ana.id)
    club.table.ready(ana.id)
    await running
    await ana.driver.until(lambda: ana.board.id != first)
    await club.clock.run(0.5)
    assert club.table.state.suspended
    assert club.table.state.message.id is None
    club.journal.broken = False
    await club.clock.run(40.0)
    assert club.table.state.message.id == ana.board.id


async def test_after_a_restart_the_board_of_the_finished_round_is_not_written_over(club):
    ana, ben = await playing(club, "ana ben", rules="stuck=end")
    await club.clock.run(2.5)
    board = ana.board
    await ana.types("stuck")
    await ben.types("stuck")
    assert club.table.state.phase.value == "scores"
    await is_killed(club)
    assert len(public(club)) == 2
    old, new = public(club)
    assert old.id == board.id
    assert old.files[0].startswith("board_")
    assert not old.buttons
    assert club.table.state.message.id == new.id
    assert club.table.state.message.before is None


async def test_an_opening_whose_commit_arrived_though_its_answer_failed_does_not_come_back(club, ana):
    club.journal.lies = True
    told = said(await ana.types("start"))
    assert told
    assert club.journal.tables
    club.journal.lies = False
    await club.clock.run(2.0)
    assert not club.journal.tables


async def test_nor_does_it_come_back_when_the_process_is_killed_at_once(club):
    club.journal.lies = True
    await member(club, "ana").types("start")
    assert club.journal.tables
    club.journal.lies = False
    await is_killed(club)
    assert not list(club.tables)
    assert not club.journal.tables
    assert public(club) == []
    assert not (await member(club, "ana").types("start")).failed
    assert len(public(club)) == 1


async def test_a_table_whose_message_could_not_be_kept_ends_as_its_host_is_told(club, ana):
    heard: list[Event] = []
    club.tables.watch(heard.append)
    ask = club.boards.post

    async def post(table):
        await table.kept()
        club.journal.broken = True
        await ask(table)

    club.boards.post = post
    assert said(await ana.types("start"))
    club.journal.broken = False
    await club.clock.run(3.0)
    assert not list(club.tables)
    closed = [event.data["reason"] for event in heard if event.kind is EventKind.CLOSED]
    assert closed == [ClosedReason.NOT_KEPT]
    assert public(club) == []


async def test_a_message_that_somebody_deleted_is_not_asked_for_by_its_name_again(club, ana):
    await ana.types("start")
    for _ in range(3):
        old = ana.board
        club.sandbox.incidents.delete_message(old.channel_id, old.id)
        club.boards._message_of(club.table).key = None
        club.boards.refresh(club.table)
        await club.clock.run(3.0)
        assert ana.board.id > old.id
    assert club.table.state.message.number == 4


async def test_an_older_message_that_no_table_knows_is_answered_and_then_removed(club, ana, ben):
    await ana.types("start")
    orphan = ana.board
    club.table.ask_message("gone")
    await club.table.kept()
    await is_killed(club)
    assert len(public(club)) == 2
    assert not (await club.clock.awaits(ben.presses(orphan, "join"))).failed
    assert club.table.seat_of(ben.id) == 1
    await ben.driver.until(lambda: len(public(club)) == 1)
    assert public(club)[0].id == club.table.state.message.id


async def test_a_closed_table_that_could_not_say_goodbye_loses_its_buttons_when_one_is_pressed(club, ana):
    await ana.types("start")
    board, table = ana.board, club.table
    club.journal.write([TableClosed(table.table_id, 0)])
    await is_killed(club)
    assert public(club)[0].buttons
    told = said(await club.clock.awaits(member(club, "ben").presses(board, "join")))
    assert "closed" in told
    await ana.driver.until(lambda: not public(club)[0].buttons)
    assert "This table is closed" in public(club)[0].text
    assert board.text in public(club)[0].text


async def test_an_older_board_keeps_its_picture_and_loses_its_buttons(club):
    ana, ben = await playing(club, "ana ben")
    board = ana.board
    club.table.ask_message("gone")
    await club.table.kept()
    await is_killed(club)
    assert len(public(club)) == 2
    assert not (await club.clock.awaits(ben.presses(board, "hand"))).failed
    await ben.driver.until(lambda: not public(club)[0].buttons)
    assert public(club)[0].files == board.files
    assert public(club)[1].id == club.table.state.message.id


async def test_an_older_message_is_removed_though_its_table_slept_when_it_was_clicked(club, ana, ben):
    await ana.types("start")
    orphan = ana.board
    club.table.ask_message("gone")
    await club.table.kept()
    await is_killed(club)
    await club.restarts()
    assert club.tables.by_id(club.tables._channels[orphan.channel_id]) is None
    await club.clock.awaits(ben.presses(orphan, "join"))
    await ben.driver.until(lambda: orphan.id not in [one.id for one in public(club)])
    assert club.table.seat_of(ben.id) == 1


async def test_a_forged_button_of_another_table_removes_no_message(club, ana, ben):
    await ana.types("start")
    await ben.driver.click(ben.board, custom_id="nz:1:join", forged=True)
    await club.clock.run(1.0)
    assert public(club)[0].id == club.table.state.message.id
