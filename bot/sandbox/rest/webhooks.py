"""What the token of an interaction may do afterwards: its own answer and follow-ups, nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.sandbox.errors import DiscordError
from bot.sandbox.interactions import DEFERRED_MESSAGE
from bot.sandbox.model import EPHEMERAL, LOADING
from bot.sandbox.posting import check_message, create_message, edit_message, note

if TYPE_CHECKING:
    from bot.sandbox.interactions import Interaction
    from bot.sandbox.model import Message
    from bot.sandbox.services import Call, Reply, Services


def post_follow_up(services: Services, call: Call) -> Reply:
    """POST /webhooks/{id}/{token}: a new message; after type 5 the first takes the waiting one's place."""
    one = services.interactions.by_token(call.params["webhook_token"])
    channel = services.world.channel(one.channel_id)
    check_message(services, call, call.data)
    waiting = one.original
    if one.answered == DEFERRED_MESSAGE and waiting is not None and waiting.flags & LOADING:
        edit_message(
            services, call, waiting, {**call.data, "flags": (call.data.get("flags") or 0) & ~EPHEMERAL}
        )
        return 200, services.world.json(waiting)
    message = create_message(services, call, channel, call.data, one)
    one.owned.add(message.id)
    return 200, services.world.json(message)


def get_own(services: Services, call: Call) -> Reply:
    """GET /webhooks/{id}/{token}/messages/{@original or id}."""
    _, message = _own(services, call)
    return 200, services.world.json(message)


def patch_own(services: Services, call: Call) -> Reply:
    """PATCH /webhooks/{id}/{token}/messages/{@original or id}."""
    _, message = _own(services, call)
    check_message(services, call, call.data, message)
    edit_message(services, call, message, call.data)
    return 200, services.world.json(message)


def delete_own(services: Services, call: Call) -> Reply:
    """DELETE /webhooks/{id}/{token}/messages/{@original or id}."""
    one, message = _own(services, call)
    services.world.remove_message(message)
    one.owned.discard(message.id)
    return 204, None


def _own(services: Services, call: Call) -> tuple[Interaction, Message]:
    one = services.interactions.by_token(call.params["webhook_token"])
    channel = services.world.channel(one.channel_id)
    original = one.original.id if one.original is not None else 0
    message_id = call.id_of("message_id") if "message_id" in call.params else original
    if message_id != original and message_id not in one.owned:
        raise DiscordError(10008)
    message = services.world.message(channel, message_id, ephemeral=True)
    note(call, message)
    return one, message
