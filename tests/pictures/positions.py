"""Tables for tests: named ones for the snapshots, and any legal position for properties."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from bot.locales.words import words_for
from bot.pictures import LOOKS, Look, PlayedMatch, painter, sample_rounds
from bot.rules.house_rules import PRESETS, HouseRules
from bot.rules.views import JokerIdentity

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.pictures import Picture
    from bot.rules.round import Round
    from bot.rules.views import FoundationView, PublicView, SeatView

WORDS = words_for("en")
CLASSIC = HouseRules()
DARK = Look("dark", "two-colour")
LIGHT = Look("light", "four-colour")

LONG_PILES = (
    tuple((0, 13)[place % 2] + 12 - place for place in range(13)),
    tuple((26, 39)[place % 2] + 12 - place for place in range(13)),
    tuple((39, 13)[place % 2] + 10 - place for place in range(9)),
    (),
)


def long_piles(seats: int = 4, piles: int = 4) -> SeatView:
    """Return a hand with piles of thirteen cards."""
    view = sample_rounds.dealt(CLASSIC, seats, 3).view(0)
    work = (*LONG_PILES, LONG_PILES[1], LONG_PILES[2])[:piles]
    return replace(view, work=work, waste=(5, 18, 31, 44), stock_count=0, nertz_count=2)


def with_jokers() -> SeatView:
    """Return a hand with a joker that is something, one that is free, and one in the waste's place."""
    view = sample_rounds.played(PRESETS["gamerules"], 8, 8, 120).view(2)
    work = ((12 + 39, 52, 10), (27 + 9, 53), (), view.work[3])
    jokers = (JokerIdentity(52, 12, black=False),)
    return replace(view, work=work, jokers=jokers, waste=(5, 18))


def many_foundations(seats: int = 8) -> PublicView:
    """Return a board with 48 open foundations: eight seats with two jokers each."""
    view = sample_rounds.played(PRESETS["gamerules"], seats, 5, 120).public_view()
    sample: FoundationView = view.foundations[0]
    piles = tuple(
        sample._replace(suit=place % 4, rank=1 + place * 5 % 12, owners=(place % seats,), closed=False)
        for place in range(48)
    )
    return replace(view, foundations=piles, landings=())


def with_closed(view: PublicView) -> PublicView:
    """Close some foundations of a board and let somebody be about to go out."""
    piles = tuple(
        pile._replace(rank=13, closed=True) if place % 3 == 0 else pile
        for place, pile in enumerate(view.foundations)
    )
    first = view.seats[0]._replace(nertz_count=0)
    second = view.seats[1]._replace(nertz_count=2, voted=True)
    return replace(view, foundations=piles, seats=(first, second, *view.seats[2:]))


def _hand(rnd: Round, look: Look, seat: int = 0) -> Picture:
    return painter(look).hand(rnd.view(seat), sample_rounds.face(rnd.seats, 7, rnd.rules), WORDS)


def _board(view: PublicView, look: Look) -> Picture:
    return painter(look).board(view, sample_rounds.face(len(view.seats), 7, view.rules), WORDS)


def _sheet_picture(name: str, look: Look) -> Picture:
    sheet, face = sample_rounds.match(CLASSIC, 4, 7), sample_rounds.face(4, 7, CLASSIC)
    artist = painter(look)
    draw = {"scores": artist.scores, "chart": artist.chart, "podium": artist.podium}[name]
    return draw(face, sheet, WORDS)


def _history() -> Picture:
    matches = tuple(PlayedMatch(points, place, 4) for points, place in ((104, 1), (-6, 4), (61, 2), (112, 1)))
    return painter(LIGHT).history(matches, WORDS)


SNAPSHOTS: dict[str, Callable[[], Picture]] = {
    "hand_dealt": lambda: _hand(sample_rounds.dealt(CLASSIC, 4, 7), DARK),
    "hand_middle": lambda: _hand(sample_rounds.played(CLASSIC, 4, 7, 150), DARK),
    "hand_light": lambda: _hand(sample_rounds.played(CLASSIC, 4, 7, 150), LIGHT, 1),
    "hand_six_piles": lambda: _hand(sample_rounds.played(PRESETS["duel"], 2, 7, 80), DARK),
    "hand_jokers": lambda: painter(LIGHT).hand(with_jokers(), sample_rounds.face(8, 7, CLASSIC), WORDS),
    "hand_long_piles": lambda: painter(DARK).hand(long_piles(), sample_rounds.face(4, 7, CLASSIC), WORDS),
    "board_dealt": lambda: _board(sample_rounds.dealt(CLASSIC, 4, 7).public_view(), DARK),
    "board_middle": lambda: _board(sample_rounds.played(CLASSIC, 4, 7, 150).public_view(), LIGHT),
    "board_closed": lambda: _board(with_closed(sample_rounds.played(CLASSIC, 3, 7, 400).public_view()), DARK),
    "board_many": lambda: _board(many_foundations(), DARK),
    "lobby": lambda: painter(DARK).lobby(sample_rounds.face(5, 7, CLASSIC), CLASSIC, WORDS),
    "scores": lambda: _sheet_picture("scores", DARK),
    "chart": lambda: _sheet_picture("chart", LIGHT),
    "podium": lambda: _sheet_picture("podium", DARK),
    "history": _history,
    "help_jokers": lambda: painter(LIGHT).help_card("jokers", WORDS),
}


@st.composite
def rounds(draw: st.DrawFn) -> Round:
    """Return any position that play of chance reaches, of any preset and 1 to 8 seats."""
    rules = PRESETS[draw(st.sampled_from(sorted(PRESETS)))]
    seats = draw(st.integers(1, 8))
    rnd = sample_rounds.played(rules, seats, draw(st.integers(0, 10_000)), draw(st.integers(0, 500)))
    stamp = 10_000_000
    if not rnd.phase.over and draw(st.booleans()):
        act = draw(st.sampled_from(("pause", "leave", "void", "vote")))
        if act in ("leave", "vote"):
            getattr(rnd, act)(draw(st.integers(0, seats - 1)), stamp)
        else:
            getattr(rnd, act)(stamp)
    return rnd


looks = st.sampled_from(LOOKS)
