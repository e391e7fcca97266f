"""Every code of the rules has its sentence, with the data that it gets."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from bot.locales import words_for
from bot.rules import cards
from bot.rules.house_rules import PRESETS, RULE_NAMES, legal_values
from bot.rules.refusal import Code

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


@pytest.mark.parametrize("name", RULE_NAMES)
def test_every_house_rule_and_value_has_words(name: str) -> None:
    assert _ENGLISH(f"rule.{name}", value=3)
    for value in legal_values(name):
        if not value[0].isdigit():
            assert _ENGLISH(f"rule.{name}.{value}")


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_has_one_short_line(preset: str) -> None:
    assert 10 < len(_ENGLISH(f"preset.{preset}")) <= 100
