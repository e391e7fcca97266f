"""Private answers with a picture or a file: a page of the rules, the replay of a round."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import TYPE_CHECKING

import discord

from bot.discord_ui.custom_ids import base36
from bot.discord_ui.drawing.queue import Urgency
from bot.discord_ui.drawing.requests import PictureRequest, table_face
from bot.discord_ui.errors import Declined
from bot.discord_ui.replies import LONGEST_REPLY, announce, announced, reply
from bot.discord_ui.wording.house_rules import at_this_table
from bot.pictures.help_cards import TOPICS
from bot.pictures.look import Look
from bot.pictures.table_face import TableFace
from bot.rules.files import export_round
from bot.rules.phase import Phase
from bot.rules.round import Round

if TYPE_CHECKING:
    from bot.discord_ui.context import Context
    from bot.locales.words import Words
    from bot.tables.entries import StoredRound
    from bot.tables.table import Table


async def picture_file(
    context: Context,
    interaction: discord.Interaction,
    picture_request: PictureRequest,
    *,
    takes_long: bool = False,
) -> discord.File:
    """Return a picture in the look that the person chose, with its alt text; it is announced if it is late.

    One that `takes_long` is drawn where nobody waits behind it.
    """
    chosen = await context.choices.of(interaction)
    renders = context.slow_renders if takes_long else context.renders
    drawing = renders.draw(Look(chosen.theme, chosen.deck), picture_request, Urgency.REFRESH)
    picture = await announced(interaction, context.clock, drawing)
    name = f"{picture_request.name}.{picture.extension}"
    return discord.File(io.BytesIO(picture.data), filename=name, description=picture.alt)


async def show_rules(context: Context, interaction: discord.Interaction, topic: str = TOPICS[0]) -> None:
    """Answer with one page of the rules and its card, and with the house rules of the channel's table."""
    words = await context.choices.words(interaction)
    name = f"help_{topic}_{words.language.lower()}"
    card = await picture_file(context, interaction, PictureRequest(name, "help_card", (topic, words)))
    text = words(f"help.{topic}")
    if topic == TOPICS[0]:
        text += f"\n{_other_topics(words)}"
    table = context.tables.at(interaction.channel_id or 0)
    if table is not None:
        text += f"\n{at_this_table(words, table.state.rules, LONGEST_REPLY - len(text) - 1)}".rstrip()
    await reply(interaction, text, files=[card])


def _other_topics(words: Words) -> str:
    """Tell a newcomer what else there is to read, and how."""
    command = f"/nertz {words('command.rules.name')} {words('option.rules.topic.name')}:"
    titles = " · ".join(words(f"help.{topic}.title") for topic in TOPICS[1:])
    return words("help.more", command=command, topics=titles)


async def show_replay(context: Context, interaction: discord.Interaction) -> None:
    """Answer with the channel's last round: an animation, and a file that anybody can check."""
    channel_id = interaction.channel_id or 0
    stored = await announced(interaction, context.clock, context.ledger.last_round(channel_id))
    if stored is None:
        raise Declined("no_round_yet")
    words = await context.choices.words(interaction)
    await announce(interaction)
    content = _seats_of(stored, context.tables.at(channel_id))
    picture_request = PictureRequest(
        f"replay_{base36(stored.round_id)}_{words.language.lower()}",
        "replay",
        (stored.header, stored.records, content, words),
    )
    animation = await picture_file(context, interaction, picture_request, takes_long=True)
    text = export_round(Round.replay(stored.header, stored.records))
    export = discord.File(io.BytesIO(text.encode()), filename=f"round_{stored.number}.jsonl")
    await reply(interaction, words("replay.here", round=stored.number), files=[animation, export])


def _seats_of(stored: StoredRound, table: Table | None) -> TableFace:
    """Return who sat where, if the table still knows; else just the seats."""
    if table is not None and table.round_id == stored.round_id:
        return replace(table_face(table), totals=_totals_before(table))
    seats = range(stored.header.seats)
    return TableFace(backs=tuple(seats), names=tuple(f"{seat + 1}" for seat in seats))


def _totals_before(table: Table) -> tuple[int, ...]:
    """Return the totals that everybody had when the round that is over was dealt."""
    state = table.state
    if table.round is None or table.round.phase is Phase.VOID:
        return state.totals
    return tuple(seat.total - (seat.scores[-1] or 0) if seat.scores else 0 for seat in state.seats)
