"""A disk of its own for a test, so small that it fills up."""

from __future__ import annotations

import os
import subprocess
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@contextmanager
def small_disk(folder: Path, size: str) -> Iterator[Path]:
    """Mount a disk of that size; the test is skipped where that can't be done."""
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "nertz-test", str(folder)]
    if os.geteuid() != 0:
        pytest.skip("only root may mount a small disk")
    done = subprocess.run(mount, capture_output=True, text=True)
    if done.returncode:
        pytest.skip(f"no small disk here: {done.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def fill_up(ballast: Path) -> None:
    """Leave no room on the disk of that file."""
    with suppress(OSError), ballast.open("wb", buffering=0) as file:
        while True:
            file.write(b"." * 4096)
