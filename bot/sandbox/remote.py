"""People for tests and load tests whose sandbox is another process, by the page's websocket."""

from __future__ import annotations

import asyncio
import itertools
import json
import secrets
from typing import TYPE_CHECKING, Any

from aiohttp import ClientError, ClientSession, WSMsgType

from bot.sandbox.interactions import Answer
from bot.sandbox.person import PersonDriver, Place
from bot.sandbox.shown import Shown

if TYPE_CHECKING:
    from aiohttp import ClientWebSocketResponse

Json = dict[str, Any]


class RemotePerson(PersonDriver):
    """A person over the network. The `elapsed` of an answer is the sandbox's; time `click` for the whole."""

    def __init__(self, name: str, url: str, session: ClientSession, socket: ClientWebSocketResponse) -> None:
        super().__init__(name)
        self._url = url
        self._session = session
        self._socket = socket
        self._numbers = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[Json]] = {}
        self._entered: set[int] = set()
        self._messages: dict[int, dict[int, Json]] = {}
        self._channels: dict[str, int] = {}
        self._hello: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self._reader = asyncio.create_task(self._read())

    @classmethod
    async def connect(cls, url: str, name: str) -> RemotePerson:
        """Enter a sandbox, by its page address, as a person."""
        session = ClientSession()
        device = f"{name}-{secrets.token_hex(6)}"
        query = {"as": name, "device": device}
        try:
            socket = await session.ws_connect(f"{url.rstrip('/')}/page/socket", params=query, max_msg_size=0)
        except ClientError:
            await session.close()
            raise
        person = cls(name, url.rstrip("/"), session, socket)
        await person._hello
        return person

    async def close(self) -> None:
        """Leave."""
        self._reader.cancel()
        await asyncio.gather(self._reader, return_exceptions=True)
        await self._socket.close()
        await self._session.close()

    async def enter(self, channel: Place) -> int:
        """Look at a channel: its messages are known from now on; returns its id."""
        channel_id = self.channel_id(channel)
        if channel_id not in self._entered:
            self._entered.add(channel_id)
            reply = await self._ask("open", channel=str(channel_id))
            found = {int(one["id"]): one for one in reply["messages"]}
            self._messages[channel_id] = {**found, **self._messages.get(channel_id, {})}
        return channel_id

    def sees(self, channel: Place) -> list[Shown]:
        """Return what the person sees in a channel that was entered, oldest first."""
        messages = self._messages.get(self.channel_id(channel), {})
        return [Shown(messages[key]) for key in sorted(messages)]

    def channel_id(self, channel: Place) -> int:
        """Return the id of a channel."""
        return channel if isinstance(channel, int) else self._channels[channel]

    async def download(self, url: str) -> bytes:
        """Return the bytes of a picture."""
        async with self._session.get(url) as answer:
            return await answer.read()

    async def dismiss(self, message: Shown) -> None:
        """Make an ephemeral message go away; the bot is not told."""
        await self._ask("dismiss", channel=str(message.channel_id), message=str(message.id))
        self._messages[message.channel_id].pop(message.id, None)

    async def _command(self, channel_id: int, path: str, options: Json) -> Answer:
        await self.enter(channel_id)
        return _answer(await self._ask("command", channel=str(channel_id), path=path, options=options))

    async def _click(
        self, channel_id: int, message_id: int, custom_id: str, values: list[str] | None, *, forged: bool
    ) -> Answer:
        details = {"channel": str(channel_id), "message": str(message_id), "custom_id": custom_id}
        return _answer(await self._ask("click", **details, values=values, forged=forged))

    async def _autocomplete(self, channel_id: int, path: str, options: Json, focused: str) -> Answer:
        details = {"channel": str(channel_id), "path": path, "options": options, "focused": focused}
        return _answer(await self._ask("autocomplete", **details))

    async def _ask(self, doing: str, **details: Any) -> Json:
        number = next(self._numbers)
        future: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self._waiting[number] = future
        await self._socket.send_str(json.dumps({"do": doing, "n": number, **details}))
        reply = await future
        if "error" in reply:
            raise LookupError(reply["error"])
        return reply

    async def _read(self) -> None:
        async for frame in self._socket:
            if frame.type is WSMsgType.TEXT:
                self._take(json.loads(frame.data))
        for future in self._waiting.values():
            if not future.done():
                future.set_exception(ConnectionError("the sandbox has gone away"))

    def _take(self, message: Json) -> None:
        kind = message["kind"]
        if kind == "reply":
            self._waiting.pop(message["n"]).set_result(message)
        elif kind == "event":
            self._hear(message["name"], message["data"])
            self._wake()
        elif kind == "hello":
            for guild in message["guilds"]:
                for channel in guild["channels"]:
                    self._channels.setdefault(channel["name"], int(channel["id"]))
            self._hello.set_result(message)

    def _hear(self, name: str, data: Json) -> None:
        if name in ("THREAD_CREATE", "CHANNEL_CREATE"):
            self._channels.setdefault(data["name"], int(data["id"]))
        if not name.startswith("MESSAGE_"):
            return
        messages = self._messages.setdefault(int(data["channel_id"]), {})
        if name == "MESSAGE_DELETE":
            messages.pop(int(data["id"]), None)
        else:
            messages[int(data["id"])] = data


def _answer(reply: Json) -> Answer:
    body = reply["answer"]
    return Answer(
        body["kind"], body["elapsed"], body["message"], tuple(body["choices"]), int(body["interaction_id"])
    )
