from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.pictures.looking import pixels
from tests.pictures.positions import SNAPSHOTS
from tests.pictures.renew import FOLDER

ARTEFACTS = Path("artefacts/pictures")


@pytest.mark.parametrize("name", SNAPSHOTS)
def test_picture_is_the_one_that_was_approved(name):
    approved = pixels((FOLDER / f"{name}.png").read_bytes())
    drawn = pixels(SNAPSHOTS[name]().data)
    changed = 0 if np.array_equal(approved, drawn) else show_difference(name, approved, drawn)
    assert not changed, f"see {ARTEFACTS / name}.png; renew with -m tests.pictures.renew"


def show_difference(name: str, approved: np.ndarray, drawn: np.ndarray) -> int:
    """Write approved, drawn and changed pixels side by side; return how many have changed."""
    ARTEFACTS.mkdir(parents=True, exist_ok=True)
    differs = (approved != drawn).any(axis=2)
    marked = np.where(differs[..., None], np.array([255, 0, 255], np.uint8), drawn // 4)
    page = np.concatenate([approved, drawn, marked.astype(np.uint8)], axis=1)
    Image.fromarray(page).save(ARTEFACTS / f"{name}.png")
    return int(differs.sum())


def test_difference_of_two_pictures_is_shown(tmp_path, monkeypatch):
    monkeypatch.setattr("tests.pictures.test_snapshots.ARTEFACTS", tmp_path)
    one = np.zeros((4, 5, 3), np.uint8)
    other = one.copy()
    other[1, 2] = 9
    assert show_difference("x", one, other) == 1
    assert pixels((tmp_path / "x.png").read_bytes()).shape == (4, 15, 3)


def test_no_snapshot_is_left_over():
    assert {path.stem for path in FOLDER.glob("*.png")} == set(SNAPSHOTS)
