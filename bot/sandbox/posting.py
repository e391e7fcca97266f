"""Making and changing messages from the bodies of requests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.sandbox.checks.messages import FILE_BYTES, message_problems
from bot.sandbox.components import resolved
from bot.sandbox.errors import DiscordError
from bot.sandbox.media import picture_size
from bot.sandbox.model import (
    CHAT_INPUT_REPLY,
    COMPONENTS_V2,
    EPHEMERAL,
    LOADING,
    REPLY,
    SUPPRESS_EMBEDS,
    SUPPRESS_NOTIFICATIONS,
    Attachment,
    Message,
)
from bot.sandbox.payloads import user_json

if TYPE_CHECKING:
    from bot.sandbox.bodies import UploadedFile
    from bot.sandbox.interactions import Interaction
    from bot.sandbox.model import Channel
    from bot.sandbox.services import Call, Services
    from bot.sandbox.world import World

_FROM_CREATE = EPHEMERAL | COMPONENTS_V2 | SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS
_FROM_EDIT = COMPONENTS_V2 | SUPPRESS_EMBEDS


def check_message(services: Services, call: Call, body: dict[str, Any], old: Message | None = None) -> None:
    """Refuse a body that breaks the rules of messages (files too large always, the rest when strict)."""
    if any(len(file.data) > FILE_BYTES for file in call.files):
        raise DiscordError(40005)
    if services.judge.enabled:
        services.judge.weigh(call.entry.name, message_problems(body, call.files, old))
    is_empty = not any(body.get(key) for key in ("content", "embeds", "components", "sticker_ids", "poll"))
    if old is None and is_empty and not call.files:
        raise DiscordError(50006)


def create_message(
    services: Services, call: Call, channel: Channel, body: dict[str, Any], by: Interaction | None = None
) -> Message:
    """Post a message of the bot, as an answer to an interaction if there is one."""
    world = services.world
    message = Message(world.new_id(), channel.id, world.bot, created=world.clock.wall())
    message.flags = (body.get("flags") or 0) & (_FROM_CREATE if by is not None else _FROM_CREATE & ~EPHEMERAL)
    message.reference = _reference_of(body)
    if message.reference is not None:
        message.kind = REPLY
    if by is not None:
        mark_as_answer(message, by)
    fill(world, message, body, call.files)
    world.add_message(message)
    note(call, message)
    return message


def mark_as_answer(message: Message, by: Interaction) -> None:
    """Say whose command or click a message answers; an ephemeral one is shown on that device only.

    The first answer to a command is of a type of its own; one to a click is a reply to the clicked message,
    and a follow-up one to the first answer.
    """
    message.metadata = interaction_metadata(by)
    before = by.original if by.answered is not None else by.clicked
    if by.answered is None and by.command:
        message.kind = CHAT_INPUT_REPLY
        message.command = by.command
    elif before is not None:
        message.kind = REPLY
        message.reference = before.id
    if message.ephemeral:
        message.owner = by.user.id
        message.device = by.device


def interaction_metadata(by: Interaction) -> dict[str, Any]:
    """Return the `interaction_metadata` of a message."""
    body: dict[str, Any] = {
        "id": str(by.id),
        "type": by.kind,
        "user": user_json(by.user),
        "authorizing_integration_owners": {"0": str(by.guild_id)},
    }
    if by.answered is not None and by.original is not None:
        body["original_response_message_id"] = str(by.original.id)
    if by.clicked is not None:
        body["interacted_message_id"] = str(by.clicked.id)
    return body


def edit_message(services: Services, call: Call, message: Message, body: dict[str, Any]) -> None:
    """Change a message; fields that are left out stay, new files without a list are added to the old ones."""
    world = services.world
    message.flags = (message.flags & ~LOADING) | ((body.get("flags") or 0) & _FROM_EDIT)
    fill(world, message, body, call.files)
    message.edited = world.clock.wall()
    world.message_changed(message)
    note(call, message)


def fill(world: World, message: Message, body: dict[str, Any], files: list[UploadedFile]) -> None:
    """Put content, files and components into a message."""
    if "content" in body:
        message.content = body["content"] or ""
    if "embeds" in body:
        message.embeds = list(body["embeds"] or ())
    world.replace_files(message, _attachments_after(world, message, body.get("attachments"), files))
    if "components" in body:
        message.source = list(body["components"] or ())
    message.components = resolved(message.source, message.attachments, message.channel_id, world.cdn)


def _attachments_after(
    world: World, message: Message, listed: list[dict[str, Any]] | None, files: list[UploadedFile]
) -> list[Attachment]:
    by_id = {str(one.get("id")): one for one in listed or ()}
    kept = [one for one in message.attachments if listed is None or str(one.id) in by_id]
    return kept + [_attach(world, file, by_id.get(str(file.number), {})) for file in files]


def _attach(world: World, file: UploadedFile, details: dict[str, Any]) -> Attachment:
    return Attachment(
        world.new_id(),
        file.filename,
        file.data,
        file.content_type,
        details.get("description"),
        picture_size(file.data),
    )


def _reference_of(body: dict[str, Any]) -> int | None:
    reference = body.get("message_reference") or {}
    found = reference.get("message_id")
    return int(found) if found else None


def note(call: Call, message: Message) -> None:
    """Write into the log which message a request was about."""
    call.entry.channel_id = message.channel_id
    call.entry.message_id = message.id
    call.entry.ephemeral = message.ephemeral
