"""What a table asks of the world: time, chance, a journal that keeps what happened, practice players.

`bot.scores` implements `Journal` and `Ledger`, `bot.opponents` makes `Opponent`s, `bot.bootstrap` wires them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Protocol

if TYPE_CHECKING:
    from asyncio import Future
    from collections.abc import Callable, Sequence

    from bot.rules.house_rules import HouseRules
    from bot.rules.moves import Move
    from bot.rules.views import FoundationView, SeatView
    from bot.tables.entries import Entry, StoredRound, StoredTable
    from bot.tables.standings import GuildChoices, Period, PersonChoices, PersonStats, Standing

Level = Literal["beginner", "easy", "medium", "hard", "adaptive"]


class Timer(Protocol):
    """A call that is to come."""

    def cancel(self) -> None:
        """Forget the call; harmless when it was made already."""


class Clock(Protocol):
    """Time. Tests turn it by hand."""

    def now(self) -> float:
        """Return monotonic seconds, for waiting."""

    def wall_ms(self) -> int:
        """Return milliseconds since 1970 (UTC), for what people are told; moves have `Stamps`."""

    def call_later(self, seconds: float, call: Callable[[], None]) -> Timer:
        """Make a call after that many seconds."""

    async def sleep(self, seconds: float) -> None:
        """Wait that many seconds."""


class Chance(Protocol):
    """Randomness."""

    def seed(self) -> bytes:
        """Return 32 random bytes for a shuffle (RULES.md section 8)."""

    def number(self) -> int:
        """Return a random integer 1..2**53-1 for a new id."""


class JournalFailed(Exception):
    """A write could not be kept: the database is away, full, locked or read-only."""


class ReadFailed(Exception):
    """Something could not be read: the database is away, damaged or too slow."""


class Journal(Protocol):
    """Keeps what happened, in order. A write is kept whole or not at all."""

    def write(self, entries: Sequence[Entry]) -> Future[None]:
        """Queue entries that belong together and return at once.

        The future is done when they are committed, or raises `JournalFailed`; then every write queued at
        that moment has failed, too. Writes of all tables are grouped into one commit.
        """

    async def probe(self) -> bool:
        """Return whether writing works again."""


class Ledger(Protocol):
    """Reads what was kept, and keeps what people and servers chose.

    Whatever reads raises `ReadFailed`, whatever keeps `JournalFailed`, where the database fails.
    """

    async def open_tables(self, guilds: Callable[[int], bool]) -> list[StoredTable]:
        """Return the open tables of those guilds, most recently active first."""

    async def load_table(self, table_id: int) -> StoredTable | None:
        """Return one table as it was last committed."""

    async def load_round(self, round_id: int) -> StoredRound | None:
        """Return one round: header and records in order."""

    async def last_round(self, channel_id: int) -> StoredRound | None:
        """Return the last finished round of a channel."""

    async def standings(
        self, guild_id: int, *, channel_id: int | None, period: Period, limit: int, offset: int = 0
    ) -> list[Standing]:
        """Return the best people of a server, best first."""

    async def person_stats(self, guild_id: int, person_id: int) -> PersonStats | None:
        """Return one person's figures on a server."""

    async def person_choices(self, person_id: int) -> PersonChoices:
        """Return what a person chose, or the defaults."""

    async def change_person(
        self, person_id: int, change: Callable[[PersonChoices], PersonChoices]
    ) -> PersonChoices:
        """Change what a person chose, and return it.

        Changes at the same time follow one another, also those of other processes: none is lost.
        """

    async def guild_choices(self, guild_id: int) -> GuildChoices:
        """Return what a server chose, or the defaults."""

    async def change_guild(
        self, guild_id: int, change: Callable[[GuildChoices], GuildChoices]
    ) -> GuildChoices:
        """Change what a server chose, and return it, as `change_person` does."""

    async def forget(self, person_id: int) -> None:
        """Erase a person's ids and results; the others' scores stay right."""


class Opponent(Protocol):
    """A practice player. It sees what its seat sees and nothing else."""

    sight_delay: float
    """Seconds until it notices what the others played."""

    def delay(self) -> float:
        """Return the seconds until its next action."""

    def choose(self, view: SeatView, foundations_seen: tuple[FoundationView, ...]) -> Move | None:
        """Return its next move, or None to wait.

        `view` is its own layout now; `foundations_seen` are the foundations as they were `sight_delay` ago.
        """

    def round_over(self, human_pace: float | None) -> None:
        """Hear the humans' median seconds per action of the round (`adaptive` follows it)."""


class OpponentMaker(Protocol):
    """Makes practice players."""

    def __call__(self, level: Level, rules: HouseRules, seed: int) -> Opponent:
        """Make one; the same seed makes the same player."""
