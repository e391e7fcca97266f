"""The buttons of public messages, at the same places as long as a phase lasts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.discord_ui import custom_ids
from bot.discord_ui.boards.model import Button
from bot.discord_ui.wording.names import BACKS, PRACTICE

if TYPE_CHECKING:
    from bot.discord_ui.boards.model import Colour
    from bot.locales.words import Words
    from bot.tables.seats import TableState

Row = tuple[Button, ...]
_ROW = 5


def lobby_rows(state: TableState, words: Words) -> tuple[Row, ...]:
    """Return the buttons of a lobby, no more in a row than a phone shows in one line."""
    first = (
        _button(words, custom_ids.JOIN, "success"),
        _button(words, custom_ids.READY, "primary"),
        _button(words, custom_ids.DEAL),
        _button(words, custom_ids.HAND),
    )
    second = (
        _button(words, custom_ids.MORE_PRACTICE, emoji=PRACTICE),
        _button(words, custom_ids.LESS_PRACTICE, emoji=PRACTICE),
        _button(words, custom_ids.BACK),
    )
    third = (
        _button(words, custom_ids.HOW_TO),
        _button(words, custom_ids.LEAVE),
        *((_button(words, custom_ids.ACCEPT, "success"),) if state.asks else ()),
    )
    return (first, second, third, *_partner_rows(state, words))


def board_rows(state: TableState, words: Words) -> tuple[Row, ...]:
    """Return the buttons of a countdown and of a round."""
    pause = custom_ids.RESUME if state.paused else custom_ids.PAUSE
    first = (
        _button(words, custom_ids.HAND, "primary"),
        _button(words, custom_ids.JOIN),
        _button(words, pause, "success" if state.paused else "secondary"),
        _button(words, custom_ids.LEAVE),
        _button(words, custom_ids.HOW_TO),
    )
    away = any(seat.frozen or seat.held is not None for seat in state.seats)
    return (first, (_button(words, custom_ids.IM_BACK, "success"),)) if away else (first,)


def scores_rows(state: TableState, words: Words) -> tuple[Row, ...]:
    """Return the buttons between two rounds: four in a row, as phones wrap the fifth."""
    pause = custom_ids.RESUME if state.paused else custom_ids.PAUSE
    return (
        (
            _button(words, custom_ids.READY, "success"),
            _button(words, custom_ids.HAND),
            _button(words, custom_ids.JOIN),
            _button(words, custom_ids.DEAL),
        ),
        (
            _button(words, pause, "success" if state.paused else "secondary"),
            _button(words, custom_ids.REPLAY),
            _button(words, custom_ids.LEAVE),
            _button(words, custom_ids.HOW_TO),
        ),
    )


def over_rows(words: Words) -> tuple[Row, ...]:
    """Return the buttons of a match that is over."""
    return (
        (
            _button(words, custom_ids.REMATCH, "success"),
            _button(words, custom_ids.REPLAY),
            _button(words, custom_ids.JOIN),
            _button(words, custom_ids.LEAVE),
            _button(words, custom_ids.HOW_TO),
        ),
    )


def _partner_rows(state: TableState, words: Words) -> tuple[Row, ...]:
    """Return one button for every seat that a partner may ask for, if the house rules have partners."""
    if not state.rules.teams:
        return ()
    asking = tuple(
        Button(f"{custom_ids.SHARE}{at}", words("button.share", back=BACKS[seat.back]))
        for at, seat in enumerate(state.seats)
        if len(seat.people) == 1
    )
    return tuple(asking[at : at + _ROW] for at in range(0, len(asking), _ROW))


def _button(words: Words, slot: str, colour: Colour = "secondary", emoji: str | None = None) -> Button:
    return Button(slot, words(f"button.{slot}"), colour, emoji)
