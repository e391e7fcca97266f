"""Look up and fill in sentences."""

from __future__ import annotations

import gettext
import io
from functools import cache
from pathlib import Path
from typing import Final

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from bot.rules.cards import card_name

LANGUAGES: Final = ("en", "es", "fr", "nl", "pt_BR")
DOMAINS: Final = ("rules", "tables", "pictures", "discord_ui", "help", "cli")
_HERE: Final = Path(__file__).parent
_SUITS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


class Words:
    """The sentences of one language.

    >>> words_for("en")("table.full", seats=8)
    """

    def __init__(self, language: str, catalogue: gettext.NullTranslations) -> None:
        self.language = language
        self._catalogue = catalogue
        self._sentences: dict[str, str] = {}
        self._cards: dict[int, str] = {}

    def __reduce__(self) -> tuple[object, ...]:
        """Travel to another process as a language: the sentences are there, too."""
        return words_for, (self.language,)

    def __repr__(self) -> str:
        return f"Words({self.language!r})"

    def __call__(self, key: str, /, **data: object) -> str:
        """Return the sentence of `key` with its data filled in; an unknown key is a `KeyError`."""
        sentence = self._sentences.get(key)
        if sentence is None:  # gettext asks one domain after another, each time
            sentence = self._catalogue.gettext(key)
            if sentence == key:
                raise KeyError(key)
            self._sentences[key] = sentence
        return sentence.format(**data)

    def many(self, key: str, n: int, /, **data: object) -> str:
        """Return the sentence of `key` for `n` things; `{n}` is filled in."""
        sentence = self._catalogue.ngettext(key, key, n)
        if sentence == key:
            raise KeyError(key)
        return sentence.format(n=n, **data)

    def has(self, key: str) -> bool:
        """Return whether there is a sentence of that key."""
        return self._catalogue.gettext(key) != key

    def card(self, card: int) -> str:
        """Return a card as people write it: `7♥`, `10♣`; a joker by its word."""
        written = self._cards.get(card)
        if written is None:
            written = self._cards[card] = self._written(card)
        return written

    def _written(self, card: int) -> str:
        name = card_name(card)
        if name[0] == "*":
            return self("card.joker", number=name[1])
        rank = "10" if name[0] == "T" else self(f"card.rank.{name[0]}") if name[0] in "AJQK" else name[0]
        return rank + _SUITS[name[1]]


def words_for(locale: str | None) -> Words:
    """Return the sentences for a Discord locale (`pt-BR`, `es-ES`, `en-US` …), English if there are none."""
    return _words(_language_of((locale or "en").replace("-", "_")))


def _language_of(locale: str) -> str:
    """Return the language that serves a locale best. Clients may send any text: none of it is kept."""
    for language in (locale, locale.partition("_")[0]):
        if language in LANGUAGES:
            return language
    return "pt_BR" if locale.startswith("pt") else "en"


@cache
def _words(language: str) -> Words:
    return Words(language, _catalogue(language))


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    merged: gettext.NullTranslations | None = None
    languages = (language, "en") if language != "en" else ("en",)
    for name in languages:
        for domain in DOMAINS:
            path = _HERE / name / f"{domain}.po"
            if path.exists():
                loaded = _load(path)
                if merged is None:
                    merged = loaded
                else:
                    merged.add_fallback(loaded)
    return merged or gettext.NullTranslations()


def _load(path: Path) -> gettext.GNUTranslations:
    """Compile a catalogue in memory: the repository holds readable `.po` files only."""
    with path.open("rb") as source:
        catalogue = read_po(source)
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)
