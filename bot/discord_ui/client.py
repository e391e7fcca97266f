"""The client: what comes from Discord's gateway, brought to whom it concerns."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, Final

import discord

from bot.discord_ui.boards.orphans import Clicked
from bot.discord_ui.commands.leftovers import Leftovers
from bot.discord_ui.commands.sync import agree
from bot.discord_ui.context import ContextClient
from bot.discord_ui.transport.delivery import NOT_SENT
from bot.discord_ui.transport.messages import stamp_of
from bot.discord_ui.transport.receipt import received
from bot.discord_ui.tree import NertzTree
from bot.discord_ui.wording.preferences import locale_name
from bot.discord_ui.wording.translator import CommandTranslator
from bot.tables.ports import ReadFailed
from bot.tables.refusal import TableRefusal

if TYPE_CHECKING:
    from collections.abc import Sequence

    import aiohttp

    from bot.discord_ui.commands.sync import CommandMark
    from bot.discord_ui.context import Context
    from bot.discord_ui.router import ClickRouter
    from bot.tables.table import Table

_log = logging.getLogger(__name__)
_INTENTS: Final = discord.Intents(guilds=True)


class NertzClient(ContextClient):
    """discord.py's client with our commands, and nothing else in memory: no members, no messages.

    `shard_ids` and `shard_count` are discord.py's own; `http_trace` sees the headers of every answer.
    """

    def __init__(
        self,
        context: Context,
        router: ClickRouter,
        mark: CommandMark,
        *,
        http_trace: aiohttp.TraceConfig,
        shard_ids: Sequence[int] | None = None,
        shard_count: int | None = None,
    ) -> None:
        sharding: dict[str, Any] = {"shard_count": shard_count}
        if shard_ids is not None:
            sharding["shard_ids"] = list(shard_ids)
        super().__init__(
            intents=_INTENTS,
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            http_trace=http_trace,
            **sharding,
        )
        self.context = context
        self.router = router
        self.mark = mark
        self.tree = NertzTree(self, router)
        self._leftovers = Leftovers(self)

    async def setup_hook(self) -> None:
        """Tell Discord of the commands, if it holds others."""
        translator = CommandTranslator()
        await self.tree.set_translator(translator)
        commands = self.tree.get_commands()
        payload = [await command.get_translated_payload(self.tree, translator) for command in commands]
        try:
            await agree(self, self.mark, payload)
        except NOT_SENT:
            _log.exception("Discord did not take the commands; the old ones stay until the next start")

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """Tell of an event. Of an interaction it is noted when it came, before anything is done about it."""
        if event == "interaction":
            received(args[0], self.context.clock)
        super().dispatch(event, *args, **kwargs)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Bring clicks to the router; commands go through the tree."""
        self.context.tables.heard(stamp_of(interaction.id))
        locale = locale_name(interaction.guild_locale)
        if interaction.guild_id is not None and locale is not None:
            self.context.choices.hear_locale(interaction.guild_id, locale)
        if interaction.type is discord.InteractionType.component:
            clicked = Clicked(self.context.tables, self.context.choices, interaction)
            await self.router.clicked(interaction)
            await clicked.put_away()

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Learn the language of a server, and clear what an older release left there."""
        self.context.choices.hear_locale(guild.id, str(guild.preferred_locale))
        await self._leftovers.clear(guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Learn the language of a new server."""
        self.context.choices.hear_locale(guild.id, str(guild.preferred_locale))

    async def on_guild_update(self, before: discord.Guild, after: discord.Guild) -> None:
        """Learn the new language of a server."""
        self.context.choices.hear_locale(after.id, str(after.preferred_locale))

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """End the tables of a server that sent the bot away."""
        for table in await self.context.tables.wake_guild(guild.id):
            self.context.boards.channel_gone(table)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """End the table of a channel that is gone."""
        await self._end_at(channel.id)

    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Try boards again that were refused: a channel may have other rights now."""
        self.context.boards.rights_changed(after.guild.id)

    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """Try boards again that were refused: a role may have other rights now."""
        self.context.boards.rights_changed(after.guild.id)

    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """Try boards again that were refused: the bot has other roles now (no other member is kept)."""
        self.context.boards.rights_changed(after.guild.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """End the table of a thread that is gone."""
        await self._end_at(payload.thread_id)

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """Open an archived thread again while its table lives; a locked one ends its table."""
        metadata = payload.data["thread_metadata"]
        if not metadata["archived"]:
            self.context.boards.rights_changed(payload.guild_id)
            return
        if await self._table_at(payload.thread_id) is None:
            return
        if metadata["locked"]:
            await self._end_at(payload.thread_id)
            return
        try:
            await self.http.edit_channel(payload.thread_id, archived=False)
        except NOT_SENT as error:
            _log.info("a thread stays archived: %s", error, extra={"channel": payload.thread_id})

    async def _end_at(self, channel_id: int) -> None:
        table = await self._table_at(channel_id)
        if table is not None:
            self.context.boards.channel_gone(table)

    async def _table_at(self, channel_id: int) -> Table | None:
        """Return the table of a channel, awake; None, too, for one that can't be read: it sleeps on."""
        try:
            return await self.context.tables.find(channel_id)
        except (ReadFailed, TableRefusal) as error:
            _log.warning("a table can't be read: %s", error, extra={"channel": channel_id})
            return None
