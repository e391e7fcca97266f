"""What goes out to a hand: its message as it stands, drawn while what it shows is committed."""

from __future__ import annotations

import asyncio
import io
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import discord

from bot.discord_ui.drawing.queue import Urgency
from bot.discord_ui.drawing.requests import PictureRequest, table_face
from bot.discord_ui.errors import explain
from bot.discord_ui.hands.sessions import MAIN
from bot.discord_ui.hands.view import HandView, file_name, meanings, status_line
from bot.discord_ui.transport import components
from bot.discord_ui.transport.components import RawComponents
from bot.discord_ui.transport.delivery import shown_ms
from bot.discord_ui.transport.messages import Body, hand_picture_name, message_body
from bot.discord_ui.transport.waiting import within
from bot.pictures.look import Look
from bot.tables.ports import JournalFailed
from bot.tables.seats import TablePhase

if TYPE_CHECKING:
    from collections.abc import Hashable

    from bot.discord_ui.drawing.queue import RenderQueue
    from bot.discord_ui.hands.sessions import HandSession
    from bot.pictures.picture import Picture
    from bot.rules.views import SeatView
    from bot.tables.ports import Clock
    from bot.tables.table import Table

Note = str | BaseException | None
"""What the line of text says: a sentence, a refusal, or nothing special."""

_CARDS_LIE: Final = (TablePhase.COUNTDOWN, TablePhase.ROUND)
CROWD: Final = 2
"""So many clicks are answered at once without anybody noticing; with more of them, all else stands back."""


@dataclass(frozen=True, slots=True)
class HandMessage:
    """A hand as it is to be sent. Without `hand_view` and a request there are no cards yet, only `text`."""

    hand_view: HandView | None = None
    picture_request: PictureRequest | None = None
    text: str = ""
    picture: Picture | None = None
    view: RawComponents | None = None
    """Its buttons, once the picture is there."""

    @property
    def key(self) -> Hashable:
        """What is to be seen: equal keys look the same."""
        return ("text", self.text) if self.hand_view is None else self.hand_view.key

    def body(self) -> Body:
        """Return the message with its picture, to be sent once: files are read while they are sent."""
        if self.hand_view is None or self.picture is None or self.view is None:
            return message_body(RawComponents([components.text(self.text)]))
        name = file_name(self.hand_view.shown, self.picture.extension)
        file = discord.File(io.BytesIO(self.picture.data), name)  # the gallery tells what it shows
        return message_body(self.view, file)

    def is_in(self, message: discord.Message) -> bool:
        """Return whether a message shows this hand: its picture, or its text."""
        names = [attachment.filename for attachment in message.attachments]
        if self.hand_view is not None and self.picture is not None:
            return names == [file_name(self.hand_view.shown, self.picture.extension)]
        texts = [part.content for part in message.components if isinstance(part, discord.TextDisplay)]
        return not names and texts == [self.text]

    def body_for(self, session: HandSession) -> Body:
        """Return the message for an edit; where Discord takes no picture in one, text and buttons."""
        if not session.text_only or self.hand_view is None:
            return self.body()
        if session.attachment is None or not session.shown:
            return message_body(self.hand_view.without_picture())
        view = self.hand_view.with_old_picture(session.attachment.filename, session.shown[-1])
        return message_body(view, session.attachment)

    def delivered(self, session: HandSession, message: discord.Message | None) -> None:
        """Note that the message shows this hand now; `message` is Discord's answer.

        discord.py may tell late of an answer (it waits for limits), when a newer picture is there already.
        """
        if self.hand_view is not None and session.is_beyond(self.hand_view.shown):
            return
        session.key = self.key
        session.note = None
        if self.hand_view is not None and self.picture is None:
            return
        if self.hand_view is not None:
            session.remember(replace(self.hand_view.shown, at_ms=shown_ms(message)))
        if message is not None:
            session.attachment = message.attachments[0] if message.attachments else None


class HandRenderer:
    """Where hand messages are made ready."""

    def __init__(self, clock: Clock, renders: RenderQueue) -> None:
        self.clock = clock
        self._renders = renders
        self.clicks = 0
        """Clicks that wait for their answers, of all hands."""

    def crowded(self) -> bool:
        """Return whether many clicks wait for their answers."""
        return self.clicks > CROWD

    def write(self, session: HandSession, table: Table, note: Note) -> HandMessage:
        """Return the hand as it stands now."""
        view = _view(session, table)
        line = _sentence(note, session, table)
        if view is None or table.round_id is None:
            text = line or session.words(_no_cards(session, table))
            return HandMessage(text=text)
        shown = meanings(view, table.round_id, 0, with_others=session.page is not MAIN)
        match_over = table.state.phase is TablePhase.OVER
        line = line or status_line(view, table.state.round_number, session.words, match_over=match_over)
        assist, words = session.choices.assist, session.words
        hand_view = HandView(
            view, shown, session.page, line, session.prefix, assist, words, session.text_only
        )
        seats = table_face(table)
        name = hand_picture_name(shown.round_id, shown.version)
        return HandMessage(hand_view, PictureRequest(name, "hand", (view, seats, words)))

    async def ready(
        self, session: HandSession, table: Table, note: Note, urgency: Urgency, patience: float
    ) -> HandMessage | None:
        """Return the hand, drawn while what it shows is committed; None if that takes longer than `patience`.

        None, too, when a newer picture of this hand was asked for meanwhile. If it can't be kept, the table
        has gone back to what was, and the message tells that.
        """
        hand_message = self.write(session, table, note)
        drawing = self._draw(session, hand_message, urgency)
        writing = None if _is_committed(table, hand_message) else table.writing()
        until = self.clock.now() + patience
        in_time = drawing is None or await within(self.clock, patience, drawing)
        # The buttons are made while the commit is still under way.
        whole = _with_picture(session, hand_message, drawing)
        if writing is None:
            return whole if in_time else None
        if not await within(self.clock, until - self.clock.now(), writing) or not in_time:
            return None
        if writing.exception() is not None:
            return await self._as_it_was(writing.exception(), session, table, urgency, until)
        return whole

    async def _as_it_was(
        self, error: BaseException | None, session: HandSession, table: Table, urgency: Urgency, until: float
    ) -> HandMessage | None:
        """Return the hand that tells why nothing was kept; the error itself is told if that is late."""
        if error is not None and not isinstance(error, JournalFailed):
            raise error
        await asyncio.sleep(0)  # the table hears of it in this turn
        hand_message = self.write(session, table, error)
        drawing = self._draw(session, hand_message, urgency)
        in_time = drawing is None or await within(self.clock, until - self.clock.now(), drawing)
        if not in_time and urgency is Urgency.CLICK and error is not None:
            raise error
        return _with_picture(session, hand_message, drawing)

    def _draw(
        self, session: HandSession, hand_message: HandMessage, urgency: Urgency
    ) -> asyncio.Future[Picture] | None:
        if hand_message.picture_request is None:
            return None
        look = Look(session.choices.theme, session.choices.deck)
        drawing = self._renders.begin(look, hand_message.picture_request, urgency)
        session.inflight.drawn_by(drawing)
        return drawing


def _view(session: HandSession, table: Table) -> SeatView | None:
    """Return the person's cards, if any lie there. Those of a round that is over stay with who saw them."""
    seat, phase = table.seat_of(session.person), table.state.phase
    if seat is None or table.round is None or seat >= table.round.seats:
        return None
    saw_them = bool(session.shown) and session.shown[-1].round_id == table.round_id
    if phase in _CARDS_LIE or (phase in (TablePhase.SCORES, TablePhase.OVER) and saw_them):
        return table.view(seat)
    return None


def _no_cards(session: HandSession, table: Table) -> str:
    if table.state.phase is TablePhase.CLOSED:
        return "hand.closed"
    if session.person in table.state.waiting:
        return "hand.next_deal"
    return "hand.waiting" if table.seat_of(session.person) is not None else "hand.no_seat"


def _sentence(note: Note, session: HandSession, table: Table) -> str:
    if note is None or isinstance(note, str):
        return note or ""
    return explain(note, session.words, table) or ""


def _with_picture(
    session: HandSession, hand_message: HandMessage, drawing: asyncio.Future[Picture] | None
) -> HandMessage | None:
    if drawing is None:
        return hand_message
    if not drawing.done() or drawing.cancelled():
        return None
    session.inflight.took(drawing)
    picture = drawing.result()
    view = None if hand_message.hand_view is None else hand_message.hand_view.with_picture(picture)
    return replace(hand_message, picture=picture, view=view)


def _is_committed(table: Table, hand_message: HandMessage) -> bool:
    # Version 0 is the deal itself, of which no record tells whether it is committed.
    return (
        hand_message.hand_view is not None
        and 0 < hand_message.hand_view.shown.version <= table.committed_version
    )
