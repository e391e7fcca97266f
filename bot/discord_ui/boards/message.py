"""One public message: what it shows, and the content of a table as Discord takes it."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import discord

from bot.discord_ui.custom_ids import custom_id
from bot.discord_ui.transport import components
from bot.discord_ui.transport.components import STYLES, RawComponents
from bot.discord_ui.transport.messages import message_body, stamp_of
from bot.tables.seats import TablePhase

if TYPE_CHECKING:
    from collections.abc import Hashable

    from bot.discord_ui.boards.model import Button, MessageContent
    from bot.discord_ui.transport.components import Payload
    from bot.discord_ui.transport.messages import Body
    from bot.pictures.picture import Picture
    from bot.tables.ports import Clock
    from bot.tables.table import Table


class BoardMessage:
    """The public message of one table."""

    __slots__ = (
        "attachment",
        "busy",
        "doubtful",
        "in_line",
        "key",
        "lost",
        "message_id",
        "number",
        "posted",
        "retry",
        "sent_at",
        "shown_at",
        "shut_out",
        "table",
        "text_only",
        "wanted",
    )

    def __init__(self, table: Table) -> None:
        self.table = table
        self.number = table.state.message.number
        self.message_id = table.state.message.id
        """The newest message that this process knows of, whatever could be noted of it."""
        self.posted = self.message_id is not None
        """False until the table's first message was sent: nothing refreshes what nobody has posted."""
        self.doubtful = 0
        """Number of a message that may have been sent already; if it was, it shows something old."""
        self.lost = False
        """The newest message is gone, or can't be edited any more: it takes a new one."""
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

    def target(self) -> int | None:
        """Return the id of the message to edit; None: there is none yet, as far as anybody knows."""
        known, closed = self.table.state.message, self.table.state.phase is TablePhase.CLOSED
        if self.lost:
            return None
        if self.number >= known.number or closed:
            return self.message_id
        return known.id

    def number_to_send(self) -> int:
        """Return the number of the message to send; a new one is stored before it is sent."""
        known, lost = self.table.state.message, self.lost
        self.lost = False
        if self.table.state.phase is TablePhase.CLOSED:
            return known.number + lost  # Its row is gone, and with it what could be stored.
        if known.number and known.id is None and not lost:
            return known.number
        return self.table.ask_message("goes" if known.id is not None else "gone")

    def may_send(self, number: int) -> bool:
        """Return whether that number is stored: the table may have gone back since it was asked for."""
        if self.table.state.phase is TablePhase.CLOSED:
            return self.posted
        return self.table.state.message.number >= number

    def shows(self, content: MessageContent, message: discord.Message) -> None:
        """Note what the message shows now."""
        self.message_id = message.id
        self.posted = True
        self.shut_out = False
        self.key = key_of(content)
        self.attachment = message.attachments[0] if message.attachments else None


def key_of(content: MessageContent) -> Hashable:
    """Return what is to be seen: equal keys look the same."""
    return (
        content.text,
        content.rows,
        None if content.picture_request is None else content.picture_request.name,
    )


def age_seconds(board: BoardMessage, message_id: int, clock: Clock) -> float:
    """Return how old the message is; two wall clocks have to agree only where an earlier process sent it."""
    if board.sent_at is not None:
        return clock.now() - board.sent_at
    return (clock.wall_ms() - stamp_of(message_id)) / 1000


def body_of(table_id: int, content: MessageContent, picture: Picture | None) -> Body:
    """Return content as a message, to be sent once: files are read while they are sent."""
    if picture is None or content.picture_request is None:
        return message_body(_components(table_id, content, []))
    name = f"{content.picture_request.name}.{picture.extension}"
    file = discord.File(io.BytesIO(picture.data), name, description=picture.alt)
    return message_body(_components(table_id, content, [components.picture(name, picture.alt)]), file)


def body_without_picture(board: BoardMessage, content: MessageContent) -> Body:
    """Return content below the picture that the message has already, or below none."""
    attachment = board.attachment
    if attachment is None:
        return message_body(_components(board.table.table_id, content, []))
    gallery = components.picture(attachment.filename, attachment.description or "")
    return message_body(_components(board.table.table_id, content, [gallery]), attachment)


def _components(table_id: int, content: MessageContent, gallery: list[Payload]) -> RawComponents:
    rows = [components.row([_button(table_id, button) for button in row]) for row in content.rows if row]
    return RawComponents([*gallery, components.text(content.text), *rows])


def _button(table_id: int, button: Button) -> Payload:
    return components.button(
        custom_id(table_id, button.slot),
        button.label,
        STYLES[button.colour],
        emoji=button.emoji,
        disabled=button.disabled,
    )
