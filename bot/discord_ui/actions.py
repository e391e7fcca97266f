"""What the buttons of a table's public messages do; the commands of the same names do it, too."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bot.discord_ui import custom_ids
from bot.discord_ui.errors import Declined
from bot.discord_ui.pages import show_replay, show_rules
from bot.discord_ui.replies import acknowledge, reply_kept
from bot.discord_ui.transport.click import Route
from bot.discord_ui.wording.names import given_name, person_name, seat_name
from bot.rules.house_rules import MOST_SEATS
from bot.tables.refusal import TableCode, TableRefusal

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    import discord

    from bot.discord_ui.context import Context
    from bot.discord_ui.transport.click import Click
    from bot.tables.table import Table

    Does = Callable[[discord.Interaction, Table], Awaitable[None]]


class TableActions:
    """Brings what people want of a table to it, and answers them. Refusals are raised."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def routes(self) -> Iterator[Route]:
        """Yield the routes of the clicks on all buttons of public messages."""
        answers: tuple[tuple[str, Does], ...] = (
            (custom_ids.JOIN, self.join),
            (custom_ids.READY, self.ready),
            (custom_ids.DEAL, self.deal),
            (custom_ids.LEAVE, self.leave),
            (custom_ids.MORE_PRACTICE, self.more_practice),
            (custom_ids.LESS_PRACTICE, self.less_practice),
            (custom_ids.BACK, self.next_back),
            (custom_ids.HAND, self.hand),
            (custom_ids.PAUSE, self.pause),
            (custom_ids.RESUME, self.pause),
            (custom_ids.IM_BACK, self.come_back),
            (custom_ids.STOP, self.stop),
            (custom_ids.REMATCH, self.rematch),
            (custom_ids.ACCEPT, self.accept),
        )
        for slot, does in answers:
            yield Route(slot, partial(_clicked, does))
        yield Route(custom_ids.SHARE, self._share, range(MOST_SEATS))
        yield Route(custom_ids.HOW_TO, partial(_clicked, self._how_to))
        yield Route(custom_ids.REPLAY, partial(_clicked, self._replay))

    async def join(self, interaction: discord.Interaction, table: Table, *, back: int | None = None) -> None:
        """Take a seat and get the hand, or a place on the waiting list."""
        user = interaction.user
        seat = table.join(user.id, given_name(user), back=back)
        await self._hand(interaction, table, "note.waiting" if seat is None else "note.first_hand")

    async def share(self, interaction: discord.Interaction, table: Table, *, seat: int) -> None:
        """Ask the people of a seat to play it together."""
        if seat >= len(table.state.seats):
            raise TableRefusal(TableCode.NO_SUCH_SEAT)
        user = interaction.user
        if table.join(user.id, given_name(user), share=seat) is not None:
            await self._hand(interaction, table, "note.first_hand")
            return
        await self._say(interaction, table, "note.partner_asked", seat=seat_name(table.state, seat))

    async def invite(self, interaction: discord.Interaction, table: Table, guest: discord.abc.User) -> None:
        """Invite somebody to play one's seat together."""
        table.invite_partner(interaction.user.id, guest.id, given_name(guest))
        await self._say(interaction, table, "note.invited", person=person_name(table.state, guest.id))

    async def accept(self, interaction: discord.Interaction, table: Table, asker: int | None = None) -> None:
        """Let a person share one's seat: the one who asked first, if nobody is named."""
        person = interaction.user.id
        mine = table.seated(person)
        asking = [who for who, asked in table.state.asks.items() if mine is not None and asked in mine.people]
        if asker is None and asking:
            asker = asking[0]
        if asker is None:
            raise Declined("nobody_asks")
        table.accept_partner(person, asker)
        await self._say(interaction, table, "note.partner", person=person_name(table.state, asker))

    async def leave(self, interaction: discord.Interaction, table: Table) -> None:
        """Give up the seat or the place on the waiting list."""
        table.leave(interaction.user.id)
        await self._say(interaction, table, "note.left")

    async def ready(self, interaction: discord.Interaction, table: Table, *, ready: bool = True) -> None:
        """Mark oneself as ready, and get the hand of the round that is to come."""
        table.ready(interaction.user.id, ready)
        if ready:
            await self._hand(interaction, table, "note.ready")
        else:
            await self._say(interaction, table, "note.not_ready")

    async def deal(self, interaction: discord.Interaction, table: Table) -> None:
        """Deal, for the host."""
        table.deal(interaction.user.id)
        await self._hand(interaction, table)

    async def rematch(self, interaction: discord.Interaction, table: Table) -> None:
        """Begin a new match with the same people and rules."""
        table.rematch(interaction.user.id)
        await self._hand(interaction, table, "note.rematch")

    async def more_practice(self, interaction: discord.Interaction, table: Table) -> None:
        """Seat a practice player more, for the host."""
        table.add_practice(interaction.user.id, table.state.level)
        await acknowledge(interaction)

    async def less_practice(self, interaction: discord.Interaction, table: Table) -> None:
        """Send the last practice player away, for the host."""
        table.remove_practice(interaction.user.id)
        await acknowledge(interaction)

    async def next_back(self, interaction: discord.Interaction, table: Table) -> None:
        """Take the next back that no seat has."""
        seat = table.seated(interaction.user.id)
        if seat is None:
            raise TableRefusal(TableCode.NOT_SEATED_HERE)
        free = table.state.free_backs()
        if not free:
            raise TableRefusal(TableCode.BACK_TAKEN)
        table.choose_back(interaction.user.id, next((back for back in free if back > seat.back), free[0]))
        await acknowledge(interaction)

    async def hand(self, interaction: discord.Interaction, table: Table) -> None:
        """Get one's hand again, below everything else."""
        await self._hand(interaction, table)

    async def come_back(self, interaction: discord.Interaction, table: Table) -> None:
        """Take one's seat back after having been away, and get the hand."""
        table.come_back(interaction.user.id)
        await self._hand(interaction, table)

    async def pause(self, interaction: discord.Interaction, table: Table) -> None:
        """Stop everyone's clock, or let it go on."""
        if table.state.paused:
            table.resume(interaction.user.id)
            await self._say(interaction, table, "note.resumed")
        elif table.pause(interaction.user.id):
            await self._say(interaction, table, "note.paused")
        else:
            await self._say(interaction, table, "note.pause_vote")

    async def stop(self, interaction: discord.Interaction, table: Table) -> None:
        """Close the table, or vote for it; a moderator needs no seat."""
        stopped = table.stop(interaction.user.id, moderator=interaction.permissions.manage_messages)
        await self._say(interaction, table, "note.stopped" if stopped else "note.stop_vote")

    async def rotate(self, interaction: discord.Interaction, table: Table) -> None:
        """Vote for a rotation of all stocks."""
        rotated = table.vote_rotate(interaction.user.id)
        await self._say(interaction, table, "note.rotated" if rotated else "note.rotate_vote")

    async def _share(self, click: Click) -> None:
        click.table.touch(click.person)
        await self.share(click.interaction, click.table, seat=click.number or 0)

    async def _how_to(self, interaction: discord.Interaction, _: Table) -> None:
        await show_rules(self._context, interaction)

    async def _replay(self, interaction: discord.Interaction, _: Table) -> None:
        await show_replay(self._context, interaction)

    async def _hand(self, interaction: discord.Interaction, table: Table, note: str | None = None) -> None:
        kept = table.kept()
        words = await self._context.choices.words(interaction)
        if kept.done():
            kept.result()
        await self._context.hands.answer_with_hand(
            interaction, table, interaction.user.id, words(note) if note else None
        )

    async def _say(self, interaction: discord.Interaction, table: Table, note: str, **data: object) -> None:
        kept = table.kept()
        words = await self._context.choices.words(interaction)
        await reply_kept(interaction, self._context.clock, kept, words(note, **data))


async def _clicked(does: Does, click: Click) -> None:
    """Do it; whatever somebody presses shows that they are here."""
    click.table.touch(click.person)
    await does(click.interaction, click.table)
