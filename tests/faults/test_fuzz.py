"""Nothing that anybody can send does harm; `python -m tests.benchmarks fuzz` tries 100 000."""

from __future__ import annotations

from tests.benchmarks.fuzz import fuzz


async def test_hostile_interactions_are_all_answered_and_change_nothing():
    outcome = await fuzz(2_000, seed=2)
    assert outcome.examples == []
    assert outcome.answered == outcome.count == 2_000
    assert (outcome.exceptions, outcome.changes) == (0, 0)
