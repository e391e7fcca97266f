"""How many examples a property tries: few in the suite, many with `--hypothesis-profile=long`."""

from __future__ import annotations

from typing import Any, Final

from hypothesis import HealthCheck, settings

SUITE: Final = "suite"
LONG: Final = "long"
_USUAL: Final = 100
_TIMES: Final = 50


def register_profiles() -> None:
    """Make both known, and use the suite's unless the command line asks for the other.

    Neither counts time: a busy machine is no fault. The suite tries the same examples each time, so that
    a red one means a change; only the long profile goes on to new ones.
    """
    patient: dict[str, Any] = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
    settings.register_profile(SUITE, max_examples=_USUAL, derandomize=True, **patient)
    settings.register_profile(
        LONG, max_examples=_USUAL * _TIMES, print_blob=True, derandomize=False, **patient
    )
    settings.load_profile(SUITE)


def examples(usual: int, **others: Any) -> settings:
    """Return the settings of a property that tries so many in the suite; the profile multiplies them."""
    return settings(max_examples=usual * settings().max_examples // _USUAL, **others)


def every(usual: int) -> int:
    """Return the step from case to case where so many-th ones are tried in the suite; 1 in the long run."""
    return max(1, usual * _USUAL // settings().max_examples)
