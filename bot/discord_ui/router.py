"""All clicks arrive here: each is brought to whom it concerns, exactly once, and each is answered."""

from __future__ import annotations

from collections import Counter, OrderedDict
from typing import TYPE_CHECKING, Any, Final

from bot.discord_ui import custom_ids, metrics
from bot.discord_ui.errors import Declined, answer_error
from bot.discord_ui.replies import announced
from bot.discord_ui.transport.click import Click
from bot.discord_ui.transport.fair_start import Turns

if TYPE_CHECKING:
    from collections.abc import Callable

    import discord

    from bot.discord_ui.transport.click import Handler, Route
    from bot.discord_ui.wording.preferences import Preferences
    from bot.tables.ports import Clock
    from bot.tables.registry import Tables
    from bot.tables.table import Table

_REMEMBERED: Final = 4096
"""Interactions that are known to have been answered: the gateway may tell of one twice."""
_MOST_AT_ONCE: Final = 40
"""Clicks of one person that may wait; nobody's hand is that quick, so more are only acknowledged."""


class ClickRouter:
    """Answers every component interaction."""

    def __init__(self, tables: Tables, choices: Preferences, clock: Clock) -> None:
        self._tables = tables
        self._choices = choices
        self._clock = clock
        self._routes: dict[str, Route] = {}
        """By kind of slot."""
        self._seen: OrderedDict[int, None] = OrderedDict()
        self._waiting: Counter[int] = Counter()
        self._turns = Turns()
        self._may_serve: Callable[[], bool] = lambda: True

    def serve_while(self, may: Callable[[], bool]) -> None:
        """Answer nothing at all while `may` says no: another process may be answering."""
        self._may_serve = may

    def add(self, *routes: Route) -> None:
        """Let clicks go by these routes."""
        self._routes.update((route.kind, route) for route in routes)

    async def clicked(self, interaction: discord.Interaction) -> None:
        """Answer a component interaction, whatever it is; nothing is raised."""
        if not self.is_new(interaction):
            return
        metrics.CLICKS.inc()
        person = interaction.user.id
        self._waiting[person] += 1
        table: Table | None = None
        try:
            if self._waiting[person] > _MOST_AT_ONCE:
                await self._turns.mine()
                await interaction.response.defer()
                return
            handler, click = await self._find(interaction)
            table = click.table
            await handler(click)
        except Exception as error:
            await answer_error(interaction, error, self._choices, table)
        finally:
            self._waiting[person] -= 1
            if not self._waiting[person]:
                del self._waiting[person]

    async def _find(self, interaction: discord.Interaction) -> tuple[Handler, Click]:
        button = custom_ids.read(_custom_id(interaction))
        route = self._routes.get(button.kind) if button else None
        if button is None or route is None or button.number not in route.numbers:
            raise Declined("unknown_button")
        table_id = button.table_id
        table = self._tables.by_id(table_id)
        if table is None:
            table = await announced(interaction, self._clock, self._tables.get(table_id))
        if table is None or table.guild_id != interaction.guild_id:
            raise Declined("table_gone")
        return route.handler, Click(interaction, table, button.slot, button.number)

    def is_new(self, interaction: discord.Interaction) -> bool:
        """Return whether an interaction, click or command, is ours and told of for the first time."""
        interaction_id = interaction.id
        if not self._may_serve() or interaction_id in self._seen:
            return False
        self._seen[interaction_id] = None
        if len(self._seen) > _REMEMBERED:
            self._seen.popitem(last=False)
        return True


def _custom_id(interaction: discord.Interaction) -> str:
    data: Any = interaction.data
    custom_id = data.get("custom_id") if isinstance(data, dict) else None
    return custom_id if isinstance(custom_id, str) else ""
