"""What a table has told that its state does not show: until when something waits, and the last notices."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from bot.discord_ui.wording.names import moment, people_names, person_name, seat_name
from bot.tables.events import ClosedReason, EventKind

if TYPE_CHECKING:
    from bot.locales.words import Words
    from bot.tables.events import Event
    from bot.tables.table import Table

_NOTICES: Final = frozenset(
    {
        EventKind.HOST_PASSED,
        EventKind.KICKED,
        EventKind.LEFT,
        EventKind.VOTE_CAST,
        EventKind.FROZEN,
        EventKind.PRACTICE_TOOK_OVER,
        EventKind.CAME_BACK,
    }
)
_NEW_PHASE: Final = frozenset(
    {EventKind.DEALT, EventKind.ROUND_ENDED, EventKind.MATCH_OVER, EventKind.REMATCH}
)
_REMEMBERED: Final = 20_000
"""Tables whose news are kept."""
_PEOPLE: Final = ("person", "asker", "to")


@dataclass(slots=True)
class BoardNews:
    """The news of one table. Times are milliseconds since 1970; None: nothing waits."""

    until_ms: int | None = None
    """When the next thing happens by itself: go, the next deal, the end of a pause."""
    notices: deque[tuple[EventKind, dict[str, Any]]] = field(default_factory=lambda: deque(maxlen=2))
    closed: ClosedReason | None = None

    def hear(self, event: Event) -> None:
        """Note what an event tells."""
        kind, data = event.kind, event.data
        if kind in _NEW_PHASE:
            self.notices.clear()
        if kind in _NOTICES:
            self.notices.append((kind, _spoken(event)))
        if kind is EventKind.CLOSED:
            self.closed = data["reason"]
        self._note_deadline(kind, data)

    def sentences(self, words: Words) -> list[str]:
        """Return the last notices."""
        return [words(f"notice.{kind.value}", **_in_words(data, words)) for kind, data in self.notices]

    def _note_deadline(self, kind: EventKind, data: dict[str, Any]) -> None:
        if kind is EventKind.DEALT:
            self.until_ms = data["latest_ms"]
        elif kind is EventKind.ROUND_ENDED:
            self.until_ms = data["next_ms"]
        elif kind is EventKind.PAUSED:
            self.until_ms = data["until_ms"]
        elif kind in (EventKind.GO, EventKind.RESUMED, EventKind.REMATCH):
            self.until_ms = None


class BoardNewsLog:
    """Keeps the news of all tables."""

    def __init__(self) -> None:
        self._news: dict[int, BoardNews] = {}

    def hear(self, event: Event) -> None:
        """Note an event of a table."""
        self.of(event.table).hear(event)

    def of(self, table: Table) -> BoardNews:
        """Return the news of a table; those of tables that were heard of long ago are dropped."""
        news = self._news.pop(table.table_id, None) or BoardNews()
        self._news[table.table_id] = news
        if len(self._news) > _REMEMBERED:
            del self._news[next(iter(self._news))]
        return news


def _spoken(event: Event) -> dict[str, Any]:
    """Return the event's data with names for people and seats: both may be gone when it is read."""
    state = event.table.state
    spoken = dict(event.data)
    for name in _PEOPLE:
        if isinstance(spoken.get(name), int):
            spoken[name] = person_name(state, spoken[name])
    if isinstance(spoken.get("seat"), int) and spoken["seat"] < len(state.seats):
        spoken["seat"] = seat_name(state, spoken["seat"])
    if "people" in spoken:
        spoken["people"] = people_names(state, spoken["people"])
    if isinstance(spoken.get("until_ms"), int):
        spoken["until"] = moment(spoken["until_ms"])
    return spoken


def _in_words(data: dict[str, Any], words: Words) -> dict[str, Any]:
    """Return the data with what depends on the language: levels and topics of votes."""
    level, topic = data.get("level"), data.get("topic")
    said = dict(data)
    if level is not None:
        said["level"] = words(f"level.{level}")
    if topic is not None:
        said["topic"], said["how"] = words(f"topic.{topic}"), words(f"topic.{topic}.how")
    return said
