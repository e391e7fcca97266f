"""Gateways that Discord closes for good: the bot keeps everything and says in one sentence why it ends."""

from __future__ import annotations

import pytest

SAID = {4004: "does not accept DISCORD_TOKEN", 4010: "4010", 4011: "4011", 4013: "intents", 4014: "intents"}


@pytest.mark.parametrize("code", SAID)
async def test_a_gateway_that_is_closed_for_good_ends_the_bot_with_a_sentence(code, sandbox, start_bot):
    bot = await start_bot()
    await bot.says("Ready")
    assert not (await sandbox.person("ana").command("nertz", "nertz start")).failed
    sandbox.incidents.close_gateway(code)
    assert await bot.exits() == 2
    assert SAID[code] in bot.lines[-1]
    assert "Traceback" not in bot.output
