"""The private hands of people: opened by an answer, changed by clicks, refreshed when others play."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import TYPE_CHECKING, Final

from bot.discord_ui.errors import Declined
from bot.discord_ui.hands.answers import Asked, ClickAnswers
from bot.discord_ui.hands.clicks import QUICK_MS, ClickHandler
from bot.discord_ui.hands.opening import open_hand
from bot.discord_ui.hands.refreshes import Refreshes
from bot.discord_ui.hands.rendering import HandRenderer
from bot.discord_ui.hands.sessions import MAIN, HandSession, HandSessions
from bot.discord_ui.hands.taps import CALL, DRAW, NERTZ, STUCK, WASTE, WORK
from bot.discord_ui.hands.view import BACK, LEAF, MORE, MOVE, REFRESH
from bot.discord_ui.transport.click import Route
from bot.discord_ui.transport.delivery import NOT_SENT, came_too_late
from bot.discord_ui.transport.messages import author_of_hand, stamp_of
from bot.discord_ui.transport.proof import proof_in
from bot.discord_ui.transport.receipt import received
from bot.rules.house_rules import MOST_WORK_PILES
from bot.rules.records import Played
from bot.tables.events import EventKind
from bot.tables.refusal import TableCode, TableRefusal
from bot.tables.seats import TablePhase

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterator

    import discord

    from bot.discord_ui.drawing.queue import RenderQueue
    from bot.discord_ui.transport.click import Click
    from bot.discord_ui.transport.proof import Proof
    from bot.discord_ui.wording.preferences import Preferences
    from bot.rules.moves import Move
    from bot.tables.events import Event
    from bot.tables.ports import Clock
    from bot.tables.table import Table

_MOST_OTHERS: Final = 200
"""Other moves that buttons are known for; no position has nearly as many."""
_MOST_LEAVES: Final = 10
_FAREWELL: Final = 30.0
"""Seconds that the hands of a closed table, and of who has left one, are kept: they say goodbye."""
_NEWS: Final = frozenset(
    {
        EventKind.DEALT,
        EventKind.GO,
        EventKind.CLOSING,
        EventKind.ROUND_ENDED,
        EventKind.PAUSED,
        EventKind.RESUMED,
        EventKind.SUSPENDED,
        EventKind.UNSUSPENDED,
        EventKind.REMATCH,
        EventKind.CLOSED,
    }
)
"""Events after which every hand of the table says something else."""

_log = logging.getLogger(__name__)


class LiveHands:
    """Keeps one hand per person and table."""

    def __init__(
        self, clock: Clock, renders: RenderQueue, choices: Preferences, *, quick_ms: int = QUICK_MS
    ) -> None:
        self._clock = clock
        self._choices = choices
        self._click_handler = ClickHandler(quick_ms)
        self.sessions = HandSessions()
        self._hand_renderer = HandRenderer(clock, renders)
        self._answers = ClickAnswers(self._hand_renderer, self.sessions)
        self._refreshes = Refreshes(self._hand_renderer, self.sessions)
        self._tasks: set[asyncio.Task[None]] = set()

    def routes(self) -> Iterator[Route]:
        """Yield the routes of the clicks on all buttons of hands."""
        for slot in (NERTZ, WASTE, DRAW, STUCK, CALL, MORE, BACK, REFRESH):
            yield Route(slot, self.clicked)
        yield Route(WORK, self.clicked, range(1, MOST_WORK_PILES + 1))
        yield Route(LEAF, self.clicked, range(_MOST_LEAVES))
        yield Route(MOVE, self.clicked, range(_MOST_OTHERS))

    def close(self) -> None:
        """Send nothing more."""
        self._refreshes.close()
        for task in self._tasks:
            task.cancel()

    # Clicks

    async def clicked(self, click: Click) -> None:
        """Play what a click on a hand meant, and answer with the hand as it is then."""
        table, interaction, message = click.table, click.interaction, click.interaction.message
        proof = proof_in(message)
        if message is None or proof is None:
            raise Declined("unknown_button")
        table.touch(click.person)
        session = self._session_of(click, message, proof)
        note = self._click_handler.act(click, session, message)
        await self._learn(session, interaction)
        try:
            asked = Asked(session, table, interaction, note, received(interaction, self._clock), proof)
            if not await self._answers.answer(asked):
                self._refreshes.want(session, table, urgent=True)
            if session.alive(self._clock.now()):
                table.hand_open(session.person)
        finally:
            self._refreshes.go_on(session, table)

    def _session_of(self, click: Click, message: discord.Message, proof: Proof) -> HandSession:
        """Return the hand that was clicked; after a restart the message itself tells whose it is."""
        person, table = click.person, click.table
        owner = self.sessions.owner(message.id) or author_of_hand(message)
        if owner is not None and owner != person:
            raise Declined("hand_of_another")
        if table.seat_of(person) is None:
            raise TableRefusal(TableCode.NOT_SEATED_HERE)
        session = self.sessions.of(table.table_id, person)
        if session is None or session.message_id < message.id:
            # After a restart; or Discord took an answer that seemed lost, and this newer hand is theirs.
            session = HandSession(table.table_id, person, self._clock, proof)
            self._replace(session)
        if session.message_id != message.id:
            raise Declined("hand_replaced")
        return session

    async def _learn(self, session: HandSession, interaction: discord.Interaction) -> None:
        session.choices = await self._choices.of(interaction)
        session.words = await self._choices.words(interaction)

    # Commands, and buttons of public messages

    async def play(
        self, interaction: discord.Interaction, table: Table, person: int, move: Move, note: str | None = None
    ) -> None:
        """Play a move of a command and answer with the hand; refusals are raised before that."""
        session = self.sessions.of(table.table_id, person)
        last = session.shown[-1] if session is not None and session.shown else None
        seen = last.version if last is not None and last.round_id == table.round_id else None
        table.play(person, move, stamp_of(interaction.id), seen)
        await self.answer_with_hand(interaction, table, person, note)

    async def answer_with_hand(
        self, interaction: discord.Interaction, table: Table, person: int, note: str | None = None
    ) -> None:
        """Answer with the person's hand, an ephemeral message that becomes their session."""
        if table.seat_of(person) is None and person not in table.state.waiting:
            raise TableRefusal(TableCode.NOT_SEATED_HERE)
        kept = table.kept()
        session = HandSession(table.table_id, person, self._clock)
        await self._learn(session, interaction)
        if kept.done():
            kept.result()  # What was done just before is undone already, if it could not be kept.
        try:
            proof = await open_hand(self._hand_renderer, session, table, interaction, note)
        except NOT_SENT as error:
            came_too_late("a new hand", error)
            proof = None
        if proof is None:
            self._show_in_old_hand(table, person)
            return
        session.message_id = proof.message_id
        session.renew(interaction, received(interaction, self._clock), proof)
        self._replace(session)
        table.hand_open(person)
        self._refreshes.want(session, table)

    def _show_in_old_hand(self, table: Table, person: int) -> None:
        """What a new hand should have shown was done all the same."""
        old = self.sessions.of(table.table_id, person)
        if old is not None:
            self._refreshes.want(old, table, urgent=True)

    def _replace(self, session: HandSession) -> None:
        """Let this be the person's hand; the old one is deleted through its own token, if that lives."""
        old = self.sessions.take(session)
        if old is None:
            return
        interaction, alive = old.interaction, old.alive(self._clock.now())
        old.lose()
        if interaction is not None and alive:
            self._spawn(_delete(interaction))

    # What the table tells

    def heard(self, event: Event) -> None:
        """Let hands follow what happens at their table."""
        table, kind = event.table, event.kind
        if kind is EventKind.MOVED:
            self._moved(table, event.data["record"])
        elif kind in _NEWS:
            self._news(table, kind)
        elif kind in (EventKind.LEFT, EventKind.KICKED):
            session = self.sessions.of(table.table_id, event.data["person"])
            if session is not None:
                self._refreshes.want(session, table, urgent=True)
                self._clock.call_later(_FAREWELL, partial(self._forget_if_gone, session, table))

    def _forget_if_gone(self, session: HandSession, table: Table) -> None:
        """A table may see any number of people: drop the hand of one who has not come back."""
        if table.seat_of(session.person) is None and session.person not in table.state.waiting:
            self.sessions.drop(session)

    def crowded(self) -> bool:
        """Return whether many clicks wait for their answers: what is no click stands back then."""
        return self._hand_renderer.crowded()

    def tell(self, table: Table, key: str) -> None:
        """Bring a sentence (`declined.<key>`) to everybody's hand."""
        for session in self.sessions.at(table.table_id):
            session.note = Declined(key)
            self._refreshes.want(session, table, urgent=True)

    def _moved(self, table: Table, record: object) -> None:
        mover = record.person if isinstance(record, Played) else None
        for session in self.sessions.at(table.table_id):
            if session.person != mover and session.page is MAIN:
                self._refreshes.want(session, table)

    def _news(self, table: Table, kind: EventKind) -> None:
        now = self._clock.now()
        for session in self.sessions.at(table.table_id):
            session.page = MAIN
            self._refreshes.want(session, table, urgent=True)
            if kind is EventKind.DEALT:
                (table.hand_open if session.alive(now) else table.hand_lost)(session.person)
        if kind is EventKind.CLOSED:
            self._clock.call_later(_FAREWELL, partial(self._forget_if_closed, table))

    def _forget_if_closed(self, table: Table) -> None:
        """Drop all hands, unless the close could not be kept: then the table goes on, and so do they."""
        if table.state.phase is TablePhase.CLOSED:
            self.sessions.drop_table(table.table_id)

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _delete(interaction: discord.Interaction) -> None:
    try:
        await interaction.delete_original_response()
    except NOT_SENT as error:
        _log.debug("an old hand was gone already: %s", error)
