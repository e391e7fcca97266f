"""Moves in words, and words read as moves: the list under `/nertz move`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.discord_ui.transport.components import bounded
from bot.discord_ui.wording.names import pile_name
from bot.discord_ui.wording.translator import LONGEST_CHOICE
from bot.rules.moves import Move

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.locales.words import Words
    from bot.rules.views import SeatView

_SIGNS: Final = str.maketrans({"♠": "S", "♥": "H", "♦": "D", "♣": "C", "→": ">", "\ufe0f": None, " ": None})
_BARE: Final = ("draw", "turn", "shift", "stuck", "call")
_BEST_FIRST: Final = ("call", "foundation", "work", "slide", "draw", "turn", "shift", "stuck")


def move_text(move: Move, view: SeatView, words: Words) -> str:
    """Return a move in words: `7♣ from the Nertz pile onto 8♥ (pile 2)`."""
    if move.source is None or move.target is None:
        return words(f"move.{move.kind}")
    return bounded(words(f"move.{_way(move, view)}", **_named(move, view, words)), LONGEST_CHOICE)


def matching_moves(view: SeatView, typed: str, words: Words) -> list[Move]:
    """Return the legal moves that contain all that was typed, in words or notation, the best first."""
    wanted = typed.casefold().split()
    found = [move for move in view.legal if _contains(move, wanted, view, words)]
    return sorted(found, key=_merit)


def read_move(text: str, view: SeatView, words: Words) -> Move:
    """Return the move that was chosen, or typed in words or in the notation; else `Refusal` (malformed)."""
    said = text.strip().casefold()
    for move in view.legal:
        if move_text(move, view, words).casefold() == said:
            return move
    if said in _BARE:
        return Move.parse(said)
    notation = text.translate(_SIGNS).upper()
    return Move.parse(notation.replace("10", "T") if ":" in notation else text.strip())


def _contains(move: Move, wanted: Iterable[str], view: SeatView, words: Words) -> bool:
    text = f"{move_text(move, view, words)} {move.text}".casefold()
    return all(word in text for word in wanted)


def _merit(move: Move) -> tuple[int, int]:
    """Sort foundations before work piles, and cards of the Nertz pile before others."""
    return _BEST_FIRST.index(move.kind), 0 if move.source == "N" else 1


def _way(move: Move, view: SeatView) -> str:
    if move.kind == "foundation":
        return "declared" if move.declared is not None else "foundation"
    if move.kind == "slide":
        return "slide"
    return "work" if _pile(view, move.target) else "space"


def _named(move: Move, view: SeatView, words: Words) -> dict[str, str]:
    named = {
        "card": words.card(move.card) + _rest_of_run(move, view),
        "source": pile_name(str(move.source), words),
        "pile": str(move.target)[1:],
    }
    target = _pile(view, move.target)
    if target:
        named["onto"] = words.card(target[0] if move.kind == "slide" else target[-1])
    if move.declared is not None:
        named["declared"] = words.card(move.declared)
    return named


def _rest_of_run(move: Move, view: SeatView) -> str:
    """Tell how many cards come along."""
    pile = _pile(view, move.source)
    along = len(pile) - 1 - pile.index(move.card) if move.card in pile else 0
    return f" +{along}" if along else ""


def _pile(view: SeatView, name: str | None) -> tuple[int, ...]:
    if name is None or name[0] != "W":
        return ()
    number = int(name[1:])
    return view.work[number - 1] if 1 <= number <= len(view.work) else ()
