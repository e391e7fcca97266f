"""Lobby, scores, chart and podium in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.pictures.alt import Sentence, fitted, name_of
from bot.pictures.history import sums
from bot.pictures.podium import places

if TYPE_CHECKING:
    from bot.locales.words import Words
    from bot.pictures.history import PlayedMatch
    from bot.pictures.table_face import ScoreSheet, TableFace
    from bot.rules.house_rules import HouseRules

_LAST_MATCHES: Final = 24


def lobby_words(table: TableFace, rules: HouseRules, words: Words) -> str:
    """Say who sits at the table, who is ready, and the main rules."""
    seats = [_lobby_seat(table, seat, words) for seat in range(table.seats)]
    facts = [
        words("picture.target", points=rules.target),
        words("picture.piles", n=rules.piles(max(1, table.seats))),
        words("picture.draw", n=rules.draw),
        words("picture.penalty", n=rules.penalty),
    ]
    return fitted(
        [
            Sentence(0, words("alt.lobby", n=table.seats)),
            *(Sentence(1, seat) for seat in seats),
            Sentence(2, ", ".join(facts) + "."),
        ]
    )


def _lobby_seat(table: TableFace, seat: int, words: Words) -> str:
    key = "alt.lobby_waiting"
    if table.is_practice(seat):
        key = "alt.lobby_practice"
    elif table.is_ready(seat):
        key = "alt.lobby_ready"
    return words(key, name=name_of(table, seat), back=words(f"back.{table.backs[seat]}"))


def score_words(table: TableFace, sheet: ScoreSheet, words: Words) -> str:
    """List what every seat made in the last round and in all."""
    totals = sheet.totals(table.seats)
    last = sheet.rounds[-1] if sheet.rounds else ()
    order = sorted(range(table.seats), key=lambda seat: -totals[seat])
    lines = [
        words(
            "alt.score",
            name=name_of(table, seat),
            score=last[seat] if seat < len(last) else 0,
            total=totals[seat],
        )
        for seat in order
    ]
    caller = sheet.callers[-1] if sheet.callers else None
    return fitted(
        [
            Sentence(0, words("alt.scores", n=len(sheet.rounds), target=table.target)),
            Sentence(2, "" if caller is None else words("alt.called", name=name_of(table, caller))),
            *(Sentence(1, line) for line in lines),
        ]
    )


def chart_words(table: TableFace, sheet: ScoreSheet, words: Words) -> str:
    """List the scores of all rounds by seat."""
    totals = sheet.totals(table.seats)
    lines = [
        words(
            "alt.chart_line",
            name=name_of(table, seat),
            scores=", ".join(str(scores[seat]) for scores in sheet.rounds if seat < len(scores)) or "0",
            total=totals[seat],
        )
        for seat in range(table.seats)
    ]
    return fitted(
        [
            Sentence(0, words("alt.chart", n=len(sheet.rounds), target=table.target)),
            *(Sentence(1, line) for line in lines),
        ]
    )


def podium_words(table: TableFace, sheet: ScoreSheet, words: Words) -> str:
    """List the places of a match that is over."""
    totals = sheet.totals(table.seats)
    ranked = places(totals, sheet.winners)
    lines = [
        words("alt.place", place=place, name=name_of(table, seat), total=totals[seat])
        for place, seat in ranked
    ]
    return fitted([Sentence(0, words("alt.podium")), *(Sentence(1, line) for line in lines)])


def history_words(matches: tuple[PlayedMatch, ...], words: Words) -> str:
    """Sum up a person's matches and list the last ones."""
    count, wins, best = sums(matches)
    last = ", ".join(f"{match.points} ({match.place}/{match.seats})" for match in matches[-_LAST_MATCHES:])
    return fitted(
        [
            Sentence(0, words("alt.history", matches=count, wins=wins, best=best)),
            Sentence(1, words("alt.history_last", matches=last) if last else ""),
        ]
    )
