"""House rules as people read and type them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.discord_ui.transport.components import bounded
from bot.discord_ui.wording.translator import LONGEST_CHOICE
from bot.rules.house_rules import RULE_NAMES, HouseRules, RuleRefused, legal_values

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.locales.words import Words
    from bot.rules.house_rules import Value

_SHOWN_APART: Final = ("target", "rounds")
"""Rules that every lobby shows anyway."""


def rule_words(words: Words, name: str, value: Value) -> str:
    """Return what one rule means with that value, in words."""
    key = f"rule.{name}.{value}"
    return words(key) if words.has(key) else words(f"rule.{name}", value=value)


def differences_in_words(words: Words, rules: HouseRules) -> list[str]:
    """Return how a table plays otherwise than classic, a sentence for each rule."""
    return [rule_words(words, name, value) for name, value in rules.differences() if name not in _SHOWN_APART]


def aim_in_words(words: Words, rules: HouseRules) -> str:
    """Return what ends the match: points, or points and a number of rounds."""
    if rules.rounds is None:
        return words("rules.aim", target=rules.target)
    return words.many("rules.aim_rounds", rules.rounds, target=rules.target)


def at_this_table(words: Words, rules: HouseRules, most: int) -> str:
    """Return what a table plays otherwise than the classic rules that texts tell of; "" if nothing.

    What does not fit into `most` characters is left out.
    """
    if not rules.differences():
        return ""
    parts = [aim_in_words(words, rules), *differences_in_words(words, rules)]
    line = words("help.here", rules=" · ".join(parts))
    while len(line) > most and parts:
        parts.pop()
        line = words("help.here", rules=" · ".join([*parts, "…"]))
    return line


def completions(words: Words, typed: str) -> Iterator[tuple[str, str]]:
    """Yield what a text of rules may go on with: what is shown, and the whole text then.

    >>> dict(completions(words_for("en"), "penalty=1, jok"))
    """
    *done, last = typed.split(",")
    before = "".join(f"{part.strip()}, " for part in done if part.strip())
    for piece, meaning in _pieces(words, last.strip()):
        text = f"{before}{piece}"
        if len(text) <= LONGEST_CHOICE:
            yield bounded(f"{text} · {meaning}", LONGEST_CHOICE), text


def _pieces(words: Words, last: str) -> Iterator[tuple[str, str]]:
    name, equals, value = (part.strip() for part in last.partition("="))
    if equals and name in RULE_NAMES:
        yield from _values(words, name, value)
        return
    for candidate in RULE_NAMES:
        if candidate.startswith(name):
            yield f"{candidate}=", words(f"rule_name.{candidate}")


def _values(words: Words, name: str, typed: str) -> Iterator[tuple[str, str]]:
    offered = dict.fromkeys((*legal_values(name), typed))
    for value in offered:
        if value.startswith(typed) and _is_legal(name, value):
            yield f"{name}={value}", rule_words(words, name, value)


def _is_legal(name: str, value: str) -> bool:
    try:
        HouseRules.parse(f"{name}={value}")
    except RuleRefused:
        return False
    return True
