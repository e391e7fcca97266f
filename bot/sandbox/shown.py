"""A message as a person's client shows it, for tests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.sandbox.components import BUTTON, TEXT_DISPLAY, every, media_of
from bot.sandbox.model import EPHEMERAL, LOADING


@dataclass(frozen=True)
class Button:
    """A button of a message."""

    custom_id: str
    label: str
    emoji: str
    style: int
    disabled: bool


@dataclass(frozen=True)
class Shown:
    """A message; `raw` is Discord's JSON of it."""

    raw: dict[str, Any]

    @property
    def id(self) -> int:
        """The message's id."""
        return int(self.raw["id"])

    @property
    def channel_id(self) -> int:
        """The id of its channel."""
        return int(self.raw["channel_id"])

    @property
    def ephemeral(self) -> bool:
        """Whether one person only sees it."""
        return bool(self.raw["flags"] & EPHEMERAL)

    @property
    def waiting(self) -> bool:
        """Whether the bot is "thinking"."""
        return bool(self.raw["flags"] & LOADING)

    @property
    def text(self) -> str:
        """All text: the content and every text display, a line each."""
        parts = [self.raw["content"]] if self.raw["content"] else []
        parts += [one["content"] for one in every(self.raw["components"]) if one["type"] == TEXT_DISPLAY]
        return "\n".join(parts)

    @property
    def buttons(self) -> list[Button]:
        """All buttons that send something, in order."""
        return [
            Button(
                one["custom_id"],
                one.get("label") or "",
                (one.get("emoji") or {}).get("name") or "",
                one["style"],
                bool(one.get("disabled")),
            )
            for one in every(self.raw["components"])
            if one["type"] == BUTTON and one.get("custom_id")
        ]

    def button(self, *, custom_id: str | None = None, label: str | None = None) -> Button:
        """Return a button by custom id, or by its label or emoji; LookupError lists what there is."""
        for one in self.buttons:
            if custom_id is not None and one.custom_id == custom_id:
                return one
            if label is not None and label in (one.label, one.emoji, f"{one.emoji} {one.label}".strip()):
                return one
        have = ", ".join(f"{one.label or one.emoji}={one.custom_id}" for one in self.buttons)
        raise LookupError(f"no button {custom_id or label!r}; there are: {have or 'none'}")

    @property
    def files(self) -> list[str]:
        """The names of its files."""
        return [one["filename"] for one in self.raw["attachments"]]

    @property
    def pictures(self) -> list[str]:
        """The addresses of the pictures it shows."""
        return [media["url"] for one in every(self.raw["components"]) for _, media in media_of(one)]

    @property
    def alt_texts(self) -> list[str]:
        """The descriptions of the pictures it shows."""
        found = []
        for one in every(self.raw["components"]):
            found += [item.get("description") or "" for item in one.get("items") or ()]
        return found
