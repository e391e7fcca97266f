"""The command line as people meet it: what it prints, and its exit codes."""

from __future__ import annotations

import re
import socket

import aiohttp
import discord
import pytest

from bot.cli.main import main
from bot.rules.files import export_round
from bot.rules.house_rules import CLASSIC
from bot.rules.round import Round
from bot.settings import setting_names
from tests.discord_ui.club import strict_sandbox
from tests.end_to_end.bot_process import BotProcess

SEED = bytes(range(32))


@pytest.fixture
def taken_port():
    """A port that somebody listens at."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]


@pytest.fixture
def said(capsys, monkeypatch, tmp_path):
    """Run a command in this process; return its exit code and all it printed."""
    monkeypatch.chdir(tmp_path)  # where no `.env` lies
    for name in setting_names():
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")

    monkeypatch.setattr("bot.cli.run.set_up_logs", lambda level, style: None)
    monkeypatch.setattr(discord.http.Route, "BASE", discord.http.Route.BASE)

    def say(*words: str, **settings: str) -> tuple[int, str]:
        for name, value in settings.items():
            monkeypatch.setenv(name.upper(), value)
        code = main(words)
        captured = capsys.readouterr()
        return code, captured.out + captured.err

    return say


@pytest.fixture
def round_file(tmp_path):
    """A round that was stopped by its host, as `/nertz replay` exports it."""
    game = Round.deal(CLASSIC, 2, SEED)
    game.go(0)
    for number in range(40):
        seat = number % 2
        moves = [move for move in game.legal_moves(seat) if move.kind != "stuck"]
        game.play(seat, moves[0], number * 1000)
    game.void(50_000)
    path = tmp_path / "round.jsonl"
    path.write_text(export_round(game), encoding="utf-8")
    return path


@pytest.mark.parametrize("command", ["run", "invite"])
def test_without_a_token_one_sentence_says_what_to_do(said, command):
    code, output = said(command, discord_token="")
    assert code == 2
    assert "DISCORD_TOKEN" in output
    assert "play" in output
    assert "Traceback" not in output


def test_a_wrong_setting_is_named_and_its_value_is_not_shown(said):
    code, output = said("run", discord_token="t", metrics_port="eighty", log_level="loud")
    assert code == 2
    assert "LOG_LEVEL, METRICS_PORT" in output
    assert "eighty" not in output


async def test_a_refused_token_stops_with_one_sentence(tmp_path):
    async with strict_sandbox(token="the-right-one") as sandbox:
        database = f"sqlite+aiosqlite:///{tmp_path}/n.db"
        bot = await BotProcess.start("run", sandbox=sandbox, database=database)
        assert await bot.exits() == 2
    assert bot.output.startswith("Discord does not accept DISCORD_TOKEN")
    assert "a-token" not in bot.output


def test_an_address_that_does_not_answer_stops_with_one_sentence(said, tmp_path, taken_port):
    code, output = said(
        "run",
        discord_token="t",
        discord_api="http://127.0.0.1:9/api/v10",
        database_url=f"sqlite+aiosqlite:///{tmp_path}/n.db",
        start_patience="0",
    )
    assert code == 75
    assert "does not answer" in output
    assert "Traceback" not in output


@pytest.mark.parametrize("shards", ["four", "3-1/8", "0-3", "9/4"])
def test_shards_that_are_none_are_refused(said, shards):
    code, output = said("run", "--shards", shards, discord_token="t")
    assert code == 2
    assert "0-3/16" in output


async def test_a_taken_metrics_port_is_named(sandbox, start_bot, taken_port):
    bot = await start_bot(metrics_port=str(taken_port))
    assert await bot.exits() == 2
    assert str(taken_port) in bot.output


def test_a_taken_page_port_is_named(said, taken_port):
    code, output = said("play", "--no-browser", "--port", str(taken_port))
    assert code == 2
    assert str(taken_port) in output


async def test_run_and_invite_print_the_link_with_exactly_what_is_needed(sandbox, start_bot):
    bot = await start_bot()
    link = (await bot.says("https://")).split()[-1]
    invite = await start_bot("invite")
    assert await invite.exits() == 0
    assert invite.output.strip() == link
    assert set(re.split(r"[+ ]|%20", re.findall(r"scope=([^&]+)", link)[0])) == {
        "bot",
        "applications.commands",
    }
    # view channel, send messages, attach files, create public threads, send in threads
    assert int(re.findall(r"permissions=(\d+)", link)[0]) == 1 << 10 | 1 << 11 | 1 << 15 | 1 << 35 | 1 << 38


async def test_health_and_metrics_of_a_running_bot(sandbox, start_bot):
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    bot = await start_bot(metrics_port=str(port))
    await bot.says("Ready")
    await sandbox.person("ana").command("nertz", "nertz start", practice=1)
    async with aiohttp.ClientSession(f"http://127.0.0.1:{port}") as session:
        async with session.get("/healthz") as answer:
            assert (answer.status, await answer.json()) == (200, {"problems": []})
        async with session.get("/metrics") as answer:
            text = await answer.text()
    figures = dict(line.rsplit(" ", 1) for line in text.splitlines() if line and line[0] != "#")
    assert figures["nertz_tables"] == "1.0"
    assert figures["nertz_people"] == "1.0"
    wanted = (
        "clicks",
        "click_to_answer",
        "click_queue",
        "render",
        "journal",
        "loop_lag",
        "refusals",
        "rate_limited",
    )
    for name in wanted:
        assert f"nertz_{name}" in text


def test_verify_finds_a_round_right_and_replay_tells_it(said, round_file):
    code, output = said("verify", str(round_file))
    assert code == 0
    assert "42" in output
    code, output = said("replay", str(round_file), "--language", "es")
    assert code == 0
    assert len(output.splitlines()) > 40


def test_verify_names_the_line_that_was_changed(said, round_file):
    lines = round_file.read_text(encoding="utf-8").splitlines()
    lines[7] = lines[7].replace("1", "2", 1)
    round_file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    code, output = said("verify", str(round_file))
    assert code == 1
    assert "8" in output


def test_a_file_that_is_not_there_is_named(said, tmp_path):
    for command in ("verify", "replay"):
        code, output = said(command, str(tmp_path / "nothing.jsonl"))
        assert code == 2
        assert "nothing.jsonl" in output


def test_picture_and_simulate_do_what_they_say(said, tmp_path):
    target = tmp_path / "hand.png"
    code, _ = said("picture", "hand", "--seed", "7", "--moves", "20", "-o", str(target))
    assert code == 0
    assert target.read_bytes().startswith(b"\x89PNG")
    code, output = said("simulate", "--rounds", "3", "--seats", "2", "--seed", "1")
    assert code == 0
    assert "3" in output
