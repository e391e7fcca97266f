"""The text of the rules in the repository names what the engine knows, and nothing else is cited."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.rules.house_rules import CLASSIC, RULE_NAMES, legal_values
from bot.rules.records import Op
from bot.rules.refusal import Code

_ROOM = Path(__file__).parents[2] / "bot" / "rules"
_TEXT = (_ROOM / "RULES.md").read_text(encoding="utf-8")
_SECTIONS = {int(number) for number in re.findall(r"^## (\d+)\.", _TEXT, re.MULTILINE)}
_NO_CASE_STEP = {Op.VOTE, Op.CALL, Op.RESHUFFLE, Op.END}
"""Operations that follow from `settle`, or that the table casts."""


def _section(number: int) -> str:
    return re.split(r"^## ", _TEXT, flags=re.MULTILINE)[number]


@pytest.mark.parametrize("name", RULE_NAMES)
def test_every_house_rule_stands_in_section_7_with_its_default_and_its_words(name: str) -> None:
    row = next(line for line in _section(7).splitlines() if line.startswith("|") and f"`{name}`" in line)
    assert re.search(rf"\b{CLASSIC.value(name)}\b", row)
    legal = legal_values(name)
    span = f"{legal[0]}..{legal[-1]}"
    assert span in row or all(re.search(rf"\b{re.escape(value)}\b", row) for value in legal), legal


@pytest.mark.parametrize("code", Code)
def test_every_code_is_named(code: Code) -> None:
    assert f"`{code.value}`" in _TEXT


@pytest.mark.parametrize("op", sorted(set(Op) - _NO_CASE_STEP))
def test_every_operation_of_a_case_is_named(op: Op) -> None:
    assert re.search(rf"`op`[^)]*\b{op.value}\b", _section(9))


def test_docstrings_cite_sections_that_there_are() -> None:
    cited = {
        (path.name, int(number))
        for path in _ROOM.glob("*.py")
        for number in re.findall(r"sections? (\d+)", path.read_text(encoding="utf-8"))
    }
    assert cited
    assert {number for _, number in cited} <= _SECTIONS
