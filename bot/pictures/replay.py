"""A round as an animation of its board: an animated GIF, which every Discord client plays."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Final

from bot.pictures.board import BoardPicture
from bot.rules.records import Op, Operated
from bot.rules.round import Round

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PIL import Image

    from bot.locales.words import Words
    from bot.pictures.sprites import Sprites
    from bot.pictures.table_face import TableFace
    from bot.rules.records import Record, RoundHeader
    from bot.rules.views import PublicView

LONGEST_MS: Final = 30_000
_MOST_FRAMES: Final = 90
_FRAME_MS: Final = 280
_FIRST_MS: Final = 800
_LAST_MS: Final = 4000


def animate(
    sprites: Sprites, header: RoundHeader, records: Iterable[Record], table: TableFace, words: Words
) -> tuple[bytes, PublicView]:
    """Return the animation and the last view of the round."""
    views = _chosen(_views(header, records))
    frames = [BoardPicture(sprites, view, table, words).draw().picture() for view in views]
    return _gif(frames), views[-1]


def _views(header: RoundHeader, records: Iterable[Record]) -> list[PublicView]:
    """Return the board after every record that changed it."""
    rnd = Round(header)
    views: list[PublicView] = []
    seen: tuple[object, ...] = ()
    for record in records:
        rnd.repeat(record)
        if isinstance(record, Operated) and record.op is Op.PAUSE:
            continue
        view = rnd.public_view()
        shown = (view.phase, len(view.landings) and view.landings[-1], [s.nertz_count for s in view.seats])
        if shown != seen:
            views.append(view)
            seen = shown
    return views or [rnd.public_view()]


def _chosen(views: list[PublicView]) -> list[PublicView]:
    """Leave out boards evenly where there are too many; the first and the last one stay."""
    if len(views) <= _MOST_FRAMES:
        return views
    last = len(views) - 1
    return [views[round(place * last / (_MOST_FRAMES - 1))] for place in range(_MOST_FRAMES)]


def _gif(frames: list[Image.Image]) -> bytes:
    pace = [_FIRST_MS, *[_FRAME_MS] * (len(frames) - 2), _LAST_MS][: len(frames)]
    out = io.BytesIO()
    frames[0].save(
        out, "GIF", save_all=True, append_images=frames[1:], duration=pace, loop=0, optimize=True, disposal=1
    )
    return out.getvalue()
