"""How well somebody plays, from the places of matches of 2 to 8 seats (openskill, Plackett-Luce)."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING, Final

from openskill.models import PlackettLuce

if TYPE_CHECKING:
    from collections.abc import Sequence

_MODEL: Final = PlackettLuce()
_SHOWN_NEWCOMER: Final = 1000.0
_SHOWN_PER_UNIT: Final = 24.0


@dataclass(frozen=True, slots=True)
class Skill:
    """A belief about somebody's skill: its mean and how unsure it is."""

    mu: float
    sigma: float

    @property
    def rating(self) -> float:
        """The number that people see: what is almost surely reached, near 1000 for a newcomer.

        It is whole, as it is shown, so that who looks equal also stands equal.
        """
        return float(round(_SHOWN_NEWCOMER + _SHOWN_PER_UNIT * (self.mu - 3 * self.sigma)))


NEWCOMER: Final = Skill(_MODEL.mu, _MODEL.sigma)


def rate(seats: Sequence[Sequence[Skill]], places: Sequence[int]) -> list[list[Skill]]:
    """Return the skills after a match; `seats` hold the people of each seat, `places` count from 1.

    Two partners play one deck, so a seat is rated as one player of their mean skill, and each partner moves
    as that player does.
    """
    players = [
        [_MODEL.rating(mu=fmean(skill.mu for skill in seat), sigma=fmean(skill.sigma for skill in seat))]
        for seat in seats
    ]
    after = _MODEL.rate(players, ranks=[float(place) for place in places])
    return [
        [Skill(skill.mu + new.mu - old.mu, skill.sigma * new.sigma / old.sigma) for skill in seat]
        for seat, [old], [new] in zip(seats, players, after, strict=True)
    ]
