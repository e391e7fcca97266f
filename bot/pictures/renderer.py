"""A process that draws: jobs come through its standard input, pictures leave through its standard output.

`python -m bot.pictures.renderer`, started by `bot.discord_ui.drawing.process`. A job is a look, the kind of a
picture and what it shows; what comes back is the picture, or a text that tells what went wrong, and the
seconds that it took. Both travel as pickles, each led by its length. The process ends when its input does:
also if the bot was killed.
"""

from __future__ import annotations

import contextlib
import gc
import os
import pickle
import signal
import struct
import sys
import traceback
from ctypes import CDLL
from threading import Thread
from time import perf_counter
from typing import TYPE_CHECKING, Any, BinaryIO, Final

from bot.pictures.canvas import PARTS
from bot.pictures.look import LOOKS, Look
from bot.pictures.painter import Kind, draw, painter

if sys.platform == "linux":
    import fcntl

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.pictures.picture import Picture

ALL_LOOKS: Final = "all-looks"
"""The argument that lets it draw the sprites of every look before they are wanted."""
_LENGTH: Final = struct.Struct("<I")
_READ_BYTES: Final = 1 << 16
_PIPE_BYTES: Final = 1 << 20
"""Room for some pictures on the way back, so that drawing goes on while the bot is busy (Linux)."""
_PARTS_BYTES: Final = 16 << 20
"""Packed parts of pictures that are kept: those of 600 hands."""
_HEAP_OPTIONS: Final = ((-3, 1 << 20), (-1, 1 << 23), (-8, 1))
"""`mallopt` of glibc: blocks of 1 MB go back to the system, 8 MB are kept at hand, threads share one heap.

Without this the first large drawing of a podium teaches malloc to keep such blocks in the heap for ever.
"""


def packed(thing: object) -> bytes:
    """Return a message of either direction."""
    body = pickle.dumps(thing, pickle.HIGHEST_PROTOCOL)
    return _LENGTH.pack(len(body)) + body


class Unpacker:
    """Finds messages in what a pipe brings, in pieces of any size."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, data: bytes) -> Iterator[Any]:
        """Take some bytes and yield the messages that are whole now."""
        found, at = self._rest + data, 0
        whole = memoryview(found)
        try:
            while len(whole) - at >= _LENGTH.size:
                start = at + _LENGTH.size
                end = start + _LENGTH.unpack_from(whole, at)[0]
                if end > len(whole):
                    return
                at = end
                yield pickle.loads(whole[start:end])  # noqa: S301 - from our own process, by our own pipe
        finally:
            self._rest = found[at:]


def glibc() -> CDLL | None:
    """Return the C library if it is one whose heap can be told what to keep."""
    if sys.platform != "linux":
        return None
    libc = CDLL(None)
    return libc if hasattr(libc, "mallopt") and hasattr(libc, "malloc_trim") else None


def main() -> None:
    """Draw until the input ends."""
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, signal.SIG_IGN)  # They are meant for the bot, which ends this process in time.
    pictures = _private_output()
    libc = glibc()
    if libc is not None:
        for option, value in _HEAP_OPTIONS:
            libc.mallopt(option, value)
    PARTS.most_bytes = _PARTS_BYTES
    painter(Look())
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000)  # pictures leave no cycles behind
    if ALL_LOOKS in sys.argv:
        Thread(target=_warm_up, args=(libc,), daemon=True).start()
    unpacker = Unpacker()
    with contextlib.suppress(BrokenPipeError):
        while data := os.read(sys.stdin.fileno(), _READ_BYTES):
            for look, kind, of in unpacker.feed(data):
                pictures.write(packed(_drawn(look, kind, of)))


def _warm_up(libc: CDLL | None) -> None:
    for look in LOOKS:
        painter(look)
    if libc is not None:
        libc.malloc_trim(0)  # what the sprites were made from


def _private_output() -> BinaryIO:
    """Return the standard output, and let everything else that is printed go to the standard error."""
    pipe = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)
    return os.fdopen(pipe, "wb", buffering=0)


def _drawn(look: Look, kind: Kind, of: tuple[object, ...]) -> tuple[Picture | str, float]:
    begun = perf_counter()
    outcome: Picture | str
    try:
        outcome = draw(painter(look), kind, of)
    except Exception:
        outcome = traceback.format_exc()
    return outcome, perf_counter() - begun


if __name__ == "__main__":
    main()
