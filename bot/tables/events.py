"""What a table tells its watchers, at once and in order.

An event tells what the table has *done*; whether it is kept is another question: who sends anything to
Discord awaits `table.kept()` first. When a watcher is called, the table's state shows the event already.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bot.tables.table import Table


class EventKind(StrEnum):
    """Kinds of events; behind each: the keys of `Event.data`.

    The sentence of a kind that is announced in the channel is `notice.<kind>` of the catalogue `tables`,
    filled with `Event.data`; people are ids there, and the face of the bot makes names of them.
    """

    LOBBY_CHANGED = "lobby_changed"
    """Seats, waiting list, ready marks, rules, backs or host changed. No data."""
    JOINED = "joined"
    """person, seat (None: on the waiting list). `lobby_changed` follows."""
    PARTNER_ASKED = "partner_asked"
    """asker, seat, people (tuple: who may accept)."""
    HOST_PASSED = "host_passed"
    """to."""
    KICKED = "kicked"
    """person, seat (None: was waiting). `left` is not told too."""
    LEFT = "left"
    """person, seat (None: was waiting)."""
    DEALT = "dealt"
    """round (its number from 1), until_ms (earliest go), latest_ms (latest go)."""
    HANDS_CHANGED = "hands_changed"
    """In the countdown a hand was opened or lost: see `table.missing_hands()`. No data."""
    GO = "go"
    """round."""
    MOVED = "moved"
    """record (`Played` or `Operated`): exactly one per record, also for go, votes, rotations."""
    CLOSING = "closing"
    """caller (seat), until_ms: cards in the air may finish their move."""
    ROUND_ENDED = "round_ended"
    """round, end ("called", "stuck" or "void"), caller (seat or None), scores (tuple by seat), next_ms (when
    the next round is dealt at the latest; None: not)."""
    MATCH_OVER = "match_over"
    """winners (seats), margins (tuple by seat), results (tuple of `PersonResult`)."""
    REMATCH = "rematch"
    """person. The table is a lobby again; `lobby_changed` follows."""
    PAUSED = "paused"
    """person (None: everybody is away, the table paused itself), until_ms (when it closes, if
    nobody resumes)."""
    RESUMED = "resumed"
    """person (None: by itself)."""
    VOTE_CAST = "vote_cast"
    """person, topic ("stop", "pause" or "rotate"), votes, needed."""
    AWAY_ASKED = "away_asked"
    """person, until_ms (when the seat is frozen or handed over), to ("freeze" or "practice")."""
    FROZEN = "frozen"
    """seat, people (tuple)."""
    PRACTICE_TOOK_OVER = "practice_took_over"
    """seat, people (tuple), level."""
    CAME_BACK = "came_back"
    """person, seat."""
    SUSPENDED = "suspended"
    """What happens can't be kept: nothing moves until `unsuspended`. The state is the last one that was kept
    (as far as is known). No data."""
    UNSUSPENDED = "unsuspended"
    """The state is what the journal holds, maybe of another phase or version than before. No data."""
    RESTING = "resting"
    """The bot stops; the table goes on when it is back. No data."""
    WOKEN = "woken"
    """The table was rebuilt after a restart. No data."""
    DAMAGED = "damaged"
    """number (the record that no longer replays), code. `closed` follows."""
    CLOSED = "closed"
    """reason (`ClosedReason`), person (who did it, or None)."""


class ClosedReason(StrEnum):
    """Why a table closed; the sentence of each is `closed.<reason>` of the catalogue `tables`."""

    STOPPED = "stopped"
    """By the host, or by a vote."""
    NOT_STARTED = "not_started"
    """A lobby that nobody started for 15 minutes."""
    FINISHED = "finished"
    """A match that was over for 15 minutes without a rematch, or whose channel got a new table."""
    NO_PEOPLE = "no_people"
    """The last person left."""
    EVERYONE_AWAY = "everyone_away"
    """Paused for 15 minutes."""
    DAMAGED = "damaged"
    """A record no longer replays."""
    NOT_KEPT = "not_kept"
    """Its opening could not be kept."""
    CHANNEL_GONE = "channel_gone"
    """Its channel is gone, or the bot may no longer write there (told by the face of the bot)."""


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened at a table."""

    kind: EventKind
    table: Table
    data: dict[str, Any] = field(default_factory=dict)
