"""What a seat plays by otherwise than its table, so that a game is even (RULES.md section 7, Handicaps)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from bot.rules.house_rules import HouseRules, RuleRefused, legal_value

if TYPE_CHECKING:
    from collections.abc import Mapping

HANDICAP_NAMES: Final = ("nertz_size", "penalty")
"""House rules that a seat may have its own value of."""


@dataclass(frozen=True, slots=True)
class Handicap:
    """A seat's own values; None is the table's."""

    nertz_size: int | None = None
    penalty: int | None = None

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Handicap:
        """Return the handicap of those names and values; `RuleRefused` for others than the legal ones."""
        for name in values:
            if name not in HANDICAP_NAMES:
                raise RuleRefused(name, HANDICAP_NAMES)
        return cls(**{name: legal_value(name, value) for name, value in values.items()})

    def as_dict(self) -> dict[str, int]:
        """Return what is set, as JSON can hold it; `of` reads it back."""
        own = ((name, getattr(self, name)) for name in HANDICAP_NAMES)
        return {name: value for name, value in own if value is not None}

    def applied_to(self, rules: HouseRules) -> HouseRules:
        """Return the rules that the seat plays by."""
        return HouseRules.of(self.as_dict(), rules)


NO_HANDICAP: Final = Handicap()
