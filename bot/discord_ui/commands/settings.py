"""Commands that remember a choice: one's own, and the server's."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import app_commands

from bot.discord_ui.commands.here import context_of, guild_of, words_of
from bot.discord_ui.commands.start import house_rules, offer_rules
from bot.discord_ui.errors import Declined
from bot.discord_ui.replies import announced, reply
from bot.discord_ui.transport.components import bounded
from bot.discord_ui.wording.names import written
from bot.discord_ui.wording.translator import LONGEST_CHOICE, Commands, choice, options, spoken
from bot.locales.words import LANGUAGES, words_for
from bot.rules.house_rules import PRESETS

if TYPE_CHECKING:
    from bot.discord_ui.context import Interaction
    from bot.locales.words import Words
    from bot.tables.standings import GuildChoices, PersonChoices

_OWN: Final = "discord"
"""The language that Discord has for the person or the server."""
_LANGUAGE_CHOICES: Final = [choice(f"language.{language}", language) for language in (*LANGUAGES, _OWN)]
_THEME_CHOICES: Final = [choice(f"theme.{theme}", theme) for theme in ("dark", "light")]
_DECK_CHOICES: Final = [choice(f"deck.{deck}", deck) for deck in ("two-colour", "four-colour")]
_PLACES: Final = [
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.stage_voice,
    discord.ChannelType.forum,
    discord.ChannelType.public_thread,
    discord.ChannelType.private_thread,
    discord.ChannelType.news_thread,
]
"""Where tables may be; what a forum allows its posts may do."""
_PRESET_CHOICES: Final = [choice(f"preset_name.{name}", name) for name in PRESETS]
_FORGET: Final = "forget me"
"""What a person types to have their data erased: no slip of a finger does it."""
_MOST_CHANNELS: Final = 25
_LONGEST_RULES: Final = 700
"""Characters: every rule once has room, and the answer tells them all."""


@app_commands.command(name=spoken("command.me.name"), description=spoken("command.me"))
@options("me", "theme", "deck", "assist", "language", "forget")
@app_commands.choices(theme=_THEME_CHOICES, deck=_DECK_CHOICES, language=_LANGUAGE_CHOICES)
async def me(
    interaction: Interaction,
    theme: str | None = None,
    deck: str | None = None,
    assist: bool | None = None,
    language: str | None = None,
    forget: str | None = None,
) -> None:
    """Choose how one's cards look and what language one reads, or have everything erased."""
    if forget is not None:
        await _forget(interaction, forget)
        return
    context = context_of(interaction)
    person = interaction.user.id
    named = {"theme": theme, "deck": deck, "assist": assist, "language": language}
    changes: dict[str, Any] = {name: value for name, value in named.items() if value is not None}
    if changes.get("language") == _OWN:
        changes["language"] = None
    if changes:
        choosing = context.choices.change_person(person, lambda before: replace(before, **changes))
    else:
        choosing = context.choices.surely_person(person)
    chosen = await announced(interaction, context.clock, choosing)
    words = await words_of(interaction)
    await reply(interaction, _own_choices(chosen, words))


async def _forget(interaction: Interaction, said: str) -> None:
    """Erase what is kept of a person, if they said exactly that."""
    context, words, person = context_of(interaction), await words_of(interaction), interaction.user.id
    if said.strip().casefold() != _FORGET:
        await reply(interaction, words("me.confirm_forget", phrase=_FORGET))
        return
    await announced(interaction, context.clock, context.tables.wake_all())
    for table in context.tables:
        if person in (*table.state.humans(), *table.state.waiting):
            raise Declined("forget_seated", channel=f"<#{table.channel_id}>")
    for table in context.tables:
        table.forget(person)
        await announced(interaction, context.clock, table.kept())
    await announced(interaction, context.clock, context.ledger.forget(person))
    context.choices.forget_person(person)
    await reply(interaction, words("me.forgotten"))


@me.autocomplete("forget")
async def _phrase(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Say what must be typed, without typing it."""
    words = await words_of(interaction)
    name = bounded(words("me.type_forget", phrase=_FORGET), LONGEST_CHOICE)
    return [app_commands.Choice(name=name, value="?")]


class _AnyPlace(app_commands.Transformer):
    """A channel of a kind that holds tables. discord.py's own names would add media channels, too."""

    type = discord.AppCommandOptionType.channel
    channel_types = _PLACES

    async def transform(
        self, _: discord.Interaction, value: discord.abc.Snowflake, /
    ) -> discord.abc.Snowflake:
        """Return the channel as it was chosen."""
        return value


Place = app_commands.Transform[discord.abc.Snowflake, _AnyPlace]


@app_commands.command(name=spoken("command.settings.name"), description=spoken("command.settings"))
@options("settings", "language", "allow", "disallow", "preset", "rules")
@app_commands.choices(language=_LANGUAGE_CHOICES, preset=_PRESET_CHOICES)
async def settings(
    interaction: Interaction,
    language: str | None = None,
    allow: Place | None = None,
    disallow: Place | None = None,
    preset: str | None = None,
    rules: app_commands.Range[str, 0, _LONGEST_RULES] | None = None,
) -> None:
    """Choose the language of boards, the channels for tables, and the rules that `start` begins with."""
    if not interaction.permissions.manage_guild:
        raise Declined("need_manage_server")
    context, guild = context_of(interaction), guild_of(interaction)
    changes: dict[str, Any] = {}
    if language is not None:
        changes["language"] = None if language == _OWN else language
    if preset is not None:
        changes["preset"] = preset
    if rules is not None:
        changes["rules"] = rules.strip()

    def change(before: GuildChoices) -> GuildChoices:
        after = replace(before, **changes, channels=_channels(before.channels, allow, disallow))
        house_rules(after, None, "", None)
        return after

    if not (changes or allow or disallow):
        chosen = await announced(interaction, context.clock, context.choices.surely_guild(guild))
    else:
        chosen = await announced(interaction, context.clock, context.choices.change_guild(guild, change))
        for table in context.tables.of_guild(guild):
            context.boards.refresh(table)
    await reply(interaction, _server_choices(chosen, await words_of(interaction)))


settings.autocomplete("rules")(offer_rules)


def _channels(
    known: tuple[int, ...],
    allow: discord.abc.Snowflake | None,
    disallow: discord.abc.Snowflake | None,
) -> tuple[int, ...]:
    channels = dict.fromkeys(known)
    if allow is not None:
        channels[allow.id] = None
    if disallow is not None:
        channels.pop(disallow.id, None)
    if len(channels) > _MOST_CHANNELS:
        raise Declined("too_many_channels", most=_MOST_CHANNELS)
    return tuple(channels)


def _own_choices(chosen: PersonChoices, words: Words) -> str:
    lines = [
        words("me.title"),
        words("me.theme", theme=words(f"theme.{chosen.theme}")),
        words("me.deck", deck=words(f"deck.{chosen.deck}")),
        words("me.assist_on" if chosen.assist else "me.assist_off"),
        words("me.language", language=_language(chosen.language, words)),
    ]
    return "\n".join(lines)


def _server_choices(chosen: GuildChoices, words: Words) -> str:
    channels = ", ".join(f"<#{channel}>" for channel in chosen.channels) or words("settings.all_channels")
    lines = [
        words("settings.title"),
        words("settings.language", language=_language(chosen.language, words)),
        words("settings.channels", channels=channels),
        words("settings.preset", preset=words(f"preset_name.{chosen.preset}")),
        words("settings.rules", rules=written(chosen.rules, _LONGEST_RULES) or "–"),
    ]
    return "\n".join(lines)


def _language(language: str | None, words: Words) -> str:
    """Return a language's name in that language itself."""
    return words_for(language)(f"language.{language}") if language else words(f"language.{_OWN}")


COMMANDS: Commands = (me, settings)
