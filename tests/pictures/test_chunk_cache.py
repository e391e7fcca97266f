from __future__ import annotations

import random
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import pytest

from bot.pictures import HEIGHT, LOOKS, WIDTH, painter, sample_rounds
from bot.pictures.canvas import CUTS, PARTS, Sprite
from bot.pictures.chunk_cache import ChunkCache
from bot.pictures.faces import LARGE
from bot.pictures.hand import TAG_TOP, HandPicture, Places
from bot.pictures.png import Part
from bot.pictures.strip import STRIP_BOTTOM
from bot.rules.house_rules import PRESETS
from tests.pictures.looking import difference, pixels
from tests.pictures.positions import CLASSIC, DARK, WORDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.pictures import Picture


@pytest.fixture(autouse=True)
def _nothing_is_known():
    PARTS.forget()
    yield
    PARTS.forget()


def part(size: int) -> Part:
    return Part(bytes(size), 1, 1)


def never() -> Part:
    raise AssertionError("this part is known")


def test_parts_wanted_last_are_kept_up_to_so_many_bytes():
    parts = ChunkCache(100)
    for key in "abc":
        parts.get(key, lambda: part(30))
    first = parts.get("a", never)
    parts.get("d", lambda: part(30))
    assert parts.get("a", never) is first
    parts.get("c", never)
    with pytest.raises(AssertionError, match="known"):
        parts.get("b", never)
    assert parts.get("e", lambda: part(101)) == part(101)
    for key in "acde":
        with pytest.raises(AssertionError, match="known"):
            parts.get(key, never)


def test_part_that_could_not_be_packed_is_not_known():
    parts = ChunkCache(100)
    with pytest.raises(ZeroDivisionError):
        parts.get("a", lambda: 1 // 0)  # type: ignore[arg-type, return-value]
    parts.get("a", lambda: part(60))
    assert parts.get("a", never) == part(60)
    parts.forget()
    assert parts.get("b", lambda: part(100)) == parts.get("b", never)


@pytest.mark.parametrize("preset", PRESETS)
def test_hands_and_boards_are_the_same_whatever_was_drawn_before(preset):
    rules, chance = PRESETS[preset], random.Random(preset)
    drawings: dict[str, Callable[[], Picture]] = {}
    for number in range(6):
        seats = chance.randint(2, 5)
        face, rnd = sample_rounds.face(seats, number, rules), sample_rounds.played(rules, seats, number, 30)
        artist = painter(chance.choice(LOOKS))
        for view in (rnd.view(seat) for seat in range(seats)):
            name = f"table {number}, seat {view.seat} of {seats}, {artist.look}"
            drawings[f"hand of {name}"] = partial(artist.hand, view, face, WORDS)
            drawings[f"board of {name}"] = partial(artist.board, view.public, face, WORDS)
    known = {name: [draw(), draw()] for name, draw in drawings.items()}
    for name, draw in drawings.items():
        for which, picture in zip(("first", "second"), known[name], strict=True):
            PARTS.forget()
            alone = draw()
            again = difference(draw(), alone)
            found = difference(picture, alone)
            assert not found, f"{name}, {which} time: {found}; alone twice: {again or 'the same'}"


def test_every_hand_of_a_round_shows_what_its_canvas_holds():
    """Each follows the one before it, so that most of its parts are known."""
    artist, face = painter(DARK), sample_rounds.face(2, 3, CLASSIC)
    for moves in range(40, 100, 2):
        view = sample_rounds.played(CLASSIC, 2, 3, moves).view(0)
        canvas = HandPicture(artist.sprites, view, face, WORDS).draw()
        assert np.array_equal(pixels(canvas.png()), np.asarray(canvas.picture().convert("RGB")))


@pytest.mark.parametrize("change", ["stamp", "fill", "other place", "other sprite", "other colour", "order"])
def test_any_difference_is_seen(change):
    sprites = painter(DARK).sprites
    one, two = sprites.card(3, LARGE), sprites.card(4, LARGE)

    def drawn(*, changed: bool) -> bytes:
        canvas = sprites.drawn_canvas("parts", sprites.canvas)
        steps = [lambda: canvas.stamp(one, 50, 60), lambda: canvas.stamp(two, 70, 90)]
        if changed and change == "order":
            steps.reverse()
        for step in steps:
            step()
        canvas.fill((300, 20, 310, 90), 7 if changed and change == "other colour" else 8)
        if changed and change == "stamp":
            canvas.stamp(one, 500, 399)
        if changed and change == "fill":
            canvas.fill((0, 399, 1, 400), 9)
        if change.startswith("other "):
            sprite = two if changed and change == "other sprite" else one
            canvas.stamp(sprite, 601 if changed and change == "other place" else 600, 200)
        data = canvas.png()
        assert np.array_equal(pixels(data), np.asarray(canvas.picture().convert("RGB")))
        return data

    assert drawn(changed=False) == drawn(changed=False) != drawn(changed=True)


def test_pictures_that_never_come_again_are_not_kept(monkeypatch):
    monkeypatch.setattr(PARTS, "get", never)
    canvas = painter(DARK).sprites.canvas()
    canvas.stamp(Sprite(painter(DARK).sprites.card(3, LARGE).image), 5, 5)
    assert pixels(canvas.png()).shape == (HEIGHT, WIDTH, 3)


@pytest.mark.parametrize("piles", [3, 4, 5, 6])
def test_cuts_lie_where_a_draw_changes_nothing_above(piles):
    assert STRIP_BOTTOM <= CUTS[1] <= TAG_TOP
    assert CUTS[2] <= Places.of(piles).waste_top(3)
