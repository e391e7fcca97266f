"""The websocket of the gateway: text frames, or the compressed stream that the address asks for."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

from aiohttp import WSCloseCode, WSMsgType, web

from bot.sandbox.gateway.compression import STREAMS
from bot.sandbox.payloads import member_json

if TYPE_CHECKING:
    from bot.sandbox.gateway.compression import Stream
    from bot.sandbox.gateway.sessions import Session
    from bot.sandbox.services import Services

HEARTBEAT = 1
IDENTIFY = 2
PRESENCE = 3
RESUME = 6
REQUEST_MEMBERS = 8
HELLO = 10
ACK = 11
_ACK_SECONDS = 0.02

UNKNOWN_OP = 4001
NOT_JSON = 4002
NOT_IDENTIFIED = 4003
BAD_TOKEN = 4004
TWICE = 4005
BAD_SHARD = 4010

Json = dict[str, Any]


class _Refused(Exception):
    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class GatewaySocket:
    """One connection of the bot."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._session: Session | None = None
        self._outbox: asyncio.Queue[str | int] = asyncio.Queue()
        self._closed_by_us = False
        self._stream: Stream | None = None
        self._socket = web.WebSocketResponse(compress=False, max_msg_size=0)

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Talk until one side closes."""
        asked = STREAMS.get(request.query.get("compress", ""))
        self._stream = asked() if asked is not None else None
        await self._socket.prepare(request)
        self._services.sockets.add(self._socket)
        interval = int(self._services.settings.heartbeat_seconds * 1000)
        self._say(HELLO, {"heartbeat_interval": interval, "_trace": []})
        writer = asyncio.create_task(self._write())
        try:
            await self._read()
        finally:
            writer.cancel()
            self._services.sockets.discard(self._socket)
            if self._session is not None:
                self._services.gateway.leave(self._session, self._outbox, gone=self._bot_is_done())
        return self._socket

    def _bot_is_done(self) -> bool:
        codes = (WSCloseCode.OK, WSCloseCode.GOING_AWAY)
        return not self._closed_by_us and self._socket.close_code in codes

    async def _write(self) -> None:
        while True:
            frame = await self._outbox.get()
            if isinstance(frame, int):
                self._closed_by_us = True
                await self._socket.close(code=frame)
                return
            try:
                await self._send(frame)
            except ConnectionError:
                return

    async def _send(self, text: str) -> None:
        if self._stream is None:
            await self._socket.send_str(text)
        else:
            await self._socket.send_bytes(self._stream.pack(text))

    async def _read(self) -> None:
        async for frame in self._socket:
            if frame.type is not WSMsgType.TEXT and frame.type is not WSMsgType.BINARY:
                continue
            try:
                self._take(_read_json(frame.data))
            except _Refused as refused:
                await self._socket.close(code=refused.code)
                return

    def _say(self, op: int, data: Any = None) -> None:
        self._outbox.put_nowait(json.dumps({"op": op, "s": None, "t": None, "d": data}))

    def _take(self, message: Json) -> None:
        op = message.get("op")
        data = message.get("d")
        if op == HEARTBEAT:
            self._services.gateway.heartbeats += 1
            # discord.py takes an answer that comes before its own `send` returns for one of 41 seconds.
            asyncio.get_running_loop().call_later(_ACK_SECONDS, self._say, ACK)
        elif op == IDENTIFY:
            self._identify(data or {})
        elif op == RESUME:
            self._resume(data or {})
        elif op in (PRESENCE, REQUEST_MEMBERS) and self._session is None:
            raise _Refused(NOT_IDENTIFIED)
        elif op == REQUEST_MEMBERS:
            self._send_members(data or {})
        elif op not in (PRESENCE, 4):
            raise _Refused(UNKNOWN_OP)

    def _identify(self, data: Json) -> None:
        if self._session is not None:
            raise _Refused(TWICE)
        if not self._services.gateway.knows(str(data.get("token") or "")):
            raise _Refused(BAD_TOKEN)
        number, count = data.get("shard") or (0, 1)
        if not 0 <= number < count:
            raise _Refused(BAD_SHARD)
        self._session = self._services.gateway.identify((number, count), data.get("intents", 0), self._outbox)

    def _resume(self, data: Json) -> None:
        if not self._services.gateway.knows(str(data.get("token") or "")):
            raise _Refused(BAD_TOKEN)
        session_id = str(data.get("session_id"))
        self._session = self._services.gateway.resume(session_id, data.get("seq") or 0, self._outbox)
        if self._session is None:
            self._say(9, data=False)

    def _send_members(self, data: Json) -> None:
        guild = self._services.world.guilds.get(int(data.get("guild_id") or 0))
        if guild is None or self._session is None:
            return
        wanted = {str(one) for one in data.get("user_ids") or ()}
        found = [one for one in guild.members.values() if not wanted or str(one.user.id) in wanted]
        self._session.send(
            "GUILD_MEMBERS_CHUNK",
            {
                "guild_id": str(guild.id),
                "members": [member_json(one) for one in found],
                "chunk_index": 0,
                "chunk_count": 1,
                "nonce": data.get("nonce"),
            },
        )


def _read_json(data: str | bytes) -> Json:
    try:
        message = json.loads(data)
    except ValueError as error:
        raise _Refused(NOT_JSON) from error
    if not isinstance(message, dict):
        raise _Refused(NOT_JSON)
    return message
