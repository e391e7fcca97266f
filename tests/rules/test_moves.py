"""The notation: what is read, what is written, and that equal moves are one."""

from __future__ import annotations

import copy
import pickle

import pytest

from bot.rules.cards import parse_card
from bot.rules.moves import NO_CARD, Move
from bot.rules.refusal import Code, Refusal


@pytest.mark.parametrize(
    ("text", "kind", "source", "card", "target", "declared"),
    [
        ("N:KH<W1", "slide", "N", "KH", "W1", None),
        ("V:TS>W6", "work", "V", "TS", "W6", None),
        ("W2:9H>W1", "work", "W2", "9H", "W1", None),
        ("W2:AS>F", "foundation", "W2", "AS", "F", None),
        ("N:*1=AH>F", "foundation", "N", "*1", "F", "AH"),
        ("N:*2>F", "foundation", "N", "*2", "F", None),
        ("W12:9H>W0", "work", "W12", "9H", "W0", None),
    ],
)
def test_move_is_read(
    text: str, kind: str, source: str, card: str, target: str, declared: str | None
) -> None:
    move = Move.parse(text)
    assert (move.kind, move.source, move.target) == (kind, source, target)
    assert move.card == parse_card(card)
    assert move.declared == (None if declared is None else parse_card(declared))
    assert str(move) == text


@pytest.mark.parametrize("text", ["draw", "turn", "shift", "stuck", "call"])
def test_move_without_a_card_is_read(text: str) -> None:
    move = Move.parse(text)
    assert (move.kind, move.source, move.target) == (text, None, None)


@pytest.mark.parametrize("text", ["N:*1=XX>F", "W1:*2=*1>F", "N:*1=10H>F"])
def test_declaration_of_no_card_is_kept_to_be_refused_later(text: str) -> None:
    assert Move.parse(text).declared == NO_CARD
    assert str(Move.parse(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "N:AS>F\n",
        "N:*1=as>F",
        "N:*1= AS>F",
        "W:AS>F",
        "W１:AS>F",
        "N:AS>F ",
        "N:AS=AS>F",
        "N:*1=AS>W1",
        "W1:AS<W2",
        "N:AS<F",
    ],
)
def test_text_of_no_form_is_malformed(text: str) -> None:
    with pytest.raises(Refusal) as refused:
        Move.parse(text)
    assert refused.value.code == Code.MALFORMED


def test_equal_moves_are_one_object() -> None:
    move = Move.parse("N:7H>F")
    assert Move.parse("N:7H>F") is move
    assert pickle.loads(pickle.dumps(move)) is move
    assert copy.deepcopy(move) is move


def test_strange_moves_are_equal_by_their_text() -> None:
    assert Move.parse("W12:7H>F") == Move.parse("W12:7H>F")
    assert len({Move.parse("W12:7H>F"), Move.parse("W12:7H>F"), Move.parse("W13:7H>F")}) == 2
