"""House rules and presets (RULES.md section 7): frozen for a match, stored with it."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

MOST_SEATS: Final = 8
"""At one table (section 2)."""
MOST_WORK_PILES: Final = 6

Value: TypeAlias = str | int
"""A value as people write it: a number or a word; `on`, `off` and `none` are words."""


class RuleRefused(ValueError):
    """An unknown rule or value: its name and the legal ones."""

    def __init__(self, name: str, legal: tuple[str, ...]) -> None:
        super().__init__(f"{name}: {', '.join(legal)}")
        self.name = name
        self.legal = legal


@dataclass(frozen=True, slots=True)
class HouseRules:
    """What this table plays by; the defaults are the preset `classic`."""

    nertz_size: int = 13
    work_piles: int | Literal["by_players"] = 4
    draw: int = 3
    short_draw: Literal["turn_rest", "fold"] = "turn_rest"
    space_from: Literal["any", "nertz_or_waste", "nertz_first"] = "any"
    nertz_onto: Literal["any", "spaces"] = "any"
    slide_under: bool = True
    call: Literal["manual", "auto"] = "manual"
    mid_air: Literal["finish", "return"] = "finish"
    grace_ms: int = 400
    contest: Literal["first_wins", "both_stay"] = "first_wins"
    tie_window_ms: int = 150
    stuck: Literal["rotate", "rotate_once", "reshuffle", "end"] = "rotate"
    solo_shift: bool = False
    penalty: int = 2
    call_bonus: int = 0
    king_bonus: int = 0
    jokers: int = 0
    joker_fix: Literal["until_uncovered", "permanent"] = "until_uncovered"
    teams: bool = False
    target: int = 100
    rounds: int | None = None
    win_rule: Literal["highest", "caller_then_highest"] = "highest"
    tie_rule: Literal["shared", "play_on"] = "shared"

    @classmethod
    def of(cls, values: Mapping[str, Any], base: HouseRules | None = None) -> HouseRules:
        """Return the rules of a preset (`preset`, else `base`, else classic) with what is named beside it."""
        named = dict(values)
        preset = named.pop("preset", None)
        if preset is not None:
            base = _preset(preset)
        return replace(base or CLASSIC, **{name: legal_value(name, value) for name, value in named.items()})

    @classmethod
    def parse(cls, text: str, base: HouseRules | None = None) -> HouseRules:
        """Read `penalty=1, jokers=2` (a preset may be named, too) on top of `base`."""
        values: dict[str, Value] = {}
        for part in filter(None, (part.strip() for part in text.split(","))):
            name, _, value = (piece.strip() for piece in part.partition("="))
            values[name] = int(value) if _NUMBER.fullmatch(value) else value
        return cls.of(values, base)

    def piles(self, seats: int) -> int:
        """Return how many work piles every seat has at a table of that many seats."""
        if self.work_piles == "by_players":
            return {1: 6, 2: 6, 3: 5}.get(seats, 4)
        return self.work_piles

    def value(self, name: str) -> Value:
        """Return the value of a rule as people write it."""
        value: Value = _word(getattr(self, name))
        return value

    def differences(self, base: HouseRules | None = None) -> tuple[tuple[str, Value], ...]:
        """Return name and value of every rule that is not as in `base` (classic)."""
        other = base or CLASSIC
        return tuple((name, self.value(name)) for name in RULE_NAMES if self.value(name) != other.value(name))

    def as_dict(self) -> dict[str, Value]:
        """Return all rules as JSON can hold them; `of` reads them back."""
        return {name: self.value(name) for name in RULE_NAMES}


CLASSIC: Final = HouseRules()
RULE_NAMES: Final = tuple(rule.name for rule in fields(HouseRules))

PRESETS: Final[dict[str, HouseRules]] = {
    "classic": CLASSIC,
    "wikihow": HouseRules(win_rule="caller_then_highest", space_from="nertz_or_waste", slide_under=False),
    "pagat": HouseRules(stuck="end", slide_under=False, contest="both_stay"),
    "family": HouseRules(penalty=1, call="auto", slide_under=False),
    "gamerules": HouseRules(
        short_draw="fold",
        stuck="rotate_once",
        solo_shift=True,
        jokers=2,
        joker_fix="permanent",
        contest="both_stay",
    ),
    "duel": HouseRules(work_piles="by_players"),
    "racing_demon": HouseRules(penalty=1, call_bonus=10, king_bonus=5),
    "snerts": HouseRules(nertz_onto="spaces", penalty=1),
    "quick": HouseRules(target=50),
}

_NUMBER: Final = re.compile("[0-9]{1,6}")
_ON_OFF: Final = ("on", "off")
_WORDS: Final[dict[str, tuple[str, ...]]] = {
    "work_piles": ("by_players",),
    "short_draw": ("turn_rest", "fold"),
    "space_from": ("any", "nertz_or_waste", "nertz_first"),
    "nertz_onto": ("any", "spaces"),
    "slide_under": _ON_OFF,
    "call": ("manual", "auto"),
    "mid_air": ("finish", "return"),
    "contest": ("first_wins", "both_stay"),
    "stuck": ("rotate", "rotate_once", "reshuffle", "end"),
    "solo_shift": _ON_OFF,
    "joker_fix": ("until_uncovered", "permanent"),
    "teams": _ON_OFF,
    "rounds": ("none",),
    "win_rule": ("highest", "caller_then_highest"),
    "tie_rule": ("shared", "play_on"),
}
_NUMBERS: Final[dict[str, range]] = {
    "nertz_size": range(7, 21),
    "work_piles": range(3, MOST_WORK_PILES + 1),
    "draw": range(1, 4),
    "grace_ms": range(2001),
    "tie_window_ms": range(1001),
    "penalty": range(4),
    "call_bonus": range(51),
    "king_bonus": range(51),
    "jokers": range(3),
    "target": range(10, 1001),
    "rounds": range(1, 51),
}
_FEW: Final = 14
"""So many numbers are listed one by one; more are told as `10..1000`."""


def legal_values(name: str) -> tuple[str, ...]:
    """Return the legal values of a rule as people write them; long rows of numbers as `10..1000`."""
    if name == "preset":
        return tuple(PRESETS)
    if name not in RULE_NAMES:
        raise RuleRefused(name, RULE_NAMES)
    numbers = _NUMBERS.get(name, range(0))
    told = [str(n) for n in numbers] if len(numbers) <= _FEW else [f"{numbers[0]}..{numbers[-1]}"]
    return (*_WORDS.get(name, ()), *told)


def _preset(name: object) -> HouseRules:
    if not isinstance(name, str) or name not in PRESETS:
        raise RuleRefused("preset", legal_values("preset"))
    return PRESETS[name]


def legal_value(name: str, value: object) -> Any:
    """Return the value of a rule as a field holds it; `RuleRefused` if it is none that the rule knows."""
    legal = legal_values(name)
    word = _word(value)
    if isinstance(word, str) and word in _WORDS.get(name, ()):
        return {"on": True, "off": False, "none": None}.get(word, word)
    if type(value) is int and value in _NUMBERS.get(name, ()):
        return value
    raise RuleRefused(name, legal)


def _word(value: Any) -> Any:
    """Return a field's value as people write it."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "on" if value else "off"
    return value
