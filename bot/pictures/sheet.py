"""Many pictures on one page, to look at all states at once."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Final

from PIL import Image

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.pictures.picture import Picture

_WIDE: Final = 825
_TALL: Final = 525
_GAP: Final = 12
_COLUMNS: Final = 3
_GROUND: Final = (34, 36, 42)


def contact_sheet(pictures: Sequence[Picture]) -> bytes:
    """Return a PNG with all pictures, three in a row at three quarters of their size."""
    rows = -(-len(pictures) // _COLUMNS)
    size = (_COLUMNS * (_WIDE + _GAP) + _GAP, rows * (_TALL + _GAP) + _GAP)
    page = Image.new("RGB", size, _GROUND)
    for place, picture in enumerate(pictures):
        shown = Image.open(io.BytesIO(picture.data)).convert("RGB")
        small = shown.resize((_WIDE, _TALL), Image.Resampling.LANCZOS)
        column, row = place % _COLUMNS, place // _COLUMNS
        page.paste(small, (_GAP + column * (_WIDE + _GAP), _GAP + row * (_TALL + _GAP)))
    out = io.BytesIO()
    page.save(out, "PNG")
    return out.getvalue()
