"""Why a table says no. Moves that break the rules of the game raise `bot.rules.refusal.Refusal` instead."""

from __future__ import annotations

from enum import StrEnum
from typing import Any


class TableCode(StrEnum):
    """Stable codes; the sentence of each is `table.<code>` of the catalogue `tables`."""

    NO_TABLE = "no_table"
    """There is no (open) table here."""
    CHANNEL_BUSY = "channel_busy"
    """The channel has a table already; data: table_id."""
    NEWER_VERSION = "newer_version"
    """A newer version of this program keeps the table: it sleeps on until that one runs again."""
    STOPPING = "stopping"
    """The bot is being restarted: nothing new is begun."""
    TABLE_FULL = "table_full"
    """Data: seats, the highest number."""
    ALREADY_SEATED = "already_seated"
    ALREADY_WAITING = "already_waiting"
    """The person comes in at the next deal anyway."""
    KICKED = "kicked"
    """The host has sent this person away."""
    NOT_HOST = "not_host"
    """Data: host, the id of the host."""
    NOT_SEATED_HERE = "not_seated_here"
    NO_SUCH_SEAT = "no_such_seat"
    WRONG_PHASE = "wrong_phase"
    """Not in this phase of the table; data: phase."""
    ROUND_RUNNING = "round_running"
    """Only between rounds."""
    NOT_RUNNING = "not_running"
    """Only while a round runs."""
    SUSPENDED = "suspended"
    """What happens can't be kept just now; the table resumes by itself."""
    NO_TEAMS = "no_teams"
    """Seats are shared only with the house rule `teams`."""
    SEAT_SHARED = "seat_shared"
    """Two people share that seat already, or it is a practice player's."""
    NOT_ASKED = "not_asked"
    """That person has not asked to share this seat."""
    BACK_TAKEN = "back_taken"
    NO_SUCH_BACK = "no_such_back"
    NO_PRACTICE = "no_practice"
    """No practice player to remove, or none can be made."""
    PAUSED = "paused"
    NOT_PAUSED = "not_paused"
    NOT_YOURSELF = "not_yourself"
    """The host can't kick the host."""


class TableRefusal(Exception):
    """The table refuses; nothing has changed. `data` fills the sentence."""

    def __init__(self, code: TableCode, **data: Any) -> None:
        super().__init__(code.value)
        self.code = code
        self.data: dict[str, Any] = data
