"""Sessions of the gateway: numbered events, kept for a resume, sent to the shard of their guild."""

from __future__ import annotations

import json
import secrets
from collections import deque
from functools import partial
from typing import TYPE_CHECKING, Any

from bot.sandbox.payloads import guild_json, user_json

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable

    from bot.sandbox.clock import SandboxClock
    from bot.sandbox.faults import Faults
    from bot.sandbox.world import Event, World

GUILDS = 1 << 0
GUILD_MESSAGES = 1 << 9
GUILD_MESSAGE_REACTIONS = 1 << 10
EVENTS_KEPT = 5_000
RESUMABLE_SECONDS = 180.0
IDENTIFIES_PER_DAY = 1000
EVENT_KINDS = ("lose", "duplicate", "delay_event")

Json = dict[str, Any]


def _intent_of(name: str) -> int:
    """Return the intent without which a bot does not hear of an event."""
    if name.startswith("MESSAGE_REACTION"):
        return GUILD_MESSAGE_REACTIONS
    return GUILD_MESSAGES if name.startswith("MESSAGE_") else GUILDS


class Session:
    """One identified connection of the bot, which may drop and come back."""

    def __init__(self, shard: tuple[int, int], intents: int) -> None:
        self.id = secrets.token_hex(16)
        self.shard = shard
        self.intents = intents
        self.sequence = 0
        self.sent: deque[tuple[int, str]] = deque(maxlen=EVENTS_KEPT)
        self.outbox: asyncio.Queue[str | int] | None = None
        self.left_at: float | None = None

    def serves(self, guild_id: int) -> bool:
        """Whether the guild belongs to its shard."""
        return (guild_id >> 22) % self.shard[1] == self.shard[0]

    def send(self, name: str, data: Json) -> None:
        """Number an event, keep it, and send it if the bot is connected."""
        self.sequence += 1
        text = json.dumps({"op": 0, "s": self.sequence, "t": name, "d": data}, separators=(",", ":"))
        self.sent.append((self.sequence, text))
        if self.outbox is not None:
            self.outbox.put_nowait(text)

    def can_resume_from(self, sequence: int) -> bool:
        """Whether everything after a number is still kept."""
        return sequence <= self.sequence and (
            sequence == self.sequence or bool(self.sent and self.sent[0][0] <= sequence + 1)
        )

    def replay(self, sequence: int) -> None:
        """Send everything after a number once more."""
        if self.outbox is not None:
            for number, text in tuple(self.sent):
                if number > sequence:
                    self.outbox.put_nowait(text)

    def send_op(self, op: int, data: Any = None) -> None:
        """Send a frame without a number, such as 7 (reconnect) or 9 (invalid session)."""
        if self.outbox is not None:
            self.outbox.put_nowait(json.dumps({"op": op, "s": None, "t": None, "d": data}))

    def close(self, code: int) -> None:
        """Let the socket close with a code."""
        if self.outbox is not None:
            self.outbox.put_nowait(code)


class Gateway:
    """All sessions of the bot."""

    def __init__(self, world: World, faults: Faults, clock: SandboxClock, token: str | None) -> None:
        self.world = world
        self.clock = clock
        self.url = ""
        self.sessions: dict[str, Session] = {}
        self.identifies = 0
        self.heartbeats = 0
        self.online_listeners: list[Callable[[], None]] = []
        self._faults = faults
        self._token = token
        world.listeners.append(self._on_event)

    # who is there

    def knows(self, token: str) -> bool:
        """Whether a bot token is good."""
        return bool(token) and self._token in (None, token)

    @property
    def online(self) -> bool:
        """Whether any session is connected."""
        return any(one.outbox is not None for one in self.sessions.values())

    def start_limit(self) -> Json:
        """Return the `session_start_limit` of GET /gateway/bot."""
        return {
            "total": IDENTIFIES_PER_DAY,
            "remaining": max(0, IDENTIFIES_PER_DAY - self.identifies),
            "reset_after": 86_400_000,
            "max_concurrency": 1,
        }

    def identify(self, shard: tuple[int, int], intents: int, outbox: asyncio.Queue[str | int]) -> Session:
        """Begin a session: READY, then its guilds one by one."""
        self.identifies += 1
        session = Session(shard, intents)
        session.outbox = outbox
        self._forget_stale()
        self.sessions[session.id] = session
        guilds = [one for one in self.world.guilds.values() if self.world.bot.id in one.members]
        mine = [one for one in guilds if session.serves(one.id)]
        session.send("READY", self._ready(session, [one.id for one in mine]))
        for guild in mine:
            if guild.available:
                session.send("GUILD_CREATE", guild_json(guild, self.world.bot.id))
        self._tell_online()
        return session

    def _ready(self, session: Session, guild_ids: list[int]) -> Json:
        return {
            "v": 10,
            "user": user_json(self.world.bot) | {"mfa_enabled": False, "verified": True, "email": None},
            "guilds": [{"id": str(guild_id), "unavailable": True} for guild_id in guild_ids],
            "session_id": session.id,
            "session_type": "normal",
            "resume_gateway_url": self.url,
            "shard": list(session.shard),
            "application": {"id": str(self.world.bot.id), "flags": 0},
            "relationships": [],
            "private_channels": [],
            "geo_ordered_rtc_regions": [],
            "_trace": [],
        }

    def resume(self, session_id: str, sequence: int, outbox: asyncio.Queue[str | int]) -> Session | None:
        """Take a session up again with the events it missed; None if it is gone."""
        self._forget_stale()
        session = self.sessions.get(session_id)
        if session is None or not session.can_resume_from(sequence):
            return None
        session.outbox = outbox
        session.left_at = None
        session.replay(sequence)
        session.send("RESUMED", {"_trace": []})
        self._tell_online()
        return session

    def leave(self, session: Session, outbox: asyncio.Queue[str | int], *, gone: bool) -> None:
        """Note that a socket closed; a session closed properly by the bot (1000, 1001) is gone."""
        if session.outbox is not outbox:
            return
        session.outbox = None
        session.left_at = self.clock.now()
        if gone:
            self.sessions.pop(session.id, None)
        self._tell_online()

    def forget_sessions(self) -> None:
        """Let no session be resumed; those that are connected go on under another id."""
        alive = self.connected()
        for session in alive:
            session.id = secrets.token_hex(16)
        self.sessions = {session.id: session for session in alive}

    def _forget_stale(self) -> None:
        oldest = self.clock.now() - RESUMABLE_SECONDS
        for session in tuple(self.sessions.values()):
            if session.left_at is not None and session.left_at < oldest:
                del self.sessions[session.id]

    def _tell_online(self) -> None:
        for listener in tuple(self.online_listeners):
            listener()

    # events

    def _on_event(self, event: Event) -> None:
        if event.device is not None or not self.sessions:
            return
        needed = _intent_of(event.name)
        bot_left = self.world.bot.id not in self.world.guilds[event.guild_id].members
        if bot_left and event.name != "GUILD_DELETE":
            return
        self.dispatch(event.name, event.data, event.guild_id, needed)

    def dispatch(self, name: str, data: Json, guild_id: int, needed: int = 0) -> None:
        """Send an event to every session that serves the guild and wants such events."""
        fault = self._faults.strike(EVENT_KINDS, "*", name)
        if fault is not None and fault.kind == "lose":
            return
        if fault is not None and fault.kind == "delay_event":
            self.clock.call_later(fault.seconds, partial(self._send, name, data, guild_id, needed))
            return
        self._send(name, data, guild_id, needed)
        if fault is not None:
            self._send(name, data, guild_id, needed)

    def _send(self, name: str, data: Json, guild_id: int, needed: int) -> None:
        for session in self.sessions.values():
            if session.serves(guild_id) and session.intents & needed == needed:
                session.send(name, data)

    def connected(self) -> list[Session]:
        """Return the sessions that have a socket now."""
        return [one for one in self.sessions.values() if one.outbox is not None]
