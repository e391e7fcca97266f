"""What all tests share."""

from __future__ import annotations

from tests.examples import register_profiles

pytest_plugins = ["tests.postgres"]
register_profiles()
