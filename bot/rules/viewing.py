"""Draw the views of a round: whatever is hidden is left out here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules.cards import BLACK, KING, RANK
from bot.rules.jokers import jokers_in, stands_for
from bot.rules.records import Played
from bot.rules.views import FoundationView, JokerIdentity, PublicView, SeatSummary, SeatView

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.rules.foundations import Foundation
    from bot.rules.layout import Layout
    from bot.rules.moves import Move
    from bot.rules.round import Round

_LANDINGS = 8


def public_view(rnd: Round) -> PublicView:
    """Return what everybody at the table sees."""
    position = rnd.position
    return PublicView(
        version=rnd.version,
        phase=position.phase,
        paused=position.paused,
        rules=rnd.rules,
        commitment=rnd.header.commitment,
        seed=rnd.header.seed.hex() if position.phase.over else None,
        foundations=tuple(_foundation(pile) for pile in position.foundations.piles),
        seats=tuple(_summary(rnd, seat, score) for seat, score in enumerate(rnd.scores())),
        landings=tuple(position.foundations.landings[-_LANDINGS:]),
        caller=position.caller,
    )


def seat_view(rnd: Round, seat: int) -> SeatView:
    """Return what one seat sees and may do."""
    layout = rnd.position.layouts[seat]
    return SeatView(
        seat=seat,
        public=rnd.public_view(),
        nertz_count=len(layout.nertz),
        nertz_top=layout.nertz[-1] if layout.nertz else None,
        work=tuple(map(tuple, layout.work)),
        jokers=tuple(_identities(layout)),
        stock_count=len(layout.stock),
        waste=tuple(layout.waste),
        legal=tuple(rnd.legal_moves(seat)),
        last=_last_move(rnd, seat),
    )


def _foundation(pile: Foundation) -> FoundationView:
    return FoundationView(
        suit=pile.suit,
        rank=pile.rank,
        owners=pile.owners[-1],
        starter=pile.owners[0][0],
        closed=pile.rank == KING,
    )


def _summary(rnd: Round, seat: int, score: int) -> SeatSummary:
    position = rnd.position
    layout = position.layouts[seat]
    return SeatSummary(
        seat=seat,
        nertz_count=len(layout.nertz),
        stock_count=len(layout.stock),
        waste_count=len(layout.waste),
        out=position.out[seat],
        score=score,
        left=position.left[seat],
        voted=position.voted[seat],
    )


def _identities(layout: Layout) -> Iterator[JokerIdentity]:
    for pile in layout.work:
        for at in jokers_in(pile):
            card = stands_for(pile, at, layout.fixed)
            if card is not None:
                yield JokerIdentity(pile[at], RANK[card], BLACK[card])


def _last_move(rnd: Round, seat: int) -> Move | None:
    for record in reversed(rnd.records):
        if isinstance(record, Played) and record.seat == seat:
            return record.move
    return None
