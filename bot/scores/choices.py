"""What people and servers chose, as one JSON text each: new choices need no migration."""

from __future__ import annotations

import json
from dataclasses import asdict, fields
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import Select, select, update

from bot.scores.batch import to_json
from bot.scores.models import GuildRow, PersonRow
from bot.scores.statements import statements_for
from bot.tables.standings import GuildChoices, PersonChoices

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.scores.connections import Connections

Chosen = TypeVar("Chosen", PersonChoices, GuildChoices)


async def of_person(connections: Connections, person_id: int) -> PersonChoices:
    """Return what a person chose."""
    chosen = await _chosen(connections, select(PersonRow.choices).where(PersonRow.person_id == person_id))
    return _as_person(chosen)


async def of_guild(connections: Connections, guild_id: int) -> GuildChoices:
    """Return what a server chose."""
    chosen = await _chosen(connections, select(GuildRow.choices).where(GuildRow.guild_id == guild_id))
    return _as_guild(chosen)


async def change_person(
    connections: Connections, person_id: int, change: Callable[[PersonChoices], PersonChoices]
) -> PersonChoices:
    """Change what a person chose and return it; changes at the same time follow one another."""

    def changed(chosen: dict[str, Any]) -> PersonChoices:
        return change(_as_person(chosen))

    return await connections.write(partial(_change, PersonRow, {"person_id": person_id}, changed))


async def change_guild(
    connections: Connections, guild_id: int, change: Callable[[GuildChoices], GuildChoices]
) -> GuildChoices:
    """Change what a server chose and return it; changes at the same time follow one another."""

    def changed(chosen: dict[str, Any]) -> GuildChoices:
        return change(_as_guild(chosen))

    return await connections.write(partial(_change, GuildRow, {"guild_id": guild_id}, changed))


def _as_person(chosen: dict[str, Any]) -> PersonChoices:
    return PersonChoices(**_known(PersonChoices, chosen))


def _as_guild(chosen: dict[str, Any]) -> GuildChoices:
    return GuildChoices(**_known(GuildChoices, chosen) | {"channels": tuple(chosen.get("channels", ()))})


async def _chosen(connections: Connections, query: Select[str]) -> dict[str, Any]:
    rows = await connections.rows(query)
    chosen: dict[str, Any] = json.loads(rows[0].choices) if rows else {}
    return chosen


def _known(kind: type[Any], chosen: dict[str, Any]) -> dict[str, Any]:
    """Leave out what a newer version of the program may have written."""
    return {field.name: chosen[field.name] for field in fields(kind) if field.name in chosen}


async def _change(
    model: type[PersonRow | GuildRow],
    key: dict[str, int],
    changed: Callable[[dict[str, Any]], Chosen],
    connection: AsyncConnection,
) -> Chosen:
    """Read, change and write in one transaction; what only a newer version of the program knows stays."""
    statements = statements_for("sqlite" if connection.dialect.name == "sqlite" else "postgresql")
    once = statements.first_person if model is PersonRow else statements.first_guild
    # A row to lock: SQLite locks with the first write, PostgreSQL the row that is read for an update.
    await connection.execute(once, key | {"choices": to_json({})})
    query = select(model.choices).filter_by(**key).with_for_update()
    stored: dict[str, Any] = json.loads((await connection.execute(query)).scalar_one())
    new = changed(stored)
    choices = to_json(stored | asdict(new))
    await connection.execute(update(model).filter_by(**key).values(choices=choices))
    return new
