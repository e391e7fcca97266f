"""The container's files: that they fit the bot, and their steps without Docker.

The steps are read from the Dockerfile: the same commands on the same files, in an empty folder. Linters look
at both files in `.ci/run`.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from bot.sandbox.server import Sandbox
from bot.settings import setting_names

ROOT: Final = Path(__file__).parents[2]
HOSTING: Final = ROOT / "bot" / "hosting"
PATIENCE: Final = 120.0
STOP_SECONDS: Final = 30


class Steps:
    """A Dockerfile whose places are those of a folder."""

    def __init__(self, folder: Path, port: int) -> None:
        text = (HOSTING / "Dockerfile").read_text().replace("\\\n", " ").replace("9000", str(port))
        self.folder = folder
        self._text = text.replace("/opt/nertz", str(folder / "opt"))

    def all(self, word: str) -> list[str]:
        """Return what stands behind each instruction of that name."""
        return re.findall(rf"^\s*{word} (.*)$", self._text, re.MULTILINE)

    def copy(self) -> Path:
        """Copy what the first stage copies from the clone, and return where to."""
        source = self.folder / "source"
        source.mkdir()
        for line in self.all("COPY"):
            *names, _ = line.split()
            for name in () if line.startswith("--from") else names:
                copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
                copy(ROOT / name, source / name)
        return source

    def environment(self) -> dict[str, str]:
        """Return the variables of the container, and nothing of who runs the tests."""
        ours = {*setting_names(), "PYTHONPATH", "VIRTUAL_ENV"}
        env = {name: value for name, value in os.environ.items() if name not in ours}
        for pair in shlex.split(" ".join(self.all("ENV"))):
            name, _, value = pair.partition("=")
            env[name] = value.replace("$PATH", env["PATH"])
        return env


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Steps:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = int(free.getsockname()[1])
    steps = Steps(tmp_path_factory.mktemp("container"), port)
    source = steps.copy()
    install = steps.all("RUN")[0].replace("python -m venv", f"{sys.executable} -m venv", 1)
    subprocess.run(["sh", "-ec", install], cwd=source, env=steps.environment(), check=True)
    shutil.rmtree(source)  # the second stage has the environment only
    return steps


async def test_the_steps_of_the_dockerfile_give_a_bot_that_serves_and_stops_by_sigterm(built, tmp_path):
    async with await Sandbox.start() as sandbox:
        env = built.environment() | {"DISCORD_TOKEN": sandbox.token}
        env |= {"DISCORD_API": sandbox.api_url, "DISCORD_GATEWAY": sandbox.gateway_url}
        (command,) = [json.loads(line) for line in built.all("CMD")]
        program = shutil.which(command[0], path=env["PATH"])
        assert program == str(built.folder / "opt" / "bin" / "nertz")
        process = await asyncio.create_subprocess_exec(program, *command[1:], cwd=tmp_path, env=env)
        try:
            await _until_healthy(built, env)
        finally:
            process.terminate()
        assert await asyncio.wait_for(process.wait(), STOP_SECONDS) == 0
    assert (tmp_path / "nertz.db").is_file()


async def _until_healthy(built: Steps, env: dict[str, str]) -> None:
    (check,) = [json.loads(line.partition("CMD ")[2]) for line in built.all("HEALTHCHECK")]
    async with asyncio.timeout(PATIENCE):
        while True:
            asked = await asyncio.create_subprocess_exec(*check, env=env, stderr=asyncio.subprocess.DEVNULL)
            if await asked.wait() == 0:
                return


def test_it_is_not_root_and_gets_the_signal_itself():
    steps = Steps(Path("/nowhere"), 9000)
    (user,) = steps.all("USER")
    assert int(user) > 0
    assert f"--uid {user} " in steps.all("RUN")[1]
    assert steps.all("STOPSIGNAL") == ["SIGTERM"]
    assert steps.all("CMD") == ['["nertz", "run"]']
    (check,) = steps.all("HEALTHCHECK")
    assert ":9000/live'" in check


def test_compose_gives_the_bot_time_to_stop_and_asks_for_both_secrets():
    compose = (HOSTING / "compose.yaml").read_text()
    assert f"stop_grace_period: {STOP_SECONDS}s" in compose
    page = (HOSTING / "container.md").read_text()
    for name in re.findall(r"\$\{(\w+)", compose):
        assert f"\n{name}=" in page
