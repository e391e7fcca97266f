"""Locales that clients may send, known or not: as many languages are kept as there are catalogues."""

from __future__ import annotations

import pytest

from bot.locales.words import words_for


@pytest.mark.parametrize(
    ("locale", "language"),
    [
        ("en-GB", "en"),
        ("xx", "en"),
        ("tlh-QO", "en"),
        ("", "en"),
        (None, "en"),
        ("pt", "pt_BR"),
        ("pt-BR", "pt_BR"),
        ("es-ES", "es"),
    ],
)
def test_a_locale_brings_no_language_of_its_own(locale, language):
    assert words_for(locale) is words_for(language)
    assert words_for(locale).language == language
