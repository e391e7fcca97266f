"""What happens when a body breaks the rules: strict refuses it, lenient notes it."""

from __future__ import annotations

import logging
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.sandbox.errors import BodyRefused

if TYPE_CHECKING:
    from bot.sandbox.errors import Problem

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Violation:
    """A body that Discord would not have taken."""

    request: str
    problem: str

    def __str__(self) -> str:
        return f"{self.request}: {self.problem}"


class Judge:
    """Collects violations; when strict, each is also refused with 400 / 50035."""

    def __init__(self, *, strict: bool, enabled: bool = True) -> None:
        self.strict = strict
        self.enabled = enabled
        self.violations: deque[Violation] = deque(maxlen=1000)

    def weigh(self, request: str, problems: list[Problem]) -> None:
        """Note the problems of a request, and refuse it when strict."""
        if not problems:
            return
        found = [Violation(request, str(problem)) for problem in problems]
        self.violations.extend(found)
        for violation in found:
            _log.warning("Discord would not take this: %s", violation)
        if self.strict:
            raise BodyRefused(problems)
