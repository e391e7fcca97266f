"""What all tests share: long runs are left out unless NERTZ_LONG=1."""

from __future__ import annotations

import os

import pytest

pytest_plugins = ["tests.postgres"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if os.environ.get("NERTZ_LONG") == "1":
        return
    skip = pytest.mark.skip(reason="a long run: set NERTZ_LONG=1")
    for item in items:
        if "long" in item.keywords:
            item.add_marker(skip)
