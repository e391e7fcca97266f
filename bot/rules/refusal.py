"""Why a move was refused.

Exception
└── Refusal      a move: code and the data of its sentence
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Final


class Code(StrEnum):
    """The stable codes of RULES.md section 3."""

    NOT_RUNNING = "not_running"
    PAUSED = "paused"
    ROUND_OVER = "round_over"
    NOT_SEATED = "not_seated"
    MALFORMED = "malformed"
    NO_SUCH_PILE = "no_such_pile"
    SAME_PILE = "same_pile"
    NOT_TOP = "not_top"
    RANK = "rank"
    COLOUR = "colour"
    NO_FOUNDATION = "no_foundation"
    BEATEN = "beaten"
    NO_SPACE = "no_space"
    SPACE_RULE = "space_rule"
    NERTZ_RULE = "nertz_rule"
    OPTION_OFF = "option_off"
    NOT_YET = "not_yet"
    NOTHING_TO_DRAW = "nothing_to_draw"
    STOCK_NOT_EMPTY = "stock_not_empty"
    FALSE_CALL = "false_call"
    NEED_DECLARATION = "need_declaration"
    BAD_DECLARATION = "bad_declaration"


class Refusal(Exception):
    """A move that is not played; the round is exactly as it was.

    `data` holds what the sentence of `key` names. Cards (`CARD_DATA`) are integers of `bot.rules.cards`,
    seats (`SEAT_DATA`) count from 0; whoever writes the sentence puts their words in. The rest is text or
    numbers: `text` (malformed), `pile` (no_such_pile, not_top), `left` (false_call: cards in N), `option`.
    """

    CARD_DATA: Final = ("card", "onto", "need", "other")
    SEAT_DATA: Final = ("by",)

    def __init__(self, code: Code, why: str = "", **data: Any) -> None:
        super().__init__(code.value)
        self.code = code
        self.why = why
        self.data: dict[str, Any] = data

    @property
    def key(self) -> str:
        """Return the key of its sentence: `refusal.rank`, or `refusal.rank.ace` where more can be said."""
        return f"refusal.{self.code.value}.{self.why}" if self.why else f"refusal.{self.code.value}"
