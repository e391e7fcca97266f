"""Registering slash commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.sandbox.checks.commands import command_problems
from bot.sandbox.command_book import settable
from bot.sandbox.errors import DiscordError

if TYPE_CHECKING:
    from bot.sandbox.services import Call, Reply, Services


def list_commands(services: Services, call: Call) -> Reply:
    """GET …/commands."""
    return 200, services.commands.listing(_scope(services, call))


def overwrite_commands(services: Services, call: Call) -> Reply:
    """PUT …/commands: all commands of a scope at once."""
    scope = _scope(services, call)
    commands = call.body if isinstance(call.body, list) else []
    if services.judge.enabled:
        services.judge.weigh(call.entry.name, command_problems(call.body))
    return 200, services.commands.replace(services.world.bot.id, commands, scope)


def upsert_command(services: Services, call: Call) -> Reply:
    """POST …/commands: one command; 201 for a new one, 200 for one that takes the place of its name."""
    scope = _scope(services, call)
    if services.judge.enabled:
        services.judge.weigh(call.entry.name, command_problems([call.data]))
    known = len(services.commands.listing(scope))
    stored = services.commands.upsert(services.world.bot.id, call.data, scope)
    return 201 if len(services.commands.listing(scope)) > known else 200, stored


def get_command(services: Services, call: Call) -> Reply:
    """GET …/commands/{command_id}."""
    return 200, services.commands.find(call.id_of("command_id"), _scope(services, call))


def patch_command(services: Services, call: Call) -> Reply:
    """PATCH …/commands/{command_id}: the fields that are given take the place of the old ones."""
    scope = _scope(services, call)
    known = services.commands.find(call.id_of("command_id"), scope)
    if services.judge.enabled:
        services.judge.weigh(call.entry.name, command_problems([{**settable(known), **call.data}]))
    return 200, services.commands.change(services.world.bot.id, known, call.data, scope)


def delete_command(services: Services, call: Call) -> Reply:
    """DELETE …/commands/{command_id}."""
    scope = _scope(services, call)
    services.commands.remove(services.commands.find(call.id_of("command_id"), scope), scope)
    return 204, None


def own_application(services: Services, call: Call) -> None:
    """Refuse what is asked of another application (10002)."""
    if call.id_of("application_id") != services.world.bot.id:
        raise DiscordError(10002, status=404, message="Unknown Application")


def _scope(services: Services, call: Call) -> int | None:
    own_application(services, call)
    if "guild_id" not in call.params:
        return None
    return services.world.guild(call.id_of("guild_id")).id
