"""A table's state as JSON, and back."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from bot.rules.house_rules import HouseRules
from bot.tables.posting import PublicMessage
from bot.tables.seats import Seat, TablePhase, TableState

if TYPE_CHECKING:
    from collections.abc import Mapping

STATE_VERSION: Final = 1
"""Raise it when old rows can't be read by `state_from_json` any more, and teach it to read both.

Raise it, too, when programs that know only the version before must not touch what this one writes.
"""
_PLAIN: Final = (
    "host",
    "paused",
    "most_seats",
    "away",
    "level",
    "round_number",
    "deals",
    "rounds_scored",
    "match_id",
    "round_id",
)
_BY_PERSON: Final = ("asks", "invites", "names")


class UnknownState(Exception):
    """A row that this program can't read."""


class NewerState(UnknownState):
    """A row that a newer version of this program has written, and reads."""


def state_as_json(state: TableState) -> dict[str, Any]:
    """Return all of the state that is stored."""
    row: dict[str, Any] = {name: getattr(state, name) for name in _PLAIN}
    row.update(
        {name: {str(key): value for key, value in getattr(state, name).items()} for name in _BY_PERSON}
    )
    return row | {
        "version": STATE_VERSION,
        "phase": state.phase.value,
        "rules": state.rules.as_dict(),
        "seats": [asdict(seat) for seat in state.seats],
        "departed": [asdict(seat) for seat in state.departed],
        "waiting": list(state.waiting),
        "kicked": list(state.kicked),
        "message": asdict(state.message),
    }


def state_from_json(row: Mapping[str, Any]) -> TableState:
    """Return the state of a row; raise `UnknownState` when it can't be read."""
    if is_newer(row):
        raise NewerState(row["version"])
    if row.get("version") != STATE_VERSION:
        raise UnknownState(row.get("version"))
    try:
        return _read(row)
    except (KeyError, TypeError, ValueError, AttributeError) as damage:
        raise UnknownState(repr(damage)) from damage


def is_newer(row: Mapping[str, Any]) -> bool:
    """Return whether a newer version of this program has written a row: then it is left alone."""
    version = row.get("version")
    return type(version) is int and version > STATE_VERSION


def _read(row: Mapping[str, Any]) -> TableState:
    people: dict[str, Any] = {
        name: {int(key): value for key, value in row.get(name, {}).items()} for name in _BY_PERSON
    }
    return TableState(
        phase=TablePhase(row["phase"]),
        rules=HouseRules.of(row["rules"]),
        seats=[_seat(seat) for seat in row["seats"]],
        departed=[_seat(seat) for seat in row["departed"]],
        waiting=list(row["waiting"]),
        kicked=list(row["kicked"]),
        message=_message(row),
        **people,
        **{name: row[name] for name in _PLAIN},
    )


def _seat(row: Mapping[str, Any]) -> Seat:
    lists = {name: list(row[name]) for name in ("people", "scores", "called")}
    return Seat(**{**row, **lists})


def _message(row: Mapping[str, Any]) -> PublicMessage:
    """Return what is known of the public message; older rows tell its id only, if that was ever noted."""
    if "message" in row:
        return PublicMessage(**row["message"])
    return PublicMessage(number=1, id=row["messages"].get("board"))
