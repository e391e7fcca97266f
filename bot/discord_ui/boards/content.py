"""What the public message of a table says in every phase, and in every trouble."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from bot.discord_ui.boards.lobby import countdown_content, lobby_content
from bot.discord_ui.boards.model import MessageContent
from bot.discord_ui.boards.round import round_content
from bot.discord_ui.boards.scores import finished_content, over_content, scores_content
from bot.discord_ui.wording.names import marked_name, moment
from bot.tables.seats import TablePhase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from bot.discord_ui.boards.notices import BoardNews, BoardNewsLog
    from bot.locales.words import Words
    from bot.tables.table import Table

_FACES: Final[Mapping[TablePhase, Callable[[Table, BoardNews, Words], MessageContent]]] = {
    TablePhase.LOBBY: lobby_content,
    TablePhase.COUNTDOWN: countdown_content,
    TablePhase.ROUND: round_content,
    TablePhase.SCORES: scores_content,
    TablePhase.OVER: over_content,
}


class BoardContent:
    """Makes the public messages of tables."""

    def __init__(self, news_log: BoardNewsLog) -> None:
        self._news_log = news_log

    def content_of(self, table: Table, words: Words) -> MessageContent:
        """Return what the public message shows now. Send it once `table.kept()` is done."""
        news = self._news_log.of(table)
        if table.state.phase is TablePhase.CLOSED:
            return _closed_face(table, news, words)
        content = _FACES[table.state.phase](table, news, words)
        warnings = list(_warnings(table, news, words))
        return replace(content, text="\n".join([*warnings, content.text])) if warnings else content

    def finished_content_of(self, table: Table, words: Words) -> MessageContent | None:
        """Return what the board of the round that has just ended shows for good; None once it is too late."""
        if table.state.phase not in (TablePhase.SCORES, TablePhase.OVER) or table.round is None:
            return None
        return finished_content(table, words)


def _warnings(table: Table, news: BoardNews, words: Words) -> Iterator[str]:
    if table.state.suspended:
        yield words("face.suspended")
    if table.resting:
        yield words("face.resting")
    if table.state.paused:
        yield words("face.paused")
        if news.until_ms is not None:
            yield words("face.paused_until", until=moment(news.until_ms))


def _closed_face(table: Table, news: BoardNews, words: Words) -> MessageContent:
    reason = words(f"closed.{news.closed.value}") if news.closed is not None else words("face.closed")
    state = table.state
    totals = [
        words("closed.seat", name=marked_name(state, at), total=seat.total)
        for at, seat in enumerate(state.seats)
        if state.rounds_scored
    ]
    return MessageContent("\n".join([words("face.closed_title"), reason, *totals]))
