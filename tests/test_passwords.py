"""A password is never printed, whatever signs it has: by `run`, `db`, Alembic, nor in the logs."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from urllib.parse import quote

import pytest
from alembic.config import CommandLine
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from bot.cli.main import main
from bot.logs import set_up_logs, without_secrets
from bot.scores.address import read_address, shown
from bot.scores.problems import StoreUnusable
from bot.scores.store import Store
from tests.examples import examples

ROOT = Path(__file__).parent.parent
PARTS = ("kIwIs", "mElOn")
"""What a password is made of, beside odd signs: neither half may ever be seen."""
ODD = st.text(st.sampled_from("@:/?#[]%&=+ !$'\"\\^~`|<>{};,.*()\t€ß"), max_size=4)
PASSWORDS = st.builds(lambda one, two, three: f"{one}{PARTS[0]}{two}{PARTS[1]}{three}", ODD, ODD, ODD)
PLACES = st.sampled_from(
    ["127.0.0.1:1/d", "127.0.0.1:1/d?ssl=nonsense", "127.0.0.1:one/d", "127.0.0.1:1", ""]
)
ADDRESSES = st.one_of(
    st.builds("postgresql+asyncpg://u:{}@{}".format, PASSWORDS, PLACES),
    st.builds(lambda word, at: f"postgresql+asyncpg://u:{quote(word, safe='')}@{at}", PASSWORDS, PLACES),
    st.builds("postgresql+asyncpg://127.0.0.1:1/d?user=u&password={}".format, PASSWORDS),
)
COMMANDS = [["run"], ["db", "check"], ["db", "upgrade"], ["db", "downgrade", "base"], ["db", "backup"]]
FIXTURES = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]


@pytest.fixture(autouse=True)
def _same_logging_after():
    root = logging.getLogger()
    before, level = list(root.handlers), root.level
    yield
    root.handlers[:] = before
    root.setLevel(level)


def hides(text: str) -> None:
    assert not [part for part in PARTS if part.lower() in text.lower()], text


@examples(20, suppress_health_check=FIXTURES)
@given(address=ADDRESSES, command=st.sampled_from(COMMANDS))
def test_no_command_prints_a_password(address, command, monkeypatch, capfd, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("bot.cli.run.set_up_logs", lambda *_: set_up_logs("DEBUG", "text"))
    monkeypatch.setenv("DISCORD_TOKEN", "t")
    monkeypatch.setenv("DATABASE_URL", address)
    assert main(command) in (2, 75)
    said = "".join(capfd.readouterr())
    hides(said)


@examples(10, suppress_health_check=FIXTURES)
@given(address=ADDRESSES)
def test_alembic_prints_no_password(address, monkeypatch, capfd):
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("DATABASE_URL", address)
    with pytest.raises(SystemExit):
        CommandLine().main(["-c", "migrations/alembic.ini", "current"])
    said = "".join(capfd.readouterr())
    hides(said)
    assert "Traceback" not in said


@examples(200)
@given(address=ADDRESSES, before=ODD, after=ODD)
def test_neither_logs_nor_errors_show_a_password(address, before, after):
    hides(without_secrets(f"{before} {address} {after}"))
    hides(shown(address))
    try:
        read_address(address)
    except StoreUnusable as problem:
        hides(f"{problem} {problem.data}")


@examples(100)
@given(word=PASSWORDS)
def test_a_percent_encoded_password_reaches_the_database_as_it_is(word):
    url = read_address(f"postgresql+asyncpg://u:{quote(word, safe='')}@h/d")
    assert (url.password, url.host, url.database) == (word, "h", "d")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_password_with_an_at_sign_is_not_printed_and_a_sentence_says_what_to_do(
    command, monkeypatch, capsys, tmp_path
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("bot.cli.run.set_up_logs", lambda *_: None)
    monkeypatch.setenv("DISCORD_TOKEN", "t")
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")
    monkeypatch.setenv("DATABASE_URL", "postgresql+asyncpg://u:se@cret@h/d")
    assert main(command) == 2
    said = "".join(capsys.readouterr())
    assert "percent-encode the password" in said
    assert "cret" not in said.replace("secrets", "")


def test_a_server_that_refuses_a_password_is_told_without_it(postgres_url, caplog):
    address = postgres_url.replace("://nertz@", "://nobody:kIwIsmElOn@")
    assert address != postgres_url

    async def opens() -> None:
        async with await Store.open(address):
            pass

    with caplog.at_level(logging.DEBUG), pytest.raises(StoreUnusable) as problem:
        asyncio.run(opens())
    hides(f"{problem.value} {problem.value.data} {caplog.text}")
