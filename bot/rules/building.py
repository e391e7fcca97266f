"""What may lie on what in the work piles (RULES.md sections 3 and 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.rules.cards import ACE, BLACK, JOKERS, KING, RANK, is_joker, twins
from bot.rules.jokers import moves_as, stands_for
from bot.rules.moves import FIRST_WORK, NERTZ, WASTE
from bot.rules.refusal import Code, Refusal

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.rules.cards import Card
    from bot.rules.house_rules import HouseRules
    from bot.rules.layout import Layout
    from bot.rules.moves import Move

FITS_ON: Final[tuple[tuple[Card, ...], ...]] = (
    *(twins(RANK[top] - 1, not BLACK[top]) if RANK[top] > ACE else () for top in range(len(RANK))),
    *((),) * len(JOKERS),
)
"""By card, the two real cards that go on it: one rank lower, of the other colour. For a joker it depends."""
FITS_UNDER: Final[tuple[tuple[Card, ...], ...]] = tuple(
    twins(RANK[card] + 1, not BLACK[card]) if RANK[card] < KING else () for card in range(len(RANK))
)
"""By card, the two cards that it goes on, and that slide under it."""

_UP_TO: Final = tuple(
    (*(card for card in range(52) if RANK[card] <= rank), *JOKERS) for rank in range(KING + 1)
)
"""By rank, all cards of that rank and below, and the jokers."""


def cards_that_fit(pile: Sequence[Card], fixed: Mapping[Card, Card]) -> Sequence[Card]:
    """Return the cards of N or V that go on a work pile; a joker goes on anything but an ace."""
    top = stands_for(pile, len(pile) - 1, fixed)
    if top is None:
        return _UP_TO[KING - len(pile)]
    return (*FITS_ON[top], *JOKERS) if RANK[top] > ACE else ()


def cards_that_slide_under(pile: Sequence[Card], fixed: Mapping[Card, Card]) -> Sequence[Card]:
    """Return the cards that slide under a work pile: none under a king or an undetermined joker."""
    bottom = stands_for(pile, 0, fixed)
    return () if bottom is None or RANK[bottom] == KING else (*FITS_UNDER[bottom], *JOKERS)


def misfit(card: Card, top: Card) -> Code | None:
    """Return what forbids a card (no joker) on another; the rank is tested first."""
    if RANK[card] + 1 != RANK[top]:
        return Code.RANK
    return Code.COLOUR if BLACK[card] == BLACK[top] else None


def run_misfit(
    source: Sequence[Card], at: int, target: Sequence[Card], fixed: Mapping[Card, Card]
) -> Code | None:
    """Return what forbids the run of `source` from index `at` on a pile with cards, jokers too."""
    lowest = moves_as(source, at, fixed)
    top = stands_for(target, len(target) - 1, fixed)
    if lowest is None:
        jokers = len(source) - at
        return Code.RANK if top is not None and RANK[top] <= jokers else None
    if top is None:
        return Code.RANK if RANK[lowest] + len(target) > KING else None
    return misfit(lowest, top)


def slide_misfit(card: Card, target: Sequence[Card], fixed: Mapping[Card, Card]) -> Code | None:
    """Return what forbids sliding a card under a pile; nothing slides under an undetermined joker."""
    bottom = stands_for(target, 0, fixed) if target else None
    if bottom is None or RANK[bottom] == KING:
        return Code.RANK
    return None if is_joker(card) else misfit(bottom, card)


def check_work(move: Move, layout: Layout, rules: HouseRules) -> None:
    """Refuse a move onto a work pile, unless it is legal."""
    check_piles(move, layout)
    if move.origin == move.place:
        raise Refusal(Code.SAME_PILE)
    source, target = layout.piles[move.origin], layout.piles[move.place]
    at = _index(move, source)
    if not target:
        _check_space(move.origin, layout, rules)
        return
    if move.origin == NERTZ and rules.nertz_onto == "spaces":
        raise Refusal(Code.NERTZ_RULE)
    if move.card in FITS_ON[target[-1]]:
        return
    code = run_misfit(source, at, target, layout.fixed)
    if code is not None:
        raise _misfit_refusal(code, moves_as(source, at, layout.fixed), move.card, target, layout.fixed)


def check_slide(move: Move, layout: Layout, rules: HouseRules) -> None:
    """Refuse sliding the top of N or V under a work pile, unless it is legal."""
    if not rules.slide_under:
        raise Refusal(Code.OPTION_OFF, "slide_under", option="slide_under")
    check_piles(move, layout)
    check_top(move, layout.piles[move.origin])
    if move.origin == NERTZ and rules.nertz_onto == "spaces":
        raise Refusal(Code.NERTZ_RULE)
    if move.origin == WASTE and rules.space_from == "nertz_first" and layout.piles[NERTZ]:
        raise Refusal(Code.SPACE_RULE, "nertz_first")
    if not layout.has_space():
        raise Refusal(Code.NO_SPACE)
    code = slide_misfit(move.card, layout.piles[move.place], layout.fixed)
    if code is not None:
        raise _slide_refusal(code, move.card, layout.piles[move.place], layout.fixed)


def check_piles(move: Move, layout: Layout) -> None:
    """Refuse a pile that the seat does not have."""
    count = len(layout.piles)
    if move.origin >= count:
        raise Refusal(Code.NO_SUCH_PILE, pile=move.source)
    if move.kind != "foundation" and move.place >= count:
        raise Refusal(Code.NO_SUCH_PILE, pile=move.target)


def check_top(move: Move, source: Sequence[Card]) -> None:
    """Refuse a card that is not the top of its pile."""
    if not source or source[-1] != move.card:
        raise Refusal(Code.NOT_TOP, card=move.card, pile=move.source)


def may_use_space(origin: int, layout: Layout, rules: HouseRules) -> bool:
    """Return whether a card of that pile may go to an empty work pile (`space_from`)."""
    if rules.space_from == "any" or origin == NERTZ:
        return True
    if rules.space_from == "nertz_or_waste":
        return origin == WASTE
    return not layout.piles[NERTZ]


def _index(move: Move, source: list[Card]) -> int:
    """Return where the card lies: the top of N or V, anywhere in a work pile."""
    if source and source[-1] == move.card:
        return len(source) - 1
    if move.origin < FIRST_WORK or move.card not in source:
        raise Refusal(Code.NOT_TOP, card=move.card, pile=move.source)
    return source.index(move.card)


def _check_space(origin: int, layout: Layout, rules: HouseRules) -> None:
    if not may_use_space(origin, layout, rules):
        raise Refusal(Code.SPACE_RULE, rules.space_from)


def _misfit_refusal(
    code: Code, lowest: Card | None, card: Card, target: Sequence[Card], fixed: Mapping[Card, Card]
) -> Refusal:
    """Say what the card met and which two cards it would go on."""
    top = stands_for(target, len(target) - 1, fixed)
    if top is None:
        return Refusal(code, "joker", card=card)
    if RANK[top] == ACE:
        return Refusal(code, "ace", card=card, onto=top)
    if lowest is None:
        return Refusal(code, "jokers", card=card, onto=top)
    if RANK[lowest] == KING:
        return Refusal(code, "king", card=card, onto=top)
    need, other = FITS_UNDER[lowest]
    return Refusal(code, card=card, onto=top, need=need, other=other)


def _slide_refusal(code: Code, card: Card, target: Sequence[Card], fixed: Mapping[Card, Card]) -> Refusal:
    """Say which two cards would slide under the pile."""
    bottom = stands_for(target, 0, fixed) if target else None
    if bottom is None:
        return Refusal(code, "under_joker" if target else "under_nothing", card=card)
    if RANK[bottom] == KING:
        return Refusal(code, "under_king", card=card, onto=bottom)
    need, other = FITS_UNDER[bottom]
    return Refusal(code, "under", card=card, onto=bottom, need=need, other=other)
