"""The first answer to an interaction: POST /interactions/{id}/{token}/callback."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.sandbox.checks.commands import choice_problems
from bot.sandbox.errors import BodyRefused, DiscordError, Problem
from bot.sandbox.interactions import (
    ANSWERS,
    CHOICES,
    DEFERRED_MESSAGE,
    DEFERRED_UPDATE,
    NEW_MESSAGE,
    UPDATE,
    Answer,
)
from bot.sandbox.model import EPHEMERAL, LOADING, Message
from bot.sandbox.posting import check_message, create_message, edit_message, mark_as_answer, note

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.sandbox.interactions import Interaction
    from bot.sandbox.services import Call, Reply, Services


def answer(services: Services, call: Call) -> Reply:
    """Answer once, in 3 seconds: types 4, 5, 6, 7 and 8."""
    one = services.interactions.to_answer(call.id_of("interaction_id"), call.params["interaction_token"])
    kind = call.data.get("type")
    if kind not in ANSWERS[one.kind]:
        text = f"Value must be one of {set(ANSWERS[one.kind])}."
        raise BodyRefused([Problem(("type",), "BASE_TYPE_CHOICES", text)])
    if one.channel_id not in services.world.channels:
        raise DiscordError(10003)
    data = call.data.get("data") or {}
    message = _DOERS[kind](services, call, one, data)
    one.answered = kind
    _tell_client(services, one, kind, message, data)
    if call.query.get("with_response", "false").lower() not in ("1", "true"):
        return 204, None
    return 200, _callback_json(services, one, kind, message)


def _new_message(services: Services, call: Call, one: Interaction, data: dict[str, Any]) -> Message:
    check_message(services, call, data)
    one.original = create_message(services, call, services.world.channels[one.channel_id], data, one)
    return one.original


def _deferred_message(services: Services, call: Call, one: Interaction, data: dict[str, Any]) -> Message:
    message = Message(
        services.world.new_id(), one.channel_id, services.world.bot, created=services.clock.wall()
    )
    message.flags = LOADING | ((data.get("flags") or 0) & EPHEMERAL)
    mark_as_answer(message, one)
    services.world.add_message(message)
    note(call, message)
    one.original = message
    return message


def _deferred_update(
    services: Services, call: Call, one: Interaction, data: dict[str, Any]
) -> Message | None:
    one.original = one.clicked
    if one.clicked is not None:
        note(call, one.clicked)
    return one.clicked


def _update(services: Services, call: Call, one: Interaction, data: dict[str, Any]) -> Message | None:
    clicked = one.clicked
    if clicked is None or clicked.id not in services.world.channels[one.channel_id].messages:
        raise DiscordError(10008)
    note(call, clicked)
    check_message(services, call, data, clicked)
    edit_message(services, call, clicked, data)
    one.original = clicked
    return clicked


def _choices(services: Services, call: Call, one: Interaction, data: dict[str, Any]) -> None:
    if services.judge.enabled:
        services.judge.weigh(call.entry.name, choice_problems(data))


_DOERS: dict[int, Callable[[Services, Call, Interaction, dict[str, Any]], Message | None]] = {
    NEW_MESSAGE: _new_message,
    DEFERRED_MESSAGE: _deferred_message,
    DEFERRED_UPDATE: _deferred_update,
    UPDATE: _update,
    CHOICES: _choices,
}


def _tell_client(
    services: Services, one: Interaction, kind: int, message: Message | None, data: dict[str, Any]
) -> None:
    shown = services.world.json(message) if message is not None else None
    choices = tuple(data.get("choices") or ()) if kind == CHOICES else ()
    one.settle(Answer(kind, services.clock.now() - one.created, shown, choices, one.id))


def _callback_json(
    services: Services, one: Interaction, kind: int, message: Message | None
) -> dict[str, Any]:
    interaction: dict[str, Any] = {"id": str(one.id), "type": one.kind}
    body: dict[str, Any] = {"interaction": interaction}
    if message is not None:
        interaction["response_message_id"] = str(message.id)
        interaction["response_message_loading"] = kind == DEFERRED_MESSAGE
        interaction["response_message_ephemeral"] = message.ephemeral
    if kind in (NEW_MESSAGE, UPDATE) and message is not None:
        body["resource"] = {"type": kind, "message": services.world.json(message)}
    return body
