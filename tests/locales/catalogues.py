"""The catalogues as their files hold them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from babel.messages.pofile import read_po

from bot.locales import words as words_module
from bot.locales.words import DOMAINS

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

FOLDER: Final = Path(words_module.__file__).parent


class Entry(NamedTuple):
    """One key with its sentence; a plural has several forms."""

    key: str
    plural: bool
    forms: tuple[str, ...]
    fuzzy: bool

    @property
    def text(self) -> str:
        """All forms together."""
        return "\n".join(self.forms)


@cache
def catalogue(language: str, domain: str) -> Catalog:
    with (FOLDER / language / f"{domain}.po").open("rb") as source:
        return read_po(source, abort_invalid=True)


@cache
def entries(language: str, domain: str) -> dict[str, Entry]:
    found = {}
    for message in catalogue(language, domain):
        if message.id:
            key, plural = (message.id, False) if isinstance(message.id, str) else (message.id[0], True)
            forms = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
            found[key] = Entry(key, plural, forms, message.fuzzy)
    return found


@cache
def sentences(language: str) -> dict[str, Entry]:
    """Return the entries of all domains by their keys."""
    return {key: entry for domain in DOMAINS for key, entry in entries(language, domain).items()}
