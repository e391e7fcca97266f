"""A picture as it leaves the room."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

WIDTH: Final = 1100
HEIGHT: Final = 700
ALT_LIMIT: Final = 1024
"""Characters that Discord takes as the description of a picture."""


@dataclass(frozen=True, slots=True)
class Picture:
    """Encoded bytes, and in words what they show (at most 1024 characters)."""

    data: bytes
    alt: str
    extension: Literal["png", "webp", "gif"] = "png"
