"""`python -m bot.sandbox` as a process of its own."""

from __future__ import annotations

import asyncio
import json
import sys

import pytest

from bot.sandbox.remote import RemotePerson


async def run(*arguments):
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot.sandbox", *arguments, stdout=asyncio.subprocess.PIPE
    )
    output, _ = await process.communicate()
    return process.returncode, output.decode()


@pytest.fixture
async def served():
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot.sandbox", "serve", "--port", "0", stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    first = (await process.stdout.readline()).decode()
    yield first.removeprefix("page").strip().rstrip("/")
    process.terminate()
    await process.communicate()


async def test_serve_says_where_it_is_and_people_may_enter(served):
    ana = await RemotePerson.connect(served, "ana")
    await ana.enter("nertz")
    assert ana.sees("nertz") == []
    await ana.close()


async def test_faults_and_troubles_are_ordered_from_the_command_line(served):
    code, output = await run(
        "fault", "add", "status", "route=*/messages", "status=500", "count=3", "--url", served
    )
    assert (code, json.loads(output)["count"]) == (0, 3)
    code, output = await run("fault", "clear", "--url", served)
    assert (code, json.loads(output)) == (0, [])
    code, output = await run("do", "reconnect", "--url", served)
    assert (code, json.loads(output)) == (0, {"result": None})
    code, output = await run("do", "explode", "--url", served)
    assert code == 1
    assert "kick_bot" in output
    code, output = await run("state", "--url", served)
    assert json.loads(output)["online"] is False


async def test_a_sandbox_that_is_not_there_is_told():
    code, output = await run("state", "--url", "http://127.0.0.1:9")
    assert code == 2
    assert "python -m bot.sandbox serve" in output
