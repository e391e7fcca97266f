from __future__ import annotations

import io

from PIL import Image

from bot.pictures import HEIGHT, WIDTH, painter, sample_rounds
from bot.pictures.board import BoardPicture
from bot.pictures.replay import LONGEST_MS
from tests.pictures.positions import CLASSIC, DARK, WORDS

MIB = 2**20


def test_whole_round_plays_in_thirty_seconds_and_eight_megabytes():
    rnd = sample_rounds.finished(CLASSIC, 4, 7)
    face = sample_rounds.face(4, 7, CLASSIC)
    picture = painter(DARK).replay(rnd.header, rnd.records, face, WORDS)
    image = Image.open(io.BytesIO(picture.data))
    assert (image.format, image.size, picture.extension) == ("GIF", (WIDTH, HEIGHT), "gif")
    assert len(picture.data) <= 8 * MIB
    pace = 0
    for frame in range(getattr(image, "n_frames", 1)):
        image.seek(frame)
        pace += image.info["duration"]
    assert 5_000 < pace <= LONGEST_MS
    board = BoardPicture(painter(DARK).sprites, rnd.public_view(), face, WORDS).draw()
    assert image.convert("RGB").tobytes() == board.picture().convert("RGB").tobytes()


def test_round_that_was_only_dealt_is_one_still_picture():
    rnd = sample_rounds.dealt(CLASSIC, 2, 7)
    picture = painter(DARK).replay(rnd.header, [], sample_rounds.face(2, 7, CLASSIC), WORDS)
    assert Image.open(io.BytesIO(picture.data)).size == (WIDTH, HEIGHT)
