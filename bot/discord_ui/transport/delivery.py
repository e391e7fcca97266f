"""How Discord takes what is sent: broken connections, its error codes, when it showed a message."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any, Final

import aiohttp
import discord

from bot.discord_ui.transport.messages import delivered_ms
from bot.discord_ui.transport.waiting import within

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from typing import TypeVar

    from bot.tables.ports import Clock

    Answer = TypeVar("Answer")

CONNECTION_LOST: Final = (aiohttp.ClientConnectionError, OSError)
NOT_SENT: Final = (discord.HTTPException, *CONNECTION_LOST)

TOO_LATE: Final = 3.0
"""Seconds that Discord waits for the first answer to an interaction."""

UNKNOWN_CHANNEL: Final = 10003
UNKNOWN_MESSAGE: Final = 10008
UNKNOWN_WEBHOOK: Final = 10015
UNKNOWN_INTERACTION: Final = 10062
TOO_OLD_TO_EDIT: Final = 30046
ALREADY_ANSWERED: Final = 40060
ACCESS_LOST: Final = 50001
MAY_NOT: Final = 50013
TOKEN_EXPIRED: Final = 50027
BAD_BODY: Final = 50035
THREAD_ARCHIVED: Final = 50083

NOBODY_WAITS: Final = frozenset({UNKNOWN_INTERACTION, ALREADY_ANSWERED})

_log = logging.getLogger(__name__)


async def once_more(send: Callable[[], Awaitable[Answer]]) -> Answer:
    """Send, and once more if the connection broke.

    If Discord took an answer to an interaction the first time, it refuses the second with 40060, as it does
    where somebody else has answered.
    """
    try:
        return await send()
    except CONNECTION_LOST:
        return await send()


async def until_too_late(clock: Clock, sending: Awaitable[Answer], patience: float = TOO_LATE) -> Answer:
    """Send a first answer, but no longer than Discord waits for one; `TimeoutError` (an `OSError`) then.

    discord.py would sleep on errors and limits for half a minute.
    """
    sent = asyncio.ensure_future(sending)
    try:
        if await within(clock, patience, sent):
            return sent.result()
    finally:
        sent.cancel()
    raise TimeoutError("Discord waits no longer for this answer")


def code_of(error: BaseException) -> int:
    """Return Discord's code of an error, 0 if it has none."""
    return error.code if isinstance(error, discord.HTTPException) else 0


def is_outage(error: BaseException) -> bool:
    """Return whether Discord could not be asked, or is not well: nobody counts tries then."""
    return not isinstance(error, discord.HTTPException) or error.status >= 500


def bad_picture(error: discord.HTTPException) -> bool:
    """Return whether Discord refused what the message holds (DISCORD.md, 5)."""
    return error.code == BAD_BODY or error.status == 400


def came_too_late(what: str, error: BaseException, **where: object) -> None:
    """Log an answer that nobody got. The move was played all the same: the next picture shows it."""
    level = logging.INFO if code_of(error) in NOBODY_WAITS else logging.WARNING
    _log.log(level, "%s was not taken: %s", what, error, extra=where)


def shown_ms(message: discord.Message | None) -> int:
    """Return when Discord showed what it answered with, by Discord's clock; 0 if it does not tell."""
    return 0 if message is None else delivered_ms(message)


def message_of(answer: discord.InteractionCallbackResponse[Any] | None) -> discord.Message | None:
    """Return the message that an answer made or changed."""
    resource = None if answer is None else answer.resource
    return resource if isinstance(resource, discord.Message) else None
