"""A table as `bot.pictures` wants to see it, and names for its pictures."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.discord_ui.custom_ids import base36
from bot.discord_ui.wording.names import plain_seat_name
from bot.pictures.table_face import ScoreSheet, TableFace

if TYPE_CHECKING:
    from bot.locales.words import Words
    from bot.pictures.painter import Kind
    from bot.rules.views import PublicView
    from bot.tables.table import Table


@dataclass(frozen=True, slots=True)
class PictureRequest:
    """A picture that is wanted. Equal names show the same thing (`board_3_17`: round 3, version 17).

    `kind` is a method of `Painter`, `of` are its arguments: another process can be told of both.
    """

    name: str
    kind: Kind = field(compare=False, repr=False)
    of: tuple[object, ...] = field(compare=False, repr=False)


def table_face(table: Table) -> TableFace:
    """Return what a picture needs to know of a table beside the round."""
    state = table.state
    return TableFace(
        backs=tuple(seat.back for seat in state.seats),
        names=tuple(plain_seat_name(state, at) for at in range(len(state.seats))),
        totals=state.totals,
        target=state.rules.target,
        round_number=state.round_number,
        practice=tuple(seat.driven is not None for seat in state.seats),
        away=tuple(seat.left or seat.frozen for seat in state.seats),
        ready=tuple(seat.ready for seat in state.seats),
    )


def score_sheet(table: Table, winners: tuple[int, ...] = ()) -> ScoreSheet:
    """Return the rounds of the match so far."""
    return ScoreSheet(table.state.rounds, table.state.callers, winners)


def lobby_request(table: Table, words: Words) -> PictureRequest:
    """Return the picture of a lobby: who sits where, and the rules."""
    content, rules = table_face(table), table.state.rules
    return _picture_request("lobby", table, content, rules, words)


def board_request(table: Table, view: PublicView, words: Words) -> PictureRequest:
    """Return the picture of the foundations."""
    content = table_face(table)
    key = (table.round_id, view.version, view.paused, content, words)
    return _picture_request("board", table, view, content, words, key=key)


def scores_request(table: Table, words: Words) -> PictureRequest:
    """Return the picture of the scores so far."""
    content, components = table_face(table), score_sheet(table)
    return _picture_request("scores", table, content, components, words)


def podium_request(table: Table, winners: tuple[int, ...], words: Words) -> PictureRequest:
    """Return the picture of the end of a match."""
    content, components = table_face(table), score_sheet(table, winners)
    return _picture_request("podium", table, content, components, words)


def _picture_request(kind: Kind, table: Table, *of: object, key: object = None) -> PictureRequest:
    """Name a picture by all that it shows: studios draw equal names once, for all tables and languages."""
    print_ = zlib.crc32(repr(key or of).encode())
    return PictureRequest(f"{kind}_{base36(table.table_id)}_{base36(print_)}", kind, of)
