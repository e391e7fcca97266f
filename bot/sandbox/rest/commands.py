"""Registering slash commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.sandbox.checks.commands import command_problems
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
    """POST …/commands: one command."""
    scope = _scope(parts, call)
    if parts.judge.enabled:
        parts.judge.weigh(call.entry.name, command_problems([call.data]))
    return 200, parts.commands.upsert(parts.world.bot.id, call.data, scope)


def _scope(parts: Parts, call: Call) -> int | None:
    if call.id_of("application_id") != parts.world.bot.id:
        raise DiscordError(10002, status=404, message="Unknown Application")
    if "guild_id" not in call.params:
        return None
    return parts.world.guild(call.id_of("guild_id")).id
