"""Slots of the buttons on public messages: the last part of their constant custom ids."""

from __future__ import annotations

from typing import Final

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


def share(seat: int) -> str:
    """Return the slot of the button that asks to be partner at a seat."""
    return f"share{seat}"
