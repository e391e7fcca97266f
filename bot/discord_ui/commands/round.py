"""Commands of a round: everything that the buttons of a hand do, for keyboards and screen readers."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from discord import app_commands

from bot.discord_ui.commands.here import actions_of, context_of, table_here, table_in_time, words_of
from bot.discord_ui.wording.moves import matching_moves, move_text, read_move
from bot.discord_ui.wording.translator import MOST_CHOICES, Commands, options, spoken
from bot.rules.moves import CALL, DRAW, STUCK, TURN, Move
from bot.tables.refusal import TableCode, TableRefusal

_log = logging.getLogger(__name__)

if TYPE_CHECKING:
    from bot.discord_ui.context import Interaction


@app_commands.command(name=spoken("command.hand.name"), description=spoken("command.hand"))
async def hand(interaction: Interaction) -> None:
    """Get one's hand, below everything else."""
    await actions_of(interaction).hand(interaction, await table_here(interaction))


@app_commands.command(name=spoken("command.move.name"), description=spoken("command.move"))
@options("move", "move")
async def move(interaction: Interaction, move: str) -> None:
    """Make a move, chosen from the list or written in the notation."""
    table = await table_here(interaction)
    seat = table.seat_of(interaction.user.id)
    if seat is None:
        raise TableRefusal(TableCode.NOT_SEATED_HERE)
    words = await words_of(interaction)
    await _play(interaction, read_move(move, table.view(seat), words))


@move.autocomplete("move")
async def _moves(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Offer the legal moves in words, the best ones first; none while the table cannot be looked at."""
    try:
        table = await table_in_time(interaction)
    except Exception as error:
        _log.info("nobody can say which moves are legal: %r", error)
        table = None
    seat = None if table is None else table.seat_of(interaction.user.id)
    if table is None or seat is None or table.round is None:
        return []
    view, words = table.view(seat), await words_of(interaction)
    offered = matching_moves(view, typed, words)[:MOST_CHOICES]
    return [app_commands.Choice(name=move_text(move, view, words), value=move.text) for move in offered]


@app_commands.command(name=spoken("command.draw.name"), description=spoken("command.draw"))
async def draw(interaction: Interaction) -> None:
    """Draw from the stock, or turn the waste over when the stock is empty."""
    table = await table_here(interaction)
    seat = table.seat_of(interaction.user.id)
    empty = seat is not None and table.round is not None and not table.view(seat).stock_count
    turns = empty and seat is not None and bool(table.view(seat).waste)
    await _play(interaction, TURN if turns else DRAW)


@app_commands.command(name=spoken("command.call.name"), description=spoken("command.call"))
async def call(interaction: Interaction) -> None:
    """Call "Nertz!" with an empty Nertz pile."""
    await _play(interaction, CALL)


@app_commands.command(name=spoken("command.stuck.name"), description=spoken("command.stuck"))
@options("stuck", "rotate")
async def stuck(interaction: Interaction, rotate: bool = False) -> None:
    """Say that one cannot or will not move; or vote for turning everybody's stock at once."""
    if rotate:
        await actions_of(interaction).rotate(interaction, await table_here(interaction))
    else:
        await _play(interaction, STUCK)


@app_commands.command(name=spoken("command.pause.name"), description=spoken("command.pause"))
async def pause(interaction: Interaction) -> None:
    """Stop everyone's clock, or go on."""
    await actions_of(interaction).pause(interaction, await table_here(interaction))


async def _play(interaction: Interaction, move: Move) -> None:
    table = await table_here(interaction)
    await context_of(interaction).hands.play(interaction, table, interaction.user.id, move)


COMMANDS: Commands = (hand, move, draw, call, stuck, pause)
