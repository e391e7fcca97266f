"""ChunkCache of pictures that were packed lately: most of a hand is what it was a click ago."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from bot.pictures.png import Part


class ChunkCache:
    """Keeps packed rows by what they show, those wanted last, up to some bytes. Threads may share it."""

    def __init__(self, most_bytes: int) -> None:
        self.most_bytes = most_bytes
        self._kept: dict[Hashable, Part] = {}
        """The one that was wanted last is last."""
        self._bytes = 0
        self._changing = Lock()

    def get(self, key: Hashable, pack: Callable[[], Part]) -> Part:
        """Return the part of a key, packed now if it is not there."""
        part = self._kept.get(key) or pack()
        with self._changing:
            if self._kept.pop(key, None) is None:
                self._bytes += len(part.chunk)
            self._kept[key] = part
            while self._bytes > self.most_bytes:
                oldest = self._kept.pop(next(iter(self._kept)))
                self._bytes -= len(oldest.chunk)
        return part

    def forget(self) -> None:
        """Keep nothing."""
        with self._changing:
            self._kept.clear()
            self._bytes = 0
