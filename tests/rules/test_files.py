"""Rounds as files: what is exported can be checked by anyone, and nobody can change a line."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import pytest

from bot.locales import words_for
from bot.locales.telling import damage_in_words, told_in_words
from bot.rules.files import DamagedFile, _Lines, export_round, verify_file
from bot.rules.house_rules import CLASSIC, PRESETS, HouseRules
from bot.rules.phase import Phase
from bot.rules.round import Round
from bot.rules.story import story
from tests.rules.strategies import everything, is_progress

if TYPE_CHECKING:
    from collections.abc import Callable

_SEED = bytes(range(32))
_ENGLISH = words_for("en")


def _finished(rules: HouseRules, seats: int = 2) -> Round:
    rnd = Round.deal(rules, seats, _SEED)
    rnd.go(0)
    chance = random.Random(7)
    while not rnd.phase.over:
        stamp = rnd.version * 300
        if rnd.phase is Phase.CLOSING:
            rnd.close(stamp)
            break
        moves = rnd.legal_moves(seat := chance.randrange(seats))
        liked = [move for move in moves if is_progress(move) or move.kind == "call"]
        rnd.play(
            seat,
            chance.choice(liked or [move for move in moves if move.kind != "stuck"] or moves),
            stamp,
            person=77,
        )
        rnd.settle(stamp)
    return rnd


@pytest.fixture(scope="module")
def rnd() -> Round:
    return _finished(PRESETS["gamerules"])


@pytest.fixture(scope="module")
def lines(rnd: Round) -> list[str]:
    return export_round(rnd).splitlines(keepends=True)


def _damage(text: str) -> tuple[int, str]:
    with pytest.raises(DamagedFile) as damaged:
        verify_file(text)
    assert f"{damaged.value.line}" in damage_in_words(damaged.value, _ENGLISH)
    return damaged.value.line, damaged.value.code


def _forged(lines: list[str], line: int, change: Callable[[dict[str, Any]], object]) -> str:
    """Change what a line says and write all checks anew, as a forger would."""
    forged = _Lines()
    for number, text in enumerate(lines, 1):
        fields = json.loads(text)
        del fields["check"]
        if number == line:
            change(fields)
        forged.add(fields)
    return "\n".join(forged.written)


@pytest.mark.parametrize("preset", list(PRESETS))
def test_exported_round_is_verified(preset: str) -> None:
    rnd = _finished(PRESETS[preset])
    again = verify_file(export_round(rnd))
    assert everything(again.position) == everything(rnd.position)
    assert again.header == rnd.header


def test_file_names_no_person(lines: list[str]) -> None:
    assert all(
        json.loads(line)["record"][2] == 0 for line in lines[1:-1] if len(json.loads(line)["record"]) == 6
    )


def test_changed_character_is_found_on_its_line(lines: list[str]) -> None:
    chance = random.Random(3)
    for number, line in enumerate(lines, 1):
        at = chance.randrange(len(line) - 1)
        letter = chance.choice([letter for letter in '09aS,"{' if letter != line[at]])
        changed = line[:at] + letter + line[at + 1 :]
        found, _ = _damage("".join([*lines[: number - 1], changed, *lines[number:]]))
        assert found == number


def test_missing_line_is_found_where_it_was(lines: list[str]) -> None:
    for number in range(1, len(lines) + 1):
        assert _damage("".join(lines[: number - 1] + lines[number:]))[0] == number


def test_file_that_stops_early_is_incomplete(lines: list[str]) -> None:
    assert _damage("".join(lines[:-1])) == (len(lines), "missing_end")
    assert _damage("") == (1, "unreadable")


def test_line_after_the_end_is_refused(lines: list[str]) -> None:
    text = _forged([*lines, lines[-1]], 0, dict)
    assert _damage(text) == (len(lines) + 1, "after_end")
    text = _forged([*lines[:-1], lines[-2]], 0, dict)
    assert _damage(text) == (len(lines), "after_end")


def test_forged_records_fail_at_their_line(rnd: Round, lines: list[str]) -> None:
    draw = next(n for n, record in enumerate(rnd.records, 2) if getattr(record, "turned", ()))

    def turn_up_another(fields: dict[str, Any]) -> None:
        fields["record"][5][-1] = "AS" if fields["record"][5][-1] != "AS" else "2S"

    def move_another(fields: dict[str, Any]) -> None:
        fields["record"][3:] = ["N:AS>W9", 1, []]

    def skip(fields: dict[str, Any]) -> None:
        fields["record"][0] += 1

    def rotate(fields: dict[str, Any]) -> None:
        fields["record"] = [fields["record"][0], "rotate", None, 1]

    def nonsense(fields: dict[str, Any]) -> None:
        fields["record"] = {"draw": 1}

    assert _damage(_forged(lines, draw, turn_up_another)) == (draw, "turned")
    assert _damage(_forged(lines, draw, move_another)) == (draw, "illegal")
    assert _damage(_forged(lines, draw, skip)) == (draw, "number")
    assert _damage(_forged(lines, draw, rotate)) == (draw, "not_due")
    assert _damage(_forged(lines, draw, nonsense)) == (draw, "unreadable")
    assert _damage(_forged(lines, draw, lambda fields: fields.pop("record"))) == (draw, "unreadable")


def test_forged_header_fails_at_line_one(lines: list[str]) -> None:
    other = bytes(32).hex()
    for change in (
        lambda fields: fields.update(nertz=2),
        lambda fields: fields.update(seats=9),
        lambda fields: fields.update(seats=True),
        lambda fields: fields.update(rules=5),
        lambda fields: fields["rules"].update(undo="on"),
    ):
        assert _damage(_forged(lines, 1, change)) == (1, "header")
    assert _damage(_forged(lines, 1, lambda fields: fields.update(seed=other))) == (1, "commitment")
    assert _damage(_forged(lines, 1, lambda fields: fields.update(seed=None))) == (1, "no_seed")


def test_forged_result_fails_at_the_last_line(lines: list[str]) -> None:
    text = _forged(lines, len(lines), lambda fields: fields.update(scores=[52, 52]))
    assert _damage(text) == (len(lines), "end")


def test_running_round_is_exported_without_its_seed() -> None:
    rnd = Round.deal(CLASSIC, 2, _SEED)
    rnd.go(0)
    text = export_round(rnd)
    assert _SEED.hex() not in text
    assert rnd.header.commitment in text
    assert _damage(text) == (1, "no_seed")


@pytest.mark.parametrize("preset", ["classic", "gamerules", "family", "pagat"])
def test_story_tells_every_record_and_the_result(preset: str) -> None:
    rnd = _finished(PRESETS[preset], seats=3)
    told = list(story(rnd.header, rnd.records))
    sentences = [told_in_words(sentence, _ENGLISH, lambda seat: f"Seat {seat + 1}") for sentence in told]
    assert len(sentences) >= len(rnd.records)
    assert sentences[1] == "Go!"
    assert sentences[-2] == f"Seat 3: {rnd.scores()[2]}"
    assert all("{" not in sentence for sentence in sentences)
    assert sorted(sentence.seconds for sentence in told) == [sentence.seconds for sentence in told]
