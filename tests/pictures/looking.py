"""Ways to look at a picture as numbers."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
from PIL import Image

from bot.pictures import HEIGHT
from bot.pictures.canvas import PITCH

if TYPE_CHECKING:
    from bot.pictures import Picture
    from bot.pictures.canvas import Canvas, Sprite

Pixels = npt.NDArray[np.float64]

PHONE_WIDTH = 400


def pixels(data: bytes) -> npt.NDArray[np.uint8]:
    """Return decoded RGB pixels."""
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGB"))


def on_a_phone(image: Image.Image, wide: int = PHONE_WIDTH) -> Pixels:
    """Return a picture scaled to a phone's 400 pixels, after a lossy trip through JPEG."""
    tall = round(image.height * wide / image.width)
    small = image.convert("RGB").resize((wide, tall), Image.Resampling.LANCZOS)
    out = io.BytesIO()
    small.save(out, "JPEG", quality=80)
    return np.asarray(Image.open(io.BytesIO(out.getvalue())), dtype=np.float64)


def rows_of(canvas: Canvas) -> npt.NDArray[np.uint8]:
    """Return palette entries, with the margin on the left."""
    return np.frombuffer(b"".join(canvas.bands()), np.uint8).reshape(HEIGHT, PITCH)


def picture_of(sprite: Sprite, canvas: Canvas) -> Image.Image:
    """Return a sprite in RGB."""
    image = sprite.image.copy()
    image.putpalette(canvas.palette)
    return image.convert("RGB")


def difference(one: Picture, other: Picture) -> str:
    """Say in which way two pictures differ and where; nothing if they are the same."""
    if one == other:
        return ""
    found = [f"{len(one.data)} and {len(other.data)} bytes"] if one.data != other.data else []
    differs = np.argwhere((pixels(one.data) != pixels(other.data)).any(axis=2))
    if len(differs):
        (top, left), (bottom, right) = differs.min(axis=0), differs.max(axis=0)
        found.append(f"{len(differs)} pixels in columns {left}..{right} of rows {top}..{bottom}")
    elif found:
        found.append("the same pixels")
    if one.alt != other.alt:
        found.append(f"alt texts {one.alt!r} and {other.alt!r}")
    return ", ".join(found)
