"""How much a practice player likes each of its moves. One fixed heuristic serves all levels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.opponents.beliefs import believed_fits
from bot.opponents.search import first_step
from bot.rules.cards import card_name, is_black, is_joker, rank_of
from bot.rules.moves import Move

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from bot.opponents.levels import Skill
    from bot.opponents.patience import Patience
    from bot.rules.cards import Card
    from bot.rules.views import FoundationView, SeatView

# What a move is worth: only the order matters, and whether it is better than drawing.
CALL: Final = 200
NERTZ_OUT: Final = 100
WORK_OUT: Final = 82
WASTE_OUT: Final = 80
NERTZ_ON_CARD: Final = 72
NERTZ_UNDER: Final = 70
KEEPS_PLACE: Final = 68
"""A work top that could go out, while the Nertz card has its only place on it."""
MAKES_PLACE: Final = 66
"""A card of the waste that the Nertz card can follow."""
NERTZ_TO_SPACE: Final = 62
UNCOVERS_PLACE: Final = 58
MAKES_SPACE: Final = 57
UNCOVERS_OUT: Final = 56
WASTE_UNDER: Final = 42
WASTE_ON_CARD: Final = 40
WASTE_TO_SPACE: Final = 36
UNCOVERS_FOR_WASTE: Final = 30
LONG_WAY: Final = 27
"""The first of several runs to move."""
GIVES_UP: Final = 26
SHIFTS: Final = 25
BETTER_THAN_NOTHING: Final = 22
"""A move that it makes only once the stock went by in vain."""
DRAWS: Final = 20
NO: Final = 0


class Judgement:
    """One look at the table: everything a player weighs before one action."""

    __slots__ = (
        "_fits",
        "_jokers",
        "_nertz",
        "_nertz_onto_cards",
        "_patience",
        "_places",
        "_playing_on",
        "_skill",
        "_view",
        "_waste",
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
        self._jokers = {joker.joker: (joker.rank, joker.black) for joker in view.jokers}
        self._nertz = view.nertz_top
        self._waste = view.waste[-1] if view.waste else None
        self._nertz_onto_cards = view.public.rules.nertz_onto == "any"
        self._places = sum(1 for pile in view.work if pile and self._nertz_fits(pile[-1]))

    def moves(self) -> list[tuple[int, Move]]:
        """Return every move that is worth a thought, best first."""
        liked = [(worth, move) for move in self._candidates() if (worth := _WORTH[move.kind](self, move))]
        liked.sort(key=_worth_first)
        if self._patience.desperate and (not liked or liked[0][0] <= GIVES_UP):
            long_way = self._long_way()
            if long_way is not None:
                liked.insert(0, (LONG_WAY, long_way))
        return liked

    def _candidates(self) -> Iterator[Move]:
        """Yield the legal moves, and the plays to foundations that were legal when it last looked."""
        legal = self._view.legal
        yield from legal
        for source, card in self._tops():
            if card in self._fits:
                move = Move.parse(f"{source}:{card_name(card)}>F")
                if move not in legal:
                    yield move

    def _tops(self) -> Iterator[tuple[str, Card]]:
        if self._nertz is not None:
            yield "N", self._nertz
        if self._waste is not None:
            yield "V", self._waste
        for number, pile in enumerate(self._view.work, 1):
            if pile:
                yield f"W{number}", pile[-1]

    # One function per kind of move.

    def _call(self, move: Move) -> int:
        return NO if self._playing_on else CALL

    def _foundation(self, move: Move) -> int:
        card = move.card if move.declared is None else move.declared
        if card % 13 and card not in self._fits:
            return NO
        extra = self._worth_of_declaring(card) if move.declared is not None else 0
        if move.source == "N":
            return NERTZ_OUT + extra
        if move.source == "V":
            return WASTE_OUT + extra
        pile = self._view.work[int(move.source[1]) - 1]
        if self._places == 1 and self._nertz_fits(pile[-1]) and self._nertz not in self._fits:
            return KEEPS_PLACE
        if self._nertz is not None and (len(pile) == 1 or self._nertz_fits(pile[-2])):
            extra += 1
        return WORK_OUT + extra

    def _worth_of_declaring(self, card: Card) -> int:
        """Return up to 9 for what a joker stands for: what opens the way for own cards, then what is high."""
        tops = [top for _, top in self._tops()]
        worth = 4 * (card + 1 in tops and card % 13 != 12) + 2 * (card + 1 == self._nertz)
        if card % 13 == 12 and self._view.public.rules.king_bonus:
            worth += 6
        return worth + (card % 13) // 6 + (card not in tops)

    def _work(self, move: Move) -> int:
        space = not self._view.work[int(move.target[1]) - 1]
        if move.source == "N":
            return NERTZ_TO_SPACE if space else NERTZ_ON_CARD
        if move.source == "V":
            return self._waste_to_space() if space else self._waste_on_card(move.card)
        return self._run(move, to_space=space)

    def _waste_to_space(self) -> int:
        return WASTE_TO_SPACE if self._nertz is None else self._if_desperate(BETTER_THAN_NOTHING)

    def _waste_on_card(self, card: Card) -> int:
        if self._nertz_fits(card):
            return MAKES_PLACE
        return WASTE_ON_CARD if self._skill.takes_waste else self._if_desperate(BETTER_THAN_NOTHING)

    def _slide(self, move: Move) -> int:
        worth = NERTZ_UNDER if move.source == "N" else WASTE_UNDER
        return worth if self._skill.slide_under else self._if_desperate(BETTER_THAN_NOTHING)

    def _run(self, move: Move, *, to_space: bool) -> int:
        """Weigh a run of work cards: worth something only for what it uncovers."""
        last = self._view.last
        if last is not None and last.kind == "work" and last.card == move.card:
            return NO
        pile = self._view.work[int(move.source[1]) - 1]
        place = pile.index(move.card)
        if place == 0:
            return NO if to_space else self._new_space()
        if not (self._skill.partial_runs or self._patience.desperate):
            return NO
        if to_space and self._nertz is not None:
            return NO
        return self._uncovered(pile[place - 1])

    def _new_space(self) -> int:
        if self._nertz is not None:
            return MAKES_SPACE
        return UNCOVERS_FOR_WASTE if self._waste is not None else NO

    def _uncovered(self, card: Card) -> int:
        if self._nertz_fits(card):
            return UNCOVERS_PLACE
        if card in self._fits:
            return UNCOVERS_OUT
        if self._waste_fits(card) and self._wants_waste():
            return UNCOVERS_FOR_WASTE
        return NO

    def _draw(self, move: Move) -> int:
        return DRAWS

    def _shift(self, move: Move) -> int:
        return SHIFTS if self._patience.may_shift(self._view.public.rules.draw) else NO

    def _stuck(self, move: Move) -> int:
        if self._view.public.seats[self._view.seat].voted or not self._patience.hopeless:
            return NO
        return NO if self._patience.may_shift(self._view.public.rules.draw) and self._can_shift() else GIVES_UP

    def _can_shift(self) -> bool:
        return any(move.kind == "shift" for move in self._view.legal)

    # What cards fit together.

    def _wants_waste(self) -> bool:
        """Tell whether the top of the waste has no place yet and would be taken."""
        if self._waste is None or not (self._skill.takes_waste or self._patience.desperate):
            return False
        return not any(move.source == "V" and move.kind != "foundation" for move in self._view.legal)

    def _if_desperate(self, worth: int) -> int:
        return worth if self._patience.desperate else NO

    def _nertz_fits(self, base: Card) -> bool:
        return self._nertz is not None and self._nertz_onto_cards and self._fits_on(self._nertz, base)

    def _waste_fits(self, base: Card) -> bool:
        return self._waste is not None and self._fits_on(self._waste, base)

    def _fits_on(self, card: Card, base: Card) -> bool:
        """Tell whether a card goes on another one in a work pile; about loose jokers it does not think."""
        upper, lower = self._face(card), self._face(base)
        if upper is None or lower is None:
            return False
        return upper[0] + 1 == lower[0] and upper[1] != lower[1]

    def _face(self, card: Card) -> tuple[int, bool] | None:
        return self._jokers.get(card) if is_joker(card) else (rank_of(card), is_black(card))

    # The long way.

    def _long_way(self) -> Move | None:
        """Return the first of several runs to move before a card gets somewhere."""
        rules = self._view.public.rules
        step = first_step(
            self._view.work,
            fits_on=self._fits_on,
            to_spaces=rules.space_from == "any" or (rules.space_from == "nertz_first" and self._nertz is None),
            pays=self._pays,
            wants_space=self._nertz is not None or self._waste is not None,
        )
        if step is None:
            return None
        move = Move.parse(f"W{step.source + 1}:{card_name(step.card)}>W{step.target + 1}")
        return move if move in self._view.legal else None

    def _pays(self, card: Card) -> bool:
        return is_joker(card) or card in self._fits or self._nertz_fits(card) or self._waste_fits(card)


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
