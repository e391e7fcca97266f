"""The rules of messages that the published description does not hold: files, flags, unknown fields."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from bot.sandbox.checks.components import component_problems
from bot.sandbox.components import ATTACHED, media_of, walk
from bot.sandbox.errors import Problem
from bot.sandbox.model import COMPONENTS_V2

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.sandbox.bodies import UploadedFile
    from bot.sandbox.model import Message

FILE_BYTES = 10 * 1024 * 1024
FILES = 10
CONTENT = 2000
_FILE_NAME = re.compile(r"(?!_)[a-z0-9_.]+")
_LEGACY = ("content", "embeds", "sticker_ids", "poll")
_FIELDS = frozenset({
    "content", "embeds", "components", "attachments", "flags", "tts", "allowed_mentions", "nonce",
    "enforce_nonce", "message_reference", "sticker_ids", "poll", "thread_name", "username", "avatar_url",
    "applied_tags",
})  # fmt: skip
_ATTACHMENT_FIELDS = frozenset({
    "id", "filename", "description", "title", "is_spoiler", "duration_secs", "waveform", "is_remix",
    "content_type", "size", "url", "proxy_url", "width", "height", "spoiler", "flags",
})  # fmt: skip


def message_problems(body: dict[str, Any], files: list[UploadedFile], old: Message | None) -> list[Problem]:
    """Return what is wrong with a new message, or with an edit of `old`."""
    is_v2 = bool((body.get("flags") or 0) & COMPONENTS_V2 or (old is not None and old.flags & COMPONENTS_V2))
    components = body.get("components")
    shown = components if components is not None else (old.source if old is not None else [])
    return [
        *_unknown((), body, _FIELDS),
        *_legacy_problems(body, is_v2),
        *_file_problems(files),
        *_attachment_problems(body, files, old),
        *component_problems(components or [], is_v2=is_v2),
        *_missing_files(shown, names_after(body, files, old)),
    ]


def names_after(body: dict[str, Any], files: list[UploadedFile], old: Message | None) -> set[str]:
    """Return the names of the files that a message will have."""
    names = {file.filename for file in files}
    if old is not None:
        listed = body.get("attachments")
        kept = None if listed is None else {str(one.get("id")) for one in listed if isinstance(one, dict)}
        names |= {one.filename for one in old.attachments if kept is None or str(one.id) in kept}
    return names


def _unknown(place: tuple[str | int, ...], body: dict[str, Any], known: frozenset[str]) -> Iterator[Problem]:
    for key in body.keys() - known:
        yield Problem((*place, key), "UNKNOWN_FIELD", f"Discord knows no field {key!r} here")


def _legacy_problems(body: dict[str, Any], is_v2: bool) -> Iterator[Problem]:
    if len(body.get("content") or "") > CONTENT:
        yield Problem(("content",), "BASE_TYPE_MAX_LENGTH", f"Must be {CONTENT} or fewer in length.")
    for key in _LEGACY:
        if is_v2 and body.get(key):
            code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
            text = f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
            yield Problem((key,), code, text)


def _file_problems(files: list[UploadedFile]) -> Iterator[Problem]:
    if len(files) > FILES:
        yield Problem(("files",), "BASE_TYPE_MAX_LENGTH", f"Must be {FILES} or fewer in length.")
    for file in files:
        if not _FILE_NAME.fullmatch(file.filename):
            yield Problem(("files", file.number), "FILE_NAME", f"{file.filename!r} is not [a-z0-9_.]+")
        if not file.data:
            yield Problem(("files", file.number), "ATTACHMENT_EMPTY", "the file is empty")


def _attachment_problems(
    body: dict[str, Any], files: list[UploadedFile], old: Message | None
) -> Iterator[Problem]:
    known = {str(file.number) for file in files}
    known |= {str(one.id) for one in old.attachments} if old is not None else set()
    for index, one in enumerate(body.get("attachments") or ()):
        if not isinstance(one, dict):
            yield Problem(("attachments", index), "DICT_TYPE_CONVERT", "Only dictionaries may be used")
            continue
        yield from _unknown(("attachments", index), one, _ATTACHMENT_FIELDS)
        if str(one.get("id")) not in known:
            yield Problem(("attachments", index, "id"), "ATTACHMENT_UNKNOWN", "no such file or attachment")


def _missing_files(components: Any, names: set[str]) -> Iterator[Problem]:
    for place, component in walk(components):
        for step, media in media_of(component):
            url = str(media.get("url", ""))
            if url.startswith(ATTACHED) and url.removeprefix(ATTACHED) not in names:
                text = f"The referenced attachment {url!r} was not found"
                yield Problem((*place, *step, "url"), "ATTACHMENT_NOT_FOUND", text)
