"""What an error means to the person who starts the bot: one sentence and an exit code, whatever it is."""

from __future__ import annotations

import sqlite3
import zlib
from functools import singledispatch
from typing import Final

import aiohttp
import discord
from discord.gateway import ReconnectWebSocket, WebSocketClosure
from sqlalchemy.exc import SQLAlchemyError

from bot.cli.errors import CliError, Ending
from bot.logs import without_secrets
from bot.scores.leases import LeaseLost, LeaseTaken
from bot.scores.maintenance import refused
from bot.scores.problems import Problem, StoreUnusable, problem_of, reason_of
from bot.settings import SettingsRefused, SettingsUnreadable
from bot.tables.ports import JournalFailed, ReadFailed

_TOKEN_CODE: Final = 4004
_INTENT_CODES: Final = frozenset({4013, 4014})
_FINAL_CODES: Final = frozenset({4010, 4011, 4012})
"""Close codes of the gateway after which the same start ends the same way."""
_UNAUTHORIZED: Final = 401
_TOO_MANY: Final = 429
_TOO_EARLY: Final = frozenset({408, 425, _TOO_MANY})
_LONGEST_REASON: Final = 200


@singledispatch
def verdict_on(error: BaseException) -> CliError:
    """Return what an error means. Total: what nobody foresaw is `lost`, and is named by its class."""
    reason = " ".join(without_secrets(str(error)).split())[:_LONGEST_REASON]
    return CliError("cli.unforeseen", Ending.lost, kind=type(error).__name__, reason=reason)


@verdict_on.register
def _(stop: CliError) -> CliError:
    return stop


@verdict_on.register
def _(error: SettingsRefused) -> CliError:
    return CliError("cli.setting_refused", names=", ".join(error.names))


@verdict_on.register
def _(error: SettingsUnreadable) -> CliError:
    return CliError("cli.settings_unreadable", file=error.file, reason=error.reason)


@verdict_on.register
def _(error: StoreUnusable) -> CliError:
    outcome = refused(error)
    return CliError(outcome.key, Ending(outcome.code), **outcome.data)


@verdict_on.register(SQLAlchemyError)
@verdict_on.register(sqlite3.Error)
def _(error: Exception) -> CliError:
    return verdict_on(StoreUnusable(problem_of(error), "DATABASE_URL", reason_of(error)))


@verdict_on.register(JournalFailed)
@verdict_on.register(ReadFailed)
def _(error: Exception) -> CliError:
    problem = Problem(str(error)) if str(error) in set(Problem) else Problem.failed
    return verdict_on(StoreUnusable(problem, "DATABASE_URL", str(error)))


@verdict_on.register
def _(error: LeaseTaken) -> CliError:
    return CliError("cli.shards_taken", **error.data)


@verdict_on.register
def _(_: LeaseLost) -> CliError:
    return CliError("cli.shards_lost", Ending.lost)


@verdict_on.register
def _(_: discord.LoginFailure) -> CliError:
    return CliError("cli.token_refused")


@verdict_on.register
def _(_: discord.PrivilegedIntentsRequired) -> CliError:
    return CliError("cli.intents_refused")


@verdict_on.register
def _(error: discord.ConnectionClosed) -> CliError:
    if error.code == _TOKEN_CODE:
        return CliError("cli.token_refused")
    if error.code in _INTENT_CODES:
        return CliError("cli.intents_refused")
    if error.code in _FINAL_CODES:
        return CliError("cli.hung_up", code=error.code)
    return CliError("cli.dropped", Ending.try_later, code=error.code)


@verdict_on.register
def _(error: discord.GatewayNotFound) -> CliError:
    """discord.py hides why `GET /gateway/bot` failed behind an error of its own."""
    cause = error.__cause__
    return verdict_on(cause) if isinstance(cause, discord.HTTPException) else _silence(Ending.try_later)


@verdict_on.register
def _(error: discord.HTTPException) -> CliError:
    if error.status == _UNAUTHORIZED:
        return CliError("cli.token_refused")
    later = error.status >= 500 or error.status in _TOO_EARLY
    return _answer(error.status, Ending.try_later if later else Ending.wrong_here)


@verdict_on.register
def _(_: discord.RateLimited) -> CliError:
    return _answer(_TOO_MANY, Ending.try_later)


@verdict_on.register(aiohttp.InvalidURL)
@verdict_on.register(aiohttp.NonHttpUrlClientError)
def _(_: aiohttp.ClientError) -> CliError:
    return _silence(Ending.wrong_here)


@verdict_on.register(aiohttp.ClientError)
@verdict_on.register(OSError)
@verdict_on.register(ReconnectWebSocket)
@verdict_on.register(WebSocketClosure)
@verdict_on.register(zlib.error)
def _(_: Exception) -> CliError:
    return _silence(Ending.try_later)


def _answer(status: int, ending: Ending) -> CliError:
    return CliError("cli.answered", ending, address=_address(), status=status)


def _silence(ending: Ending) -> CliError:
    return CliError("cli.unreachable", ending, address=_address())


def _address() -> str:
    return without_secrets(discord.http.Route.BASE)
