"""What people and servers chose, remembered: nobody waits for the database twice."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from bot.discord_ui.transport.receipt import time_left
from bot.discord_ui.transport.waiting import within
from bot.locales.words import Words, words_for
from bot.tables.ports import ReadFailed
from bot.tables.standings import GuildChoices, PersonChoices

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    import discord

    from bot.tables.ports import Clock, Ledger

_log = logging.getLogger(__name__)

_KEPT: Final = 10_000
_PATIENCE: Final = 0.3
"""Seconds that an answer waits for what its person chose; a database that hangs must not keep it for ever."""
Value = TypeVar("Value")


class Preferences:
    """The choices of people (look, assist, language) and servers (language, channels, defaults)."""

    def __init__(self, ledger: Ledger, clock: Clock) -> None:
        self._ledger = ledger
        self._clock = clock
        self._people = _Memory(clock, ledger.person_choices, PersonChoices())
        self._guilds = _Memory(clock, ledger.guild_choices, GuildChoices())
        self._guild_locales: dict[int, str] = {}

    async def person(self, person: int) -> PersonChoices:
        """Return what a person chose; the defaults while it cannot be read."""
        return await self._people.of(person)

    async def guild(self, guild: int) -> GuildChoices:
        """Return what a server chose; the defaults while it cannot be read."""
        return await self._guilds.of(guild)

    async def surely_person(self, person: int) -> PersonChoices:
        """Return what a person chose, however long that takes; raises `ReadFailed`."""
        return await self._people.surely(person)

    async def surely_guild(self, guild: int) -> GuildChoices:
        """Return what a server chose, however long that takes; raises `ReadFailed`."""
        return await self._guilds.surely(guild)

    async def change_person(
        self, person: int, change: Callable[[PersonChoices], PersonChoices]
    ) -> PersonChoices:
        """Change what a person chose, and return it."""
        chosen = await self._ledger.change_person(person, change)
        self._people.keep(person, chosen)
        return chosen

    async def change_guild(self, guild: int, change: Callable[[GuildChoices], GuildChoices]) -> GuildChoices:
        """Change what a server chose, and return it."""
        chosen = await self._ledger.change_guild(guild, change)
        self._guilds.keep(guild, chosen)
        return chosen

    def forget_person(self, person: int) -> None:
        """Remember nothing of a person."""
        self._people.forget(person)

    def hear_locale(self, guild: int, locale: str) -> None:
        """Note the locale that Discord names for a server."""
        self._guild_locales[guild] = locale

    async def of(self, interaction: discord.Interaction) -> PersonChoices:
        """Return what who clicked or typed has chosen; the defaults where waiting would be too long."""
        in_a_hurry = not interaction.response.is_done()
        patience = min(_PATIENCE, time_left(interaction, self._clock)) if in_a_hurry else _PATIENCE
        return await self._people.of(interaction.user.id, patience)

    async def words(self, interaction: discord.Interaction) -> Words:
        """Return the sentences in the person's language: their choice, else their Discord's."""
        choices = await self.of(interaction)
        return words_for(choices.language or locale_name(interaction.locale))

    async def guild_words(self, guild: int) -> Words:
        """Return the sentences in the server's language: its choice, else the one it has in Discord."""
        choices = await self.guild(guild)
        return words_for(choices.language or self._guild_locales.get(guild))


def locale_name(locale: discord.Locale | None) -> str | None:
    """Return the name of a locale, also of one that discord.py does not know; None for what is none."""
    name: object = None if locale is None else locale.value
    return name if isinstance(name, str) else None


class _Memory(Generic[Value]):
    """The choices of those who were here last, by id."""

    def __init__(self, clock: Clock, read: Callable[[int], Awaitable[Value]], default: Value) -> None:
        self._clock = clock
        self._read = read
        self._default = default
        self._known: dict[int, Value] = {}
        self._reading: dict[int, tuple[asyncio.Task[None], float]] = {}
        """What is being read, and until when one waits for it."""

    async def of(self, key: int, patience: float = _PATIENCE) -> Value:
        """Return what is known or can be read in so many seconds; else the default, for this time."""
        if key not in self._known:
            reading, until = self._begin(key)
            await within(self._clock, min(patience, until - self._clock.now()), reading)
        return self._known.get(key, self._default)

    async def surely(self, key: int) -> Value:
        """Return what is known or can be read at all: what is changed or decided by it stays so."""
        if key not in self._known:
            await asyncio.wait([self._begin(key)[0]])
        if key not in self._known:
            raise ReadFailed("what was chosen can't be read")
        return self._known[key]

    def _begin(self, key: int) -> tuple[asyncio.Task[None], float]:
        if key not in self._reading:
            task = asyncio.get_running_loop().create_task(self._learn(key))
            self._reading[key] = (task, self._clock.now() + _PATIENCE)
        return self._reading[key]

    async def _learn(self, key: int) -> None:
        try:
            value = await self._read(key)
            if key not in self._known:  # What was chosen meanwhile is newer.
                self.keep(key, value)
        except ReadFailed as error:
            _log.warning("the choices of a person or a server can't be read: %s", error)
        except Exception:
            _log.exception("the choices of a person or a server can't be read")
        finally:
            del self._reading[key]

    def keep(self, key: int, value: Value) -> None:
        """Remember this, and forget who was first if there are too many."""
        self._known.pop(key, None)
        if len(self._known) >= _KEPT:
            self._known.pop(next(iter(self._known)))
        self._known[key] = value

    def forget(self, key: int) -> None:
        """Remember nothing of one."""
        self._known.pop(key, None)
