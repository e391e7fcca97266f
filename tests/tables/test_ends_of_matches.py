"""Who wins, and what is shown of it, when people leave between rounds or while one ends."""

from __future__ import annotations

from bot.rules.house_rules import HouseRules
from bot.tables.entries import PersonResult
from bot.tables.events import EventKind
from bot.tables.outcome import is_over, outcome_of
from bot.tables.seats import Seat, TablePhase, TableState
from tests.tables.evening import OUT, TWO_LEFT, Evening, Person


def state_of(*seats: Seat, **rules: object) -> TableState:
    """Return a table at which those seats have scored."""
    state = TableState(1, HouseRules(**rules), seats=list(seats))  # type: ignore[arg-type]
    state.rounds_scored = max(len(seat.scores) for seat in seats)
    return state


def seat(person: int, *scores: int | None, left: bool = False) -> Seat:
    return Seat(person, [person], scores=list(scores), left=left)


def called_by(evening: Evening, caller: Person, *others: Person) -> None:
    """Let a person call; the cards in the air may still finish their move."""
    for person in (caller, *others):
        person.opens_hand()
    people = sorted((caller, *others), key=lambda person: person.at)
    out = " ".join(f"{card}@{caller.at + 1}" for card in ("AH", "2H", "3H", "4H", "5H"))
    evening.lays(*(OUT if person is caller else TWO_LEFT for person in people), foundations=(out,))
    evening.clock.advance(3)
    caller.plays("call")


async def test_the_seats_of_a_round_stay_until_the_next_is_dealt(evening: Evening):
    ana, ben = evening.dealt_to("Ana Ben")
    evening.won_by(ana, ben)
    ana.leaves()
    evening.clock.advance(20)
    state = evening.table.state
    assert state.phase is TablePhase.OVER
    assert [seat.people for seat in state.seats] == [[ana.id], [ben.id]]
    assert state.callers == (0,)
    assert evening.round.seats == len(state.seats)
    (over,) = evening.told(EventKind.MATCH_OVER)
    assert (over["winners"], over["margins"]) == ((1,), (-9, 0))


async def test_a_newcomer_who_never_played_does_not_win_and_gets_a_match_of_their_own(evening: Evening):
    ana, ben = evening.dealt_to("Ana Ben")
    evening.won_by(ana, ben)
    cleo, dan = evening.people("Cleo Dan")
    cleo.joins()
    dan.joins()
    ana.leaves()
    ben.leaves()
    evening.clock.advance(20)
    (over,) = evening.told(EventKind.MATCH_OVER)
    assert over["results"] == (
        PersonResult(ana.id, 0, 1, True, 5, 1, 1, 5, "Ana"),
        PersonResult(ben.id, 1, 2, False, -4, 1, 0, -4, "Ben"),
    )
    assert evening.phase() is TablePhase.LOBBY
    assert (cleo.at, dan.at) == (0, 1)
    assert evening.table.state.host == cleo.id
    assert evening.told(EventKind.REMATCH) == [{"person": cleo.id}]
    assert evening.table.state.totals == (0, 0)
    assert evening.table.round is None


async def test_one_who_waits_at_the_end_of_a_match_has_a_lobby_once_all_others_have_left():
    evening = Evening(HouseRules(rounds=1))
    ana, ben = evening.dealt_to("Ana Ben")
    evening.won_by(ana, ben)
    cleo = evening.person("Cleo")
    cleo.joins()
    ana.leaves()
    assert evening.phase() is TablePhase.OVER
    ben.leaves()
    assert evening.phase() is TablePhase.LOBBY
    assert cleo.at == 0
    assert not cleo.seat.ready


async def test_who_leaves_after_the_match_changes_nothing_about_who_won():
    evening = Evening(HouseRules(rounds=1))
    ana, ben, cleo = evening.dealt_to("Ana Ben Cleo")
    evening.won_by(ana, ben, cleo)
    ana.leaves()
    assert evening.phase() is TablePhase.OVER
    assert outcome_of(evening.table.state).winners == (0,)
    cleo.leaves()
    assert (outcome_of(evening.table.state).winners, ben.at) == ((0,), 1)


async def test_a_called_round_counts_though_everybody_leaves_in_its_grace_time():
    evening = Evening(HouseRules(rounds=1))
    ana, ben = evening.dealt_to("Ana Ben")
    called_by(evening, ana, ben)
    ana.leaves()
    ben.leaves()
    assert evening.phase() is TablePhase.ROUND
    evening.clock.advance(0.4)
    assert evening.phase() is TablePhase.CLOSED
    (ended,) = evening.told(EventKind.ROUND_ENDED)
    assert (ended["end"], ended["caller"], ended["scores"]) == ("called", 0, (5, -4))
    await evening.table.kept()
    assert [result.won for result in evening.journal.results[0].results] == [True, False]
    assert [end.end for end in evening.journal.ended] == ["called"]
    assert evening.told(EventKind.CLOSED) == [{"reason": "no_people", "person": None}]


async def test_grace_time_ends_though_only_people_who_are_away_are_left(evening: Evening):
    ana, ben = evening.running_with("Ana Ben")
    for _ in range(180):
        evening.table.touch(ana.id)
        evening.clock.advance(1)
    out = " ".join(f"{card}@1" for card in ("AH", "2H", "3H", "4H", "5H"))
    evening.lays(OUT, TWO_LEFT, foundations=(out,))
    evening.round.go(0)
    ana.plays("call")
    ana.leaves()
    assert ben.seat.frozen
    evening.clock.advance(0.4)
    assert evening.phase() is TablePhase.SCORES
    assert evening.told(EventKind.PAUSED) == []


def test_a_match_is_won_by_its_rules_also_for_a_seat_that_has_left():
    state = state_of(seat(1, 120, left=True), seat(2, 30))
    assert is_over(state)
    assert (outcome_of(state).winners, outcome_of(state).margins) == ((0,), (0, 90))


def test_a_match_whose_others_have_left_is_won_by_the_highest_of_those_who_stayed():
    state = state_of(seat(1, 50, left=True), seat(2, 30), seat(3, 30), seat(4, 20))
    assert not is_over(state)
    assert (outcome_of(state).winners, outcome_of(state).margins) == ((1, 2), (-20, 0, 0, 10))


def test_nobody_wins_who_never_played_and_of_those_who_left_the_highest_does():
    assert outcome_of(state_of(seat(1, -6, left=True), seat(2, -4, left=True), seat(3, None))).winners == (1,)


def test_without_any_round_all_who_stayed_share_it():
    assert outcome_of(state_of(seat(1), seat(2, left=True), seat(3))).winners == (0, 2)
