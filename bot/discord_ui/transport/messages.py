"""Messages as Discord has them: what is sent of one, when it was shown, to whom, and which hand it shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypedDict

import discord

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bot.discord_ui.transport.components import RawComponents

_DISCORD_EPOCH_MS: Final = 1_420_070_400_000
_HAND: Final = "hand"


class Body(TypedDict):
    """The changing part of a message."""

    view: RawComponents
    attachments: list[discord.File | discord.Attachment]
    allowed_mentions: discord.AllowedMentions
    """Nobody: discord.py leaves the client's own out of an edit that has no content."""


def message_body(view: RawComponents, *attachments: discord.File | discord.Attachment) -> Body:
    """Return what a message shows: the only place where one is put together."""
    mentions = discord.AllowedMentions.none()
    return Body(view=view, attachments=list(attachments), allowed_mentions=mentions)


def new_files(body: Body) -> list[discord.File]:
    """Return the files that a new message brings along."""
    return [file for file in body["attachments"] if isinstance(file, discord.File)]


def stamp_of(snowflake: int) -> int:
    """Return the time in the id of an interaction, in milliseconds: Discord's clock."""
    return (snowflake >> 22) + _DISCORD_EPOCH_MS


def delivered_ms(message: discord.Message) -> int:
    """Return when Discord showed the present state of a message, by Discord's clock."""
    edited = message.edited_at
    return stamp_of(message.id) if edited is None else int(edited.timestamp() * 1000)


def is_ephemeral(message: discord.Message | None) -> bool:
    """Return whether one person alone sees a message: only then can it be somebody's hand."""
    return message is not None and message.flags.ephemeral


def author_of_hand(message: discord.Message) -> int | None:
    """Return who asked for the message, as Discord tells it."""
    metadata = message.interaction_metadata
    return None if metadata is None else metadata.user.id


def hand_picture_name(round_id: int, version: int) -> str:
    """Return the name of a hand's picture, without ending: a click reads round and version back from it."""
    return f"{_HAND}_{round_id}_{version}"


def picture_in(message: discord.Message) -> tuple[int, int] | None:
    """Return round and version of the hand picture in a message."""
    attached = (attachment.filename for attachment in message.attachments)
    return hand_picture_of(attached) or hand_picture_of(_gallery_names(message))


def hand_picture_of(names: Iterable[str]) -> tuple[int, int] | None:
    """Return round and version of the first hand's picture among those file names."""
    for name in names:
        kind, _, rest = name.partition(".")[0].partition("_")
        round_id, _, version = rest.partition("_")
        if kind == _HAND and _is_number(round_id) and _is_number(version):
            return int(round_id), int(version)
    return None


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 16


def _gallery_names(message: discord.Message) -> Iterator[str]:
    for component in message.components:
        if isinstance(component, discord.MediaGalleryComponent):
            for item in component.items:
                yield item.media.url.partition("?")[0].rpartition("/")[2]
