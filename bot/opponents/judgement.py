"""How much a practice player likes each of its moves. One fixed heuristic serves all levels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.opponents import worth
from bot.opponents.beliefs import believed_fits
from bot.opponents.building import Building
from bot.opponents.search import first_step
from bot.rules.cards import JOKERS
from bot.rules.moves import FIRST_WORK, NERTZ, TO_FOUNDATION, TO_WORK, WASTE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from bot.opponents.levels import Skill
    from bot.opponents.patience import Patience
    from bot.rules.cards import Card
    from bot.rules.moves import Move
    from bot.rules.views import FoundationView, SeatView


class Judgement:
    """One look at the table: everything a player weighs before one action."""

    __slots__ = (
        "_building",
        "_fits",
        "_nertz",
        "_nertz_bases",
        "_patience",
        "_places",
        "_playing_on",
        "_skill",
        "_tops",
        "_view",
        "_waste",
        "_waste_bases",
    )

    def __init__(
        self,
        view: SeatView,
        seen: Sequence[FoundationView],
        skill: Skill,
        patience: Patience,
        *,
        playing_on: bool,
    ) -> None:
        self._view = view
        self._skill = skill
        self._patience = patience
        self._playing_on = playing_on
        self._fits = believed_fits(view.seat, seen, view.public.landings)
        self._building = building = Building(view.jokers)
        self._nertz = view.nertz_top
        self._waste = view.waste[-1] if view.waste else None
        self._tops = _tops(view)
        self._nertz_bases: tuple[Card, ...] = ()
        if self._nertz is not None and view.public.rules.nertz_onto == "any":
            self._nertz_bases = building.bases[self._nertz]
        self._waste_bases = () if self._waste is None else building.bases[self._waste]
        self._places = sum(1 for pile in view.work if pile and pile[-1] in self._nertz_bases)

    def moves(self) -> list[tuple[int, Move]]:
        """Return every move that is worth a thought, best first."""
        liked = [(liking, move) for move in self._candidates() if (liking := _WORTH[move.kind](self, move))]
        liked.sort(key=_worth_first)
        if self._plans() and (not liked or liked[0][0] < worth.LONG_WAY):
            long_way = self._long_way()
            if long_way is not None:
                liked.insert(0, (worth.LONG_WAY, long_way))
        return liked

    def _candidates(self) -> Iterator[Move]:
        """Yield the legal moves, and the plays to foundations that were legal when it last looked."""
        legal = self._view.legal
        yield from legal
        for pile, card in self._tops:
            if card in self._fits:
                move = TO_FOUNDATION[pile][card]
                if move not in legal:
                    yield move

    # One function per kind of move.

    def _call(self, move: Move) -> int:
        return worth.NO if self._playing_on else worth.CALL

    def _foundation(self, move: Move) -> int:
        card = move.card if move.declared is None else move.declared
        if card % 13 and card not in self._fits:
            return worth.NO
        extra = self._worth_of_declaring(card) if move.declared is not None else 0
        if move.source == "N":
            return worth.NERTZ_OUT + extra
        if move.source == "V":
            return worth.WASTE_OUT + extra
        pile = self._view.work[move.origin - FIRST_WORK]
        if self._places == 1 and pile[-1] in self._nertz_bases and self._nertz not in self._fits:
            return worth.KEEPS_PLACE
        if self._nertz is not None and (len(pile) == 1 or pile[-2] in self._nertz_bases):
            extra += 1
        return worth.WORK_OUT + extra

    def _worth_of_declaring(self, card: Card) -> int:
        """Return up to 9 for what a joker stands for: what opens the way for own cards, then what is high."""
        tops = [top for _, top in self._tops]
        liking = 4 * (card + 1 in tops and card % 13 != 12) + 2 * (card + 1 == self._nertz)
        if card % 13 == 12 and self._view.public.rules.king_bonus:
            liking += 6
        return liking + (card % 13) // 6 + (card not in tops)

    def _work(self, move: Move) -> int:
        space = not self._view.work[move.place - FIRST_WORK]
        if move.source == "N":
            return worth.NERTZ_TO_SPACE if space else worth.NERTZ_ON_CARD
        if move.source == "V":
            return self._waste_to_space() if space else self._waste_on_card(move.card)
        return self._run(move, to_space=space)

    def _waste_to_space(self) -> int:
        return worth.WASTE_TO_SPACE if self._nertz is None else self._if_desperate()

    def _waste_on_card(self, card: Card) -> int:
        if card in self._nertz_bases:
            return worth.MAKES_PLACE
        return worth.WASTE_ON_CARD if self._skill.takes_waste else self._if_desperate()

    def _slide(self, move: Move) -> int:
        liking = worth.NERTZ_UNDER if move.source == "N" else worth.WASTE_UNDER
        return liking if self._skill.slide_under else self._if_desperate()

    def _run(self, move: Move, *, to_space: bool) -> int:
        """Weigh a run of work cards: worth something only for what it uncovers."""
        last = self._view.last
        if last is not None and last.kind == "work" and last.card == move.card:
            return worth.NO
        pile = self._view.work[move.origin - FIRST_WORK]
        place = pile.index(move.card)
        if place == 0:
            return worth.NO if to_space else self._new_space()
        if not self._plans():
            return worth.NO
        if to_space and self._nertz is not None:
            return worth.NO
        return self._uncovered(pile[place - 1])

    def _new_space(self) -> int:
        if self._nertz is not None:
            return worth.MAKES_SPACE
        return worth.UNCOVERS_FOR_WASTE if self._waste is not None else worth.NO

    def _uncovered(self, card: Card) -> int:
        if card in self._nertz_bases:
            return worth.UNCOVERS_PLACE
        if card in self._fits:
            return worth.UNCOVERS_OUT
        if card in self._waste_bases and self._wants_waste():
            return worth.UNCOVERS_FOR_WASTE
        return worth.NO

    def _draw(self, move: Move) -> int:
        return worth.DRAWS

    def _shift(self, move: Move) -> int:
        """Shift right after turning: going through the stock once more shows all that this brings."""
        if self._view.waste or not self._patience.may_shift(self._view.public.rules.draw):
            return worth.NO
        return worth.SHIFTS

    def _stuck(self, move: Move) -> int:
        voted = self._view.public.seats[self._view.seat].voted
        if voted or not self._patience.hopeless or self._still_shifts():
            return worth.NO
        return worth.GIVES_UP

    def _still_shifts(self) -> bool:
        rules = self._view.public.rules
        return rules.solo_shift and self._patience.may_shift(rules.draw)

    # What cards fit together.

    def _wants_waste(self) -> bool:
        """Return whether the top of the waste has no place yet and would be taken."""
        if self._waste is None or not (self._skill.takes_waste or self._patience.desperate):
            return False
        return not any(move.source == "V" and move.kind != "foundation" for move in self._view.legal)

    def _plans(self) -> bool:
        """Return whether it takes runs apart: good players always do, others once nothing else helps."""
        return self._skill.partial_runs or self._patience.desperate

    def _if_desperate(self) -> int:
        return worth.BETTER_THAN_NOTHING if self._patience.desperate else worth.NO

    def _long_way(self) -> Move | None:
        """Return the first of several runs to move before a card gets somewhere."""
        rule = self._view.public.rules.space_from
        step = first_step(
            self._view.work,
            self._building.followers,
            self._fits.union(self._nertz_bases, self._waste_bases, JOKERS),
            spaces_good=self._nertz is not None or self._waste is not None,
            to_spaces=rule == "any" or (rule == "nertz_first" and self._nertz is None),
        )
        if step is None:
            return None
        move = TO_WORK[step.source + FIRST_WORK][step.target + FIRST_WORK][step.card]
        return move if move in self._view.legal else None


def _tops(view: SeatView) -> list[tuple[int, Card]]:
    """Return the playable cards with the numbers of their piles (`bot.rules.moves`)."""
    tops = [] if view.nertz_top is None else [(NERTZ, view.nertz_top)]
    if view.waste:
        tops.append((WASTE, view.waste[-1]))
    tops.extend((number, pile[-1]) for number, pile in enumerate(view.work, FIRST_WORK) if pile)
    return tops


def _worth_first(liked: tuple[int, Move]) -> int:
    return -liked[0]


_WORTH: Final[dict[str, Callable[[Judgement, Move], int]]] = {
    "call": Judgement._call,
    "foundation": Judgement._foundation,
    "work": Judgement._work,
    "slide": Judgement._slide,
    "draw": Judgement._draw,
    "turn": Judgement._draw,
    "shift": Judgement._shift,
    "stuck": Judgement._stuck,
}
