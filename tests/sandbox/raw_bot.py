"""A bot without a library: it speaks to the sandbox by hand, so that a test sees every status and header."""

from __future__ import annotations

import asyncio
import io
import json
import struct
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import aiohttp

from bot.sandbox.people import APPLICATION_ID

if TYPE_CHECKING:
    from bot.sandbox.server import Sandbox

V2 = 32768
EPHEMERAL = 64
GUILDS = 1
PATIENCE = 20.0
"""Seconds that a frame may take on a busy machine."""
Json = dict[str, Any]


@dataclass
class Answered:
    status: int
    body: Any
    headers: Any

    @property
    def code(self) -> int:
        return int(self.body["code"])


def png(width: int = 1100, height: int = 700, grey: int = 0) -> bytes:
    """Return a small valid picture."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
    rows = zlib.compress((b"\0" + bytes([grey]) * width) * height, 1)
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def button(custom_id: str = "go", label: str = "Go", **more: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "custom_id": custom_id, "label": label, **more}


def row(*controls: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(controls)}


def text(content: str) -> dict[str, Any]:
    return {"type": 10, "content": content}


def panel(
    content: str, *controls: dict[str, Any], flags: int = 0, picture: str | None = None
) -> dict[str, Any]:
    """Return the body of a V2 message with text, a row of buttons, and a picture if it is named."""
    parts = [text(content)]
    if picture:
        parts.append(
            {
                "type": 12,
                "items": [{"media": {"url": f"attachment://{picture}"}, "description": "a picture"}],
            }
        )
    body: dict[str, Any] = {"flags": V2 | flags, "components": [*parts, row(*(controls or (button(),)))]}
    if picture:
        body["attachments"] = [{"id": 0, "filename": picture}]
    return body


class RawBot:
    """`identify`, then `next_event`; `call` makes a request; `answer` answers an interaction."""

    def __init__(self, sandbox: Sandbox, token: str = "token") -> None:
        self.sandbox = sandbox
        self.token = token
        self.events: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.sequence = 0
        self.session_id = ""

    async def __aenter__(self) -> RawBot:
        self.http = aiohttp.ClientSession()
        return self

    async def __aexit__(self, *_: object) -> None:
        if hasattr(self, "socket"):
            await self.leave()
        await self.http.close()

    # gateway

    async def open(self) -> dict[str, Any]:
        self.socket = await self.http.ws_connect(self.sandbox.gateway_url)
        return await self.next_frame()

    async def identify(self, shard: tuple[int, int] = (0, 1), intents: int = GUILDS) -> dict[str, Any]:
        await self.open()
        await self.send(2, {"token": self.token, "intents": intents, "shard": list(shard), "properties": {}})
        ready = await self.next_event("READY")
        self.session_id = ready["session_id"]
        for _ in ready["guilds"]:
            await self.next_event("GUILD_CREATE")
        return ready

    async def resume(self) -> None:
        await self.open()
        await self.send(6, {"token": self.token, "session_id": self.session_id, "seq": self.sequence})

    async def leave(self, code: int = 4000) -> None:
        await self.socket.close(code=code)

    async def send(self, op: int, data: Any) -> None:
        await self.socket.send_str(json.dumps({"op": op, "d": data}))

    async def next_frame(self) -> dict[str, Any]:
        message = await asyncio.wait_for(self.socket.receive(), PATIENCE)
        if message.type is not aiohttp.WSMsgType.TEXT:
            return {"op": "closed", "code": self.socket.close_code}
        frame: Json = json.loads(message.data)
        if frame.get("s"):
            self.sequence = frame["s"]
        return frame

    async def next_event(self, name: str) -> dict[str, Any]:
        while True:
            frame = await self.next_frame()
            if frame["op"] == "closed":
                raise ConnectionError(f"closed with {frame['code']}")
            if frame.get("t") == name:
                event: Json = frame["d"]
                return event

    async def next_interaction(self) -> dict[str, Any]:
        return await self.next_event("INTERACTION_CREATE")

    # REST

    async def call(
        self,
        method: str,
        path: str,
        body: Any = None,
        files: dict[str, bytes] | None = None,
        login: bool = True,
    ) -> Answered:
        headers = {"Authorization": f"Bot {self.token}"} if login else {}
        data: Any = None
        if files:
            data = aiohttp.FormData(quote_fields=False)
            data.add_field("payload_json", json.dumps(body))
            for number, (name, content) in enumerate(files.items()):
                data.add_field(f"files[{number}]", io.BytesIO(content), filename=name)
        elif body is not None:
            headers["Content-Type"] = "application/json"
            data = json.dumps(body)
        async with self.http.request(
            method, self.sandbox.api_url + path, data=data, headers=headers
        ) as response:
            raw = await response.read()
            is_json = response.headers.get("Content-Type") == "application/json"
            return Answered(response.status, json.loads(raw) if is_json else raw, response.headers)

    async def answer(
        self, interaction: dict[str, Any], kind: int, data: Any = None, files: dict[str, bytes] | None = None
    ) -> Answered:
        body = {"type": kind} if data is None else {"type": kind, "data": data}
        path = f"/interactions/{interaction['id']}/{interaction['token']}/callback?with_response=true"
        return await self.call("POST", path, body, files, login=False)

    def hook(self, interaction: dict[str, Any], rest: str = "") -> str:
        return f"/webhooks/{APPLICATION_ID}/{interaction['token']}{rest}"

    async def sync(self, *commands: dict[str, Any]) -> Answered:
        return await self.call("PUT", f"/applications/{APPLICATION_ID}/commands", list(commands))


HELLO = {"name": "hello", "description": "says hello", "type": 1}


async def told(bot: RawBot, person: Any, path: str = "hello", **options: Any) -> tuple[Any, dict[str, Any]]:
    """Let a person send a command; returns what they wait for, and the interaction that came."""
    waiting = asyncio.ensure_future(person.command("nertz", path, **options))
    return waiting, await bot.next_interaction()


async def clicked(
    bot: RawBot, person: Any, message: Any, custom_id: str = "go"
) -> tuple[Any, dict[str, Any]]:
    """Let a person press a button; returns what they wait for, and the interaction that came."""
    waiting = asyncio.ensure_future(person.click(message, custom_id=custom_id))
    return waiting, await bot.next_interaction()
