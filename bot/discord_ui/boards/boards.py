"""The public messages of tables: lobby, then board, then a new message with the scores."""

from __future__ import annotations

import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import discord

from bot.discord_ui import metrics
from bot.discord_ui.boards.message import BoardMessage, age_seconds, body_of, body_without_picture, key_of
from bot.discord_ui.boards.schedule import BoardScheduler
from bot.discord_ui.custom_ids import base36
from bot.discord_ui.transport.delivery import (
    ACCESS_LOST,
    MAY_NOT,
    NOT_SENT,
    THREAD_ARCHIVED,
    TOO_OLD_TO_EDIT,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
    bad_picture,
    code_of,
    is_outage,
    once_more,
)
from bot.discord_ui.transport.messages import new_files
from bot.discord_ui.transport.ratelimits import TrackedRequest
from bot.pictures.look import Look
from bot.tables.events import ClosedReason, EventKind
from bot.tables.ports import JournalFailed
from bot.tables.refusal import TableRefusal
from bot.tables.seats import TablePhase

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.discord_ui.boards.content import BoardContent
    from bot.discord_ui.boards.model import MessageContent
    from bot.discord_ui.drawing.queue import RenderQueue
    from bot.discord_ui.wording.preferences import Preferences
    from bot.tables.events import Event
    from bot.tables.ports import Clock
    from bot.tables.table import Table

OLDEST: Final = 50 * 60.0
"""Seconds after which a message is posted anew: older ones may hardly be edited (DISCORD.md)."""
_FIRST_RETRY: Final = 5.0
_LONGEST_RETRY: Final = 300.0
"""Seconds between two tries of a board that Discord refuses: too many of them ban the address."""
_LONGEST_OUTAGE: Final = 20.0
"""Seconds between two tries while Discord is not well: nobody counts those."""
_LOOK: Final = Look()
_GONE: Final = frozenset({UNKNOWN_MESSAGE, TOO_OLD_TO_EDIT, THREAD_ARCHIVED})
_RECONCILED: Final = frozenset({EventKind.WOKEN, EventKind.UNSUSPENDED, EventKind.DAMAGED})
"""Events after which the journal may know another message than this process."""
_SHUT_OUT: Final = frozenset({ACCESS_LOST, MAY_NOT, THREAD_ARCHIVED})

_log = logging.getLogger(__name__)


class LiveBoards:
    """Keeps one public message per table up to date.

    `places` opens a channel by server and channel id; `tell` brings a sentence to the hands of a table,
    `crowded` is true while many clicks wait for their answers.
    """

    def __init__(
        self,
        clock: Clock,
        renders: RenderQueue,
        choices: Preferences,
        board_content: BoardContent,
        places: Callable[[int, int], discord.PartialMessageable],
        tell: Callable[[Table, str], None],
        crowded: Callable[[], bool] = lambda: False,
    ) -> None:
        self._clock = clock
        self._renders = renders
        self._choices = choices
        self._content = board_content
        self._places = places
        self._tell = tell
        self._messages: dict[int, BoardMessage] = {}
        self._placeless: set[int] = set()
        """Suspended tables whose channel is gone."""
        self._pace = BoardScheduler(clock, self._show, crowded)

    async def finish(self) -> None:
        """Return when every board shows its table as it is now."""
        await self._pace.drain()

    def close(self) -> None:
        """Send nothing more."""
        self._pace.close()

    # What others ask for

    def heard(self, event: Event) -> None:
        """Let the public message follow what happens at its table."""
        board = self._message_of(event.table)
        if event.kind in _RECONCILED:
            board.posted = True  # Also where nobody knows of a message: the channel gets it (again).
            board.doubtful = event.table.state.message.number
        self.refresh(event.table)
        if event.kind is EventKind.CLOSED:
            self._messages.pop(event.table.table_id, None)
            self._placeless.discard(event.table.table_id)
        if event.kind is EventKind.UNSUSPENDED and event.table.table_id in self._placeless:
            self._clock.call_later(0.0, lambda: self.channel_gone(event.table))

    def refresh(self, table: Table) -> None:
        """Let the public message show the table as it is, soon."""
        board = self._message_of(table)
        if board.posted:
            self._pace.want(board)

    def rights_changed(self, guild_id: int) -> None:
        """Try those boards of a server soon that were refused: they may be allowed again."""
        self._pace.wake(guild_id)

    def channel_gone(self, table: Table) -> None:
        """End a table whose channel is gone; one that is suspended ends when it lives again."""
        try:
            table.close(ClosedReason.CHANNEL_GONE)
        except TableRefusal:
            _log.info("the table of a lost channel can't be closed yet", extra={"table": table.table_id})
            if table.state.suspended:
                self._placeless.add(table.table_id)

    async def post(self, table: Table) -> None:
        """Send the public message of a table that has none; raises `discord.HTTPException`."""
        board = self._message_of(table)
        content = await self._content_of(table)
        await table.kept()  # A table that asked for its message is one whose opening was kept.
        self._pace.one_more()
        await self._send(board, content, table.ask_message("gone"))
        self._pace.want(board)

    def _message_of(self, table: Table) -> BoardMessage:
        board = self._messages.get(table.table_id)
        if board is None:
            board = BoardMessage(table)
            self._messages[table.table_id] = board
        return board

    # Sending

    async def _show(self, board: BoardMessage) -> None:
        """Send the newest content, if it differs from what is shown, and see to the message before."""
        editing = False
        try:
            self._note(board)
            content = await self._content_of(board.table)
            target = self._target(board)
            if target is None:
                await self._send(board, content, board.number_to_send())
            elif key_of(content) != board.key or board.message_id != target:
                await board.table.kept()
                editing = True
                await self._edit(board, content, target)
            board.retry = _FIRST_RETRY
            await self._settle(board)
        except (JournalFailed, TableRefusal):
            _log.info("a board waits until its table is kept", extra={"table": board.table.table_id})
        except NOT_SENT as error:
            self._after_error(board, error, editing=editing)

    def _note(self, board: BoardMessage) -> None:
        """Let the table know what this process knows of its message: noting it may have failed."""
        if board.message_id is not None:
            with suppress(TableRefusal):
                board.table.note_message(board.number, board.message_id)

    async def _content_of(self, table: Table) -> MessageContent:
        return self._content.content_of(table, await self._choices.guild_words(table.guild_id))

    def _target(self, board: BoardMessage) -> int | None:
        """Return the message to edit; None: send one. Old ones may hardly be edited any more."""
        target = board.target()
        if target is None or board.table.state.phase is TablePhase.CLOSED:
            return target
        return None if age_seconds(board, target, self._clock) > OLDEST else target

    async def _send(self, board: BoardMessage, content: MessageContent, number: int) -> None:
        """Send the message of that number, or get it if Discord has it already."""
        picture = (
            None
            if content.picture_request is None
            else await self._renders.draw(_LOOK, content.picture_request)
        )
        await board.table.kept()
        if not board.may_send(number):
            raise JournalFailed("the number of the message was not kept")
        channel = self._places(board.table.guild_id, board.table.channel_id)
        nonce = f"{base36(board.table.table_id)}.{base36(number)}"

        async def send() -> discord.Message:
            """Send it; Discord takes a second try with the same nonce for the first one."""
            body = body_of(board.table.table_id, content, picture)
            files = new_files(body)
            return await channel.send(view=body["view"], files=files, nonce=nonce)

        doubtful, board.doubtful = board.doubtful == number, number
        message = await once_more(send)
        metrics.EDITS.labels("board", "posted").inc()
        board.sent_at = None if doubtful else self._clock.now()
        board.number, board.doubtful = number, 0
        board.shows(content, message)
        if doubtful:
            board.key = None
            self._pace.want(board)
        self._note(board)

    async def _settle(self, board: BoardMessage) -> None:
        """Finish or delete the message before, once there is a newer one; try again if that fails."""
        known = board.table.state.message
        before = known.before
        if before is None or known.id is None:
            return
        try:
            await (self._finish if known.before_stays else self._delete)(board.table, before)
        except NOT_SENT as error:
            _log.debug("an old board was not taken: %s", error)
            if is_outage(error):
                self._pace.want(board)
                return
        board.table.settle_message(before)

    async def _finish(self, table: Table, message_id: int) -> None:
        """Let the board of a round that is over show its last cards, without buttons."""
        content = self._content.finished_content_of(table, await self._choices.guild_words(table.guild_id))
        if content is None or content.picture_request is None:
            return
        picture = await self._renders.draw(_LOOK, content.picture_request)
        channel = self._places(table.guild_id, table.channel_id)
        self._pace.one_more()
        await channel.get_partial_message(message_id).edit(**body_of(table.table_id, content, picture))

    async def _delete(self, table: Table, message_id: int) -> None:
        channel = self._places(table.guild_id, table.channel_id)
        self._pace.one_more()
        await channel.get_partial_message(message_id).delete()

    async def _edit(self, board: BoardMessage, content: MessageContent, target: int) -> None:
        picture = None
        if content.picture_request is not None and not board.text_only:
            picture = await self._renders.draw(_LOOK, content.picture_request)
        channel = self._places(board.table.guild_id, board.table.channel_id)
        message = channel.get_partial_message(target)
        tracked = TrackedRequest("board")
        await self._pace.turn()
        tracked.depart()

        async def edit() -> discord.Message:
            if board.text_only:
                return await message.edit(**body_without_picture(board, content))
            return await message.edit(**body_of(board.table.table_id, content, picture))

        try:
            edited = await once_more(edit)
        finally:
            tracked.over()
            self._pace.learn(tracked)
        metrics.EDITS.labels("board", "shown").inc()
        if target == board.table.state.message.id:
            board.number = board.table.state.message.number
        board.shows(content, edited)

    # When that goes wrong

    def _after_error(self, board: BoardMessage, error: BaseException, *, editing: bool) -> None:
        code = code_of(error)
        metrics.EDITS.labels("board", str(code or "lost")).inc()
        if code == UNKNOWN_MESSAGE or (code in _GONE and editing):
            board.lost = True
            self._pace.want(board)
        elif code == UNKNOWN_CHANNEL:
            self.channel_gone(board.table)
        elif code in _SHUT_OUT:
            self._shut_out(board)
        elif isinstance(error, discord.HTTPException) and bad_picture(error) and not board.text_only:
            board.text_only = True
            self._pace.want(board)
        else:
            _log.warning("a board was not taken: %s", error, extra={"table": board.table.table_id})
            self._retry(board, _LONGEST_OUTAGE if is_outage(error) else _LONGEST_RETRY)

    def _shut_out(self, board: BoardMessage) -> None:
        """Tell the players through their hands; the game goes on there, and the board as soon as it may."""
        if not board.shut_out and board.table.state.phase is not TablePhase.CLOSED:
            board.shut_out = True
            self._tell(board.table, "board_shut_out")
        self._retry(board, _LONGEST_RETRY)

    def _retry(self, board: BoardMessage, longest: float) -> None:
        if board.table.state.phase is TablePhase.CLOSED:
            return
        self._pace.rest(board, board.retry)
        board.retry = min(board.retry * 2, longest)
