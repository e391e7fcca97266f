"""What commands and buttons work with, and where they find it: on the client that received them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import discord

from bot.discord_ui.transport.handshakes import PatientClient

if TYPE_CHECKING:
    from bot.discord_ui.boards.boards import LiveBoards
    from bot.discord_ui.boards.content import BoardContent
    from bot.discord_ui.drawing.queue import RenderQueue
    from bot.discord_ui.hands.hands import LiveHands
    from bot.discord_ui.wording.preferences import Preferences
    from bot.tables.ports import Clock, Ledger
    from bot.tables.registry import Tables
    from bot.tables.seats import AwayChoice


@dataclass(frozen=True, slots=True)
class Context:
    """The tables, what shows them, and what is known of people and servers. `bot.bootstrap` makes it."""

    tables: Tables
    ledger: Ledger
    clock: Clock
    choices: Preferences
    hands: LiveHands
    boards: LiveBoards
    board_content: BoardContent
    renders: RenderQueue
    """Draws hands, boards, and what is drawn as quickly."""
    slow_renders: RenderQueue
    """Draws replays, which take long."""
    away: AwayChoice = "freeze"
    """What becomes of the seats of people who are away."""


class ContextClient(PatientClient):
    """A client that carries the context of its interactions."""

    context: Context


Interaction: TypeAlias = discord.Interaction[ContextClient]
"""An interaction that our own client received."""
