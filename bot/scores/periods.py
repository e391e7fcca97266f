"""Periods of a leaderboard are those of the calendar, in UTC; weeks begin on Monday (ISO 8601)."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final, get_args

from bot.tables.standings import Period

PERIODS: Final[tuple[Period, ...]] = get_args(Period)
_FORMS: Final = {"all": "all", "year": "%Y", "month": "%Y-%m", "week": "%G-W%V"}


def period_key(period: Period, at_ms: int) -> str:
    """Return the name of the period that a time lies in: `all`, `2026`, `2026-11`, `2026-W48`."""
    return datetime.fromtimestamp(at_ms / 1000, UTC).strftime(_FORMS[period])


def period_keys(at_ms: int) -> tuple[str, ...]:
    """Return the names of all periods that a time lies in."""
    return tuple(period_key(period, at_ms) for period in PERIODS)
