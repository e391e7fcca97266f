"""Moves and their one-line notation (RULES.md section 3).

Every move that can ever be legal exists once, in tables; `Move.parse` and the listing of legal moves hand out
the same objects. A move knows its piles twice: by name, and by their number in `Layout.piles`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from bot.rules.cards import JOKERS, card_name, is_joker, parse_card
from bot.rules.refusal import Code, Refusal

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.rules.cards import Card

Kind: TypeAlias = Literal["draw", "turn", "shift", "stuck", "call", "foundation", "work", "slide"]

NERTZ: Final = 0
WASTE: Final = 1
FIRST_WORK: Final = 2
"""Numbers of the piles in `Layout.piles`: N, V, W1, W2 …"""
PILE_NAMES: Final = ("N", "V", "W1", "W2", "W3", "W4", "W5", "W6")
NO_PILE: Final = 99
"""Number of a work pile that nobody can have, as W0 or W12."""
NO_CARD: Final = -1
"""Declared by a text that names no card."""

_PILES: Final = {name: number for number, name in enumerate(PILE_NAMES)}
_FORM: Final = re.compile(
    r"(?P<source>N|V|W[0-9]+):(?P<card>[A2-9TJQK][SHDC]|\*[12])"
    r"(?:=(?P<declared>[A-Z0-9*]+))?(?P<way>[<>])(?P<target>F|W[0-9]+)"
)


@dataclass(frozen=True, slots=True, repr=False)
class Move:
    """One move; equal moves have equal texts.

    `source` and `target` are `N`, `V`, `W1` … and `F`, or None where the kind has none. `declared` is the
    card that a joker shall be on the foundations (`NO_CARD` if its text names none).
    """

    text: str
    kind: Kind = field(compare=False)
    source: str | None = field(default=None, compare=False)
    card: Card = field(default=NO_CARD, compare=False)
    target: str | None = field(default=None, compare=False)
    declared: Card | None = field(default=None, compare=False)
    origin: int = field(default=NO_PILE, compare=False)
    place: int = field(default=NO_PILE, compare=False)

    @staticmethod
    def parse(text: str) -> Move:
        """Read the notation; a text of no form of RULES.md is refused as `malformed`."""
        move = _MOVES.get(text)
        return move if move is not None else _rare_move(text)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Move({self.text!r})"

    def __reduce__(self) -> tuple[Callable[[str], Move], tuple[str]]:
        return Move.parse, (self.text,)


def _rare_move(text: str) -> Move:
    """Read a move that has a form of the notation but that no table holds: `W12`, a joker as `XX`."""
    form = _FORM.fullmatch(text)
    if form is None or _is_no_form(form):
        raise Refusal(Code.MALFORMED, text=text[:100])
    return _move(form["source"], parse_card(form["card"]), form["way"], form["target"], form["declared"])


def _is_no_form(form: re.Match[str]) -> bool:
    slides = form["way"] == "<"
    if slides and (form["target"] == "F" or form["source"][0] == "W"):
        return True
    return form["declared"] is not None and (slides or form["target"] != "F" or form["card"][0] != "*")


def _move(source: str, card: Card, way: str, target: str, declared: str | None = None) -> Move:
    kind: Kind = "foundation" if target == "F" else "work" if way == ">" else "slide"
    return Move(
        f"{source}:{card_name(card)}{'' if declared is None else '=' + declared}{way}{target}",
        kind,
        source,
        card,
        target,
        None if declared is None else _declared_card(declared),
        _PILES.get(source, NO_PILE),
        _PILES.get(target, NO_PILE),
    )


def _declared_card(text: str) -> Card:
    try:
        card = parse_card(text)
    except ValueError:
        return NO_CARD
    return NO_CARD if is_joker(card) else card


DRAW: Final = Move("draw", "draw")
TURN: Final = Move("turn", "turn")
SHIFT: Final = Move("shift", "shift")
STUCK: Final = Move("stuck", "stuck")
CALL: Final = Move("call", "call")

_CARDS: Final = range(54)
_WORK: Final = PILE_NAMES[FIRST_WORK:]

TO_FOUNDATION: Final = tuple(tuple(_move(source, card, ">", "F") for card in _CARDS) for source in PILE_NAMES)
"""By pile number and card."""
TO_WORK: Final = tuple(
    tuple(
        tuple(_move(source, card, ">", target) for card in _CARDS) if target in _WORK else ()
        for target in PILE_NAMES
    )
    for source in PILE_NAMES
)
"""By pile number, number of the work pile, and card."""
SLIDE_UNDER: Final = tuple(
    tuple(
        tuple(_move(source, card, "<", target) for card in _CARDS) if target in _WORK else ()
        for target in PILE_NAMES
    )
    for source in PILE_NAMES[:FIRST_WORK]
)
"""By pile number (N and V only), number of the work pile, and card."""
DECLARED: Final = tuple(
    {joker: tuple(_move(source, joker, ">", "F", card_name(card)) for card in range(52)) for joker in JOKERS}
    for source in PILE_NAMES
)
"""By pile number, joker, and the card that it shall be."""


def _all_moves() -> dict[str, Move]:
    moves = [DRAW, TURN, SHIFT, STUCK, CALL]
    moves += [move for row in TO_FOUNDATION for move in row]
    moves += [move for source in (*TO_WORK, *SLIDE_UNDER) for row in source for move in row]
    moves += [move for jokers in DECLARED for row in jokers.values() for move in row]
    return {move.text: move for move in moves}


_MOVES: Final = _all_moves()
