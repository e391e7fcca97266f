"""Registering slash commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.sandbox.checks.commands import command_problems
from bot.sandbox.command_book import settable
from bot.sandbox.errors import DiscordError

if TYPE_CHECKING:
    from bot.sandbox.parts import Call, Parts, Reply


def list_commands(parts: Parts, call: Call) -> Reply:
    """GET …/commands."""
    return 200, parts.commands.listing(_scope(parts, call))


def overwrite_commands(parts: Parts, call: Call) -> Reply:
    """PUT …/commands: all commands of a scope at once."""
    scope = _scope(parts, call)
    commands = call.body if isinstance(call.body, list) else []
    if parts.judge.enabled:
        parts.judge.weigh(call.entry.name, command_problems(call.body))
    return 200, parts.commands.replace(parts.world.bot.id, commands, scope)


def upsert_command(parts: Parts, call: Call) -> Reply:
    """POST …/commands: one command; 201 for a new one, 200 for one that takes the place of its name."""
    scope = _scope(parts, call)
    if parts.judge.enabled:
        parts.judge.weigh(call.entry.name, command_problems([call.data]))
    known = len(parts.commands.listing(scope))
    stored = parts.commands.upsert(parts.world.bot.id, call.data, scope)
    return 201 if len(parts.commands.listing(scope)) > known else 200, stored


def get_command(parts: Parts, call: Call) -> Reply:
    """GET …/commands/{command_id}."""
    return 200, parts.commands.find(call.id_of("command_id"), _scope(parts, call))


def patch_command(parts: Parts, call: Call) -> Reply:
    """PATCH …/commands/{command_id}: the fields that are given take the place of the old ones."""
    scope = _scope(parts, call)
    known = parts.commands.find(call.id_of("command_id"), scope)
    if parts.judge.enabled:
        parts.judge.weigh(call.entry.name, command_problems([{**settable(known), **call.data}]))
    return 200, parts.commands.change(parts.world.bot.id, known, call.data, scope)


def delete_command(parts: Parts, call: Call) -> Reply:
    """DELETE …/commands/{command_id}."""
    scope = _scope(parts, call)
    parts.commands.remove(parts.commands.find(call.id_of("command_id"), scope), scope)
    return 204, None


def own_application(parts: Parts, call: Call) -> None:
    """Refuse what is asked of another application (10002)."""
    if call.id_of("application_id") != parts.world.bot.id:
        raise DiscordError(10002, status=404, message="Unknown Application")


def _scope(parts: Parts, call: Call) -> int | None:
    own_application(parts, call)
    if "guild_id" not in call.params:
        return None
    return parts.world.guild(call.id_of("guild_id")).id
