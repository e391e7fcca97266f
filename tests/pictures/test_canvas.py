from __future__ import annotations

import io
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

from bot.pictures import HEIGHT, WIDTH, painter, sample_rounds
from bot.pictures.canvas import BAND, CUTS, MARGIN, PITCH, Canvas, Rows, Sprite
from bot.pictures.hand import HandPicture
from tests.pictures.looking import pixels, rows_of
from tests.pictures.positions import CLASSIC, DARK, WORDS, long_piles

FELT = 200


def blank() -> Canvas:
    band = (b"\0" + bytes([FELT]) * WIDTH) * BAND
    return Canvas((band,) * (HEIGHT // BAND), bytes(range(256)) * 3)


def leaf(seed: int) -> Image.Image:
    chance = np.random.default_rng(seed)
    return Image.fromarray(chance.integers(1, 100, (31, 23), np.uint8))


def half(image: Image.Image) -> Image.Image:
    chance = np.random.default_rng(7)
    return Image.fromarray(chance.integers(0, 2, image.size[::-1], np.uint8) * 255).convert("1")


def test_rows_are_where_pillow_pastes():
    """Were the mapping a copy, the rows would stay what they were at the start."""
    rows = Rows()
    rows.image.paste(9, (5, 3, 6, 4))
    assert rows.data[3 * PITCH + 5] == 9
    assert rows.data.count(9) == 1
    assert rows.image.tobytes() == rows.data
    assert rows.image.readonly == 0


def test_fill_is_where_it_was_said():
    canvas = blank()
    canvas.fill((5, 3, 6, 4), 9)
    assert rows_of(canvas)[3, MARGIN + 5] == 9
    assert (rows_of(canvas) == 9).sum() == 1


def test_pillow_that_copies_is_refused(monkeypatch):
    monkeypatch.setattr(Image, "frombuffer", lambda mode, size, *_: Image.new(mode, size))
    with pytest.raises(TypeError, match="copies"):
        Rows()


@pytest.mark.parametrize("masked", [False, True])
@pytest.mark.parametrize("place", [(0, 0), (400, 300), (WIDTH - 9, HEIGHT - 5)])
def test_a_stamp_is_what_pillow_itself_would_paste(place, masked):
    canvas, image = blank(), leaf(1)
    mask = half(image) if masked else None
    expected = Image.fromarray(rows_of(canvas))
    expected.paste(image, (place[0] + MARGIN, place[1]), mask)
    canvas.stamp(Sprite(image, mask), *place)
    assert rows_of(canvas).tobytes() == expected.tobytes()


def test_hole_in_a_mask_changes_nothing_but_the_time():
    image, mask, hole = leaf(1), half(leaf(1)), (3, 5, 19, 20)
    mask.paste(0, hole)
    one, other = blank(), blank()
    one.stamp(Sprite(image, mask), 50, 60)
    other.stamp(Sprite(image, mask, hole), 50, 60)
    assert one.bands() == other.bands() != blank().bands()


def test_hole_that_the_mask_does_not_have_is_refused():
    with pytest.raises(ValueError, match="leave"):
        Sprite(leaf(1), half(leaf(1)), (3, 5, 19, 20))


def test_png_shows_the_picture_without_its_margin():
    canvas = blank()
    canvas.put("leaf", 4, Sprite(leaf(2)), 0, 0)
    data = canvas.png()
    assert np.array_equal(pixels(data), np.asarray(canvas.picture().convert("RGB")))
    assert Image.open(io.BytesIO(data)).size == (WIDTH, HEIGHT)
    assert [tuple(placed) for placed in canvas.placed] == [("leaf", 4, 0, 0)]


def test_canvas_that_starts_as_a_drawing_is_that_drawing():
    sprites = painter(DARK).sprites
    box = (40, 30, 60, 50)

    def draw() -> Canvas:
        canvas = sprites.canvas()
        canvas.fill(box, 3)
        return canvas

    first = sprites.drawn_canvas("test", draw)
    assert first.bands() == draw().bands()
    first.fill((0, 0, WIDTH, HEIGHT), 5)
    assert sprites.drawn_canvas("test", draw).bands() == draw().bands()
    assert sprites.drawn_canvas("nothing", sprites.canvas).bands() == sprites.canvas().bands()


def test_every_canvas_that_somebody_holds_has_rows_of_its_own():
    one, other = blank(), blank()
    other.fill((0, 0, WIDTH, HEIGHT), 7)
    assert one.bands() == blank().bands()
    assert (rows_of(other) == 7).sum() == WIDTH * HEIGHT


def test_pictures_are_packed_on_the_rows_of_one_that_is_gone(monkeypatch):
    blank().png()
    monkeypatch.setattr("bot.pictures.canvas.Rows", lambda: 1 // 0)
    first = blank()
    first.fill((0, 0, WIDTH, HEIGHT), 7)
    full, empty = pixels(first.png()), pixels(blank().png())
    assert (full == full[0, 0]).all()
    assert (empty == empty[0, 0]).all()
    assert (full[0, 0] != empty[0, 0]).any()


@pytest.mark.parametrize("bands", [HEIGHT // BAND - 1, HEIGHT // BAND + 1])
def test_start_of_another_height_is_refused(bands):
    with pytest.raises(ValueError, match="does not start"):
        Canvas((bytes(PITCH * BAND),) * bands, bytes(768))


@pytest.mark.parametrize("cut", CUTS)
def test_sprite_that_lies_across_a_cut_is_whole(cut):
    canvas, first, second = blank(), Sprite(leaf(1)), Sprite(leaf(2), half(leaf(2)))
    canvas.stamp(first, 40, cut - 20)
    canvas.fill((30, cut - 9, 50, cut + 9), 120)
    canvas.stamp(second, 45, cut - 5)
    assert np.array_equal(pixels(canvas.png()), np.asarray(canvas.picture().convert("RGB")))


def test_picture_that_broke_off_leaves_no_trace_in_the_next_one(monkeypatch):
    artist, view, face = painter(DARK), long_piles(), sample_rounds.face(4, 7, CLASSIC)
    expected = artist.hand(view, face, WORDS)
    other = replace(view, work=view.work[::-1], nertz_count=13)
    with monkeypatch.context() as broken:
        broken.setattr(HandPicture, "_others", lambda self: 1 // 0)
        with pytest.raises(ZeroDivisionError):
            artist.hand(other, face, WORDS)
    assert artist.hand(view, face, WORDS) == expected
