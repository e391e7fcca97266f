"""What people and servers chose, remembered: nobody waits for the database twice."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, TypeVar

from bot.locales.words import Words, words_for
from bot.tables.standings import GuildChoices, PersonChoices

if TYPE_CHECKING:
    import discord

    from bot.tables.ports import Ledger

_log = logging.getLogger(__name__)

_KEPT = 10_000
Value = TypeVar("Value")


class Choices:
    """The choices of people (look, assist, language) and servers (language, channels, defaults)."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._people: dict[int, PersonChoices] = {}
        self._guilds: dict[int, GuildChoices] = {}
        self._guild_locales: dict[int, str] = {}

    async def person(self, person: int) -> PersonChoices:
        """Return what a person chose; the defaults while it cannot be read."""
        known = self._people.get(person)
        if known is None:
            try:
                known = _keep(self._people, person, await self._ledger.person_choices(person))
            except Exception:
                _log.exception("the choices of a person can't be read")
                return PersonChoices()
        return known

    async def guild(self, guild: int) -> GuildChoices:
        """Return what a server chose; the defaults while it cannot be read."""
        known = self._guilds.get(guild)
        if known is None:
            try:
                known = _keep(self._guilds, guild, await self._ledger.guild_choices(guild))
            except Exception:
                _log.exception("the choices of a server can't be read")
                return GuildChoices()
        return known

    async def choose_person(self, person: int, choices: PersonChoices) -> None:
        """Keep what a person chose."""
        await self._ledger.choose_person(person, choices)
        _keep(self._people, person, choices)

    async def choose_guild(self, guild: int, choices: GuildChoices) -> None:
        """Keep what a server chose."""
        await self._ledger.choose_guild(guild, choices)
        _keep(self._guilds, guild, choices)

    def forget_person(self, person: int) -> None:
        """Remember nothing of a person."""
        self._people.pop(person, None)

    def hear_locale(self, guild: int, locale: str) -> None:
        """Note the locale that Discord names for a server."""
        self._guild_locales[guild] = locale

    async def words(self, interaction: discord.Interaction) -> Words:
        """Return the sentences in the person's language: their choice, else their Discord's."""
        choices = await self.person(interaction.user.id)
        return words_for(choices.language or locale_name(interaction.locale))

    async def guild_words(self, guild: int) -> Words:
        """Return the sentences in the server's language: its choice, else the one it has in Discord."""
        choices = await self.guild(guild)
        return words_for(choices.language or self._guild_locales.get(guild))


def locale_name(locale: discord.Locale | None) -> str | None:
    """Return the name of a locale, also of one that discord.py does not know; None for what is none."""
    name: object = None if locale is None else locale.value
    return name if isinstance(name, str) else None


def _keep(known: dict[int, Value], key: int, value: Value) -> Value:
    known.pop(key, None)
    if len(known) >= _KEPT:
        known.pop(next(iter(known)))
    known[key] = value
    return value
