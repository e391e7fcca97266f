"""What a public message of a table says and shows, before it is sent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from bot.discord_ui.drawing.requests import PictureRequest

Colour = Literal["primary", "secondary", "success", "danger"]


@dataclass(frozen=True, slots=True)
class Button:
    """A button of a public message; `slot` is the last part of its custom id."""

    slot: str
    label: str
    colour: Colour = "secondary"
    emoji: str | None = None
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class MessageContent:
    """A public message: text, a picture (or none), rows of at most five buttons."""

    text: str
    rows: tuple[tuple[Button, ...], ...] = ()
    picture_request: PictureRequest | None = None
