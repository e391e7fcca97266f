"""What the public message says after a round, and after a match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.discord_ui.boards.buttons import over_rows, scores_rows
from bot.discord_ui.boards.lobby import waiting_lines
from bot.discord_ui.boards.model import MessageContent
from bot.discord_ui.boards.streaks import longest_streak
from bot.discord_ui.drawing.requests import board_request, podium_request, scores_request
from bot.discord_ui.wording.names import away_mark, marked_name, moment, seat_name
from bot.rules.phase import Phase
from bot.tables.outcome import outcome_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.discord_ui.boards.notices import BoardNews
    from bot.locales.words import Words
    from bot.tables.seats import TableState
    from bot.tables.table import Table

_MEDALS: Final = ("🥇", "🥈", "🥉")
_WORTH_TELLING: Final = 3
"""Cards in a row that make a streak."""


def scores_content(table: Table, news: BoardNews, words: Words) -> MessageContent:
    """Show what the round brought to everybody, who called, the best play, and when it goes on."""
    state = table.state
    lines = [
        words("scores.title", round=state.round_number, how=_how_it_ended(table, words)),
        *(_change_line(table, at, words) for at in _by_total(state)),
        *_best_play(table, words),
        *waiting_lines(state, words),
        *news.sentences(words),
    ]
    if news.until_ms is not None and not state.paused:
        lines.append(words("scores.next", until=moment(news.until_ms)))
    lines += _seed_line(table, words)
    return MessageContent("\n".join(lines), scores_rows(state, words), scores_request(table, words))


def finished_content(table: Table, words: Words) -> MessageContent:
    """Show the board of a round that is over, without buttons: it stays above the scores."""
    state, view = table.state, table.public_view()
    lines = [words("scores.title", round=state.round_number, how=_how_it_ended(table, words))]
    lines += [
        words(
            "board.done_seat",
            name=marked_name(state, summary.seat),
            nertz=summary.nertz_count,
            out=summary.out,
            score=f"{summary.score:+d}",
        )
        for summary in view.seats
    ]
    return MessageContent("\n".join(lines), (), board_request(table, view, words))


def over_content(table: Table, news: BoardNews, words: Words) -> MessageContent:
    """Show the podium and the margins."""
    state = table.state
    outcome = outcome_of(state)
    names = " & ".join(f"**{seat_name(state, at)}**" for at in outcome.winners)
    lines = [
        words("over.solo", name=names, total=state.seats[0].total)
        if len(state.seats) + len(state.departed) == 1
        else words.many("over.title", len(outcome.winners), names=names),
        words("over.last", round=state.round_number, how=_how_it_ended(table, words)),
        *(
            _podium_line(table, at, place, outcome.margins[at], words)
            for place, at in _places(state, outcome.winners)
        ),
        *_best_play(table, words),
        *waiting_lines(state, words),
        *news.sentences(words),
        *_seed_line(table, words),
    ]
    return MessageContent("\n".join(lines), over_rows(words), podium_request(table, outcome.winners, words))


def _how_it_ended(table: Table, words: Words) -> str:
    round_ = table.round
    if round_ is None or round_.phase is Phase.VOID:
        return words("scores.void")
    if round_.caller is None:
        return words("scores.stuck")
    return words("scores.called", name=seat_name(table.state, round_.caller))


def _change_line(table: Table, at: int, words: Words) -> str:
    seat = table.state.seats[at]
    name, change = marked_name(table.state, at), _change(table, at)
    line = words("scores.seat", name=name, change=change, total=seat.total)
    marks = [mark for mark in (words("seat.ready") if seat.ready else "", away_mark(seat, words)) if mark]
    return " · ".join([line, *marks])


def _change(table: Table, at: int) -> str:
    """Return what the round brought to a seat."""
    void = table.round is None or table.round.phase is Phase.VOID
    scores = table.state.seats[at].scores
    return f"{0 if void or not scores else scores[-1] or 0:+d}"


def _by_total(state: TableState) -> list[int]:
    return sorted(range(len(state.seats)), key=lambda at: -state.seats[at].total)


def _places(state: TableState, winners: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """Yield place (from 0) and seat: the winners first, then by total; equal totals share a place."""
    others = [at for at in _by_total(state) if at not in winners]
    for at in winners:
        yield 0, at
    for number, at in enumerate(others):
        better = sum(state.seats[other].total > state.seats[at].total for other in others[:number])
        yield len(winners) + better, at


def _podium_line(table: Table, at: int, place: int, margin: int, words: Words) -> str:
    state = table.state
    medal = _MEDALS[place] if place < len(_MEDALS) else f"{place + 1}."
    key = "over.seat" if margin else "over.winner"
    return words(
        key,
        medal=medal,
        name=marked_name(state, at),
        change=_change(table, at),
        total=state.seats[at].total,
        margin=margin,
    )


def _best_play(table: Table, words: Words) -> Iterator[str]:
    streak = longest_streak(table.round.records) if table.round is not None else None
    if streak is not None and streak.cards >= _WORTH_TELLING:
        yield words(
            "scores.best",
            name=seat_name(table.state, streak.seat),
            cards=streak.cards,
            seconds=max(1, round(streak.milliseconds / 1000)),
        )


def _seed_line(table: Table, words: Words) -> Iterator[str]:
    if table.round is not None:
        view = table.public_view()
        if view.seed is not None:
            yield words("scores.seed", seed=view.seed)
