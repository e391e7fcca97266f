"""What is looked up once is kept: the second answer is the first one."""

from __future__ import annotations

import pytest

from bot.locales.words import LANGUAGES, words_for


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_takes_new_data_each_time(language: str) -> None:
    words = words_for(language)
    one, other = words("alt.stock", n=17), words("alt.stock", n=3)
    assert one.replace("17", "3") == other != one == words("alt.stock", n=17)


def test_an_unknown_key_stays_unknown() -> None:
    words = words_for("en")
    for _ in range(2):
        with pytest.raises(KeyError, match=r"no\.such\.key"):
            words("no.such.key")


def test_every_language_writes_cards_in_its_own_way() -> None:
    for _ in range(2):
        assert [words_for(name).card(52) for name in ("en", "es", "pt_BR")] == [
            "joker 1",
            "comodín 1",
            "curinga 1",
        ]
        assert len({words_for("en").card(card) for card in range(54)}) == 54
