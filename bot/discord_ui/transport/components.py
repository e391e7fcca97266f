"""Components V2 as the plain payloads that Discord takes, wrapped for discord.py.

A hand goes out after every click, so its components are built as payloads: discord.py's own items cost
several times as much and are thrown away at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import discord

if TYPE_CHECKING:
    from collections.abc import Sequence

Payload = dict[str, Any]

LONGEST_TEXT: Final = 4000
LONGEST_ALT: Final = 1024
LONGEST_LABEL: Final = 80
STYLES: Final = {"primary": 1, "secondary": 2, "success": 3, "danger": 4}


class RawComponents(discord.ui.LayoutView):
    """A view that is over before it is sent: discord.py stores nothing of it, clicks come to the router."""

    def __init__(self, components: Sequence[Payload]) -> None:
        super().__init__(timeout=None)
        self._payloads = list(components)
        self.stop()

    def to_components(self) -> list[Payload]:
        """Return the components as Discord takes them."""
        return self._payloads

    def has_components_v2(self) -> bool:
        """Tell discord.py to set the flag."""
        return True


def bounded(text: str, most: int) -> str:
    """Return a text as Discord takes it: cut between two words, and said to be, if it has too many signs."""
    if len(text) <= most:
        return text
    cut = text[: most - 1]
    cut = cut[: max(cut.rfind(" "), cut.rfind("\n"), most // 2)]
    return cut.rstrip("\\ \n") + "…"  # Nor does a backslash lose what it belongs to.


def picture(file_name: str, alt: str) -> Payload:
    """Return a gallery of the one picture that is attached under that name."""
    item = {"media": {"url": f"attachment://{file_name}"}, "description": bounded(alt, LONGEST_ALT)}
    return {"type": 12, "items": [item]}


def text(content: str) -> Payload:
    """Return a paragraph of text."""
    return {"type": 10, "content": bounded(content, LONGEST_TEXT)}


def row(buttons: Sequence[Payload]) -> Payload:
    """Return a row of at most five buttons."""
    return {"type": 1, "components": list(buttons)}


def button(
    custom_id: str,
    label: str,
    style: int = STYLES["secondary"],
    *,
    emoji: str | None = None,
    disabled: bool = False,
) -> Payload:
    """Return a button."""
    payload: Payload = {"type": 2, "style": style, "custom_id": custom_id}
    if label:
        payload["label"] = bounded(label, LONGEST_LABEL)
    if emoji:
        payload["emoji"] = {"id": None, "name": emoji}
    if disabled:
        payload["disabled"] = True
    return payload
