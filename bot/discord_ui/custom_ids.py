"""Custom ids of buttons, `nz:<table in base 36>:<slot>`: constant as long as a table lives.

The slots of public messages are named here, those of hands where their meaning is.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

_FORM: Final = re.compile(r"nz:([0-9a-z]{1,11}):([a-z]{1,12})(0|[1-9][0-9]{0,2})?", re.ASCII)

JOIN: Final = "join"
READY: Final = "ready"
DEAL: Final = "deal"
LEAVE: Final = "leave"
MORE_PRACTICE: Final = "practice"
LESS_PRACTICE: Final = "nopractice"
BACK: Final = "back"
HAND: Final = "hand"
HOW_TO: Final = "howto"
PAUSE: Final = "pause"
RESUME: Final = "resume"
IM_BACK: Final = "imback"
STOP: Final = "stop"
REMATCH: Final = "rematch"
REPLAY: Final = "replay"
ACCEPT: Final = "accept"
SHARE: Final = "share"
"""`share0`, `share1` …: asks to be partner at that seat."""


class ButtonId(NamedTuple):
    """What a custom id says: the table, and the slot as its kind and its number, if it has one."""

    table_id: int
    kind: str
    number: int | None

    @property
    def slot(self) -> str:
        """Return the last part of the custom id."""
        return self.kind if self.number is None else f"{self.kind}{self.number}"


def prefix(table_id: int) -> str:
    """Return what all custom ids of a table begin with."""
    return f"nz:{base36(table_id)}:"


def custom_id(table_id: int, slot: str) -> str:
    """Return the custom id of a slot."""
    return prefix(table_id) + slot


def read(custom_id: str) -> ButtonId | None:
    """Return what a custom id says, None if it is none of ours."""
    form = _FORM.fullmatch(custom_id)
    if form is None:
        return None
    return ButtonId(int(form[1], 36), form[2], None if form[3] is None else int(form[3]))


def base36(number: int) -> str:
    """Return a number in the digits 0-9 a-z."""
    digits = ""
    while True:
        number, digit = divmod(number, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
        if not number:
            return digits
