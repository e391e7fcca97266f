"""The one way in which a command says that it cannot go on."""

from __future__ import annotations

from enum import IntEnum


class Ending(IntEnum):
    """Exit codes of a command that cannot go on."""

    lost = 1
    """What it served was taken from it, or something broke that nobody foresaw."""
    wrong_here = 2
    """Settings, database, token or intents: the same start ends the same way."""
    try_later = 75
    """Network, Discord or the database's server (`EX_TEMPFAIL`): a later start may do."""


class CliError(Exception):
    """Ends a command with an exit code. `key` and `data` make the one sentence that says what to do."""

    def __init__(self, key: str, ending: Ending = Ending.wrong_here, /, **data: object) -> None:
        super().__init__(key)
        self.key = key
        self.ending = ending
        self.data = data
