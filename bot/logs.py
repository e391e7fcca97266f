"""Structured logs: every line names guild, channel, table, round and person where it has them.

No token and no hidden card is ever logged: callers pass ids and codes only, and tokens that discord.py or an
exception may carry in a text are cut out here.
"""

from __future__ import annotations

import json
import logging
import re
from datetime import UTC, datetime
from typing import Final, Literal

_NOISY: Final = ("aiosqlite", "alembic", "asyncio", "discord.gateway", "discord.http", "PIL")
FIELDS: Final = ("guild", "channel", "table", "round", "person", "code")
_SECRET: Final = re.compile(
    r"(?P<before>/(?:webhooks|interactions)/\d+/)[\w\-.:]+|[\w\-]{20,}\.[\w\-]{5,}\.[\w\-]{20,}"
    r"|(?P<scheme>(?:postgres|sqlite)[\w+]*://)(?!/)(?:.*[?&]password=.*|.*(?=@))"
    r"|(?P<site>://)[^\s/]+(?=@)",
    re.IGNORECASE,
)
"""A password may hold any sign: the address of a database is cut up to the last `@` of its line."""


def without_secrets(text: str) -> str:
    """Return a text without bot tokens, interaction tokens and database passwords."""
    return _SECRET.sub(lambda found: (found["before"] or found["scheme"] or found["site"] or "") + "…", text)


class _Text(logging.Formatter):
    """One line for people: time, level, what, and the ids that are known."""

    def format(self, record: logging.LogRecord) -> str:
        ids = " ".join(f"{name}={getattr(record, name)}" for name in FIELDS if hasattr(record, name))
        line = super().format(record)
        return without_secrets(f"{line} [{ids}]" if ids else line)


class _Json(logging.Formatter):
    """One JSON object a line for log collectors."""

    def format(self, record: logging.LogRecord) -> str:
        fields: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": without_secrets(record.getMessage()),
        }
        fields |= {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}
        if record.exc_info:
            fields["exception"] = without_secrets(self.formatException(record.exc_info))
        return json.dumps(fields, ensure_ascii=False, default=str)


class _InOneLine(logging.Filter):
    """A connection that broke off needs no traceback: class and words of the error end the line."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.exc_info and record.exc_info[1] is not None:
            error = record.exc_info[1]
            record.msg = f"{record.getMessage()} ({type(error).__name__}: {error})".replace("\n", " ")
            record.args, record.exc_info, record.exc_text = None, None, None
        return True


_IN_ONE_LINE: Final = _InOneLine()


def set_up_logs(level: str, style: Literal["text", "json"]) -> None:
    """Send all logs to standard error, in one format."""
    handler = logging.StreamHandler()
    text = _Text("%(asctime)s %(levelname)-7s %(name)s: %(message)s")
    handler.setFormatter(_Json() if style == "json" else text)
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for noisy in _NOISY:
        logging.getLogger(noisy).setLevel(max(logging.WARNING, logging.getLevelName(level)))
    # discord.py warns of voice libraries that a card game does not need.
    logging.getLogger("discord.client").setLevel(logging.ERROR)
    logging.getLogger("discord.shard").addFilter(_IN_ONE_LINE)
