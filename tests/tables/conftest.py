"""What all stories of an evening begin with."""

from __future__ import annotations

import pytest

from tests.tables.evening import Evening


@pytest.fixture
def evening() -> Evening:
    """An evening by the usual rules, at which nothing has happened yet."""
    return Evening()
