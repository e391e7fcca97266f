"""Votes of the people at a table: to pause, to stop, to rotate. The host pauses and stops without one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from bot.tables.events import ClosedReason, EventKind
from bot.tables.guards import need_open, need_seat

if TYPE_CHECKING:
    from bot.tables.table import Table

Topic = Literal["stop", "pause", "rotate"]
VOTE_SECONDS: Final = 60.0
"""A vote counts for a minute."""


class Votes:
    """Open votes of a table. They are few and short-lived, and not stored."""

    __slots__ = ("_cast", "_table")

    def __init__(self, table: Table) -> None:
        self._table = table
        self._cast: dict[tuple[Topic, int], float] = {}

    def cast(self, topic: Topic, person: int) -> bool:
        """Count a vote, and do what it asks for if that is enough. Return whether it was done."""
        table = self._table
        need_open(table.state)
        if topic == "stop" and person == table.state.host:
            self._carry_out(topic, person)
            return True
        need_seat(table.state, person)
        self._need_possible(topic)
        self._cast[topic, person] = table.ports.clock.now()
        votes, needed = self._count(topic)
        if votes >= needed or (topic == "pause" and person == table.state.host):
            self._carry_out(topic, person)
            return True
        table.tell(EventKind.VOTE_CAST, person=person, topic=topic, votes=votes, needed=needed)
        return False

    def _need_possible(self, topic: Topic) -> None:
        if topic == "pause":
            self._table.pausing.need_pausable()
        elif topic == "rotate":
            self._table.playing.need_running()

    def _count(self, topic: Topic) -> tuple[int, int]:
        """Return the votes that stand, and how many it takes: all for a rotation, else more than half."""
        here = [person for seat in self._table.state.seats if seat.active for person in seat.people]
        since = self._table.ports.clock.now() - VOTE_SECONDS
        votes = sum(self._cast.get((topic, person), since) > since for person in here)
        return votes, len(here) if topic == "rotate" else len(here) // 2 + 1

    def _carry_out(self, topic: Topic, person: int) -> None:
        self._cast = {vote: at for vote, at in self._cast.items() if vote[0] != topic}
        if topic == "stop":
            self._table.closing.close(ClosedReason.STOPPED, person)
        elif topic == "pause":
            self._table.pausing.pause(person)
        else:
            self._table.playing.rotate()

    def forget(self, person: int) -> None:
        """Forget the votes of a person who left."""
        self._cast = {vote: at for vote, at in self._cast.items() if vote[1] != person}
