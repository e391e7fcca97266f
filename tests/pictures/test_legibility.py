"""Legibility is checked, not claimed: a template matcher reads the picture as a phone shows it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import pytest

from bot.pictures import HEIGHT, LOOKS, WIDTH, painter, sample_rounds
from bot.pictures.backs import pattern
from bot.pictures.board import BoardPicture
from bot.pictures.faces import CARDS, LARGE, MEDIUM, MINI, STUB, TABLE, Size, rank_mask
from bot.pictures.hand import HandPicture
from bot.pictures.shapes import suit_mask
from bot.rules.house_rules import PRESETS
from tests.pictures.looking import PHONE_WIDTH, on_a_phone, picture_of
from tests.pictures.positions import WORDS

if TYPE_CHECKING:
    from bot.pictures import Look
    from bot.pictures.canvas import Canvas
    from tests.pictures.looking import Pixels

POSITIONS = 50
SCALE = PHONE_WIDTH / WIDTH
PATCH = 132
"""Side of the piece of felt on which a template is drawn: a multiple of 11."""
INDEX_BOX = {LARGE: (88, 40), MEDIUM: (84, 40), TABLE: (84, 40), MINI: (46, 74)}
"""How much of a card the matcher may look at: its index alone, for mini cards rank and suit."""


@cache
def templates(look: Look, size: Size, phase: tuple[int, int]) -> Pixels:
    """Return every card's index as it looks on a phone, for one way of falling on the coarser pixels."""
    sprites = painter(look).sprites
    wide, tall = (int(edge * SCALE) for edge in INDEX_BOX[size])
    found = []
    for card in range(CARDS):
        canvas = sprites.canvas()
        canvas.stamp(sprites.card(card, size), 11 + phase[0], 11 + phase[1])
        corner = canvas.picture().crop((0, 0, PATCH, PATCH))
        found.append(on_a_phone(corner, PATCH * PHONE_WIDTH // WIDTH)[4 : 4 + tall, 4 : 4 + wide])
    return np.stack(found)


def read(picture: Pixels, look: Look, size: Size, x: int, y: int) -> int:
    """Return the card whose index fits best at a place of the small picture: 11 pixels become 4."""
    known = templates(look, size, (x % 11, y % 11))
    tall, wide = known.shape[1:3]
    top, left = y // 11 * 4, x // 11 * 4
    patch = picture[top : top + tall, left : left + wide]
    return int(np.abs(known - patch).mean(axis=(1, 2, 3)).argmin())


def misread(
    canvas: Canvas, look: Look, size: Size, what: str, truth: dict[int, int]
) -> list[tuple[int, int]]:
    """Return (card, card read) for what was not read right; `truth` maps keys to cards."""
    picture = on_a_phone(canvas.picture())
    wrong = []
    for placed in canvas.placed:
        if placed.what == what and placed.key in truth:
            seen = read(picture, look, size, placed.x, placed.y)
            if seen != truth[placed.key]:
                wrong.append((truth[placed.key], seen))
    return wrong


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: f"{look.theme}-{look.deck}")
def test_every_playable_card_is_read_right_on_a_phone(look):
    wrong = []
    cards = 0
    for number in range(LOOKS.index(look), POSITIONS * len(LOOKS), len(LOOKS)):
        rules = list(PRESETS.values())[number % len(PRESETS)]
        seats = number % 8 + 1
        rnd = sample_rounds.played(rules, seats, number, 20 + number * 13 % 200)
        view = rnd.view(number % seats)
        canvas = HandPicture(painter(look).sprites, view, sample_rounds.face(seats, 1, rules), WORDS).draw()
        tops = [view.nertz_top, *(pile[-1] for pile in view.work if pile), *view.waste[-1:]]
        playable = {card: card for card in tops if card is not None}
        cards += len(playable)
        size = LARGE if len(view.work) <= 4 else MEDIUM
        wrong += misread(canvas, look, size, "card", playable)
    assert cards > POSITIONS * 4
    assert wrong == []


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: f"{look.theme}-{look.deck}")
def test_foundations_are_read_right_on_a_phone(look):
    for seats, number in ((2, 1), (3, 2), (4, 3), (4, 4)):
        rnd = sample_rounds.played(PRESETS["classic"], seats, number, 160)
        view, face = rnd.view(0), sample_rounds.face(seats, 1, rnd.rules)
        truth = {place: pile.suit * 13 + pile.rank - 1 for place, pile in enumerate(view.public.foundations)}
        hand = HandPicture(painter(look).sprites, view, face, WORDS).draw()
        board = BoardPicture(painter(look).sprites, view.public, face, WORDS).draw()
        assert misread(hand, look, MINI, "foundation", truth) == []
        assert misread(board, look, TABLE, "foundation", truth) == []


@pytest.mark.parametrize("size", [LARGE, MEDIUM, TABLE, MINI, STUB], ids=lambda size: size.name)
@pytest.mark.parametrize("rank", range(1, 14))
def test_indices_are_at_least_five_percent_tall(rank, size):
    ink = np.asarray(rank_mask(rank, size)) > 127
    rows = np.flatnonzero(ink.any(axis=1))
    assert rows[-1] - rows[0] + 1 >= HEIGHT * 0.05


def test_index_on_the_card_is_as_tall_as_its_mask():
    sprites = painter(LOOKS[0]).sprites
    face = picture_of(sprites.card(6, LARGE), sprites.canvas())
    dark = np.asarray(face.convert("L"))[2:44, 5:32] < 128
    rows = np.flatnonzero(dark.any(axis=1))
    assert rows[-1] - rows[0] + 1 >= HEIGHT * 0.05


def test_suits_differ_in_shape():
    masks = [np.asarray(suit_mask(suit, 32), dtype=float) / 255 for suit in range(4)]
    for one in range(4):
        for other in range(one):
            assert np.abs(masks[one] - masks[other]).mean() > 0.08


def test_backs_differ_in_pattern_even_without_colour():
    grey = []
    for back in range(8):
        image = np.asarray(pattern(back, 64, 64, 12).convert("L"), dtype=float)
        grey.append((image - image.min()) / (image.max() - image.min()))
    for one in range(8):
        for other in range(one):
            same = np.abs(grey[one] - grey[other]).mean()
            opposite = np.abs(grey[one] + grey[other] - 1).mean()
            assert min(same, opposite) > 0.15
