"""discord.js 14, as others run it, against the sandbox; npm installs it outside the repository."""

from __future__ import annotations

import asyncio
import fcntl
import hashlib
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from tests.sandbox.raw_bot import png

HERE = Path(__file__).parent / "discord_js"
IN_CI = os.environ.get("CI") == "true"
SLOW = 30.0

pytestmark = pytest.mark.skipif(
    not IN_CI and not (shutil.which("node") and shutil.which("npm")), reason="there is no node with npm here"
)


@pytest.fixture(scope="session")
def modules():
    """The folder with discord.js in it, installed once for each version of the package file."""
    wanted = (HERE / "package.json").read_bytes()
    folder = Path(tempfile.gettempdir(), f"nertz_discord_js_{hashlib.sha256(wanted).hexdigest()[:12]}")
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        (folder / "package.json").write_bytes(wanted)
        if not (folder / "installed").exists():
            command = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--no-package-lock"]
            done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
            if done.returncode and not IN_CI:
                pytest.skip(f"npm could not install discord.js: {done.stderr[-200:]}")
            assert done.returncode == 0, done.stderr
            (folder / "installed").touch()
    return folder / "node_modules"


class NodeBot:
    """The process; `says` waits for a line that begins so."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.lines: list[str] = []

    async def says(self, start: str) -> str:
        assert self.process.stdout is not None
        async with asyncio.timeout(SLOW):
            while line := (await self.process.stdout.readline()).decode().rstrip():
                self.lines.append(line)
                if line.startswith(start):
                    return line
        raise AssertionError("\n".join(self.lines))


@pytest.fixture
async def node(live, modules, tmp_path):
    picture = tmp_path / "hand.png"
    picture.write_bytes(png())
    api = live.api_url.removesuffix("/v10")
    env = {**os.environ, "NODE_PATH": str(modules), "API": api, "PICTURE": str(picture)}
    process = await asyncio.create_subprocess_exec(
        "node",
        str(HERE / "bot.cjs"),
        env=env,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    yield NodeBot(process)
    if process.returncode is None:
        process.terminate()
    await process.wait()


async def test_discord_js_plays_its_core_loop_and_resumes(live, node):
    ready = await node.says("ready")
    assert ready == "ready nertz 0,0,0,2,5,13,15"
    (command,) = live.commands.listing()
    assert (command["name"], command["description"]) == ("hello", "says more")
    ana = live.person("ana")
    assert (await ana.command("nertz", "hello")).kind == 4
    told = await ana.until_sees("nertz", lambda one: one.text == "told")
    hand, board = ana.sees("nertz")[-3:-1]
    assert (hand.text, hand.files, hand.ephemeral) == ("hand", ["hand_0.png"], True)
    assert board.raw["reactions"][0]["emoji"]["name"] == "👍"
    assert (hand.raw["type"], told.raw["type"]) == (20, 19)
    assert told.raw["message_reference"]["message_id"] == str(hand.id)
    assert (await ana.click(hand, label="N")).kind == 7
    hand = ana.message("nertz", hand.id)
    assert (hand.text, hand.files) == ("played n on hand_0.png", ["hand_1.png"])
    live.incidents.close_gateway(4000)
    await node.says("resumed")
    assert (await ana.click(hand, label="N")).kind == 7
    assert ana.message("nertz", hand.id).text == "played n on hand_1.png"
    assert live.gateway.identifies == 1
