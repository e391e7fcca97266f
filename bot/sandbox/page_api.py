"""The page and its websocket: what a browser (or a driver in another process) needs to be a person."""

from __future__ import annotations

import asyncio
import itertools
import json
import re
import secrets
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aiohttp import WSMsgType, web

from bot.sandbox.model import Message
from bot.sandbox.payloads import channel_json, user_json
from bot.sandbox.people import add_person
from bot.sandbox.subscriptions import Device
from bot.sandbox.user_actions import CannotDo

if TYPE_CHECKING:
    from bot.sandbox.interactions import Answer
    from bot.sandbox.model import User
    from bot.sandbox.server import Sandbox
    from bot.sandbox.world import Event

PAGE = Path(__file__).parent / "page"
Json = dict[str, Any]


def add_page(app: web.Application, sandbox: Sandbox) -> None:
    """Serve the page at `/` or below its key, its files, the list of people, and the socket."""
    under = page_path(sandbox.services.settings.key)

    async def index(request: web.Request) -> web.FileResponse:
        return web.FileResponse(PAGE / "index.html", headers={"Cache-Control": "no-cache"})

    async def people(request: web.Request) -> web.Response:
        users = [user for user in sandbox.world.users.values() if not user.bot]
        return web.json_response([user_json(user) | {"locale": user.locale} for user in users])

    async def socket(request: web.Request) -> web.StreamResponse:
        return await PersonSocket(sandbox).serve(request)

    app.router.add_get(under, index)
    app.router.add_get(f"{under}page/people", people)
    app.router.add_get(f"{under}page/socket", socket)
    app.router.add_static(f"{under}page/", PAGE)


def page_path(key: str) -> str:
    """Return the path of the page, with a slash at its end."""
    return f"/{key}/" if key else "/"


class PersonSocket:
    """One tab: `?as=ana` says who, `everywhere=1` asks for the events of all channels."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self._world = sandbox.world
        self._socket = web.WebSocketResponse(heartbeat=30, max_msg_size=0)
        self._outbox: asyncio.Queue[str] = asyncio.Queue()
        self._tasks: set[asyncio.Task[None]] = set()

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Talk until the tab closes."""
        await self._socket.prepare(request)
        self._sandbox.services.sockets.add(self._socket)
        self._user = self._who(request.query.get("as", "ana"))
        name = request.query.get("device") or f"{self._user.name}-{secrets.token_hex(6)}"
        everywhere = request.query.get("everywhere") == "1"
        self._device = Device(self._user, name, self._hear, everywhere)
        self._sandbox.subscriptions.join(self._device)
        self._sandbox.gateway.online_listeners.append(self._tell_online)
        self._say(self._hello())
        writer = asyncio.create_task(self._write())
        try:
            async for frame in self._socket:
                if frame.type is WSMsgType.TEXT:
                    self._take(json.loads(frame.data))
        finally:
            writer.cancel()
            self._sandbox.services.sockets.discard(self._socket)
            self._sandbox.subscriptions.leave(self._device)
            self._sandbox.gateway.online_listeners.remove(self._tell_online)
        return self._socket

    def _who(self, name: str) -> User:
        return self._world.user_named(name) or self._world.user_shown_as(name) or self._newcomer(name[:32])

    def _newcomer(self, display: str) -> User:
        """Let somebody in under a name of any signs; their user name has few, and is theirs alone."""
        plain = "".join(re.findall(r"[a-z0-9_.]", unicodedata.normalize("NFKD", display).lower())) or "guest"
        free = (f"{plain}{number or ''}" for number in itertools.count())
        return add_person(self._world, next(one for one in free if not self._world.user_named(one)), display)

    # to the tab

    async def _write(self) -> None:
        while True:
            text = await self._outbox.get()
            try:
                await self._socket.send_str(text)
            except ConnectionError:
                return

    def _say(self, body: Json) -> None:
        self._outbox.put_nowait(json.dumps(body, separators=(",", ":"), ensure_ascii=False))

    def _hear(self, event: Event) -> None:
        name, data = event.name, event.data
        if name.startswith("MESSAGE_REACTION"):
            message = self._world.channels[int(data["channel_id"])].messages[int(data["message_id"])]
            name, data = "MESSAGE_UPDATE", self._world.json(message)
        self._say({"kind": "event", "name": name, "data": data})

    def _tell_online(self) -> None:
        self._say({"kind": "online", "online": self._sandbox.gateway.online})

    def _hello(self) -> Json:
        world = self._world
        mine = [one for one in world.guilds.values() if self._user.id in one.members]
        return {
            "kind": "hello",
            "you": user_json(self._user) | {"locale": self._user.locale},
            "device": self._device.name,
            "bot": user_json(world.bot) | {"display": world.bot.display},
            "online": self._sandbox.gateway.online,
            "people": [user_json(user) for user in world.users.values()],
            "guilds": [
                {
                    "id": str(guild.id),
                    "name": guild.name,
                    "channels": [channel_json(channel) for channel in guild.channels.values()],
                }
                for guild in mine
            ],
        }

    # from the tab

    def _take(self, request: Json) -> None:
        doer = getattr(self, f"_do_{request.get('do')}", None)
        if doer is None:
            self._reply(request, {"error": f"the sandbox cannot do {request.get('do')!r}"})
            return
        try:
            doer(request)
        except (CannotDo, KeyError, ValueError) as error:
            self._reply(request, {"error": str(error)})

    def _reply(self, request: Json, body: Json) -> None:
        self._say({"kind": "reply", "n": request.get("n"), **body})

    def _do_open(self, request: Json) -> None:
        channel_id = int(request["channel"])
        self._sandbox.subscriptions.look_at(self._device, channel_id)
        visible = self._sandbox.subscriptions.visible(self._device, channel_id)
        self._reply(request, {"messages": [self._world.json(one) for one in visible]})

    def _do_commands(self, request: Json) -> None:
        channel = self._world.channels[int(request["channel"])]
        self._reply(request, {"commands": self._sandbox.user_actions.commands_for(self._user, channel)})

    def _do_command(self, request: Json) -> None:
        place = int(request["channel"])
        options = request.get("options") or {}
        one = self._sandbox.user_actions.command(
            self._user, self._device.name, place, request["path"], options
        )
        self._await(request, one)

    def _do_autocomplete(self, request: Json) -> None:
        one = self._sandbox.user_actions.autocomplete(
            self._user,
            self._device.name,
            int(request["channel"]),
            request["path"],
            request.get("options") or {},
            request["focused"],
        )
        self._await(request, one)

    def _do_click(self, request: Json) -> None:
        one = self._sandbox.user_actions.click(
            self._user,
            self._device.name,
            int(request["channel"]),
            int(request["message"]),
            request["custom_id"],
            request.get("values"),
            forged=bool(request.get("forged")),
        )
        self._await(request, one)

    def _do_dismiss(self, request: Json) -> None:
        message = self._world.channels[int(request["channel"])].messages.get(int(request["message"]))
        if message is not None and message.ephemeral and message.owner == self._user.id:
            message.dismissed = True
        self._reply(request, {})

    def _do_say(self, request: Json) -> None:
        content = str(request["content"])[:2000]
        place = int(request["channel"])
        if place not in self._world.channels or not content.strip():
            raise CannotDo("nothing to say, or nowhere")
        created = self._world.clock.wall()
        self._world.add_message(Message(self._world.new_id(), place, self._user, content, created=created))
        self._reply(request, {})

    def _await(self, request: Json, outcome: asyncio.Future[Answer]) -> None:
        task = asyncio.create_task(self._answer(request, outcome))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer(self, request: Json, outcome: asyncio.Future[Answer]) -> None:
        self._reply(request, {"answer": answer_json(await outcome)})


def answer_json(answer: Answer) -> Json:
    """Return an answer for the wire."""
    return {
        "kind": answer.kind,
        "elapsed": answer.elapsed,
        "message": answer.message,
        "choices": list(answer.choices),
        "interaction_id": str(answer.interaction_id),
    }
