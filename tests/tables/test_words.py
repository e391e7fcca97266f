from __future__ import annotations

import pytest

from bot.locales.words import words_for
from bot.tables.events import ClosedReason, EventKind
from bot.tables.refusal import TableCode

DATA = {
    "seats": 8,
    "host": "Ana",
    "person": "Ben",
    "asker": "Cleo",
    "to": "Ana",
    "people": "Ana & Ben",
    "seat": "Ana",
    "topic": "pause",
    "how": "Press **Pause**.",
    "votes": 1,
    "needed": 2,
    "until": "in a minute",
    "level": "medium",
    "number": 5,
}
SILENT = {
    EventKind.LOBBY_CHANGED,
    EventKind.DEALT,
    EventKind.HANDS_CHANGED,
    EventKind.GO,
    EventKind.MOVED,
    EventKind.CLOSING,
    EventKind.ROUND_ENDED,
    EventKind.MATCH_OVER,
    EventKind.CLOSED,
}
"""Events that the table's public message shows by itself, or that have sentences of other keys."""


@pytest.mark.parametrize("code", TableCode)
def test_every_refusal_has_a_sentence(code: TableCode):
    assert words_for("en")(f"table.{code.value}", **DATA)


@pytest.mark.parametrize("reason", ClosedReason)
def test_every_reason_to_close_has_a_sentence(reason: ClosedReason):
    assert words_for("en")(f"closed.{reason.value}", **DATA)


@pytest.mark.parametrize("kind", sorted(set(EventKind) - SILENT))
def test_every_notice_has_a_sentence(kind: EventKind):
    assert words_for("en")(f"notice.{kind.value}", **DATA)


@pytest.mark.parametrize("topic", ["stop", "pause", "rotate"])
def test_every_topic_of_a_vote_has_words(topic: str):
    assert words_for("en")(f"topic.{topic}")
