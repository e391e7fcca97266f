"""One public message: what it shows, and the face of a table as Discord takes it."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Final

import discord

from bot.discord_ui import sheet
from bot.discord_ui.clicks import stamp_of
from bot.discord_ui.face import custom_id
from bot.discord_ui.letters import message_body
from bot.discord_ui.sheet import STYLES, Sheet

if TYPE_CHECKING:
    from collections.abc import Hashable

    from bot.discord_ui.face import Button, Face
    from bot.discord_ui.letters import Body
    from bot.discord_ui.sheet import Payload
    from bot.pictures.picture import Picture
    from bot.tables.ports import Clock
    from bot.tables.table import Table

MESSAGE: Final = "board"
"""Name under which a table stores the id of its public message."""


class Poster:
    """The public message of one table."""

    __slots__ = (
        "attachment",
        "busy",
        "in_line",
        "key",
        "message_id",
        "next_message",
        "posted",
        "retry",
        "sent_at",
        "shown_at",
        "shut_out",
        "table",
        "text_only",
        "wanted",
    )

    def __init__(self, table: Table, message_id: int | None) -> None:
        self.table = table
        self.message_id = message_id
        self.posted = message_id is not None
        """False until the table's first message was sent: nothing refreshes what nobody has posted."""
        self.next_message = False
        """The round is over: what comes next stands in a new message, below the hands."""
        self.sent_at: float | None = None
        """When it was sent (monotonic seconds); None: by an earlier process."""
        self.key: Hashable = None
        self.attachment: discord.Attachment | None = None
        self.text_only = False
        """True once Discord has refused a picture in an edit."""
        self.shut_out = False
        self.retry = 5.0
        self.shown_at = float("-inf")
        self.wanted = False
        self.in_line = False
        self.busy = False

    def shows(self, face: Face, message: discord.Message) -> None:
        """Note what the message shows now."""
        self.message_id = message.id
        self.posted = True
        self.shut_out = False
        self.key = key_of(face)
        self.attachment = message.attachments[0] if message.attachments else None


def key_of(face: Face) -> Hashable:
    """Return what is to be seen: equal keys look the same."""
    return (face.text, face.rows, None if face.sketch is None else face.sketch.name)


def age_seconds(poster: Poster, clock: Clock) -> float:
    """Return how old the message is; two wall clocks have to agree only where an earlier process sent it."""
    if poster.sent_at is not None:
        return clock.now() - poster.sent_at
    return (clock.wall_ms() - stamp_of(poster.message_id or 0)) / 1000


def body_of(table_id: int, face: Face, picture: Picture | None) -> Body:
    """Return a face as a message, to be sent once: files are read while they are sent."""
    if picture is None or face.sketch is None:
        return message_body(_sheet(table_id, face, []))
    name = f"{face.sketch.name}.{picture.extension}"
    file = discord.File(io.BytesIO(picture.data), name, description=picture.alt)
    return message_body(_sheet(table_id, face, [sheet.picture(name, picture.alt)]), file)


def body_without_picture(poster: Poster, face: Face) -> Body:
    """Return a face below the picture that the message has already, or below none."""
    attachment = poster.attachment
    if attachment is None:
        return message_body(_sheet(poster.table.table_id, face, []))
    gallery = sheet.picture(attachment.filename, attachment.description or "")
    return message_body(_sheet(poster.table.table_id, face, [gallery]), attachment)


def _sheet(table_id: int, face: Face, gallery: list[Payload]) -> Sheet:
    rows = [sheet.row([_button(table_id, button) for button in row]) for row in face.rows if row]
    return Sheet([*gallery, sheet.text(face.text), *rows])


def _button(table_id: int, button: Button) -> Payload:
    return sheet.button(
        custom_id(table_id, button.slot),
        button.label,
        STYLES[button.colour],
        emoji=button.emoji,
        disabled=button.disabled,
    )
