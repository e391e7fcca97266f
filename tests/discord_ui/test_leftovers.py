"""Commands that an older release gave to single servers: `/nertz` would be listed twice there."""

from __future__ import annotations

import pytest

from tests.discord_ui.club import CHANNEL, Club, eventually, member, strict_sandbox
from tests.discord_ui.registers import said

LISTED = "GET /applications/{application_id}/guilds/{guild_id}/commands"
CLEARED = "PUT /applications/{application_id}/guilds/{guild_id}/commands"


def older_release(sandbox, *names: str) -> int:
    """Leave commands in a server, and return its id."""
    guild: int = sandbox.channel(CHANNEL).guild_id
    commands = [{"name": name, "description": "of old", "type": 1} for name in names]
    sandbox.commands.replace(sandbox.world.bot.id, commands, guild)
    return guild


def asked(sandbox, name: str) -> int:
    return len([one for one in sandbox.log if one.name == name])


async def test_what_an_older_release_left_is_cleared_and_only_where_it_is():
    async with strict_sandbox() as sandbox:
        guild = older_release(sandbox, "nertz", "pounce")
        club = Club(sandbox)
        await club.opens()
        await eventually(lambda: not sandbox.commands.listing(guild))
        assert [one["name"] for one in sandbox.commands.seen_in(guild)] == ["nertz"]
        await eventually(lambda: asked(sandbox, LISTED) == len(club.client.guilds))
        assert asked(sandbox, CLEARED) == 1
        assert sandbox.violations == []
        await club.closes()


async def test_a_server_is_looked_at_once_in_a_process(club):
    await eventually(lambda: asked(club.sandbox, LISTED) == len(club.client.guilds))
    before = asked(club.sandbox, LISTED)
    for guild in club.client.guilds:
        await club.client.on_guild_available(guild)
    assert asked(club.sandbox, LISTED) == before
    assert asked(club.sandbox, CLEARED) == 0


@pytest.mark.parametrize("method", ["GET", "PUT"])
async def test_a_server_that_could_not_be_cleared_is_cleared_when_it_is_heard_of_again(method):
    async with strict_sandbox() as sandbox:
        guild = older_release(sandbox, "nertz")
        fault = sandbox.faults.add(
            "status", "/applications/*/guilds/*/commands", method, status=403, count=None
        )
        club = Club(sandbox)
        await club.opens()
        await eventually(lambda: any(one.method == method and one.status == 403 for one in sandbox.log))
        assert sandbox.commands.listing(guild)
        sandbox.faults.clear(fault.id)
        sandbox.incidents.guild_unavailable(guild)
        sandbox.incidents.guild_available(guild)
        await eventually(lambda: not sandbox.commands.listing(guild))
        await club.closes()


async def test_a_name_that_is_no_longer_ours_answers_what_to_do(club):
    await eventually(lambda: asked(club.sandbox, LISTED) == len(club.client.guilds))
    older_release(club.sandbox, "pounce")  # A client that has not heard yet shows it still.
    ana = member(club, "ana")
    answer = await ana.driver.command(CHANNEL, "pounce")
    assert "`/nertz`" in said(answer)
