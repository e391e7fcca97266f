"""What lies on the table: every seat's cards, the foundations, who has called, voted, left.

A position knows which moves may be made and makes them. It keeps no history; `bot.rules.round` does.
"""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING

from bot.rules.building import check_piles, check_slide, check_top, check_work
from bot.rules.cards import KING, RANK, is_joker
from bot.rules.foundations import Foundations
from bot.rules.jokers import fix_covered, may_be
from bot.rules.layout import Layout
from bot.rules.legal import legal_moves
from bot.rules.moves import FIRST_WORK, NERTZ, NO_CARD, WASTE
from bot.rules.pack import check_draw, check_pack
from bot.rules.phase import Phase
from bot.rules.refusal import Code, Refusal
from bot.rules.shuffle import reshuffled_stock, shuffled_deck

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.cards import Card
    from bot.rules.house_rules import HouseRules
    from bot.rules.moves import Move
    from bot.rules.records import RoundHeader


class Position:
    """A moment of a round."""

    def __init__(
        self,
        rules: HouseRules,
        layouts: Sequence[Layout],
        foundations: Foundations | None = None,
        penalties: Sequence[int] = (),
    ) -> None:
        seats = range(len(layouts))
        self.rules = rules
        self.penalties = tuple(penalties) or (rules.penalty,) * len(layouts)
        """By seat: what a card left in N costs."""
        self.layouts = list(layouts)
        self.foundations = foundations or Foundations()
        self.phase = Phase.DEALT
        self.paused = False
        self.open = False
        """True while every seat may move: running and not paused."""
        self.left = [False for _ in seats]
        self.voted = [False for _ in seats]
        self.out = [0 for _ in seats]
        """Cards on the foundations, by seat."""
        self.kings = [0 for _ in seats]
        self.emptied = [seat for seat in seats if not layouts[seat].nertz]
        """Seats with an empty N, the first to empty it first."""
        self.caller: int | None = None
        self.call_stamp = 0
        self.rotated = False
        """True from a rotation until the next progress move."""
        self.reshuffles = 0
        for layout in layouts:
            self._fix_jokers(layout, range(FIRST_WORK, len(layout.piles)))
        self._count_foundations()

    @classmethod
    def deal(cls, header: RoundHeader) -> Position:
        """Shuffle and deal every seat's deck (section 2)."""
        rules, piles = header.rules, header.rules.piles(header.seats)
        own = [header.rules_of(seat) for seat in range(header.seats)]
        decks = [shuffled_deck(header.seed, seat, rules.jokers) for seat in range(header.seats)]
        layouts = [Layout.deal(deck, by.nertz_size, piles) for deck, by in zip(decks, own, strict=True)]
        return cls(rules, layouts, penalties=[by.penalty for by in own])

    def copy(self) -> Position:
        """Return a position of its own that is like this one."""
        twin = copy(self)
        twin.layouts = [layout.copy() for layout in self.layouts]
        twin.foundations = self.foundations.copy()
        twin.left, twin.voted = self.left[:], self.voted[:]
        twin.out, twin.kings, twin.emptied = self.out[:], self.kings[:], self.emptied[:]
        return twin

    def verify(self, seat: int, move: Move, stamp: int) -> None:
        """Refuse a move that is not legal, tested in the order of section 3."""
        if not self.open:
            self._check_phase(move, stamp)
        if not 0 <= seat < len(self.layouts) or self.left[seat]:
            raise Refusal(Code.NOT_SEATED)
        layout = self.layouts[seat]
        kind = move.kind
        if kind == "draw":
            check_draw(layout)
        elif kind == "work":
            check_work(move, layout, self.rules)
        elif kind == "stuck":
            return
        elif kind == "foundation":
            self._check_foundation(move, seat, stamp)
        elif kind == "slide":
            check_slide(move, layout, self.rules)
        elif kind == "call":
            _check_call(layout)
        else:
            check_pack(kind, layout, self.rules)

    def legal_moves(self, seat: int) -> list[Move]:
        """Return every legal move of a seat, ties aside."""
        if not self.open or not 0 <= seat < len(self.layouts) or self.left[seat]:
            return []
        return legal_moves(self.layouts[seat], self.foundations, self.rules)

    def _check_phase(self, move: Move, stamp: int) -> None:
        if self.phase is Phase.DEALT:
            raise Refusal(Code.NOT_RUNNING)
        if self.phase.over:
            raise Refusal(Code.ROUND_OVER)
        if self.paused:
            raise Refusal(Code.PAUSED)
        if stamp >= self.call_stamp or move.kind == "stuck":
            raise Refusal(Code.ROUND_OVER)

    def _check_foundation(self, move: Move, seat: int, stamp: int) -> None:
        layout = self.layouts[seat]
        check_piles(move, layout)
        check_top(move, layout.piles[move.origin])
        card = _as_declared(move, layout)
        if not self.foundations.takers[card] and self._tie(card, seat, stamp) is None:
            code = Code.NO_FOUNDATION if move.declared is None else Code.BAD_DECLARATION
            raise Refusal(code, card=card, need=card - 1)

    def _tie(self, card: Card, seat: int, stamp: int) -> int | None:
        """Return the pile on which a card that fits nowhere stays beside its equal (section 4)."""
        if self.rules.contest != "both_stay":
            return None
        return self.foundations.tie(card, seat, stamp, self.rules.tie_window_ms)

    def make(self, seat: int, move: Move, stamp: int, version: int) -> tuple[Card, ...]:
        """Make a legal move, which becomes record `version`; return the cards that it turned up."""
        if move.source is None:
            return self._do_other(seat, move, stamp)
        layout = self.layouts[seat]
        layout.known = None
        if move.kind == "foundation":
            self._play_out(seat, move, stamp, version)
        elif move.kind == "work":
            layout.move_run(move.origin, move.card, move.place)
        else:
            layout.slide(move.origin, move.place)
        if self.rules.jokers and move.kind != "foundation":
            self._fix_jokers(layout, (move.place,))
        if move.origin < FIRST_WORK:
            return self._took_from_pack(seat, move, stamp)
        return ()

    def _play_out(self, seat: int, move: Move, stamp: int, version: int) -> None:
        self.layouts[seat].piles[move.origin].pop()
        card = move.card if move.declared is None else move.declared
        foundations = self.foundations
        if foundations.takers[card]:
            foundations.land(card, seat, stamp, version)
        else:
            self._join_tie(card, seat, stamp, version)
        self.out[seat] += 1
        if RANK[card] == KING:
            self.kings[seat] += 1
        self.clear_votes()
        self._progress(seat)

    def _join_tie(self, card: Card, seat: int, stamp: int, version: int) -> None:
        index = self._tie(card, seat, stamp)
        if index is None:
            raise AssertionError("a card was played that no foundation takes")
        self.foundations.join(card, seat, index, version)

    def _took_from_pack(self, seat: int, move: Move, stamp: int) -> tuple[Card, ...]:
        """A card left N or V: that is progress, and N shows its next card or is empty."""
        self._progress(seat)
        if move.origin == WASTE:
            return ()
        nertz = self.layouts[seat].piles[NERTZ]
        if nertz:
            return (nertz[-1],)
        self.emptied.append(seat)
        if self.rules.call == "auto":
            self.call(seat, stamp)
        return ()

    def _do_other(self, seat: int, move: Move, stamp: int) -> tuple[Card, ...]:
        """Make a move that names no card."""
        kind = move.kind
        if kind == "draw":
            return self.layouts[seat].draw(self.rules.draw, self.rules.short_draw == "fold")
        if kind == "stuck":
            self.voted[seat] = True
        elif kind == "turn":
            self.layouts[seat].turn()
        elif kind == "shift":
            self.layouts[seat].shift()
        else:
            self.call(seat, stamp)
        return ()

    def _progress(self, seat: int) -> None:
        self.voted[seat] = False
        self.rotated = False
        self.layouts[seat].drawn.clear()

    def _fix_jokers(self, layout: Layout, places: Sequence[int]) -> None:
        if self.rules.joker_fix == "permanent":
            for place in places:
                fix_covered(layout.piles[place], layout.fixed)

    def enter(self, phase: Phase) -> None:
        """Go on to a phase."""
        self.phase = phase
        self.open = phase is Phase.RUNNING and not self.paused

    def pause(self, paused: bool) -> None:
        """Stop everybody, or let them go on."""
        self.paused = paused
        self.open = self.phase is Phase.RUNNING and not paused

    def call(self, seat: int, stamp: int) -> None:
        """End the round for a seat with an empty N; with `mid_air = finish` cards in the air still land."""
        self.caller = seat
        self.call_stamp = stamp
        self.enter(Phase.CLOSING if self.rules.mid_air == "finish" else Phase.CALLED)

    def rotate(self) -> None:
        """Turn every pack over and put its top card to the bottom."""
        for layout in self.layouts:
            layout.rotate()
        self.rotated = True
        self.clear_votes()

    def reshuffle(self, seed: bytes) -> None:
        """Shuffle S and V of every seat together."""
        self.reshuffles += 1
        for seat, layout in enumerate(self.layouts):
            layout.stock = reshuffled_stock([*layout.stock, *layout.waste], seed, seat, self.reshuffles)
            layout.waste.clear()
        self.clear_votes()

    def clear_votes(self) -> None:
        """Forget every vote `stuck`."""
        if True in self.voted:
            self.voted = [False] * len(self.voted)

    def _count_foundations(self) -> None:
        """Count what was set up; its owners need not sit at this table."""
        seats = range(len(self.layouts))
        for pile in self.foundations.piles:
            for rank, owners in enumerate(pile.owners, 1):
                for seat in filter(seats.__contains__, owners):
                    self.out[seat] += 1
                    self.kings[seat] += rank == KING


def _as_declared(move: Move, layout: Layout) -> Card:
    """Return the card that goes to the foundations; a joker must be declared as one that it may be."""
    if not is_joker(move.card):
        return move.card
    if move.declared is None:
        raise Refusal(Code.NEED_DECLARATION)
    if move.declared == NO_CARD:
        raise Refusal(Code.BAD_DECLARATION, "no_card")
    if not may_be(move.card, move.declared, layout.fixed):
        raise Refusal(Code.BAD_DECLARATION, "fixed", card=move.declared)
    return move.declared


def _check_call(layout: Layout) -> None:
    if layout.nertz:
        raise Refusal(Code.FALSE_CALL, left=len(layout.nertz))
