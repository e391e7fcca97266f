"""Runs the entries of case files (RULES.md section 9). A key that it does not know fails."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import pytest

from bot.rules.cards import text_of
from bot.rules.handicaps import Handicap
from bot.rules.house_rules import HouseRules, RuleRefused
from bot.rules.match import Match
from bot.rules.phase import Phase
from bot.rules.position import Position
from bot.rules.records import Op, Operated, Played, RoundHeader
from bot.rules.refusal import Refusal
from bot.rules.round import Round
from bot.rules.settling import check_operation
from bot.rules.shuffle import commitment_of, shuffled_deck
from tests.rules.notation import foundations_of, foundations_text, layout_of, position_text, seat_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bot.rules.moves import Move

Entry = dict[str, Any]

_NAME = {"id", "title"}
_SETTING = {"rules", "handicaps", "seed", "start", "foundations", "seats", "deal", "commitment"}
_EXPECTED = {"legal", "stuck", "dead", "end", "scores", "seats_after", "foundations_after"}
_ROUND = _NAME | _SETTING | {"steps"} | _EXPECTED
_OPS = {"go", "pause", "resume", "rotate", "settle", "close", "leave", "return", "void"}


def run_case(case: Entry) -> None:
    if "shuffle" in case:
        _run_shuffle(case)
    elif "match" in case:
        _run_match(case)
    elif "effective" in case or "refused" in case:
        _run_rules(case)
    else:
        _run_round(case)


def _knows(entry: Entry, keys: set[str]) -> None:
    assert not entry.keys() - keys, f"unknown keys {sorted(entry.keys() - keys)} in {entry}"


def _run_shuffle(case: Entry) -> None:
    _knows(case, _NAME | {"shuffle", "deck"})
    _knows(case["shuffle"], {"seed", "seat", "jokers"})
    shuffle = case["shuffle"]
    deck = shuffled_deck(bytes.fromhex(shuffle["seed"]), shuffle["seat"], shuffle.get("jokers", 0))
    assert text_of(deck) == case["deck"]


def _run_rules(case: Entry) -> None:
    _knows(case, _NAME | {"rules", "effective", "refused"})
    if "refused" in case:
        with pytest.raises(RuleRefused) as refused:
            HouseRules.of(case["rules"])
        assert refused.value.name == case["refused"]
        assert refused.value.legal
    if "effective" in case:
        rules = HouseRules.of(case["rules"])
        assert {name: rules.value(name) for name in case["effective"]} == case["effective"]
        assert HouseRules.of(rules.as_dict()) == rules


def _run_match(case: Entry) -> None:
    _knows(case, _NAME | {"match", "totals", "over", "winners", "margins"})
    _knows(case["match"], {"rules", "rounds"})
    rounds = case["match"]["rounds"]
    seats = max(len(entry.get("scores", ())) for entry in rounds)
    match = Match(HouseRules.of(case["match"].get("rules", {})), seats)
    for entry in rounds:
        _knows(entry, {"scores", "caller", "void"})
        caller = entry["caller"] - 1 if "caller" in entry else None
        match.score_round(entry.get("scores", ()), caller, void=entry.get("void", False))
    told = {
        "totals": list(match.totals),
        "over": match.over,
        "winners": [seat + 1 for seat in match.winners],
        "margins": list(match.margins),
    }
    for name in told.keys() & case.keys():
        assert told[name] == case[name], name


def _run_round(case: Entry) -> None:
    _knows(case, _ROUND)
    rnd = _round_of(case)
    _Steps(rnd).run(case.get("steps", []))
    _check_position(rnd, case)
    _check_tests(rnd, case)
    again = rnd.at(rnd.version)
    assert position_text(again.position) == position_text(rnd.position)
    assert (again.phase, again.scores()) == (rnd.phase, rnd.scores())


def _round_of(case: Entry) -> Round:
    rules = HouseRules.of(case.get("rules", {}))
    if "deal" in case:
        _knows(case["deal"], {"seed", "seats"})
        seats = case["deal"]["seats"]
        rnd = Round.deal(rules, seats, bytes.fromhex(case["deal"]["seed"]), _handicaps(case, seats))
        assert case.get("commitment") in (None, rnd.header.commitment)
    else:
        rnd = _set_up(case, rules)
    if case.get("start", "running") == "running":
        rnd.go(0)
    else:
        assert case["start"] == "dealt"
    return rnd


def _set_up(case: Entry, rules: HouseRules) -> Round:
    seats = case["seats"]
    for seat in seats:
        _knows(seat, {"nertz", "work", "stock", "waste"})
    seed = bytes.fromhex(case.get("seed", "00" * 32))
    assert case.get("commitment") in (None, commitment_of(seed))
    layouts = [layout_of(seat, rules.piles(len(seats))) for seat in seats]
    header = RoundHeader(rules, len(seats), seed, _handicaps(case, len(seats)))
    penalties = [header.rules_of(seat).penalty for seat in range(len(seats))]
    opening = Position(rules, layouts, foundations_of(case.get("foundations", [])), penalties)
    return Round.set_up(header, opening)


def _handicaps(case: Entry, seats: int) -> tuple[Handicap, ...]:
    own = case.get("handicaps", {})
    assert own.keys() <= {str(seat) for seat in range(1, seats + 1)}
    return tuple(Handicap.of(own.get(str(seat), {})) for seat in range(1, seats + 1))


class _Steps:
    """Plays the steps of a case in order."""

    def __init__(self, rnd: Round) -> None:
        self.rnd = rnd
        self.stamp = 0
        self.seen = [rnd.version]
        """By number of accepted moves, the version that a player who has seen so many has seen."""

    def run(self, steps: list[Entry]) -> None:
        for step in steps:
            if "op" in step:
                self._operate(step)
            else:
                self._move(step)
            self.seen[-1] = self.rnd.version

    def _operate(self, step: Entry) -> None:
        op = step["op"]
        assert op in _OPS, f"unknown operation {op}"
        of_seat = op in ("leave", "return")
        _knows(step, {"op", "seat"} if of_seat else {"op"})
        seat = (step["seat"] - 1,) if of_seat else ()
        verbs: dict[str, Callable[..., object]] = {"return": self.rnd.return_seat, "rotate": self._rotate}
        verb = verbs[op] if op in verbs else getattr(self.rnd, op)
        try:
            verb(*seat, self.stamp)
        except Refusal:
            return  # an operation that finds nothing to do

    def _rotate(self, stamp: int) -> None:
        """Rotate whether it is due or not: a case may, no table does."""
        check_operation(self.rnd.position, Op.ROTATE, None)
        self.rnd._add(Operated(self.rnd.version + 1, Op.ROTATE, None, stamp))

    def _move(self, step: Entry) -> None:
        _knows(step, {"seat", "move", "at", "seen", "expect", "by"})
        self.stamp = step.get("at", self.stamp + 1000)
        seen = self.seen[step["seen"]] if "seen" in step else None
        before = self._picture()
        expect = step["expect"]
        code, by = self._answer(step["seat"] - 1, step["move"], seen)
        assert code == expect, f"{step}: {code}"
        assert "by" not in step or by == step["by"], f"{step}: by {by}"
        if code == "ok":
            self.seen.append(self.rnd.version)
        else:
            assert self._picture() == before, f"{step}: a refusal changed the table"

    def _answer(self, seat: int, move: str, seen: int | None) -> tuple[str, int | None]:
        try:
            self.rnd.play(seat, move, self.stamp, seen)
        except Refusal as refusal:
            return refusal.code.value, refusal.data.get("by", -1) + 1
        return "ok", None

    def _picture(self) -> tuple[Any, ...]:
        rnd = self.rnd
        return position_text(rnd.position), rnd.phase, rnd.scores(), rnd.version


def _check_position(rnd: Round, case: Entry) -> None:
    for after in case.get("seats_after", []):
        _knows(after, {"seat", "nertz", "work", "stock", "waste"})
        now = seat_text(rnd.position.layouts[after["seat"] - 1])
        for pile in after.keys() - {"seat"}:
            assert now[pile] == after[pile], f"seat {after['seat']}, {pile}"
    if "foundations_after" in case:
        assert foundations_text(rnd.position.foundations) == case["foundations_after"]


def _check_tests(rnd: Round, case: Entry) -> None:
    for legal in case.get("legal", []):
        _knows(legal, {"seat", "moves"})
        now = [move.text for move in rnd.legal_moves(legal["seat"] - 1)]
        assert sorted(now) == sorted(legal["moves"]), f"legal moves of seat {legal['seat']}"
    tests: dict[str, Callable[[], Any]] = {
        "stuck": lambda: [rnd.is_stuck(seat) for seat in range(rnd.seats)],
        "dead": rnd.is_dead,
        "end": lambda: rnd.phase,
        "scores": lambda: list(rnd.scores()),
    }
    if "end" in case:
        assert case["end"] in list(Phase)
    for name in tests.keys() & case.keys():
        assert tests[name]() == case[name], name


def run_perft(entry: Entry) -> None:
    _knows(entry, {"id", "title", "seed", "seats", "preset", "rules", "counts"})
    position = _fresh(entry).position
    for depth, count in enumerate(entry["counts"], 1):
        assert _sequences(position, depth, 1) == count, f"length {depth}"


def _sequences(position: Position, depth: int, version: int) -> int:
    if depth == 1:
        return sum(1 for _ in _playable(position))
    total = 0
    for seat, move in list(_playable(position)):
        after = position.copy()
        after.verify(seat, move, version * 1_000_000)
        after.make(seat, move, version * 1_000_000, version)
        total += _sequences(after, depth - 1, version + 1)
    return total


def run_playout(entry: Entry) -> None:
    _knows(
        entry, {"id", "title", "seed", "seats", "preset", "rules", "steps", "scores", "nertz_left", "sha256"}
    )
    rnd = _fresh(entry)
    steps = 0
    for step in range(400):
        choices = sorted(f"{seat + 1} {move.text}" for seat, move in _playable(rnd.position))
        if not choices:
            break
        seat, move = choices[(step * 7919 + 13) % len(choices)].split(" ")
        rnd.play(int(seat) - 1, move, step * 1000)
        steps += 1
    layouts = rnd.position.layouts
    assert steps == entry["steps"]
    assert list(rnd.scores()) == entry["scores"]
    assert [len(layout.nertz) for layout in layouts] == entry["nertz_left"]
    assert hashlib.sha256(position_text(rnd.position).encode()).hexdigest() == entry["sha256"]
    assert all(isinstance(record, Played) for record in rnd.records[1:])


def _fresh(entry: Entry) -> Round:
    rules = HouseRules.of({"preset": entry.get("preset", "classic"), **entry.get("rules", {})})
    rnd = Round.deal(rules, entry["seats"], bytes.fromhex(entry["seed"]))
    rnd.go(0)
    return rnd


def _playable(position: Position) -> Iterator[tuple[int, Move]]:
    for seat in range(len(position.layouts)):
        for move in position.legal_moves(seat):
            if move.kind not in ("stuck", "call"):
                yield seat, move
