"""Commands about seats: join, leave, ready, deal, practice players, kick, rematch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast, get_args

import discord
from discord import app_commands

from bot.discord_ui.commands.here import actions_of, context_of, table_here, words_of
from bot.discord_ui.errors import Declined
from bot.discord_ui.replies import reply_kept
from bot.discord_ui.wording.names import BACKS, person_name
from bot.discord_ui.wording.translator import Commands, choice, options, spoken
from bot.tables.ports import Level
from bot.tables.refusal import TableCode, TableRefusal

LEVEL_CHOICES: Final = [choice(f"level.{level}", level) for level in get_args(Level)]
_BACK_CHOICES: Final = [app_commands.Choice(name=sign, value=back) for back, sign in enumerate(BACKS)]

if TYPE_CHECKING:
    from bot.discord_ui.context import Interaction


@app_commands.command(name=spoken("command.join.name"), description=spoken("command.join"))
@options("join", "partner", "back")
@app_commands.choices(back=_BACK_CHOICES)
async def join(
    interaction: Interaction, partner: discord.User | None = None, back: int | None = None
) -> None:
    """Take a seat, change its back, or play together with somebody: at their seat, or at one's own."""
    table, lobby = await table_here(interaction), actions_of(interaction)
    if partner is None and back is not None and table.seated(interaction.user.id) is not None:
        table.choose_back(interaction.user.id, back)
        await lobby.hand(interaction, table)
    elif partner is None:
        await lobby.join(interaction, table, back=back)
    elif partner.id in table.state.asks:
        await lobby.accept(interaction, table, partner.id)
    else:
        seat = table.seat_of(partner.id)
        if seat is None and table.seated(interaction.user.id) is not None:
            await lobby.invite(interaction, table, partner)
            return
        if seat is None:
            raise Declined("partner_not_seated", person=person_name(table.state, partner.id))
        await lobby.share(interaction, table, seat=seat)


@app_commands.command(name=spoken("command.leave.name"), description=spoken("command.leave"))
async def leave(interaction: Interaction) -> None:
    """Give up one's seat."""
    await actions_of(interaction).leave(interaction, await table_here(interaction))


@app_commands.command(name=spoken("command.ready.name"), description=spoken("command.ready"))
@options("ready", "ready")
async def ready(interaction: Interaction, ready: bool = True) -> None:
    """Say that one is ready for the next round, or not."""
    await actions_of(interaction).ready(interaction, await table_here(interaction), ready=ready)


@app_commands.command(name=spoken("command.deal.name"), description=spoken("command.deal"))
async def deal(interaction: Interaction) -> None:
    """Deal, as the host."""
    await actions_of(interaction).deal(interaction, await table_here(interaction))


@app_commands.command(name=spoken("command.practice.name"), description=spoken("command.practice"))
@options("practice", "players", "level")
@app_commands.choices(level=LEVEL_CHOICES)
async def practice(
    interaction: Interaction, players: app_commands.Range[int, 0, 7], level: str | None = None
) -> None:
    """Let so many practice players sit at the table, as the host."""
    table, person = await table_here(interaction), interaction.user.id
    seated = sum(seat.practice is not None for seat in table.state.seats)
    if level is not None and seated:
        if len(table.state.seats) - seated + players > table.state.most_seats:
            raise TableRefusal(TableCode.TABLE_FULL, seats=table.state.most_seats)
        table.remove_practice(person, seated)
        seated = 0
    if players > seated:
        table.add_practice(person, cast("Level", level) if level else table.state.level, players - seated)
    elif players < seated:
        table.remove_practice(person, seated - players)
    kept, words = table.kept(), await words_of(interaction)
    await reply_kept(interaction, context_of(interaction).clock, kept, words.many("note.practice", players))


@app_commands.command(name=spoken("command.kick.name"), description=spoken("command.kick"))
@options("kick", "member")
async def kick(interaction: Interaction, member: discord.User) -> None:
    """Send somebody away from the table, as the host."""
    table = await table_here(interaction)
    known = member.id in (*table.state.humans(), *table.state.waiting, *table.state.asks)
    if not known and interaction.user.id == table.state.host:
        raise Declined("not_at_the_table", person=member.mention)
    table.kick(interaction.user.id, member.id)
    kept, words = table.kept(), await words_of(interaction)
    sentence = words("note.kicked", person=person_name(table.state, member.id))
    await reply_kept(interaction, context_of(interaction).clock, kept, sentence)


@app_commands.command(name=spoken("command.rematch.name"), description=spoken("command.rematch"))
async def rematch(interaction: Interaction) -> None:
    """Begin a new match with the same people."""
    await actions_of(interaction).rematch(interaction, await table_here(interaction))


COMMANDS: Commands = (join, leave, ready, deal, practice, kick, rematch)
