"""A real PostgreSQL for tests: the one of `NERTZ_POSTGRES_URL`, or a private server from Debian's programs.

`postgres_server` lives as long as the test run; `postgres_url` is an empty database of one test. Where there
is no PostgreSQL such tests are skipped, in CI (`CI=true`) they fail.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import socket
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import asyncpg
import psutil
import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

_PROGRAMS = Path("/usr/lib/postgresql")
_QUICK = "-c shared_buffers=32MB -c max_connections=60 -c logging_collector=off"


class PostgresServer:
    """Somebody's running server; makes and drops databases."""

    def __init__(self, admin_url: str) -> None:
        self.admin_url = admin_url.replace("postgresql+asyncpg://", "postgresql://")

    def url(self, name: str) -> str:
        """Return the URL of one of its databases, as the bot writes it."""
        start = self.admin_url.rpartition("/")[0]
        return f"{start.replace('postgresql://', 'postgresql+asyncpg://')}/{name}"

    def create(self, template: str = "template1") -> str:
        """Create a database and return its name."""
        name = f"nertz_{uuid4().hex[:12]}"
        self.run(f'CREATE DATABASE {name} TEMPLATE "{template}"')
        return name

    def drop(self, name: str) -> None:
        """Drop a database, whoever is still connected."""
        self.run(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")

    def run(self, command: str) -> None:
        """Run a command as the administrator, outside any event loop."""
        asyncio.run(self.execute(command))

    async def execute(self, command: str) -> list[Any]:
        """Run a command as the administrator and return its rows."""
        connection = await asyncpg.connect(self.admin_url)
        try:
            rows: list[Any] = await connection.fetch(command)
        finally:
            await connection.close()
        return rows


class PrivateServer(PostgresServer):
    """A server of our own, which may be stopped and started."""

    def __init__(self, programs: Path, *, fsync: bool = False) -> None:
        self._programs = programs
        self._fsync = "on" if fsync else "off"
        self._folder = Path(tempfile.mkdtemp(prefix="nertz_postgres_"))
        if os.geteuid() == 0:
            shutil.chown(self._folder, "postgres", "postgres")
        self.port = _free_port()
        super().__init__(f"postgresql://nertz@127.0.0.1:{self.port}/postgres")
        self._call("initdb", "-D", self._data, "-U", "nertz", "-A", "trust", "-E", "UTF8", "--no-sync")
        self.start()

    @property
    def _data(self) -> str:
        return str(self._folder / "data")

    def start(self) -> None:
        """Start it and wait until it answers."""
        options = (
            f"-p {self.port} -c listen_addresses=127.0.0.1 -k {self._folder} -c fsync={self._fsync} {_QUICK}"
        )
        self._call("pg_ctl", "-D", self._data, "-l", self._data + ".log", "-w", "-o", options, "start")

    def stop(self) -> None:
        """Stop it: connections are cut, no commit is lost."""
        self._call("pg_ctl", "-D", self._data, "-w", "-m", "fast", "stop")

    def kill(self) -> None:
        """Kill it as a power cut would, all of its processes."""
        postmaster = int(Path(self._data, "postmaster.pid").read_text().split()[0])
        process = psutil.Process(postmaster)
        process.send_signal(signal.SIGQUIT)
        process.wait(timeout=20)

    def remove(self) -> None:
        """Stop it and leave nothing behind."""
        if Path(self._data, "postmaster.pid").exists():
            self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _call(self, program: str, *arguments: str) -> None:
        """Run one of its programs; they refuse to be run by root."""
        as_user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        command = [*as_user, str(self._programs / program), *arguments]
        # pg_ctl's server would keep a pipe open for ever: its words go to a file.
        with tempfile.TemporaryFile() as words:
            done = subprocess.run(command, stdout=words, stderr=words, cwd="/", check=False)
            words.seek(0)
            assert done.returncode == 0, f"{program}: {words.read().decode()}"


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def missing_postgres() -> str | None:
    """Return why no PostgreSQL can be had here, None if one can."""
    if os.environ.get("NERTZ_POSTGRES_URL"):
        return None
    if not _programs():
        return "no PostgreSQL: set NERTZ_POSTGRES_URL or install Debian's postgresql"
    if os.geteuid() == 0 and not shutil.which("runuser"):
        return "PostgreSQL refuses root, and there is no runuser"
    return None


def _programs() -> Path | None:
    found = sorted(_PROGRAMS.glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    return found[-1].parent if found else None


def open_server(*, fsync: bool = False) -> PostgresServer:
    """Return the given server, or start a private one (`PrivateServer.remove` ends it)."""
    given = os.environ.get("NERTZ_POSTGRES_URL")
    programs = _programs()
    if given or programs is None:
        return PostgresServer(given or "")
    return PrivateServer(programs, fsync=fsync)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """A running server."""
    reason = missing_postgres()
    if reason:
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    server = open_server()
    yield server
    if isinstance(server, PrivateServer):
        server.remove()


@pytest.fixture
def postgres_url(postgres_server: PostgresServer) -> Iterator[str]:
    """An empty database."""
    name = postgres_server.create()
    yield postgres_server.url(name)
    postgres_server.drop(name)
