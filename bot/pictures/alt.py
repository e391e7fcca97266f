"""Pictures in words: enough to play from without seeing them, at most 1024 characters.

Sentences carry an importance; if all of them are too long, the least important ones are dropped first.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.locales.names import plain
from bot.pictures.picture import ALT_LIMIT
from bot.pictures.states import seat_state, state_key
from bot.pictures.suit_rows import suit_piles

if TYPE_CHECKING:
    from bot.locales.words import Words
    from bot.pictures.table_face import TableFace
    from bot.rules.views import JokerIdentity, Landing, PublicView, SeatSummary, SeatView

_SIGNS = "♠♥♦♣"
_LONGEST_NAME = 24


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a description; 0 is the most important."""

    rank: int
    text: str


def fitted(sentences: list[Sentence]) -> str:
    """Join the sentences in their order, dropping the least important ones until they fit."""
    kept = [sentence for sentence in sentences if sentence.text]
    while len(kept) > 1 and sum(len(sentence.text) + 1 for sentence in kept) - 1 > ALT_LIMIT:
        worst = max(sentence.rank for sentence in kept)
        last = max(place for place, sentence in enumerate(kept) if sentence.rank == worst)
        del kept[last]
    return " ".join(sentence.text for sentence in kept)[:ALT_LIMIT]


def name_of(table: TableFace, seat: int) -> str:
    """Return the name of a seat, cut to a length that leaves room for the others."""
    name = table.names[seat] if seat < len(table.names) else ""
    return plain(name, _LONGEST_NAME) or str(seat + 1)


class HandWords:
    """Describes a hand."""

    def __init__(self, view: SeatView, table: TableFace, words: Words) -> None:
        self._view = view
        self._table = table
        self._words = words

    def text(self) -> str:
        """Return the description."""
        public = self._view.public
        return fitted(
            [
                Sentence(2, state_words(public, self._words)),
                Sentence(0, self._nertz()),
                *(Sentence(0, self._work(pile)) for pile in range(len(self._view.work))),
                Sentence(1, self._waste()),
                Sentence(3, self._words("alt.stock", n=self._view.stock_count)),
                Sentence(1, foundation_words(public, self._words)),
                Sentence(4, self._others()),
                Sentence(6, last_play(public, self._table, self._words)),
            ]
        )

    def _card(self, card: int) -> str:
        identity = next((one for one in self._view.jokers if one.joker == card), None)
        if identity is None:
            return self._words.card(card)
        return self._words("alt.joker_as", joker=self._words.card(card), card=self._joker_as(identity))

    def _joker_as(self, identity: JokerIdentity) -> str:
        colour = self._words("alt.black" if identity.black else "alt.red")
        return f"{self._words.card(identity.rank - 1)[:-1]} {colour}"

    def _nertz(self) -> str:
        top = self._view.nertz_top
        if top is None:
            return self._words("alt.nertz_empty")
        return self._words("alt.nertz", n=self._view.nertz_count, card=self._words.card(top))

    def _work(self, pile: int) -> str:
        cards = self._view.work[pile]
        if not cards:
            return self._words("alt.work_empty", pile=pile + 1)
        return self._words("alt.work", pile=pile + 1, cards=" ".join(map(self._card, cards)))

    def _waste(self) -> str:
        waste = self._view.waste
        if not waste:
            return self._words("alt.waste_empty")
        top = self._words.card(waste[-1])
        below = " ".join(self._words.card(card) for card in reversed(waste[-3:-1]))
        if not below:
            return self._words("alt.waste_one", card=top)
        return self._words("alt.waste", card=top, below=below)

    def _others(self) -> str:
        others = [seat for seat in self._view.public.seats if seat.seat != self._view.seat]
        if not others:
            return ""
        counts = ", ".join(f"{name_of(self._table, seat.seat)} {seat.nertz_count}" for seat in others)
        return self._words("alt.others", counts=counts)


def state_words(view: PublicView, words: Words) -> str:
    """Say what stands in the way of playing, if anything does."""
    key = state_key(view)
    return "" if key is None else words(key) + "."


def foundation_words(view: PublicView, words: Words) -> str:
    """List the open foundations by suit, and how many are closed."""
    parts = []
    for sign, piles in zip(_SIGNS, suit_piles(view), strict=True):
        told = [words.card(view.foundations[pile].rank - 1)[:-1] for pile in piles.open]
        if piles.closed:
            told.append(words("alt.closed", n=piles.closed))
        if told:
            parts.append(f"{sign} {' '.join(told)}")
    if not parts:
        return words("alt.no_foundations")
    return words("alt.foundations", piles="; ".join(parts))


def last_play(view: PublicView, table: TableFace, words: Words) -> str:
    """Say who played which card to the foundations last."""
    if not view.landings:
        return ""
    landing: Landing = view.landings[-1]
    return words("alt.last", name=name_of(table, landing.seat), card=words.card(landing.card))


def board_words(view: PublicView, table: TableFace, words: Words) -> str:
    """Describe the board; who played each foundation is left out first if it is too long."""
    return fitted(
        [
            Sentence(3, words("alt.board", round=table.round_number, target=table.target)),
            Sentence(2, state_words(view, words)),
            Sentence(0, foundation_words(view, words)),
            *(Sentence(1, _seat_words(seat, view, table, words)) for seat in view.seats),
            Sentence(4, last_play(view, table, words)),
            Sentence(5, _plays(view, table, words)),
            Sentence(6, _owners(view, table, words)),
        ]
    )


def _seat_words(seat: SeatSummary, view: PublicView, table: TableFace, words: Words) -> str:
    found = seat_state(seat, view, table)
    return words(
        "alt.seat" if found is None else "alt.seat_state",
        name=name_of(table, seat.seat),
        state="" if found is None else words(found[0]),
        n=seat.nertz_count,
        score=seat.score,
        total=table.total(seat.seat),
    )


def _plays(view: PublicView, table: TableFace, words: Words) -> str:
    """List the last plays to foundations, newest first."""
    plays = [f"{name_of(table, one.seat)} {words.card(one.card)}" for one in reversed(view.landings)]
    return words("alt.plays", plays=", ".join(plays)) if len(plays) > 1 else ""


def _owners(view: PublicView, table: TableFace, words: Words) -> str:
    """Say whose cards lie on top of the open foundations."""
    tops = []
    for piles in suit_piles(view):
        for pile in (view.foundations[place] for place in piles.open):
            names = "+".join(name_of(table, seat) for seat in pile.owners)
            tops.append(f"{words.card(pile.suit * 13 + pile.rank - 1)} {names}")
    return words("alt.owners", tops=", ".join(tops)) if tops else ""
