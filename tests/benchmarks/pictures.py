"""How long hand and board take, view to PNG bytes, beside a straightforward way to draw the same table.

    uv run python -m tests.benchmarks pictures

200 mid-game positions of all presets and 2 to 8 seats, four looks in turn. The straightforward way pastes the
same sprites, cached as RGBA, on an RGBA felt and saves with Pillow's defaults. Both run in turns and the best
of three runs counts for each position.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import io
import json
import statistics
import time
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Literal

import psutil
from PIL import Image

from bot.discord_ui.drawing.process import RenderProcess
from bot.discord_ui.drawing.queue import RenderQueue, Urgency
from bot.discord_ui.drawing.requests import PictureRequest
from bot.locales.words import words_for
from bot.pictures import LOOKS, Look, painter, sample_rounds
from bot.pictures.canvas import PARTS, Canvas, Sprite
from bot.pictures.picture import HEIGHT, WIDTH
from bot.rules.house_rules import PRESETS

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.pictures import Painter, Picture, TableFace
    from bot.rules.views import SeatView

WORDS = words_for("en")
_SEATS = (4, 2, 3, 4, 6, 4, 5, 8)
_RUNS = 3


def main(argv: list[str]) -> None:
    """Measure, print a table and one line of JSON."""
    parser = argparse.ArgumentParser(prog="tests.benchmarks pictures")
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--baseline", type=int, default=40, help="positions that the baseline draws")
    parser.add_argument("--seconds", type=float, default=5.0, help="how long the event loop is watched")
    args = parser.parse_args(argv)
    figures = _start()
    positions = [_position(number) for number in range(args.positions)]
    figures |= _draw(positions, args.baseline)
    idle = asyncio.run(_lag(positions, args.seconds / 2, rate=0))
    figures |= asyncio.run(_lag(positions, args.seconds, rate=100))
    figures["idle_lag_ms_p99"] = idle["loop_lag_ms_p99"]
    for name, value in figures.items():
        print(f"{name:>16}  {value}")
    print(json.dumps(figures))


def _start() -> dict[str, float]:
    """Draw the sprites of one look, then of all four; return seconds and megabytes."""
    process = psutil.Process()
    gc.collect()
    before = process.memory_info().rss
    begun = time.perf_counter()
    painter(LOOKS[0])
    one = time.perf_counter() - begun
    memory = (process.memory_info().rss - before) / 2**20
    for look in LOOKS[1:]:
        painter(look)
    return {
        "startup_s": round(one, 3),
        "startup_all_looks_s": round(time.perf_counter() - begun, 3),
        "memory_mb": round(memory, 1),
        "memory_all_looks_mb": round((process.memory_info().rss - before) / 2**20, 1),
    }


@dataclass(slots=True)
class _Position:
    view: SeatView
    face: TableFace
    look: Look
    hand: list[float] = field(default_factory=list)
    board: list[float] = field(default_factory=list)

    def picture_request(self, kind: Literal["hand", "board"]) -> PictureRequest:
        view = self.view if kind == "hand" else self.view.public
        return PictureRequest(kind, kind, (view, self.face, WORDS))

    def draw_hand(self, artist: Painter) -> Picture:
        return artist.hand(self.view, self.face, WORDS)

    def draw_board(self, artist: Painter) -> Picture:
        return artist.board(self.view.public, self.face, WORDS)


def _position(number: int) -> _Position:
    """Return one position between a quarter and three quarters of a round."""
    presets = list(PRESETS.values())
    rules, seats = presets[number % len(presets)], _SEATS[number % len(_SEATS)]
    whole = len(sample_rounds.finished(rules, seats, number).records)
    moves = whole // 4 + (number * 37 % max(1, whole // 2))
    rnd = sample_rounds.played(rules, seats, number, moves)
    return _Position(rnd.view(number % seats), sample_rounds.face(seats, number, rules), LOOKS[number % 4])


def _timed(draw: Callable[[], object]) -> float:
    """Return how long it takes to draw something of which no part was drawn before, in milliseconds."""
    PARTS.forget()
    begun = time.perf_counter()
    draw()
    return (time.perf_counter() - begun) * 1000


def _draw(positions: list[_Position], baseline: int) -> dict[str, float]:
    sizes: dict[str, list[int]] = {"hand": [], "board": []}
    plain: list[float] = []
    for number, position in enumerate(positions):
        artist = painter(position.look)
        sizes["hand"].append(len(position.draw_hand(artist).data))
        sizes["board"].append(len(position.draw_board(artist).data))
        table = _Recorded.of(position) if number % max(1, len(positions) // baseline) == 0 else None
        slow = []
        for _ in range(_RUNS):
            position.hand.append(_timed(partial(position.draw_hand, artist)))
            position.board.append(_timed(partial(position.draw_board, artist)))
            if table is not None:
                slow.append(_timed(table.draw))
        plain += [min(slow)] if slow else []
    hands = [min(position.hand) for position in positions]
    boards = [min(position.board) for position in positions]
    return {
        "positions": len(positions),
        "hand_ms": round(statistics.median(hands), 3),
        "hand_ms_p99": round(_p99(hands), 3),
        "hand_bytes": round(statistics.median(sizes["hand"])),
        "board_ms": round(statistics.median(boards), 3),
        "board_ms_p99": round(_p99(boards), 3),
        "board_bytes": round(statistics.median(sizes["board"])),
        "baseline_ms": round(statistics.median(plain), 3),
        "ratio": round(statistics.median(plain) / statistics.median(hands), 1),
    }


def _p99(values: list[float]) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * 0.99))]


class _Recorded(Canvas):
    """A canvas that remembers what was pasted, to draw the same hand the straightforward way."""

    steps: list[tuple[Image.Image, int, int]]
    felt: tuple[int, int, int]

    @staticmethod
    def of(position: _Position) -> _Recorded:
        artist = painter(position.look)
        sprites = artist.sprites
        blank = sprites.canvas()
        table = _Recorded(blank.bands(), blank.palette)
        table.steps, table.felt = [], sprites.felt.felt
        originals = sprites.canvas, sprites.drawn_canvas
        sprites.canvas = lambda: table  # type: ignore[method-assign]
        sprites.drawn_canvas = lambda name, draw: draw()  # type: ignore[method-assign]
        try:
            position.draw_hand(artist)
        finally:
            sprites.canvas, sprites.drawn_canvas = originals  # type: ignore[method-assign]
        return table

    def stamp(self, sprite: Sprite, x: int, y: int) -> None:
        super().stamp(sprite, x, y)
        image = sprite.image.copy()
        image.putpalette(self.palette)
        whole = image.convert("RGBA")
        if sprite.mask is not None:
            whole.putalpha(sprite.mask.convert("L"))
        self.steps.append((whole, x, y))

    def draw(self) -> bytes:
        image = Image.new("RGBA", (WIDTH, HEIGHT), (*self.felt, 255))
        for sprite, x, y in self.steps:
            image.paste(sprite, (x, y), sprite)
        out = io.BytesIO()
        image.save(out, "PNG")
        return out.getvalue()


async def _lag(positions: list[_Position], seconds: float, rate: int) -> dict[str, float]:
    """Let the bot's own studio draw so many pictures a second and watch how late the event loop wakes."""
    loop = asyncio.get_running_loop()
    renders, process = RenderQueue(painter), RenderProcess(all_looks=True)
    renders.use_process(process, frozenset())
    await renders.begin(LOOKS[0], positions[0].picture_request("hand"), Urgency.CLICK)
    late: list[float] = []
    drawn = 0
    job: asyncio.Future[Picture] | None = None
    begun = loop.time()
    while loop.time() - begun < seconds:
        due = loop.time() + 0.005
        await asyncio.sleep(0.005)
        late.append((loop.time() - due) * 1000)
        if drawn < (loop.time() - begun) * rate and (job is None or job.done()):
            position = positions[drawn // 2 % len(positions)]
            picture_request = position.picture_request("hand" if drawn % 2 else "board")
            job = renders.begin(position.look, picture_request, Urgency.REFRESH)
            drawn += 1
    took = loop.time() - begun
    await process.close()
    return {"pictures_per_s": round(drawn / took, 1), "loop_lag_ms_p99": round(_p99(late), 3)}
