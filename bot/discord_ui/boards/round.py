"""What the public message says while a round runs: the board tells the story by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.discord_ui.boards.buttons import board_rows
from bot.discord_ui.boards.lobby import waiting_lines
from bot.discord_ui.boards.model import MessageContent
from bot.discord_ui.drawing.requests import board_request
from bot.discord_ui.wording.house_rules import aim_in_words
from bot.discord_ui.wording.names import away_mark, marked_name, moment, person_name, seat_name
from bot.rules.phase import Phase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.discord_ui.boards.notices import BoardNews
    from bot.locales.words import Words
    from bot.rules.views import PublicView, SeatSummary
    from bot.tables.seats import TableState
    from bot.tables.table import Table

_ABOUT_TO_GO_OUT: Final = 2
"""Cards left in a Nertz pile that everybody should know of."""
_TOLD_PLAYS: Final = 5


def round_content(table: Table, news: BoardNews, words: Words) -> MessageContent:
    """Show the players with what is left to them, the last plays, and who is about to go out."""
    state, view = table.state, table.public_view()
    lines = [
        words("board.title", round=state.round_number, aim=aim_in_words(words, state.rules)),
        *(_seat_line(state, summary, words) for summary in view.seats),
        *_play_lines(state, view, words),
        *(_closing_line(state, view, words)),
        *_asked_lines(table, words),
        *waiting_lines(state, words),
        *news.sentences(words),
        words("board.commitment", commitment=view.commitment),
    ]
    return MessageContent("\n".join(lines), board_rows(state, words), board_request(table, view, words))


def _seat_line(state: TableState, summary: SeatSummary, words: Words) -> str:
    seat = state.seats[summary.seat]
    line = words(
        "board.seat",
        name=marked_name(state, summary.seat),
        nertz=summary.nertz_count,
        out=summary.out,
        total=seat.total,
    )
    return " · ".join([line, *_marks(state, summary, words)])


def _marks(state: TableState, summary: SeatSummary, words: Words) -> Iterator[str]:
    away = away_mark(state.seats[summary.seat], words)
    if away:
        yield away
    elif summary.nertz_count == 0:
        yield words("board.may_call")
    elif summary.nertz_count <= _ABOUT_TO_GO_OUT:
        yield words("board.about")
    if summary.voted and not away:
        yield words("board.stuck")


def _play_lines(state: TableState, view: PublicView, words: Words) -> Iterator[str]:
    if view.landings:
        plays = " → ".join(
            f"{seat_name(state, landing.seat)} {words.card(landing.card)}"
            for landing in view.landings[-_TOLD_PLAYS:]
        )
        yield words("board.plays", plays=plays)


def _closing_line(state: TableState, view: PublicView, words: Words) -> Iterator[str]:
    if view.phase is Phase.CLOSING and view.caller is not None:
        yield words("board.closing", name=marked_name(state, view.caller))


def _asked_lines(table: Table, words: Words) -> Iterator[str]:
    state = table.state
    key = "board.away_practice" if state.away == "practice" else "board.away_freeze"
    for person, until_ms in table.away.asked().items():
        yield words(key, person=person_name(state, person), until=moment(until_ms))
