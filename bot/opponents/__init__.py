"""Practice players: they get a `SeatView` and nothing else, and act through the same door as people."""

from __future__ import annotations

from bot.opponents.levels import Level
from bot.opponents.names import MARKER, practice_names
from bot.opponents.player import PracticePlayer, make_opponent

__all__ = ["MARKER", "Level", "PracticePlayer", "make_opponent", "practice_names"]
