"""Answers to clicks on a hand: the newest state only, never an older picture after a newer one."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

import discord

from bot.discord_ui import metrics
from bot.discord_ui.drawing.queue import Urgency
from bot.discord_ui.transport.delivery import (
    ALREADY_ANSWERED,
    CONNECTION_LOST,
    NOT_SENT,
    TOO_LATE,
    bad_picture,
    came_too_late,
    code_of,
    message_of,
    once_more,
    until_too_late,
)
from bot.discord_ui.transport.fair_start import Turns
from bot.discord_ui.transport.messages import new_files
from bot.discord_ui.transport.proof import look, proof_in
from bot.discord_ui.transport.receipt import LATE

if TYPE_CHECKING:
    from bot.discord_ui.hands.rendering import HandMessage, HandRenderer, Note
    from bot.discord_ui.hands.sessions import HandSession, HandSessions
    from bot.discord_ui.transport.proof import Proof
    from bot.tables.table import Table


@dataclass(frozen=True, slots=True)
class Asked:
    """A click on a hand that waits for its answer; `received` is when it came (monotonic seconds).

    `proof` is of the message that was clicked: `@original` of an answer that is no new message.
    """

    session: HandSession
    table: Table
    interaction: discord.Interaction
    note: Note
    received: float
    proof: Proof


class ClickAnswers:
    """Sends one answer of type 7 for a click, with the hand as it is then.

    Type 6 instead, and the picture later, when a newer click of the same person waits, or after 1.5 s.
    """

    def __init__(self, hand_renderer: HandRenderer, sessions: HandSessions) -> None:
        self._hand_renderer = hand_renderer
        self._sessions = sessions
        self._clock = hand_renderer.clock
        self._turns = Turns()

    async def answer(self, asked: Asked) -> bool:
        """Answer a click; False if the hand does not show yet what it should, and nothing newer is coming."""
        inflight = asked.session.inflight
        number = inflight.next_click()
        inflight.answering += 1
        self._hand_renderer.clicks += 1
        try:
            return await self._answer(asked, number)
        finally:
            inflight.answering -= 1
            self._hand_renderer.clicks -= 1
            metrics.CLICK_TO_ANSWER.observe(self._clock.now() - asked.received)

    async def _answer(self, asked: Asked, number: int) -> bool:
        inflight = asked.session.inflight
        await self._turns.mine()
        answered = asked.interaction.response.is_done()  # The table was long in coming.
        hand_message = await self._hand_message(asked) if inflight.newest == number and not answered else None
        if (
            inflight.newest == number
            and hand_message is not None
            and await inflight.clear()
            and inflight.newest == number
        ):
            metrics.QUEUE_AGE.observe(self._clock.now() - asked.received)
            return await self._send(asked, hand_message)
        if inflight.newest == number:
            asked.session.note = asked.note
        await self._acknowledge(asked)
        return inflight.newest != number

    async def _hand_message(self, asked: Asked) -> HandMessage | None:
        """Return the hand with its picture; None if there is no time left to draw it."""
        patience = asked.received + LATE - self._clock.now()
        if patience <= 0:
            return None
        return await self._hand_renderer.ready(
            asked.session, asked.table, asked.note, Urgency.CLICK, patience
        )

    async def _acknowledge(self, asked: Asked) -> None:
        """Answer with type 6: the picture comes with a newer click's answer or with a refresh.

        The hand is not refreshed until this is over, so it takes no longer than Discord waits for it.
        """
        patience, response = asked.received + TOO_LATE - self._clock.now(), asked.interaction.response
        try:
            if not response.is_done():
                await until_too_late(self._clock, once_more(response.defer), patience)
        except NOT_SENT as error:
            if code_of(error) == ALREADY_ANSWERED:
                await self._look(asked)
            else:
                _failed(error, asked)
            return
        metrics.ANSWERS.labels("acknowledged").inc()
        asked.session.renew(asked.interaction, asked.received, asked.proof)

    async def _send(self, asked: Asked, hand_message: HandMessage) -> bool:
        inflight = asked.session.inflight
        tracked = inflight.depart("click")
        too_late = self._clock.call_later(asked.received + TOO_LATE - self._clock.now(), tracked.turn_back)
        try:
            answer = await once_more(lambda: asked.interaction.response.edit_message(**hand_message.body()))
        except asyncio.CancelledError:
            if not tracked.turned_back:
                raise
            tracked.go_on()
            return await self._turned_back(asked)
        except discord.HTTPException as error:
            return await self._after_error(error, asked, hand_message)
        except CONNECTION_LOST as error:
            _failed(error, asked)
            return False
        finally:
            too_late.cancel()
            inflight.arrive(tracked)
        metrics.ANSWERS.labels("picture").inc()
        hand_message.delivered(asked.session, message_of(answer))
        asked.session.renew(asked.interaction, asked.received, asked.proof)
        return True

    async def _look(self, asked: Asked) -> discord.Message | None:
        """Find out what the answer was that Discord has already; the token is taken if it was the hand."""
        try:
            message = await until_too_late(self._clock, look(asked.interaction))
        except TimeoutError:
            message = None
        proof = proof_in(message)
        if proof is None or proof.message_id != asked.session.message_id:
            return None
        asked.session.renew(asked.interaction, asked.received, proof)
        return message

    async def _turned_back(self, asked: Asked) -> bool:
        """Leave the picture to the newer click that was in a hurry, or to a refresh: it is too late now."""
        if asked.session.inflight.answering > 1:
            await self._acknowledge(asked)
            return True
        _failed(TimeoutError("Discord waits no longer for this answer"), asked)
        return False

    async def _after_error(
        self, error: discord.HTTPException, asked: Asked, hand_message: HandMessage
    ) -> bool:
        if error.code == ALREADY_ANSWERED:
            message = await self._look(asked)
            if message is None or not hand_message.is_in(message):
                return False
            hand_message.delivered(asked.session, message)
            return True
        if bad_picture(error):
            return await self._send_anew(asked, hand_message)
        _failed(error, asked)
        return False

    async def _send_anew(self, asked: Asked, hand_message: HandMessage) -> bool:
        """Answer with a new ephemeral message where Discord does not take the picture into the old one."""
        body = hand_message.body()
        files = new_files(body)
        try:
            answer = await asked.interaction.response.send_message(
                view=body["view"], files=files, ephemeral=True
            )
        except NOT_SENT as error:
            _failed(error, asked)
            return False
        message = message_of(answer)
        proof = proof_in(message)
        if proof is not None:
            self._sessions.move(asked.session, proof)
            hand_message.delivered(asked.session, message)
            asked.session.renew(asked.interaction, asked.received, proof)
        return True


def _failed(error: BaseException, asked: Asked) -> None:
    metrics.ANSWERS.labels("failed").inc()
    table = asked.table
    where = {"guild": table.guild_id, "channel": table.channel_id, "table": table.table_id}
    came_too_late("a click's answer", error, **where, round=table.round_id, person=asked.session.person)
