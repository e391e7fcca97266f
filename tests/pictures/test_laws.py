from __future__ import annotations

import struct
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.pictures import ALT_LIMIT, HEIGHT, WIDTH, Painter, painter, sample_rounds
from bot.pictures.board import BoardPicture
from bot.pictures.canvas import MARGIN
from bot.pictures.faces import LARGE, MEDIUM
from bot.pictures.hand import HandPicture
from tests.examples import examples
from tests.pictures.looking import rows_of
from tests.pictures.positions import CLASSIC, DARK, WORDS, long_piles, looks, many_foundations, rounds

if TYPE_CHECKING:
    from bot.pictures.canvas import Canvas
    from bot.rules.views import PublicView

ANY = examples(60)


def drawn(canvas: Canvas, what: str) -> Counter[int]:
    return Counter(placed.key for placed in canvas.placed if placed.what == what)


@ANY
@given(rounds(), looks, st.randoms())
def test_every_position_has_a_hand_that_shows_each_visible_card_once(rnd, look, chance):
    view = rnd.view(chance.randrange(rnd.seats))
    face = sample_rounds.face(rnd.seats, 3, rnd.rules)
    canvas = HandPicture(painter(look).sprites, view, face, WORDS).draw()
    tops = [] if view.nertz_top is None else [view.nertz_top]
    visible = Counter([*tops, *view.waste[-3:], *(card for pile in view.work for card in pile)])
    assert drawn(canvas, "card") == visible
    assert_foundations_once(canvas, view.public)
    assert not rows_of(canvas)[:, :MARGIN].any()
    others = {seat.seat for seat in view.public.seats if seat.seat != view.seat}
    assert others <= set(drawn(canvas, "chip"))


@ANY
@given(rounds(), looks)
def test_every_position_has_a_board_that_shows_each_foundation_and_seat_once(rnd, look):
    view = rnd.public_view()
    face = sample_rounds.face(rnd.seats, 3, rnd.rules)
    canvas = BoardPicture(painter(look).sprites, view, face, WORDS).draw()
    assert drawn(canvas, "card") == Counter()
    assert not rows_of(canvas)[:, :MARGIN].any()
    assert drawn(canvas, "chip") == Counter(range(rnd.seats))
    assert_foundations_once(canvas, view)
    played = Counter(landing.card for landing in view.landings)
    assert drawn(canvas, "play") <= played


def assert_foundations_once(canvas: Canvas, view: PublicView) -> None:
    still_open = Counter(place for place, pile in enumerate(view.foundations) if not pile.closed)
    assert drawn(canvas, "foundation") == still_open
    assert set(drawn(canvas, "closed")) == {pile.suit for pile in view.foundations if pile.closed}


@ANY
@given(rounds(), looks, st.randoms())
def test_pictures_have_one_size_and_words_that_fit(rnd, look, chance):
    face = replace(
        sample_rounds.face(rnd.seats, 3, rnd.rules),
        names=tuple("N" * chance.randrange(1, 40) for _ in range(rnd.seats)),
        totals=tuple(chance.randrange(-300, 1000) for _ in range(rnd.seats)),
    )
    artist = painter(look)
    for picture in (
        artist.hand(rnd.view(chance.randrange(rnd.seats)), face, WORDS),
        artist.board(rnd.public_view(), face, WORDS),
    ):
        assert struct.unpack(">II", picture.data[16:24]) == (WIDTH, HEIGHT)
        assert 0 < len(picture.alt) <= ALT_LIMIT


@ANY
@given(rounds(), looks, st.randoms())
def test_no_pixel_depends_on_a_hidden_card(rnd, look, chance):
    """What lies deeper than the waste's top three may be anything: picture and words stay the same."""
    view = rnd.view(chance.randrange(rnd.seats))
    face = sample_rounds.face(rnd.seats, 3, rnd.rules)
    deeper = [chance.randrange(52) for _ in view.waste[:-3]]
    other = replace(view, waste=(*deeper, *view.waste[-3:]))
    artist = painter(look)
    assert artist.hand(view, face, WORDS) == artist.hand(other, face, WORDS)


def test_two_threads_may_draw_at_once():
    """Hands and replays have a thread each: what they draw is what one thread draws."""
    artist = Painter(DARK)
    rnd = sample_rounds.played(CLASSIC, 8, 5, 120)
    face = sample_rounds.face(8, 3, CLASSIC)

    def draw(seat: int) -> tuple[bytes, bytes]:
        view = rnd.view(seat)
        return artist.hand(view, face, WORDS).data, artist.board(view.public, face, WORDS).data

    with ThreadPoolExecutor(4) as threads:
        together = list(threads.map(draw, [*range(8)] * 6))
    assert together == [draw(seat) for seat in range(8)] * 6


@pytest.mark.parametrize("piles", [3, 4, 5, 6])
def test_every_index_of_thirteen_cards_can_be_seen(piles):
    view = long_piles(piles=piles)
    sprites = painter(DARK).sprites
    canvas = HandPicture(sprites, view, sample_rounds.face(4, 3, CLASSIC), WORDS).draw()
    size = LARGE if piles <= 4 else MEDIUM
    shown = rows_of(canvas)[:, MARGIN:]
    work = {card for pile in view.work for card in pile}
    for placed in canvas.placed:
        if placed.what != "card" or placed.key not in work:
            continue
        index = (slice(4, 40), slice(6, 90))
        expected = np.asarray(sprites.card(placed.key, size).image)[index]
        at = shown[placed.y : placed.y + 60, placed.x : placed.x + size.width][index]
        assert placed.y + 40 <= HEIGHT
        assert np.array_equal(at, expected), f"index of card {placed.key} is covered"


def test_forty_eight_foundations_all_show_their_rank():
    view = many_foundations()
    sprites = painter(DARK).sprites
    canvas = BoardPicture(sprites, view, sample_rounds.face(8, 3, view.rules), WORDS).draw()
    assert drawn(canvas, "foundation") == Counter(range(48))
    assert_one_of_each_rank_is_readable(canvas, view, 6, 46)


def test_strip_of_forty_eight_foundations_all_show_their_rank():
    view = replace(sample_rounds.dealt(CLASSIC, 8, 3).view(0), public=many_foundations())
    sprites = painter(DARK).sprites
    canvas = HandPicture(sprites, view, sample_rounds.face(8, 3, CLASSIC), WORDS).draw()
    assert drawn(canvas, "foundation") == Counter(range(48))
    assert_one_of_each_rank_is_readable(canvas, view.public, 4, 33)


def assert_one_of_each_rank_is_readable(canvas: Canvas, view: PublicView, inset: int, wide: int) -> None:
    """Of piles with the same top card at least one lies free: no later card covers its index."""
    places = [placed for placed in canvas.placed if placed.what == "foundation"]
    readable = set()
    for number, placed in enumerate(places):
        covering = [
            other
            for other in places[number + 1 :]
            if other.x < placed.x + inset + wide
            and other.x + 58 > placed.x + inset
            and other.y < placed.y + 40
            and other.y + 40 > placed.y
        ]
        if not covering:
            pile = view.foundations[placed.key]
            readable.add((pile.suit, pile.rank))
    assert readable == {(pile.suit, pile.rank) for pile in view.foundations}
