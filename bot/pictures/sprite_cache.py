"""A bounded store of finished sprites: words and badges are drawn when they are first wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from bot.pictures.canvas import Sprite

_MOST: Final = 1200


class SpriteCache:
    """Keeps sprites by what they show; when it is full it starts anew."""

    def __init__(self, most: int = _MOST) -> None:
        self._most = most
        self._kept: dict[Hashable, Sprite] = {}

    def get(self, key: Hashable, draw: Callable[[], Sprite]) -> Sprite:
        """Return the sprite of a key, drawn now if it is not there."""
        found = self._kept.get(key)
        if found is None:
            if len(self._kept) >= self._most:
                self._kept.clear()
            found = self._kept[key] = draw()
        return found
