"""`python -m bot replay FILE` and `verify FILE`: an exported round as a story, and checked offline."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from bot.cli.errors import CliError
from bot.locales import words_for
from bot.locales.telling import damage_in_words, told_in_words
from bot.rules.files import DamagedFile, verify_file
from bot.rules.story import story

if TYPE_CHECKING:
    import argparse
    from pathlib import Path

    from bot.locales import Words
    from bot.rules.round import Round


def replay(args: argparse.Namespace, words: Words) -> int:
    """Print the round as a story; exit code 1 where the file is not right."""
    words = words_for(args.language) if args.language else words
    rnd = _checked(args.file, words)
    if rnd is None:
        return 1
    for told in story(rnd.header, rnd.records):
        sentence = told_in_words(told, words, lambda seat: words("story.seat", seat=seat + 1))
        print(f"{told.seconds:8.1f}  {sentence}")
    return 0


def verify(args: argparse.Namespace, words: Words) -> int:
    """Check shuffle and every move, and say so; exit code 1 where the file is not right."""
    words = words_for(args.language) if args.language else words
    rnd = _checked(args.file, words)
    if rnd is None:
        return 1
    print(words("verify.right", records=rnd.version))
    return 0


def _checked(file: Path, words: Words) -> Round | None:
    try:
        return verify_file(_text_of(file))
    except DamagedFile as damaged:
        print(damage_in_words(damaged, words), file=sys.stderr)
        return None


def _text_of(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "UTF-8"
        raise CliError("cli.file_unreadable", file=file, reason=reason) from None
