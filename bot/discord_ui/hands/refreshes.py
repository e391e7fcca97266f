"""Shows others' plays in one's hand: through its session, only if it would differ, about once a second."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

import discord

from bot.discord_ui import metrics
from bot.discord_ui.drawing.queue import Urgency
from bot.discord_ui.transport.delivery import (
    CONNECTION_LOST,
    TOKEN_EXPIRED,
    UNKNOWN_MESSAGE,
    UNKNOWN_WEBHOOK,
    bad_picture,
    once_more,
)
from bot.tables.ports import JournalFailed

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from bot.discord_ui.hands.rendering import HandMessage, HandRenderer
    from bot.discord_ui.hands.sessions import HandSession, HandSessions
    from bot.tables.table import Table

PATIENCE: Final = 10.0
"""Seconds that a refresh waits for its commit; then the table has other troubles and tells so itself."""
_TOGETHER: Final = 0.03
"""Seconds that a refresh waits for more to show."""
_AGAIN: Final = 1.0
_STEP_BACK: Final = 0.4
_HELD_BACK: Final = 0.4
_TRICKLE: Final = 0.1
"""While many clicks wait for their answers, a refresh stands back for 0.4 s; then ten a second go."""

_log = logging.getLogger(__name__)


class Refreshes:
    """Edits hands that show something old. Clicks come first: their answers show the newest state anyway."""

    def __init__(self, hand_renderer: HandRenderer, sessions: HandSessions) -> None:
        self._hand_renderer = hand_renderer
        self._sessions = sessions
        self._clock = hand_renderer.clock
        self._tasks: set[asyncio.Task[None]] = set()
        self._trickle_at = float("-inf")
        self._closed = False

    def want(self, session: HandSession, table: Table, *, urgent: bool = False) -> None:
        """Let a hand show the newest state, soon; `urgent`: not only when the next second begins."""
        inflight = session.inflight
        inflight.wanted = True
        if inflight.answering or inflight.tracked is not None or not session.alive(self._clock.now()):
            return
        self._arm(session, table, _TOGETHER + inflight.pace.wait(urgent=urgent))

    def go_on(self, session: HandSession, table: Table) -> None:
        """Continue after a click was answered: what was wanted meanwhile is still wanted."""
        if (session.inflight.wanted or session.inflight.unsure) and not session.inflight.answering:
            self.want(session, table)

    def close(self) -> None:
        """Send nothing more."""
        self._closed = True
        for task in self._tasks:
            task.cancel()

    def _arm(self, session: HandSession, table: Table, seconds: float) -> None:
        inflight, due = session.inflight, self._clock.now() + seconds
        if inflight.timer is not None:
            if inflight.due <= due:
                return
            inflight.timer.cancel()
        inflight.due = due
        inflight.timer = self._clock.call_later(seconds, lambda: self._fire(session, table))

    def _fire(self, session: HandSession, table: Table) -> None:
        inflight = session.inflight
        inflight.timer = None
        if self._closed:
            return
        if self._hand_renderer.crowded() and not self._trickles(inflight.due):
            inflight.timer = self._clock.call_later(_STEP_BACK, lambda: self._fire(session, table))
            return
        self._spawn(self._refresh(session, table))

    def _trickles(self, due: float) -> bool:
        """Return whether a refresh may go although many clicks wait."""
        now = self._clock.now()
        if now < due + _HELD_BACK or now < self._trickle_at:
            return False
        self._trickle_at = now + _TRICKLE
        return True

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _refresh(self, session: HandSession, table: Table) -> None:
        inflight = session.inflight
        if inflight.answering or inflight.tracked is not None or not session.alive(self._clock.now()):
            return
        inflight.wanted, clicks = False, inflight.newest
        try:
            hand_message = await self._hand_message(session, table)
            if hand_message is not None and inflight.newest == clicks:
                await self._send(session, table, hand_message)
            inflight.wanted = inflight.wanted or inflight.newest != clicks
        except Exception:
            _log.exception(
                "a hand could not be refreshed", extra={"table": table.table_id, "person": session.person}
            )
        if inflight.wanted:
            self.want(session, table)

    async def _hand_message(self, session: HandSession, table: Table) -> HandMessage | None:
        """Return the hand as it is now, or None where the message shows just that."""
        inflight, text = session.inflight, self._hand_renderer.write(session, table, session.note)
        if not inflight.unsure and text.key == session.key:
            return None
        if session.text_only:
            try:
                await table.kept()
            except JournalFailed:
                return None  # The table has gone back and told so: that asks for the next refresh.
            return text
        hand_message = await self._hand_renderer.ready(
            session, table, session.note, Urgency.REFRESH, PATIENCE
        )
        inflight.wanted = inflight.wanted or hand_message is None
        return hand_message

    async def _send(self, session: HandSession, table: Table, hand_message: HandMessage) -> None:
        inflight, interaction = session.inflight, session.interaction
        if inflight.answering or inflight.tracked is not None or interaction is None:
            inflight.wanted = True
            return
        tracked = inflight.depart("refresh")
        inflight.pace.edited()
        try:
            message = await once_more(
                lambda: interaction.edit_original_response(**hand_message.body_for(session))
            )
        except asyncio.CancelledError:
            if not tracked.turned_back:
                raise
            tracked.go_on()
            if tracked.refused:
                inflight.pace.rest(_AGAIN)
            inflight.wanted = True
            return
        except discord.HTTPException as error:
            self._after_error(error, session, table)
            return
        except CONNECTION_LOST as error:
            _log.info("a refresh was not taken: %s", error)
            inflight.pace.rest(_AGAIN)
            inflight.wanted = True
            return
        finally:
            inflight.arrive(tracked)
            inflight.pace.learn(tracked)
        inflight.unsure = False
        metrics.EDITS.labels("hand", "shown").inc()
        hand_message.delivered(session, message)

    def _after_error(self, error: discord.HTTPException, session: HandSession, table: Table) -> None:
        metrics.EDITS.labels("hand", f"{error.status}").inc()
        if error.code == UNKNOWN_MESSAGE:
            self._sessions.drop(session)
            table.hand_lost(session.person)
        elif error.status == 401 or error.code in (TOKEN_EXPIRED, UNKNOWN_WEBHOOK):
            session.lose()
            table.hand_lost(session.person)
        elif bad_picture(error) and not session.text_only:
            session.text_only = True
            session.inflight.wanted = True
        elif error.status == 429 or error.status >= 500:
            session.inflight.pace.rest(_AGAIN)
            session.inflight.wanted = True
        else:
            _log.warning("a refresh was not taken: %s", error)
