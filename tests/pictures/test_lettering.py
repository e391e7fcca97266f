from __future__ import annotations

import unicodedata
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from babel.messages.pofile import read_po
from PIL import Image, ImageFont

from bot.locales import words as words_module
from bot.locales.words import LANGUAGES
from bot.pictures.canvas import Sprite
from bot.pictures.lettering import ascent, lettering, undrawable
from bot.pictures.sprite_cache import SpriteCache


def ink_rows(text: str, height: int = 40) -> tuple[int, int]:
    mask = np.asarray(lettering(text, height))
    rows = np.flatnonzero((mask > 127).any(axis=1))
    return int(rows[0]), int(rows[-1])


def test_capitals_have_the_height_that_was_asked_for():
    top, bottom = ink_rows("H")
    assert top == pytest.approx(ascent(40), abs=1)
    assert bottom - top + 1 == pytest.approx(40, abs=1)


@pytest.mark.parametrize("accented", "ÁÀÂÃÄÉÊÍÓÔÕÖÚÜÑ")
def test_accents_stand_over_their_letters(accented):
    plain = unicodedata.normalize("NFD", accented)[0]
    assert ink_rows(accented)[0] < ink_rows(plain)[0] - 3


def test_cedilla_hangs_under_its_letter():
    assert ink_rows("Ç")[1] > ink_rows("C")[1] + 3


def test_text_that_is_too_wide_is_squeezed():
    assert lettering("NERTZ NERTZ", 40).width > 120
    assert lettering("NERTZ NERTZ", 40, widest=120).width == 120


def test_sign_without_a_shape_is_reported():
    assert undrawable("Jeu fini ! ¿Ça va? Ñandú, São – 10 × 2") == set()
    assert undrawable("♠ ok") == {"♠"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_on_a_picture_can_be_drawn_in_every_language(language):
    folder = Path(words_module.__file__).parent / language
    for domain, keys in (("pictures", ("picture.",)), ("help", (".title",))):
        path = folder / f"{domain}.po"
        if not path.exists():
            continue
        with path.open("rb") as source:
            catalogue = read_po(source)
        for message in catalogue:
            name = message.id if isinstance(message.id, str) else message.id[0]
            if name.startswith(keys) or name.endswith(keys):
                assert undrawable(str(message.string)) == set(), name


def test_pillow_without_freetype_is_refused(monkeypatch):
    monkeypatch.setattr(ImageFont, "load_default", lambda size: object())
    with pytest.raises(TypeError, match="FreeType"):
        lettering("never drawn before", 41)


def test_full_shelf_starts_anew():
    sprite_cache = SpriteCache(most=3)
    drawn: list[int] = []

    def draw(key: int) -> Sprite:
        drawn.append(key)
        return Sprite(Image.new("P", (1, 1)))

    for key in (1, 2, 3, 1, 4, 1):
        sprite_cache.get(key, partial(draw, key))
    assert drawn == [1, 2, 3, 4, 1]
