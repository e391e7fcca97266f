"""The parts that the Discord face is put together from. `bot.bootstrap` makes them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    import discord

    from bot.discord_ui.boards.model import Face
    from bot.discord_ui.drawing.queue import Urgency
    from bot.discord_ui.drawing.requests import Sketch
    from bot.discord_ui.transport.click import Handler
    from bot.discord_ui.wording.preferences import Choices
    from bot.locales.words import Words
    from bot.pictures.look import Look
    from bot.pictures.picture import Picture
    from bot.rules.moves import Move
    from bot.tables.ports import Clock, Ledger
    from bot.tables.registry import Tables
    from bot.tables.seats import AwayChoice
    from bot.tables.table import Table


class Router(Protocol):
    """Brings every click to whom it concerns, and answers those that concern nobody."""

    def on(self, kind: str, handler: Handler, numbers: Collection[int] | None = None) -> None:
        """Let `handler` answer the clicks on that slot, or on all of that kind with one of those numbers."""

    def serve_while(self, may: Callable[[], bool]) -> None:
        """Answer nothing at all while another process may be answering."""

    def is_new(self, interaction: discord.Interaction) -> bool:
        """Tell whether an interaction is ours and told of for the first time: the gateway may do so twice."""

    async def clicked(self, interaction: discord.Interaction) -> None:
        """Answer a component interaction, whatever it is."""


class Hands(Protocol):
    """The private hands of people."""

    async def answer_with_hand(
        self, interaction: discord.Interaction, table: Table, person: int, note: str | None = None
    ) -> None:
        """Answer with the person's hand, an ephemeral message that becomes their grip."""

    async def play(
        self, interaction: discord.Interaction, table: Table, person: int, move: Move, note: str | None = None
    ) -> None:
        """Play a move of a command and answer with the hand; `Refusal`s come before that."""


class Boards(Protocol):
    """The public messages of tables."""

    def refresh(self, table: Table) -> None:
        """Let the public message show the table as it is, soon."""

    def rights_changed(self, guild_id: int) -> None:
        """Try those boards of a server soon that were refused: they may be allowed again."""

    def channel_gone(self, table: Table) -> None:
        """End a table whose channel is gone; one that is suspended ends when it lives again."""

    async def post(self, table: Table) -> None:
        """Send the public message of a table that has none; raises `discord.HTTPException`."""


class Studio(Protocol):
    """Draws pictures, away from the event loop."""

    async def draw(self, look: Look, sketch: Sketch, urgency: Urgency = ...) -> Picture:
        """Return the picture; the most urgent one is drawn first."""


class Faces(Protocol):
    """Says what the public message of a table contains."""

    def face_of(self, table: Table, words: Words) -> Face:
        """Return what it shows now. Send it once `table.kept()` is done."""

    def finished_face_of(self, table: Table, words: Words) -> Face | None:
        """Return what the board of the round that has just ended shows for good; None once it is too late."""


class CommandMark(Protocol):
    """Remembers which commands Discord was told of last."""

    async def read(self) -> str | None:
        """Return the hash of the commands that were last synced."""

    async def write(self, mark: str) -> None:
        """Keep the hash of the commands that were synced now."""


@dataclass(frozen=True, slots=True)
class Parts:
    """All that the Discord face needs."""

    tables: Tables
    ledger: Ledger
    clock: Clock
    choices: Choices
    hands: Hands
    boards: Boards
    faces: Faces
    router: Router
    studio: Studio
    """Draws hands, boards, and what is drawn as quickly."""
    library: Studio
    """Draws replays, which take long."""
    mark: CommandMark
    away: AwayChoice = "freeze"
    """What becomes of the seats of people who are away."""
