"""`uv run python -m tests.pictures.renew`: draw the snapshots anew. Look at them before you commit them."""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image

from tests.pictures.positions import SNAPSHOTS

FOLDER = Path(__file__).parent / "snapshots"


def renew() -> list[Path]:
    """Write every snapshot and return their paths; those of no name are removed."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.png"):
        if old.stem not in SNAPSHOTS:
            old.unlink()
    written = []
    for name, draw in SNAPSHOTS.items():
        path = FOLDER / f"{name}.png"
        Image.open(io.BytesIO(draw().data)).save(path, "PNG", optimize=True)
        written.append(path)
    return written


if __name__ == "__main__":
    for snapshot in renew():
        print(snapshot.name, snapshot.stat().st_size)  # noqa: T201
