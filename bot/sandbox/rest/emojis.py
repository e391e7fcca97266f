"""Emojis of the application: usable by the bot everywhere, 2000 at most."""

from __future__ import annotations

import base64
import binascii
import re
from typing import TYPE_CHECKING, Any

from bot.sandbox.emojis import custom_emoji_json
from bot.sandbox.errors import BodyRefused, DiscordError, Problem
from bot.sandbox.media import content_type_of
from bot.sandbox.model import Emoji
from bot.sandbox.rest.commands import own_application

if TYPE_CHECKING:
    from bot.sandbox.services import Call, Reply, Services

EMOJIS = 2000
EMOJI_BYTES = 256 * 1024
_NAME = re.compile(r"\w{2,32}", re.ASCII)
_IMAGE = re.compile(r"data:(image/(?:png|jpeg|gif|webp|avif));base64,(.+)", re.DOTALL)


def list_emojis(services: Services, call: Call) -> Reply:
    """GET /applications/{id}/emojis."""
    own_application(services, call)
    return 200, {"items": [_json(services, one) for one in services.world.emojis.values()]}


def get_emoji(services: Services, call: Call) -> Reply:
    """GET /applications/{id}/emojis/{emoji_id}."""
    return 200, _json(services, _known(services, call))


def create_emoji(services: Services, call: Call) -> Reply:
    """POST /applications/{id}/emojis: a name and a picture as a data URI."""
    own_application(services, call)
    name, image = _name(services, call), _image(call.data.get("image"))
    if len(services.world.emojis) >= EMOJIS:
        raise DiscordError(30008)
    emoji = Emoji(services.world.new_id(), name, image, content_type_of("", image) == "image/gif")
    services.world.emojis[emoji.id] = emoji
    return 201, _json(services, emoji)


def patch_emoji(services: Services, call: Call) -> Reply:
    """PATCH /applications/{id}/emojis/{emoji_id}: another name."""
    emoji = _known(services, call)
    if call.data.get("name") != emoji.name:
        emoji.name = _name(services, call)
    return 200, _json(services, emoji)


def delete_emoji(services: Services, call: Call) -> Reply:
    """DELETE /applications/{id}/emojis/{emoji_id}."""
    del services.world.emojis[_known(services, call).id]
    return 204, None


def _known(services: Services, call: Call) -> Emoji:
    own_application(services, call)
    emoji = services.world.emojis.get(call.id_of("emoji_id"))
    if emoji is None:
        raise DiscordError(10014)
    return emoji


def _json(services: Services, emoji: Emoji) -> dict[str, Any]:
    return custom_emoji_json(emoji, services.world.bot)


def _name(services: Services, call: Call) -> str:
    name = call.data.get("name")
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise BodyRefused(
            [Problem(("name",), "STRING_TYPE_REGEX", "String value did not match validation regex.")]
        )
    if any(one.name == name for one in services.world.emojis.values()):
        raise BodyRefused([Problem(("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "This name is taken.")])
    return name


def _image(uri: Any) -> bytes:
    found = _IMAGE.fullmatch(uri) if isinstance(uri, str) else None
    try:
        data = base64.b64decode(found.group(2), validate=True) if found else b""
    except binascii.Error:
        data = b""
    if not data:
        raise BodyRefused([Problem(("image",), "IMAGE_INVALID", "Invalid image data")])
    if len(data) > EMOJI_BYTES:
        text = f"File cannot be larger than {EMOJI_BYTES / 1024} kb."
        raise BodyRefused([Problem(("image",), "BINARY_TYPE_MAX_SIZE", text)])
    return data
