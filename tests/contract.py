"""Discord's published API description: the one place that knows where it lies.

It is no part of this repository. Where it is absent, the sandbox's own checks run alone, and tests that are
about the description are skipped; with CI=true its absence is a failure. DISCORD_OPENAPI names another place.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

_BESIDE = Path(__file__).parents[2] / "shared" / "discord" / "openapi.json"
_PLACE = Path(os.environ.get("DISCORD_OPENAPI", _BESIDE))

OPENAPI = _PLACE if _PLACE.is_file() else None
"""For `Sandbox.start(openapi=OPENAPI)`."""


def openapi() -> Path:
    """Return the description for a test that is about it; skip the test where there is none."""
    if OPENAPI is None and os.environ.get("CI") == "true":
        pytest.fail("Discord's API description is not there")
    if OPENAPI is None:
        pytest.skip("Discord's published API description is not there")
    return OPENAPI
