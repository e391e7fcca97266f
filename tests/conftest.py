"""What all tests share."""

from __future__ import annotations

from bot.tables.core import TableCore
from bot.tables.invariants import need_invariants
from tests.examples import register_profiles

pytest_plugins = ["tests.postgres"]
register_profiles()
TableCore.after_change = staticmethod(need_invariants)
