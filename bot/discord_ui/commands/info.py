"""Commands that tell how things stand: status, leaderboard, stats."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final, cast, get_args

import discord
from discord import app_commands

from bot.discord_ui.commands.here import context_of, guild_of, table_or_none, words_of
from bot.discord_ui.drawing.requests import PictureRequest
from bot.discord_ui.pages import picture_file
from bot.discord_ui.permissions import may_see
from bot.discord_ui.replies import announced, reply
from bot.discord_ui.wording.names import given_name, people_names, written
from bot.discord_ui.wording.translator import Commands, choice, options, spoken
from bot.locales.names import LONGEST_NAME
from bot.pictures.history import PlayedMatch
from bot.tables.seats import TablePhase
from bot.tables.standings import Period

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.discord_ui.context import Interaction
    from bot.locales.words import Words
    from bot.tables.standings import PersonStats, PracticeFigures, Standing
    from bot.tables.table import Table

_PERIOD_CHOICES: Final = [choice(f"period.{period}", period) for period in get_args(Period)]
_PLACES: Final = ("🥇", "🥈", "🥉")
_PAGE: Final = 10
_MOST_TABLES: Final = 20


@app_commands.command(name=spoken("command.status.name"), description=spoken("command.status"))
async def status(interaction: Interaction) -> None:
    """Tell about this channel's table and the server's tables."""
    context, words = context_of(interaction), await words_of(interaction)
    waking = context.tables.wake_guild(guild_of(interaction))
    awake, here = await announced(interaction, context.clock, waking), await table_or_none(interaction)
    elsewhere = [table for table in awake if table is not here and _may_see(interaction, table)]
    tables = elsewhere[:_MOST_TABLES]
    lines = [
        context.board_content.content_of(here, words).text if here is not None else words("status.none_here")
    ]
    if tables:
        lines += ["", words("status.elsewhere")]
        lines += [_table_line(table, words) for table in tables]
    kept = asyncio.gather(*(table.kept() for table in (here, *tables) if table is not None))
    await announced(interaction, context.clock, kept)
    await reply(interaction, "\n".join(lines))


@app_commands.command(name=spoken("command.leaderboard.name"), description=spoken("command.leaderboard"))
@options("leaderboard", "period", "channel", "page")
@app_commands.choices(period=_PERIOD_CHOICES)
async def leaderboard(
    interaction: Interaction,
    period: str = "all",
    channel: discord.TextChannel | discord.Thread | None = None,
    page: app_commands.Range[int, 1, 1000] = 1,
) -> None:
    """Show who is best on this server, or in one channel."""
    context, words, before = context_of(interaction), await words_of(interaction), (page - 1) * _PAGE
    asking = context.ledger.standings(
        guild_of(interaction),
        channel_id=None if channel is None else channel.id,
        period=cast("Period", period),
        limit=_PAGE,
        offset=before,
    )
    standings = await announced(interaction, context.clock, asking)
    title = words(f"leaderboard.title.{period}")
    if channel is not None:
        title += f" · {channel.mention}"
    if not standings:
        await reply(interaction, f"{title}\n{words('leaderboard.empty')}")
        return
    table = context.tables.at(interaction.channel_id or 0)
    plays = table is not None and table.state.phase in (TablePhase.COUNTDOWN, TablePhase.ROUND)
    await reply(interaction, "\n".join([title, *(_place(one, words) for one in standings)]), public=not plays)


@app_commands.command(name=spoken("command.stats.name"), description=spoken("command.stats"))
@options("stats", "member")
async def stats(interaction: Interaction, member: discord.User | None = None) -> None:
    """Show one person's figures and the totals of their last matches."""
    context, words = context_of(interaction), await words_of(interaction)
    person = member or interaction.user
    name = written(given_name(person), LONGEST_NAME)
    asking = context.ledger.person_stats(guild_of(interaction), person.id)
    figures = await announced(interaction, context.clock, asking)
    if figures is None:
        await reply(interaction, words("stats.none", person=name))
        return
    files = [await _history(interaction, figures, words)] if figures.recent else []
    await reply(interaction, "\n".join(_figures(name, figures, words)), files=files)


def _may_see(interaction: Interaction, table: Table) -> bool:
    plays = table.state.seat_of(interaction.user.id) is not None
    return may_see(interaction, table.channel_id, plays_there=plays)


def _table_line(table: Table, words: Words) -> str:
    state = table.state
    return words(
        "status.table",
        channel=f"<#{table.channel_id}>",
        phase=words(f"phase.{state.phase.value}"),
        people=people_names(state, state.humans()) or "–",
        seats=len(state.seats),
    )


def _place(standing: Standing, words: Words) -> str:
    """Return a line of the leaderboard: by name, as a mention shows nobody who has left the server."""
    place = standing.place
    return words.many(
        "leaderboard.line",
        standing.matches,
        place=_PLACES[place - 1] if place <= len(_PLACES) else f"**{place}.**",
        person=f"**{written(standing.name, LONGEST_NAME)}**" if standing.name else f"<@{standing.person_id}>",
        wins=standing.wins,
        average=f"{standing.average:.1f}",
        best=standing.best_round,
        rating=round(standing.rating),
    )


def _figures(person: str, figures: PersonStats, words: Words) -> list[str]:
    standing = figures.standing
    lines = [words("stats.title", person=person)]
    if standing.matches:
        lines += [
            words("stats.place", place=standing.place, rating=round(standing.rating)),
            words.many("stats.matches", standing.matches, wins=standing.wins),
            words.many("stats.rounds", standing.rounds, calls=standing.calls),
            words(
                "stats.points",
                points=standing.points,
                average=f"{standing.average:.1f}",
                best=standing.best_round,
            ),
        ]
    if figures.practice:
        lines.append(words("stats.practice", levels=" · ".join(_levels(figures.practice, words))))
    if figures.solo_best is not None:
        lines.append(words("stats.solo", best=figures.solo_best))
    return lines


def _levels(practice: Sequence[PracticeFigures], words: Words) -> Iterator[str]:
    for one in practice:
        level = words(f"level.{one.level}" if one.level else "stats.level_unknown")
        yield words.many("stats.practice_level", one.matches, level=level, wins=one.wins)


async def _history(interaction: Interaction, figures: PersonStats, words: Words) -> discord.File:
    matches = tuple(
        PlayedMatch(match.total, match.place, max(match.place, match.people)) for match in figures.recent
    )
    name = f"history_{interaction.id}"
    return await picture_file(
        context_of(interaction), interaction, PictureRequest(name, "history", (matches, words))
    )


COMMANDS: Commands = (status, leaderboard, stats)
