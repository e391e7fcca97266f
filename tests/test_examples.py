from __future__ import annotations

from hypothesis import settings

from tests.examples import LONG, SUITE, examples


def test_long_profile_tries_fifty_times_as_many_examples():
    used = settings.get_current_profile_name()
    try:
        settings.load_profile(SUITE)
        few = examples(60, stateful_step_count=7)
        settings.load_profile(LONG)
        many = examples(60, stateful_step_count=7)
    finally:
        settings.load_profile(used)
    assert (few.max_examples, many.max_examples) == (60, 3000)
    assert few.derandomize
    assert not many.derandomize
    assert few.deadline is many.deadline is None
    assert few.stateful_step_count == many.stateful_step_count == 7
