"""What people and servers chose, as one JSON text each: new choices need no migration."""

from __future__ import annotations

import json
from dataclasses import asdict, fields
from typing import TYPE_CHECKING, Any

from sqlalchemy import Select, select

from bot.scores.batch import to_json
from bot.scores.models import GuildRow, PersonRow
from bot.scores.statements import statements_for
from bot.tables.standings import GuildChoices, PersonChoices

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.scores.connections import Connections


async def of_person(connections: Connections, person_id: int) -> PersonChoices:
    """Return what a person chose."""
    chosen = await _chosen(connections, select(PersonRow.choices).where(PersonRow.person_id == person_id))
    return PersonChoices(**_known(PersonChoices, chosen))


async def of_guild(connections: Connections, guild_id: int) -> GuildChoices:
    """Return what a server chose."""
    chosen = await _chosen(connections, select(GuildRow.choices).where(GuildRow.guild_id == guild_id))
    return GuildChoices(**_known(GuildChoices, chosen) | {"channels": tuple(chosen.get("channels", ()))})


async def choose_person(connections: Connections, person_id: int, chosen: PersonChoices) -> None:
    """Keep what a person chose."""
    await _choose(connections, "choose_person", {"person_id": person_id, "choices": to_json(asdict(chosen))})


async def choose_guild(connections: Connections, guild_id: int, chosen: GuildChoices) -> None:
    """Keep what a server chose."""
    await _choose(connections, "choose_guild", {"guild_id": guild_id, "choices": to_json(asdict(chosen))})


async def _chosen(connections: Connections, query: Select[str]) -> dict[str, Any]:
    rows = await connections.rows(query)
    chosen: dict[str, Any] = json.loads(rows[0].choices) if rows else {}
    return chosen


def _known(kind: type[Any], chosen: dict[str, Any]) -> dict[str, Any]:
    """Leave out what a newer version of the program may have written."""
    return {field.name: chosen[field.name] for field in fields(kind) if field.name in chosen}


async def _choose(connections: Connections, statement: str, row: dict[str, Any]) -> None:
    async def work(connection: AsyncConnection) -> None:
        await connection.execute(getattr(statements_for(connections.dialect), statement), row)

    await connections.write(work)
