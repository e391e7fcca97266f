"""What the public message says before a round: the lobby and the countdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.discord_ui.boards.buttons import board_rows, lobby_rows
from bot.discord_ui.boards.model import MessageContent
from bot.discord_ui.drawing.requests import board_request, lobby_request
from bot.discord_ui.wording.house_rules import aim_in_words, differences_in_words
from bot.discord_ui.wording.names import BACKS, away_mark, marked_name, moment, people_names, person_name
from bot.rules.house_rules import PRESETS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.discord_ui.boards.notices import BoardNews
    from bot.locales.words import Words
    from bot.rules.house_rules import HouseRules
    from bot.tables.seats import TableState
    from bot.tables.table import Table


def lobby_content(table: Table, news: BoardNews, words: Words) -> MessageContent:
    """Show who sits where, the house rules, who is ready."""
    state = table.state
    lines = [
        words("lobby.title", host=person_name(state, state.host), rules=rules_name(state.rules, words)),
        words("lobby.aim", aim=aim_in_words(words, state.rules)),
        *(_seat_line(state, at, words) for at in range(len(state.seats))),
        *rule_lines(state.rules, words),
        *_asking_lines(state, words),
        *waiting_lines(state, words),
        *news.sentences(words),
        words("lobby.away", away=words(f"rules.away.{state.away}")),
        words("lobby.seats", taken=len(state.seats), most=state.most_seats),
    ]
    return MessageContent("\n".join(lines), lobby_rows(state, words), lobby_request(table, words))


def countdown_content(table: Table, news: BoardNews, words: Words) -> MessageContent:
    """Show that the cards are dealt, and for whose hands the table waits."""
    state, view = table.state, table.public_view()
    missing = table.missing_hands()
    lines = [
        words("countdown.title", round=state.round_number),
        *(f"{marked_name(state, at)}" for at in range(len(state.seats))),
        words("countdown.soon"),
    ]
    if missing:
        until = moment(news.until_ms) if news.until_ms is not None else ""
        lines.append(words("countdown.missing", people=people_names(state, missing), until=until))
    lines += [*rule_lines(state.rules, words), words("board.commitment", commitment=view.commitment)]
    return MessageContent("\n".join(lines), board_rows(state, words), board_request(table, view, words))


def rules_name(rules: HouseRules, words: Words) -> str:
    """Return the name of the preset that a table plays by, if it plays by one (whatever its target)."""
    bare = rules.as_dict() | {"target": 0, "rounds": 0, "teams": 0}
    for name, preset in PRESETS.items():
        if name != "quick" and preset.as_dict() | {"target": 0, "rounds": 0, "teams": 0} == bare:
            return words(f"preset_name.{name}")
    return words("preset_name.own")


def rule_lines(rules: HouseRules, words: Words) -> Iterator[str]:
    """Yield how the table plays otherwise than classic, in one paragraph."""
    differences = differences_in_words(words, rules)
    if differences:
        yield words("lobby.rules", rules=" · ".join(differences))


def waiting_lines(state: TableState, words: Words) -> Iterator[str]:
    """Yield who comes in at the next deal."""
    if state.waiting:
        yield words("board.waiting", people=people_names(state, state.waiting))


def _seat_line(state: TableState, at: int, words: Words) -> str:
    seat = state.seats[at]
    marks = [marked_name(state, at)]
    if seat.practice is not None:
        marks.append(words("seat.practice", level=words(f"level.{seat.practice}")))
    elif state.host in seat.people:
        marks.append(words("seat.host"))
    if seat.ready:
        marks.append(words("seat.ready"))
    away = away_mark(seat, words)
    return " · ".join([*marks, away] if away else marks)


def _asking_lines(state: TableState, words: Words) -> Iterator[str]:
    for asker, asked in state.asks.items():
        yield words("lobby.asks", asker=person_name(state, asker), person=person_name(state, asked))
    for guest, inviting in state.invites.items():
        at = state.seat_of(inviting)
        if at is not None and guest not in state.asks:
            share = words("button.share", back=BACKS[state.seats[at].back])
            yield words(
                "lobby.invites",
                person=person_name(state, inviting),
                guest=person_name(state, guest),
                button=share,
            )
