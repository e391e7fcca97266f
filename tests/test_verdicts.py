"""Whatever login, gateway, database and settings can raise: one sentence and the right exit code."""

from __future__ import annotations

import errno
import inspect
import socket
import sqlite3
import ssl
import zlib
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import aiohttp
import asyncpg
import discord
import pytest
import sqlalchemy.exc
from discord.gateway import ReconnectWebSocket, WebSocketClosure
from yarl import URL

from bot.cli.errors import CliError, Ending
from bot.cli.main import main
from bot.cli.verdicts import verdict_on
from bot.locales.words import LANGUAGES, words_for
from bot.scores.leases import LeaseLost, LeaseTaken
from bot.scores.problems import Problem, StoreUnusable, problem_of, reason_of
from bot.settings import SettingsRefused, SettingsUnreadable
from bot.tables.ports import JournalFailed, ReadFailed

if TYPE_CHECKING:
    from collections.abc import Iterator

LOST, WRONG_HERE, TRY_LATER = Ending.lost, Ending.wrong_here, Ending.try_later
REQUEST = aiohttp.RequestInfo(URL("http://discord"), "GET", {}, URL("http://discord"))  # type: ignore[arg-type]
KEY: Any = SimpleNamespace(host="discord", port=443, ssl=True, is_ssl=True)


def answered(status: int, kind: type[discord.HTTPException] = discord.HTTPException) -> discord.HTTPException:
    return kind(SimpleNamespace(status=status, reason="x", headers={}), "no")


def closed(code: int) -> discord.ConnectionClosed:
    return discord.ConnectionClosed(SimpleNamespace(close_code=code), shard_id=0)  # type: ignore[arg-type]


def not_found(status: int) -> discord.GatewayNotFound:
    error = discord.GatewayNotFound()
    error.__cause__ = answered(status)
    return error


DISCORD = [
    (discord.LoginFailure("no"), WRONG_HERE),
    (discord.PrivilegedIntentsRequired(0), WRONG_HERE),
    *((closed(code), WRONG_HERE) for code in (4004, 4010, 4011, 4012, 4013, 4014)),
    *((closed(code), TRY_LATER) for code in (1000, 1006, 4000, 4008, 4009)),
    *((answered(status), WRONG_HERE) for status in (400, 401, 403, 404)),
    *((answered(status), TRY_LATER) for status in (408, 429, 500, 502, 503, 524)),
    (answered(403, discord.Forbidden), WRONG_HERE),
    (answered(404, discord.NotFound), WRONG_HERE),
    (answered(503, discord.DiscordServerError), TRY_LATER),
    (not_found(503), TRY_LATER),
    (not_found(401), WRONG_HERE),
    (discord.GatewayNotFound(), TRY_LATER),
    (discord.RateLimited(9.0), TRY_LATER),
    (ReconnectWebSocket(0), TRY_LATER),
    (WebSocketClosure(), TRY_LATER),
    (zlib.error("not compressed"), TRY_LATER),
    (discord.InvalidData("?"), LOST),
    (discord.ClientException("?"), LOST),
]
NETWORK = [
    aiohttp.ClientConnectorError(KEY, OSError(errno.ECONNREFUSED, "refused")),
    aiohttp.ClientConnectorDNSError(KEY, OSError(-2, "unknown")),
    aiohttp.ClientConnectorCertificateError(KEY, ssl.SSLCertVerificationError("the clock is wrong")),
    aiohttp.ServerDisconnectedError(),
    aiohttp.ServerTimeoutError(),
    aiohttp.ClientPayloadError(),
    aiohttp.ClientResponseError(REQUEST, (), status=503),
    aiohttp.WSServerHandshakeError(REQUEST, (), status=503),
    aiohttp.ContentTypeError(REQUEST, ()),
    aiohttp.ClientOSError(errno.ECONNRESET, "reset"),
    ssl.SSLError("no"),
    socket.gaierror(-3, "later"),
    ConnectionRefusedError(errno.ECONNREFUSED, "refused"),
    TimeoutError(),
]
OTHERS = [
    (aiohttp.InvalidURL("nonsense"), WRONG_HERE),
    (aiohttp.NonHttpUrlClientError("ftp://x"), WRONG_HERE),
    (SettingsRefused(("LOG_LEVEL",)), WRONG_HERE),
    (SettingsUnreadable(Path(".env"), "UTF-8"), WRONG_HERE),
    (LeaseTaken("0/1", "host/world/1"), WRONG_HERE),
    (LeaseLost("0/1"), LOST),
    (JournalFailed("disk_full"), WRONG_HERE),
    (JournalFailed("disconnected"), TRY_LATER),
    (JournalFailed(), WRONG_HERE),
    (ReadFailed("corrupted"), WRONG_HERE),
    (ReadFailed("disconnected"), TRY_LATER),
    (CliError("cli.no_token"), WRONG_HERE),
    (RuntimeError("nobody foresaw\nthis"), LOST),
    (KeyError("shards"), LOST),
]


@pytest.mark.parametrize(
    ("error", "ending"), [*DISCORD, *((error, TRY_LATER) for error in NETWORK), *OTHERS], ids=repr
)
def test_every_error_has_an_exit_code_and_one_sentence_in_every_language(error, ending):
    stop = verdict_on(error)
    assert stop.ending is ending
    for language in LANGUAGES:
        assert len(words_for(language)(stop.key, **stop.data).splitlines()) == 1


@pytest.mark.parametrize("problem", Problem)
def test_every_problem_of_a_database_is_wrong_here_but_for_a_server_that_is_away(problem):
    stop = verdict_on(StoreUnusable(problem, "sqlite+aiosqlite:///n.db", "why\nso"))
    assert stop.ending is (TRY_LATER if problem is Problem.disconnected else WRONG_HERE)
    assert len(words_for("en")(stop.key, **stop.data).splitlines()) == 1


def drivers_errors() -> Iterator[Exception]:
    """Every class that the drivers and SQLAlchemy have; those that want more than words come without."""
    for module in (sqlalchemy.exc, asyncpg.exceptions, sqlite3):
        for kind in vars(module).values():
            if inspect.isclass(kind) and issubclass(kind, Exception) and not issubclass(kind, Warning):
                try:
                    yield kind("why")
                except TypeError:
                    wrapped = issubclass(kind, sqlalchemy.exc.StatementError)
                    yield kind("why", "SELECT 1", {}, ValueError("x")) if wrapped else kind.__new__(kind)


def test_every_class_of_the_drivers_is_a_problem_of_the_database():
    errors = list(drivers_errors())
    assert len(errors) > 200
    for error in errors:
        problem = problem_of(error)
        stop = verdict_on(StoreUnusable(problem, "DATABASE_URL", reason_of(error)))
        assert stop.key == f"db.problem.{problem}"
        assert len(words_for("en")(stop.key, **stop.data).splitlines()) == 1


@pytest.mark.parametrize(("error", "ending"), [*DISCORD, *OTHERS], ids=repr)
def test_the_command_line_says_it_and_shows_no_traceback(error, ending, monkeypatch, capsys, tmp_path):
    async def fails(*_: object) -> None:
        raise error

    monkeypatch.chdir(tmp_path)
    for name, value in {"DISCORD_TOKEN": "t", "START_PATIENCE": "0", "LC_ALL": "en_US.UTF-8"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("bot.cli.run.set_up_logs", lambda *_: None)
    monkeypatch.setattr("bot.cli.run.log_in", fails)
    assert main(["run"]) == ending
    [line] = capsys.readouterr().err.splitlines()
    assert "Traceback" not in line
