"""The wheel: what it carries, and that it works in an environment that knows no source tree."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import urllib.request
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from bot.cli.errors import Ending

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT: Final = Path(__file__).parents[2]
UV: Final = os.environ.get("UV") or shutil.which("uv") or "uv"
SOURCES: Final = ("bot", "migrations")
PATIENCE: Final = 120.0


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run([UV, "build", "--quiet", "--wheel", "--out-dir", folder, ROOT], check=True)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def programs(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the programs of an environment that holds the wheel and what it asks for."""
    environment = tmp_path_factory.mktemp("environment")
    subprocess.run([UV, "venv", "--quiet", "--clear", "--python", sys.executable, environment], check=True)
    python = environment / "bin" / "python"
    subprocess.run([UV, "pip", "install", "--quiet", "--python", python, wheel], check=True)
    return environment / "bin"


def _surroundings() -> dict[str, str]:
    ours = ("DATABASE_URL", "DISCORD_", "PYTHONPATH", "VIRTUAL_ENV", "METRICS_")
    return {name: value for name, value in os.environ.items() if not name.startswith(ours)}


def _nertz(programs: Path, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [programs / "nertz", *words],
        cwd=folder,
        env=_surroundings(),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )


def _files_of_the_project() -> set[str]:
    files = (file for source in SOURCES for file in (ROOT / source).rglob("*") if file.is_file())
    return {str(file.relative_to(ROOT)) for file in files if "__pycache__" not in file.parts}


def test_it_carries_every_file_of_the_bot_and_its_migrations_and_nothing_else(wheel):
    carried = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert carried == _files_of_the_project()
    assert {"bot/rules/RULES.md", "bot/sandbox/page/emoji.woff2", "migrations/env.py"} <= carried


def test_no_index_takes_it(wheel):
    """Its modules are called `bot` and `migrations`: it is for environments of its own."""
    (metadata,) = [name for name in zipfile.ZipFile(wheel).namelist() if name.endswith("/METADATA")]
    assert "Classifier: Private :: Do Not Upload" in zipfile.ZipFile(wheel).read(metadata).decode()


def test_a_database_and_a_picture_are_made_in_an_empty_folder(programs, tmp_path):
    for words in (("db", "upgrade"), ("db", "check"), ("picture", "hand", "-o", "hand.png")):
        done = _nertz(programs, tmp_path, *words)
        assert done.returncode == 0, done.stderr
    assert {file.name for file in tmp_path.iterdir()} >= {"nertz.db", "hand.png"}
    assert (tmp_path / "hand.png").read_bytes().startswith(b"\x89PNG")


def test_without_a_token_it_says_so_by_its_own_name(programs, tmp_path):
    done = _nertz(programs, tmp_path, "run")
    assert (done.returncode, done.stdout) == (Ending.wrong_here, "")
    assert "DISCORD_TOKEN" in done.stderr
    assert _nertz(programs, tmp_path, "--help").stdout.startswith("usage: nertz ")


@pytest.fixture
def playing(programs, tmp_path) -> Iterator[subprocess.Popen[str]]:
    """`nertz play` as a process of its own, stopped at the end as Ctrl+C stops it."""
    command = [programs / "nertz", "play", "--no-browser", "--port", "0"]
    with subprocess.Popen(
        command, cwd=tmp_path, env=_surroundings(), stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            yield process
        finally:
            process.send_signal(signal.SIGINT)
            assert process.wait(PATIENCE) == 0


def test_the_whole_product_plays_in_an_empty_folder(playing):
    assert playing.stdout is not None
    said = "".join(playing.stdout.readline() for _ in range(2))
    found = re.search(r"http://\S+", said)
    assert found, said
    with urllib.request.urlopen(found[0], timeout=PATIENCE) as page:
        assert b"<html" in page.read()
    font = found[0].rstrip("/") + "/page/emoji.woff2"
    with urllib.request.urlopen(font, timeout=PATIENCE) as served:
        assert served.read() == (ROOT / "bot" / "sandbox" / "page" / "emoji.woff2").read_bytes()
