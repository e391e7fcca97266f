"""The command line: run, play, invite, db, picture, simulate, replay, verify.

Exit codes: 0, 1 (a file is not right, or what was served is lost), 2 (something is wrong here) and 75 (try
later); one sentence says why.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from bot.cli.errors import CliError
from bot.locales import LANGUAGES, words_for
from bot.settings import load_settings
from bot.tables.ports import Level

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import ModuleType

    from bot.locales import Words

    Command = Callable[[argparse.Namespace, Words], int]


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    words = words_for(os.environ.get("LC_ALL") or os.environ.get("LANG", "en").partition(".")[0])
    argv = sys.argv[1:] if argv is None else argv
    args = _parser(words, argv[0] if argv else "").parse_args(argv)
    try:
        return args.command(args, words)  # type: ignore[no-any-return]
    except KeyboardInterrupt:
        return 130
    except Exception as error:
        stop = _verdict_on(error)
        print(words(stop.key, **stop.data), file=sys.stderr)
        return stop.ending


def _verdict_on(error: Exception) -> CliError:
    """Return what to say: whoever starts the bot never reads a traceback, unless they ask for one (DEBUG)."""
    if isinstance(error, CliError):
        return error
    from bot.cli.verdicts import verdict_on

    logging.getLogger(__name__).debug("this ended the command", exc_info=error)
    return verdict_on(error)


def _parser(words: Words, named: str) -> argparse.ArgumentParser:
    """Return the parser; only the command that is named asks its room for options."""
    parser = argparse.ArgumentParser(prog=_called(), description=words("cli.description"))
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, act: Command) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=words(f"cli.{name}"), description=words(f"cli.{name}"))
        sub.set_defaults(command=act)
        return sub

    _add_run(command("run", _run), words)
    _add_play(command("play", _play), words)
    command("invite", _invite)
    for name, act in (("db", _db), ("picture", _picture), ("simulate", _simulate)):
        sub = command(name, act)
        if name == named:
            _room(name).add_arguments(sub, words)
    for name, act in (("replay", _replay), ("verify", _verify)):
        sub = command(name, act)
        sub.add_argument("file", type=Path, help=words("cli.replay.file"))
        sub.add_argument("--language", choices=LANGUAGES, help=words("cli.language"))
    return parser


def _called() -> str:
    """Return how this program was called: from a clone, or by the entry point of the wheel."""
    return "nertz" if Path(sys.argv[0]).name == "nertz" else "python -m bot"


def _add_run(parser: argparse.ArgumentParser, words: Words) -> None:
    parser.add_argument("--shards", metavar="0-3/16", help=words("cli.run.shards"))


def _add_play(parser: argparse.ArgumentParser, words: Words) -> None:
    parser.add_argument("--practice", type=int, default=0, choices=range(8), help=words("cli.play.practice"))
    parser.add_argument("--level", choices=get_args(Level), default="medium", help=words("cli.play.level"))
    parser.add_argument("--port", type=int, default=8080, help=words("cli.play.port"))
    parser.add_argument("--no-browser", action="store_true", help=words("cli.play.no_browser"))
    parser.add_argument("--database", type=Path, help=words("cli.play.database"))


def _room(name: str) -> ModuleType:
    """Return the module of the room that a command belongs to: it knows its options."""
    if name == "db":
        from bot.scores import maintenance

        return maintenance
    if name == "picture":
        from bot.pictures import command

        return command
    from bot.opponents import simulate

    return simulate


def _run(args: argparse.Namespace, words: Words) -> int:
    from bot.cli.run import run

    return run(load_settings(), args.shards, words)


def _play(args: argparse.Namespace, words: Words) -> int:
    print(words("play.starting"), flush=True)  # what comes now is silent for seconds
    from bot.cli.play import play

    return play(load_settings(), args, words)


def _invite(args: argparse.Namespace, words: Words) -> int:
    from bot.cli.run import invite

    return invite(load_settings(), words)


def _db(args: argparse.Namespace, words: Words) -> int:
    from bot.scores import maintenance

    outcome = asyncio.run(maintenance.run(args, load_settings().database_url))
    print(words(outcome.key, **outcome.data), file=sys.stderr if outcome.code else sys.stdout)
    return outcome.code


def _picture(args: argparse.Namespace, words: Words) -> int:
    from bot.pictures import command

    return command.run(args)


def _simulate(args: argparse.Namespace, words: Words) -> int:
    from bot.opponents import simulate

    for key, data in simulate.run(args).sentences():
        print(words(key, **data))
    return 0


def _replay(args: argparse.Namespace, words: Words) -> int:
    from bot.cli import rounds

    return rounds.replay(args, words)


def _verify(args: argparse.Namespace, words: Words) -> int:
    from bot.cli import rounds

    return rounds.verify(args, words)
