"""Every code of the rules has its sentence, with the data that it gets."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given

from bot.locales import words_for
from bot.rules import cards
from bot.rules import moves as notation
from bot.rules.house_rules import PRESETS, RULE_NAMES, legal_values
from bot.rules.moves import Move
from bot.rules.refusal import Code, Refusal
from tests.examples import examples
from tests.rules.strategies import late_positions

if TYPE_CHECKING:
    from bot.rules.position import Position

_ENGLISH = words_for("en")
_RULES = Path(cards.__file__).parent


def _refusals() -> set[str]:
    """Read from the source which refusals are raised: the code, and the word after it where it is plain."""
    found = set()
    for path in _RULES.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refusal":
                found |= _keys_of(node)
    return found


def _keys_of(call: ast.Call) -> set[str]:
    code = call.args[0]
    codes = [Code[code.attr].value] if isinstance(code, ast.Attribute) else ["rank"]
    whys = (
        [str(leaf.value) for leaf in ast.walk(call.args[1]) if isinstance(leaf, ast.Constant)]
        if call.args[1:]
        else [""]
    )
    return {f"refusal.{code}.{why}" if why else f"refusal.{code}" for code in codes for why in whys}


def test_every_refusal_has_a_sentence() -> None:
    refusals = _refusals()
    assert len(refusals) > 20
    for key in refusals | {"refusal.colour", "refusal.colour.under", "refusal.space_rule.nertz_or_waste"}:
        assert _ENGLISH.has(key), key


@given(late_positions())
@examples(40)
def test_every_refusal_brings_the_data_of_its_sentence(position: Position) -> None:
    moves = [*notation._MOVES.values(), Move.parse("W9:AS>F"), Move.parse("N:*1=XX>F")]
    refusals = {refusal.key: refusal for move in moves if (refusal := _refusal(position, move))}
    assert refusals
    for key, refusal in refusals.items():
        assert "{" not in _ENGLISH(key, **_in_words(refusal))


def _refusal(position: Position, move: Move) -> Refusal | None:
    try:
        position.verify(0, move, 0)
    except Refusal as refusal:
        return refusal
    return None


def _in_words(refusal: Refusal) -> dict[str, Any]:
    data = dict(refusal.data)
    for name in refusal.CARD_DATA:
        if name in data:
            data[name] = _ENGLISH.card(data[name])
    return data


def test_beaten_names_the_faster_seat() -> None:
    beaten = Refusal(Code.BEATEN, card=2, by=1)
    assert _ENGLISH(beaten.key, **_in_words(beaten) | {"by": "Ana"}).startswith("Ana was faster with 3♠.")


@pytest.mark.parametrize("name", RULE_NAMES)
def test_every_house_rule_and_value_has_words(name: str) -> None:
    assert _ENGLISH(f"rule.{name}", value=3)
    for value in legal_values(name):
        if not value[0].isdigit():
            assert _ENGLISH(f"rule.{name}.{value}")


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_has_one_short_line(preset: str) -> None:
    assert 10 < len(_ENGLISH(f"preset.{preset}")) <= 100
