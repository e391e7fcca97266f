"""Hostile interactions at a running table: every one answered, nothing logged, nothing changed.

    uv run python -m tests.benchmarks fuzz --count 100000 --seed 1

The bot runs in this process against a strict sandbox, so every answer must also be one that Discord takes.
Time stands still: what changes is changed by an attack.
"""

from __future__ import annotations

import argparse
import asyncio
import copy
import gc
import json
import logging
import sys
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bot.tables.saved import state_as_json
from tests.discord_ui.club import CHANNEL, club_house, member, playing
from tests.faults.hostility import Hostility

if TYPE_CHECKING:
    from bot.sandbox.model import Channel
    from tests.discord_ui.club import Club
    from tests.faults.hostility import Attack

SEATED = "ana ben"
STRANGERS = "cleo dan eva finn gus hana ivo jun"
_TOGETHER = 25
_DEVICE = "evil"
_EXAMPLES = 8
_TIDY_EVERY = 1000


@dataclass
class Outcome:
    """What came of all attacks; `examples` are the first ones that did harm."""

    count: int = 0
    answered: int = 0
    changes: int = 0
    exceptions: int = 0
    examples: list[str] = field(default_factory=list)

    def note(self, what: str, text: str) -> None:
        """Keep some examples of each harm."""
        if sum(one.startswith(what) for one in self.examples) < _EXAMPLES:
            self.examples.append(f"{what}: {text}")


class _Listener(logging.Handler):
    """Counts what is logged of exceptions, and errors."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__()
        self._outcome = outcome

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info or record.levelno >= logging.ERROR:
            self._outcome.exceptions += 1
            error = record.exc_info[1] if record.exc_info else None
            self._outcome.note("logged", f"{record.name}: {record.getMessage()} {error!r}")


def main(argv: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="fuzz")
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(argv)
    begun = time.perf_counter()
    outcome = asyncio.run(fuzz(options.count, options.seed))
    for example in outcome.examples:
        print(example[:500])
    print(f"{outcome.count} interactions, seed {options.seed}, {time.perf_counter() - begun:.0f} s")
    names = ("count", "answered", "exceptions", "changes")
    print(json.dumps({name: getattr(outcome, name) for name in names}))
    if outcome.answered < outcome.count or outcome.exceptions or outcome.changes:
        sys.exit(1)


async def fuzz(count: int, seed: int) -> Outcome:
    """Let so many attacks come and tell what they did."""
    outcome = Outcome()
    async with club_house(limits=False, keep_requests=100, keep_file_bytes=0) as club:
        await playing(club, SEATED)
        await member(club, "cleo").driver.command("side-table", "nertz start")
        await club.clock.settles()
        listener = _Listener(outcome)
        logging.getLogger().addHandler(listener)
        asyncio.get_running_loop().set_exception_handler(lambda _, context: listener.emit(_record(context)))
        try:
            await _attack(club, count, seed, outcome)
        finally:
            logging.getLogger().removeHandler(listener)
    return outcome


def _record(context: dict[str, Any]) -> logging.LogRecord:
    text = f"{context.get('message')} {context.get('exception')!r}"
    return logging.LogRecord("asyncio", logging.ERROR, "", 0, text, None, None)


async def _attack(club: Club, count: int, seed: int, outcome: Outcome) -> None:
    seated = [club.sandbox.person(name).user for name in SEATED.split()]
    strangers = [club.sandbox.person(name).user for name in STRANGERS.split()]
    channel = club.sandbox.channel(CHANNEL)
    hostility = Hostility(seed, channel, seated, strangers)
    before = _state_of(club)
    while outcome.count < count:
        attacks = [hostility.attack() for _ in range(min(_TOGETHER, count - outcome.count))]
        outcome.count += len(attacks)
        answers = await asyncio.gather(*(_send(club, one) for one in attacks))
        outcome.answered += sum(answers)
        _dismiss_replies(channel)
        if outcome.count % _TIDY_EVERY == 0:
            await _tidy(club)
        for attack, answered in zip(attacks, answers, strict=True):
            if not answered:
                outcome.note("no answer", f"{attack.kind} {attack.user.name} {attack.data}")
        after = _state_of(club)
        if after != before:
            outcome.changes += 1
            tried = [(one.user.name, one.data) for one in attacks]
            outcome.note("changed", f"{_difference(before, after)} by one of {tried}")
            before = after


async def _tidy(club: Club) -> None:
    """Forget the tokens that have been used, and spare the collector what stays: it would stop everything."""
    await club.clock.settles()
    club.sandbox.interactions._by_token.clear()
    gc.collect()
    gc.freeze()


def _dismiss_replies(channel: Channel) -> None:
    """Let the sandbox forget what was answered: it would forget the hands when its channel is full."""
    for message in list(channel.messages.values()):
        if message.device == _DEVICE:
            del channel.messages[message.id]


async def _send(club: Club, attack: Attack) -> bool:
    parts = club.sandbox.services
    desk, channel = club.sandbox.user_actions, attack.channel
    one = parts.interactions.begin(attack.kind, attack.user, channel.guild_id, channel.id, _DEVICE)
    one.clicked = attack.message
    outcome = one.outcome()
    payload = copy.deepcopy(desk._payload(one, channel, attack.data))
    if attack.message is not None:
        payload["message"] = copy.deepcopy(club.sandbox.world.json(attack.message))
    if attack.change is not None:
        attack.change(payload)
    parts.gateway.dispatch("INTERACTION_CREATE", payload, channel.guild_id)
    return not (await outcome).failed


def _state_of(club: Club) -> dict[str, Any]:
    """Return all that an attack could change: tables, rounds, and what is stored."""
    tables = {
        str(table.table_id): {
            **state_as_json(table.state),
            "records": table.round.version if table.round else None,
        }
        for table in club.tables
    }
    return {**tables, "commits": club.journal.commits, "tables": len(tables)}


def _difference(before: Any, after: Any) -> str:
    if not isinstance(before, dict) or not isinstance(after, dict):
        return f"{before} -> {after}"
    keys = [key for key in {**before, **after} if before.get(key) != after.get(key)]
    return ", ".join(f"{key}: {_difference(before.get(key), after.get(key))}" for key in keys)
