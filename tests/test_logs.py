"""What is logged, and what never is."""

from __future__ import annotations

import json
import logging

import pytest

from bot.logs import set_up_logs, without_secrets

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE.abcdefghijklmnopqrstuvwxyz0123456789"


@pytest.fixture(autouse=True)
def _same_logging_after():
    root = logging.getLogger()
    before, level = list(root.handlers), root.level
    yield
    root.handlers[:] = before
    root.setLevel(level)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (f"login with {TOKEN} failed", "login with … failed"),
        (
            "PATCH /webhooks/123/aW50ZXJhY3Rpb246MTIz/messages/@original",
            "PATCH /webhooks/123/…/messages/@original",
        ),
        ("POST /interactions/9/abc-DEF_1/callback", "POST /interactions/9/…/callback"),
        ("postgresql+asyncpg://bot:hunter2@db/nertz", "postgresql+asyncpg://…@db/nertz"),
        ("postgresql://bot:hun@ter/2 ?@db/nertz is away", "postgresql://…@db/nertz is away"),
        ("postgres://db/nertz?password=hunter2 is away", "postgres://…"),
        ("https://bot:hun@ter@proxy/x to ana@home", "https://…@proxy/x to ana@home"),
        ("sqlite+aiosqlite:////srv/ana@home/nertz.db", "sqlite+aiosqlite:////srv/ana@home/nertz.db"),
        (
            "PATCH http://localhost:80/webhooks/1/abc/messages/@original",
            "PATCH http://localhost:80/webhooks/1/…/messages/@original",
        ),
        ("nothing secret at 10:30", "nothing secret at 10:30"),
    ],
)
def test_secrets_are_cut_out_of_texts(text, kept):
    assert without_secrets(text) == kept


def test_json_line_names_table_and_person_and_hides_the_token_of_an_exception(capsys):
    set_up_logs("INFO", "json")
    try:
        raise RuntimeError(TOKEN)
    except RuntimeError:
        logging.getLogger("bot.test").exception("went wrong", extra={"table": 7, "person": 42})
    line = json.loads(capsys.readouterr().err)
    assert (line["level"], line["message"], line["table"], line["person"]) == ("ERROR", "went wrong", 7, 42)
    assert "RuntimeError" in line["exception"]
    assert TOKEN not in line["exception"]


def test_text_line_shows_the_ids(capsys):
    set_up_logs("INFO", "text")
    logging.getLogger("bot.test").info("dealt", extra={"guild": 1, "round": 3})
    assert "bot.test: dealt [guild=1 round=3]" in capsys.readouterr().err
