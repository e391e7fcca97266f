"""Randomness: the operating system's, and one that tests can repeat."""

from __future__ import annotations

import hashlib
import secrets
from itertools import count
from typing import Final

HIGHEST_ID: Final = 2**53 - 1
"""Ids fit into a JSON number of any language."""


class SystemChance:
    """The operating system's generator (RULES.md section 8)."""

    def seed(self) -> bytes:
        """Return 32 random bytes."""
        return secrets.token_bytes(32)

    def number(self) -> int:
        """Return a random id, 1..2**53-1."""
        return 1 + secrets.randbelow(HIGHEST_ID)


class FixedChance:
    """The same seeds and ids for the same start."""

    def __init__(self, start: int | str = 0) -> None:
        self._start = str(start)
        self._drawn = count()

    def seed(self) -> bytes:
        """Return the next 32 bytes of the series."""
        return hashlib.sha256(f"{self._start}/{next(self._drawn)}".encode()).digest()

    def number(self) -> int:
        """Return the next id of the series."""
        return 1 + int.from_bytes(self.seed()[:8], "big") % HIGHEST_ID
