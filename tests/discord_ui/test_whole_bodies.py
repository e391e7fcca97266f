"""Answers with pictures go out in one piece, and are otherwise what discord.py alone would send."""

from __future__ import annotations

import asyncio
import io
import json
import socket
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import aiohttp
import discord
import pytest
from aiohttp import web
from discord.http import Route, handle_message_parameters
from discord.webhook.async_ import AsyncWebhookAdapter, interaction_message_response_params

from bot.discord_ui.transport.multipart import WholeBodies
from bot.tables.clock import ManualClock
from tests.discord_ui.patient_clock import discord_sleeps_by

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

PICTURE = bytes(range(256)) * 180
Request = tuple[dict[str, str], bytes]
"""The headers and the body."""
ADAPTERS: tuple[Any, Any] = (AsyncWebhookAdapter, WholeBodies)


class Hurried(ManualClock):
    """Whoever sleeps by it wakes up at once, later."""

    async def sleep(self, seconds: float) -> None:
        self.advance(seconds)


class CountingSocket(socket.socket):
    """Counts the system calls that send."""

    sends = 0

    def send(self, data, flags=0, /):
        CountingSocket.sends += 1
        return super().send(data, flags)

    def sendmsg(self, *buffers):
        CountingSocket.sends += 1
        return super().sendmsg(*buffers)


def counting(address) -> CountingSocket:
    family, kind, protocol, *_ = address
    one = CountingSocket(family, kind, protocol)
    one.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 18)  # room for a whole picture
    return one


@dataclass
class Post:
    """A server that keeps what it gets, and answers as it is told."""

    session: aiohttp.ClientSession
    got: list[Request] = field(default_factory=list)
    answers: list[Callable[[web.Request], Any]] = field(default_factory=list)

    async def take(self, request: web.Request) -> web.StreamResponse:
        self.got.append((dict(request.headers), await request.read()))
        if self.answers:
            return await self.answers.pop(0)(request)  # type: ignore[no-any-return]
        return says({})


def says(body: dict[str, Any], status: int = 200, **headers: str) -> web.Response:
    """Answer as Discord does."""
    data = json.dumps(body).encode()
    return web.Response(body=data, status=status, content_type="application/json", headers=headers)


@asynccontextmanager
async def opened(**session: Any) -> AsyncIterator[Post]:
    connector = aiohttp.TCPConnector(limit=1, socket_factory=counting)
    async with aiohttp.ClientSession(connector=connector, **session) as client:
        one = Post(client)
        app = web.Application(client_max_size=1 << 24)
        app.router.add_route("*", "/{path:.*}", one.take)
        runner = web.AppRunner(app, access_log=None, handler_cancellation=True)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        base, Route.BASE = Route.BASE, f"http://127.0.0.1:{runner.addresses[0][1]}"
        try:
            yield one
        finally:
            Route.BASE = base
            await runner.cleanup()


@pytest.fixture
async def post():
    async with opened() as one:
        yield one


def picture(name="hand_1_2.png", data=PICTURE) -> discord.File:
    return discord.File(io.BytesIO(data), name)


async def answers_click(adapter, session, files) -> None:
    params = interaction_message_response_params(type=7, content="Ana ♥", files=files)
    await adapter.create_interaction_response(1, "token", session=session, params=params)


async def edits_original(adapter, session, files) -> None:
    params = handle_message_parameters(content="Ana ♥", attachments=files)
    await adapter.edit_original_interaction_response(
        1, "token", session=session, payload=params.payload, multipart=params.multipart, files=params.files
    )


async def follows_up(adapter, session, files) -> None:
    params = handle_message_parameters(content="Ana ♥", files=files)
    await adapter.execute_webhook(
        1, "token", session=session, payload=params.payload, multipart=params.multipart, files=params.files
    )


def plain(got: Request) -> Request:
    """Return headers and body with the same boundary, whatever it was."""
    headers, body = got
    kind, _, boundary = headers["Content-Type"].partition("boundary=")
    return headers | {"Content-Type": kind}, body.replace(
        boundary.encode(), b"BOUNDARY"
    ) if boundary else body


async def both_ways(post: Post, send, files: Callable[[], list[discord.File]]) -> tuple[Request, Request]:
    """Send the same by discord.py alone and in one piece; return what came."""
    for adapter in ADAPTERS:
        await send(adapter(), post.session, files())
    theirs, ours = map(plain, post.got)
    return theirs, ours


@pytest.mark.parametrize("send", [answers_click, edits_original, follows_up])
async def test_every_answer_is_byte_for_byte_what_discord_py_sends(post, send):
    theirs, ours = await both_ways(
        post, send, lambda: [picture(), picture("second.gif", b"--\r\n--BOUNDARY\r\n")]
    )
    assert ours == theirs


@pytest.mark.parametrize("send", [answers_click, edits_original, follows_up])
async def test_answers_without_files_stay_json(post, send):
    theirs, ours = await both_ways(post, send, list)
    assert ours == theirs


@pytest.mark.parametrize("name", ["Käse ♥.png", 'a "b" \\ c.png', "tab\tted.png", "files[0].png", "a b; c=d"])
async def test_odd_names_of_files_are_written_as_discord_py_writes_them(post, name):
    theirs, ours = await both_ways(post, answers_click, lambda: [picture(name)])
    assert ours == theirs


async def test_a_name_can_add_no_headers(post):
    for adapter in ADAPTERS:
        with pytest.raises(ValueError, match="control character"):
            await answers_click(adapter(), post.session, [picture("a.png\r\nX-Evil: 1")])
    assert post.got == []


@pytest.mark.parametrize("data", [b"", b"x", PICTURE * 30], ids=["empty", "tiny", "large"])
async def test_files_of_all_sizes_arrive(post, data):
    theirs, ours = await both_ways(post, answers_click, lambda: [picture(data=data)])
    assert ours == theirs


async def test_a_file_goes_from_where_it_stands(post):
    def half_read() -> list[discord.File]:
        stream = io.BytesIO(PICTURE)
        stream.seek(1000)
        return [discord.File(stream, "rest.png")]

    theirs, ours = await both_ways(post, answers_click, half_read)
    assert ours == theirs


async def test_a_file_on_disk_arrives(post, tmp_path):
    (tmp_path / "a.png").write_bytes(PICTURE)
    files = [discord.File(str(tmp_path / "a.png")) for _ in ADAPTERS]
    waiting = iter(files)
    theirs, ours = await both_ways(post, answers_click, lambda: [next(waiting)])
    assert ours == theirs
    for one in files:
        one.close()


async def test_an_answer_is_one_write_where_discord_py_needs_many(post):
    sends = []
    for adapter in ADAPTERS:
        before = CountingSocket.sends
        await answers_click(adapter(), post.session, [picture()])
        sends.append(CountingSocket.sends - before)
    assert sends[1] == 1
    assert sends[0] > 4, "aiohttp has learned to send whole bodies: bot.discord_ui.transport.multipart may go"


async def refuses(request: web.Request) -> web.Response:
    return web.Response(status=502)


async def limits(request: web.Request) -> web.Response:
    return says({"retry_after": 0.5}, 429, Via="1.1 google")


@pytest.mark.parametrize("trouble", [refuses, limits])
async def test_every_try_sends_the_whole_file(post, trouble):
    clock = Hurried()
    post.answers = [trouble, trouble]
    with discord_sleeps_by(clock):
        await answers_click(WholeBodies(), post.session, [picture()])
    first, second, third = map(plain, post.got)
    assert first == second == third
    assert PICTURE in first[1]
    assert clock.now() == (1 + 3 if trouble is refuses else 0.5 + 0.5)


class Stumbling:
    """A session whose connection breaks once, after the file was read."""

    def __init__(self, session: aiohttp.ClientSession) -> None:
        self.session = session
        self.broken = False

    def request(self, *where: Any, **what: Any) -> Any:
        if not self.broken:
            self.broken = True
            raise ConnectionResetError(54, "reset by peer")  # the number on which discord.py tries again
        return self.session.request(*where, **what)


async def test_a_lost_connection_does_not_cost_the_file(post):
    with discord_sleeps_by(Hurried()):
        await answers_click(WholeBodies(), Stumbling(post.session), [picture()])
    await answers_click(WholeBodies(), post.session, [picture()])
    lost, plainly = map(plain, post.got)
    assert lost == plainly


async def test_refusals_are_raised_as_discord_py_does(post):
    async def unknown(request: web.Request) -> web.Response:
        return says({"code": 10062, "message": "Unknown interaction"}, 404)

    post.answers = [unknown]
    with pytest.raises(discord.NotFound) as refused:
        await answers_click(WholeBodies(), post.session, [picture()])
    assert refused.value.code == 10062


@pytest.mark.parametrize("begun", [False, True], ids=["before the answer", "in the middle of the answer"])
async def test_whoever_gives_up_frees_the_connection(begun):
    """The session may have one connection only: the next request waits for it."""
    reached = asyncio.Event()

    async def stalls(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Length": "100"})
        if begun:
            await response.prepare(request)
        else:
            reached.set()
        await asyncio.Event().wait()
        return response

    async def heard(*_: Any) -> None:
        reached.set()

    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(heard)
    async with opened(trace_configs=[trace]) as post:
        post.answers = [stalls]
        sending = asyncio.ensure_future(answers_click(WholeBodies(), post.session, [picture()]))
        await reached.wait()
        sending.cancel()
        with pytest.raises(asyncio.CancelledError):
            await sending
        async with asyncio.timeout(2):
            await answers_click(WholeBodies(), post.session, [picture()])
        assert len(post.got) == 2
