"""Faults of what the bot stands on are tried with real processes, as in `tests/end_to_end`."""

from __future__ import annotations

from tests.end_to_end.conftest import sandbox, start_bot

__all__ = ["sandbox", "start_bot"]
