"""Commands that open and close a table: start and stop."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, cast, get_args

import discord
from discord import app_commands

from bot.discord_ui.boards.lobby import rules_name
from bot.discord_ui.commands.here import actions_of, context_of, guild_of, table_here, words_of
from bot.discord_ui.commands.seats import LEVEL_CHOICES
from bot.discord_ui.commands.threads import thread_for_table
from bot.discord_ui.errors import Declined
from bot.discord_ui.permissions import missing_permissions
from bot.discord_ui.replies import announced, reply, reply_kept
from bot.discord_ui.transport.delivery import NOT_SENT, came_too_late
from bot.discord_ui.wording.house_rules import aim_in_words, completions, differences_in_words
from bot.discord_ui.wording.names import given_name
from bot.discord_ui.wording.translator import MOST_CHOICES, Commands, choice, options, spoken
from bot.rules.house_rules import MOST_SEATS, PRESETS, HouseRules
from bot.tables.ports import JournalFailed
from bot.tables.refusal import TableCode, TableRefusal
from bot.tables.seats import AwayChoice

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.discord_ui.context import Interaction
    from bot.tables.ports import Level
    from bot.tables.standings import GuildChoices
    from bot.tables.table import Table

_PRESET_CHOICES: Final = [choice(f"preset.{name}", name) for name in PRESETS]
_AWAY_CHOICES: Final = [choice(f"away.{away}", away) for away in get_args(AwayChoice)]


@app_commands.command(name=spoken("command.start.name"), description=spoken("command.start"))
@options("start", "preset", "target", "seats", "practice", "level", "thread", "away", "rules")
@app_commands.choices(preset=_PRESET_CHOICES, level=LEVEL_CHOICES, away=_AWAY_CHOICES)
async def start(
    interaction: Interaction,
    preset: str | None = None,
    target: app_commands.Range[int, 10, 1000] | None = None,
    seats: app_commands.Range[int, 1, 8] | None = None,
    practice: app_commands.Range[int, 0, 7] = 0,
    level: str = "medium",
    thread: bool = False,
    away: str | None = None,
    rules: str = "",
) -> None:
    """Open a table; with practice players only, or with one seat, the cards are dealt at once.

    Alone, one round is a match: how many points it brings is what can be bettered.
    """
    context, user = context_of(interaction), interaction.user
    choices = await announced(interaction, context.clock, context.choices.surely_guild(guild_of(interaction)))
    chosen = house_rules(choices, preset, rules, target)
    if seats == 1 and target is None and "target" not in rules:
        chosen = _one_round(chosen)
    if practice >= (seats or MOST_SEATS):
        raise TableRefusal(TableCode.TABLE_FULL, seats=seats or MOST_SEATS)
    await _check_place(interaction, choices, new_thread=thread)

    def open_in(channel_id: int) -> Table:
        return context.tables.open(
            guild_of(interaction),
            channel_id,
            user.id,
            given_name(user),
            chosen,
            most_seats=seats or MOST_SEATS,
            practice=practice,
            level=cast("Level", level),
            away=cast("AwayChoice", away) if away else context.away,
        )

    at_once = seats == 1 + practice or (seats is None and practice > 0)
    opening = _open(interaction, open_in, thread=thread, at_once=at_once)
    table = await announced(interaction, context.clock, opening)
    await _show(interaction, table, in_thread=thread)


def _one_round(rules: HouseRules) -> HouseRules:
    """Return rules by which one round is a match, where they name no number of rounds."""
    return replace(rules, rounds=rules.rounds or 1)


async def _show(interaction: Interaction, table: Table, *, in_thread: bool) -> None:
    """Answer the host with the hand; a hand in a thread has to be asked for there."""
    if in_thread:
        words = await words_of(interaction)
        await reply(interaction, words("note.thread", channel=f"<#{table.channel_id}>"))
    else:
        await actions_of(interaction).hand(interaction, table)


async def _open(
    interaction: Interaction, open_in: Callable[[int], Table], *, thread: bool, at_once: bool
) -> Table:
    """Open the table in its channel or thread, deal if nobody is waited for, and post its message."""
    channel_id = interaction.channel_id or 0
    if thread:
        channel_id = await _open_thread(interaction)
    await context_of(interaction).tables.find(channel_id)  # A match that is over makes room once it is awake.
    table = open_in(channel_id)
    try:
        if at_once:
            table.deal(interaction.user.id)
        await _post(interaction, table)
    except (JournalFailed, TableRefusal):
        context_of(interaction).boards.channel_gone(table)  # Nobody has seen it.
        raise
    return table


@start.autocomplete("rules")
async def offer_rules(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Offer names and values of house rules that the text may go on with."""
    words = await words_of(interaction)
    offered = list(completions(words, typed))[:MOST_CHOICES]
    return [app_commands.Choice(name=shown, value=value) for shown, value in offered]


@app_commands.command(name=spoken("command.stop.name"), description=spoken("command.stop"))
async def stop(interaction: Interaction) -> None:
    """Close the table, as the host; others vote for it."""
    await actions_of(interaction).stop(interaction, await table_here(interaction))


def house_rules(choices: GuildChoices, preset: str | None, rules: str, target: int | None) -> HouseRules:
    """Return the rules of a new table: a preset or the server's defaults, then what was named beside it."""
    base = HouseRules.of({"preset": preset or choices.preset})
    if preset is None:
        base = HouseRules.parse(choices.rules, base)
    chosen = HouseRules.parse(rules, base)
    return chosen if target is None else replace(chosen, target=target)


async def _check_place(interaction: Interaction, choices: GuildChoices, *, new_thread: bool) -> None:
    """Refuse channels that the server did not allow, and those where the bot may not do its work."""
    places = {interaction.channel_id, getattr(interaction.channel, "parent_id", None)}
    if choices.channels and places.isdisjoint(choices.channels):
        allowed = ", ".join(f"<#{channel}>" for channel in choices.channels)
        raise Declined("channel_not_allowed", channels=allowed)
    if new_thread and not isinstance(interaction.channel, discord.TextChannel):
        raise Declined("no_thread_here")
    missing = missing_permissions(interaction, new_thread=new_thread)
    if missing:
        words = await words_of(interaction)
        names = ", ".join(words(f"permission.{name}") for name in missing)
        raise Declined("permissions", permissions=names)


async def _open_thread(interaction: Interaction) -> int:
    try:
        return await thread_for_table(interaction, cast("discord.TextChannel", interaction.channel))
    except NOT_SENT as error:
        raise _not_posted(error) from None


async def _post(interaction: Interaction, table: Table) -> None:
    """Send the public message; a table that can't have one closes again."""
    try:
        await context_of(interaction).boards.post(table)
    except NOT_SENT as error:
        context_of(interaction).boards.channel_gone(table)
        raise _not_posted(error) from None


def _not_posted(error: Exception) -> Declined:
    came_too_late("what opens a table", error)
    may_not = isinstance(error, discord.Forbidden | discord.NotFound)
    return Declined("cannot_post" if may_not else "discord_trouble")


@app_commands.command(name=spoken("command.house.name"), description=spoken("command.house"))
@options("house", "preset", "rules", "away")
@app_commands.choices(preset=_PRESET_CHOICES, away=_AWAY_CHOICES)
async def house(
    interaction: Interaction, preset: str | None = None, rules: str = "", away: str | None = None
) -> None:
    """Change the house rules of a table that was not dealt yet, as its host."""
    table, person = await table_here(interaction), interaction.user.id
    base = table.state.rules if preset is None else HouseRules.of({"preset": preset})
    table.set_rules(person, HouseRules.parse(rules, base))
    if away is not None:
        table.set_away(person, cast("AwayChoice", away), table.state.level)
    kept, state = table.kept(), table.state
    words = await words_of(interaction)
    told = [rules_name(state.rules, words), aim_in_words(words, state.rules)]
    told += [*differences_in_words(words, state.rules), words(f"rules.away.{state.away}")]
    sentence = words("note.house", rules=" · ".join(told))
    await reply_kept(interaction, context_of(interaction).clock, kept, sentence)


house.autocomplete("rules")(offer_rules)

COMMANDS: Commands = (start, house, stop)
