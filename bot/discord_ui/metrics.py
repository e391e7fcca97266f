"""What is counted of clicks, pictures and answers, for Prometheus."""

from __future__ import annotations

from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

REGISTRY: Final = CollectorRegistry()
"""Holds these figures only, so that tests and several bots in one process do not mix."""

_QUICK: Final = (0.002, 0.004, 0.006, 0.01, 0.015, 0.02, 0.03, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0, 1.5, 3.0)

CLICKS: Final = Counter("nertz_clicks", "Clicks on any button of the bot.", registry=REGISTRY)
CLICK_TO_ANSWER: Final = Histogram(
    "nertz_click_to_answer_seconds", "From receipt to Discord's answer.", buckets=_QUICK, registry=REGISTRY
)
QUEUE_AGE: Final = Histogram(
    "nertz_click_queue_seconds",
    "From receipt of a click until its picture was ready to be sent.",
    buckets=_QUICK,
    registry=REGISTRY,
)
RENDER: Final = Histogram("nertz_render_seconds", "Drawing one picture.", buckets=_QUICK, registry=REGISTRY)
RATE_LIMITED: Final = Counter("nertz_rate_limited", "Answers 429 of Discord.", ["route"], registry=REGISTRY)
REFUSED: Final = Counter("nertz_refusals", "Moves and clicks that were refused.", ["code"], registry=REGISTRY)
ANSWERS: Final = Counter("nertz_answers", "Answers to clicks, by kind.", ["kind"], registry=REGISTRY)
EDITS: Final = Counter(
    "nertz_edits", "Edits of hands and boards, by outcome.", ["what", "outcome"], registry=REGISTRY
)
JOURNAL: Final = Histogram("nertz_journal_seconds", "One commit.", buckets=_QUICK, registry=REGISTRY)
LOOP_LAG: Final = Histogram(
    "nertz_loop_lag_seconds", "How late the event loop wakes a sleeper.", buckets=_QUICK, registry=REGISTRY
)
TABLES: Final = Gauge("nertz_tables", "Open tables of this process.", registry=REGISTRY)
PEOPLE: Final = Gauge("nertz_people", "Humans at the open tables that are awake.", registry=REGISTRY)


def refused(why: BaseException) -> None:
    """Count a refusal by its code."""
    code = getattr(why, "code", None) or getattr(why, "key", None) or type(why).__name__
    REFUSED.labels(str(code)).inc()
