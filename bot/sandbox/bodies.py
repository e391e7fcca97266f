"""Reading request bodies: JSON, or multipart with `payload_json` and `files[n]`."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from bot.sandbox.errors import DiscordError
from bot.sandbox.media import content_type_of

_NAME = re.compile(rb'[; ]name="([^"]*)"')
_FILENAME = re.compile(rb'[; ]filename="([^"]*)"')
_BOUNDARY = re.compile(r'boundary="?([^";]+)"?')
_FILE_FIELD = re.compile(r"files?\[(\d+)\]$")


@dataclass(frozen=True)
class UploadedFile:
    """A file of a request; `number` is the n of `files[n]`."""

    number: int
    filename: str
    data: bytes

    @property
    def content_type(self) -> str:
        """The media type by content and name."""
        return content_type_of(self.filename, self.data)


def read_body(content_type: str, raw: bytes) -> tuple[Any, list[UploadedFile]]:
    """Return the JSON of a body (None if there is none) and its files; refuses with 50109."""
    if not raw:
        return None, []
    if content_type.startswith("multipart/form-data"):
        return _read_multipart(content_type, raw)
    if content_type.split(";", maxsplit=1)[0].strip() != "application/json":
        raise DiscordError(50035, message=f"Invalid Content-Type: {content_type}")
    return _read_json(raw), []


def _read_json(raw: bytes) -> Any:
    try:
        return json.loads(raw)
    except ValueError as error:
        raise DiscordError(50109) from error


def _read_multipart(content_type: str, raw: bytes) -> tuple[Any, list[UploadedFile]]:
    found = _BOUNDARY.search(content_type)
    if found is None:
        raise DiscordError(50035, message="multipart without a boundary")
    payload: Any = {}
    files: list[UploadedFile] = []
    for part in (b"\r\n" + raw).split(b"\r\n--" + found.group(1).encode())[1:-1]:
        head, _, data = part.partition(b"\r\n\r\n")
        name = _NAME.search(head)
        filename = _FILENAME.search(head)
        field = name.group(1).decode() if name else ""
        if field == "payload_json":
            payload = _read_json(data)
        elif filename is not None:
            numbered = _FILE_FIELD.search(field)
            number = int(numbered.group(1)) if numbered else len(files)
            files.append(UploadedFile(number, filename.group(1).decode("utf-8", "replace"), data))
    return payload, files
