"""Laws that hold whatever people do at a table."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from bot.rules.house_rules import HouseRules
from bot.rules.refusal import Refusal
from bot.tables.refusal import TableRefusal
from bot.tables.saved import state_as_json
from bot.tables.seats import TablePhase
from tests.examples import examples
from tests.tables.evening import CHANNEL, Evening
from tests.tables.players import best_move

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.tables.table import Table
    from tests.tables.evening import Person

PEOPLE = 5
who = st.integers(0, PEOPLE - 1)
deeds = st.one_of(
    st.tuples(st.sampled_from(["join", "leave", "ready", "deal", "hand", "lose", "touch", "back"]), who),
    st.tuples(st.sampled_from(["play", "play", "play", "stuck", "call"]), who),
    st.tuples(st.sampled_from(["pause", "resume", "stop", "rotate", "rematch", "practice", "fewer"]), who),
    st.tuples(st.sampled_from(["ask", "accept", "kick", "choose", "rules", "solo", "away"]), who),
    st.tuples(st.just("wait"), st.sampled_from([0, 1, 3, 20, 61, 180])),
    st.tuples(st.sampled_from(["break", "mend"]), st.just(0)),
)


def do(evening: Evening, people: list[Person], deed: str, number: int) -> None:
    """Let somebody do something, sensible or not."""
    table = evening.table
    me, other = people[number % PEOPLE], people[(number + 1) % PEOPLE]
    actions: dict[str, Callable[[], object]] = {
        "join": me.joins,
        "leave": me.leaves,
        "ready": me.is_ready,
        "deal": me.deals,
        "hand": me.opens_hand,
        "lose": lambda: table.hand_lost(me.id),
        "touch": lambda: table.touch(me.id),
        "back": lambda: table.come_back(me.id),
        "play": lambda: me.plays(best_move(me.view)) if may_move(me) else None,
        "stuck": lambda: me.plays("stuck"),
        "call": lambda: me.plays("call"),
        "pause": lambda: table.pause(me.id),
        "resume": lambda: table.resume(me.id),
        "stop": lambda: table.stop(me.id),
        "rotate": lambda: table.vote_rotate(me.id),
        "rematch": lambda: table.rematch(me.id),
        "practice": lambda: table.add_practice(me.id, "easy"),
        "fewer": lambda: table.remove_practice(me.id),
        "ask": lambda: me.joins(share=table.seat_of(other.id) or 0),
        "accept": lambda: table.accept_partner(me.id, other.id),
        "kick": lambda: table.kick(me.id, other.id),
        "choose": lambda: table.choose_back(me.id, number),
        "rules": lambda: table.set_rules(me.id, HouseRules(teams=True, rounds=2)),
        "solo": lambda: table.set_rules(me.id, HouseRules(rounds=2)),
        "away": lambda: table.set_away(me.id, "practice", "easy"),
    }
    with suppress(TableRefusal, Refusal):
        actions[deed]()


def may_move(person: Person) -> bool:
    table = person.table
    return table.round is not None and table.seated(person.id) is not None and bool(person.view.legal)


def check_laws(evening: Evening) -> None:
    """Whatever was done: the table makes sense."""
    state = evening.table.state
    if state.phase is TablePhase.CLOSED:
        assert evening.tables.at(CHANNEL) is not evening.table
        return
    backs = [seat.back for seat in state.seats]
    assert len(set(backs)) == len(backs) <= state.most_seats
    present = [person for seat in state.seats if not seat.left for person in seat.people]
    assert len(set(present)) == len(present)
    assert not set(present) & set(state.waiting)
    assert present or state.waiting, "a table without people ends itself"
    assert state.host in present or state.host in state.waiting
    assert all(len(seat.people) == (0 if seat.practice else max(1, len(seat.people))) for seat in state.seats)
    assert all(len(seat.scores) == state.rounds_scored for seat in state.seats)
    running = state.phase in (TablePhase.COUNTDOWN, TablePhase.ROUND)
    if running:
        round_ = evening.table.round
        assert round_ is not None
        assert round_.seats == len(state.seats)
        assert not round_.phase.over
        assert round_.paused == (state.paused and round_.phase.value != "dealt")


async def live_through(steps: list[tuple[str, int]], *, running: bool = False) -> tuple[object, object]:
    """Do all this, and restart; return the table as it was at the end, and as it is after that."""
    evening = Evening(HouseRules(rounds=2, stuck="end"))
    people = evening.people("Ana Ben Cleo Dan Eva")
    evening.opened_by(people[0], practice=int(running))
    people[1].joins()
    if running:
        people[0].deals()
        await evening.clock.run(20)
    for deed, number in steps:
        if deed == "wait":
            await evening.clock.run(number)
        elif deed in ("break", "mend"):
            evening.journal.broken = deed == "break"
        else:
            do(evening, people, deed, number)
        check_laws(evening)
    evening.journal.broken = False
    await evening.clock.run(31)
    check_laws(evening)
    await evening.table.kept()
    if evening.phase() is TablePhase.CLOSED:
        return None, evening.journal.tables.get(evening.table.table_id)
    before = all_of(evening.table)
    return before, all_of((await evening.woken()).table)


def all_of(table: Table) -> object:
    return state_as_json(table.state), table.round.records if table.round else None


@examples(60)
@given(st.lists(deeds, max_size=40))
def test_a_table_makes_sense_whatever_people_do_from_the_lobby_on(steps):
    before, after = asyncio.run(live_through(steps))
    assert after == before


@examples(100)
@given(st.lists(deeds, min_size=5, max_size=40))
def test_a_table_makes_sense_whatever_people_do_from_the_round_on(steps):
    before, after = asyncio.run(live_through(steps, running=True))
    assert after == before
