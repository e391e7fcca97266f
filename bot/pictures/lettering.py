"""Letters and digits as grey masks, from Pillow's built-in font, which has no accents and no bold.

Weight is a stroke around the letter; accents are drawn over it, so that every language of the bot can be
written. Everything is drawn large and scaled down.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw, ImageFont

_SCALE: Final = 3
_CAP: Final = 0.7
"""Height of a capital letter in parts of the font's size."""
_TILDE: Final = ((-1.3, 0.0), (-0.5, 0.7), (0.5, 0.0), (1.3, 0.7))
_ACCENTS: Final = "\u0300\u0301\u0302\u0303\u0308\u0327"
"""Grave, acute, circumflex, tilde, diaeresis, cedilla."""
_PLAIN: Final = str.maketrans(
    {"×": "x", "–": "-", "—": "-", "−": "-", "→": ">", "\u00a0": " ", "•": "·", "¿": "", "¡": ""}
)


@lru_cache(maxsize=64)
def _font(size: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.load_default(size)
    if not isinstance(font, ImageFont.FreeTypeFont):
        raise TypeError("Pillow was built without FreeType: there is no font that can be scaled")
    return font


def _split(text: str) -> tuple[str, list[tuple[int, str]]]:
    """Return the letters without accents, and the accents with the places of their letters."""
    letters, accents = "", []
    for sign in unicodedata.normalize("NFD", text.translate(_PLAIN)):
        if unicodedata.combining(sign):
            accents.append((len(letters) - 1, sign))
        else:
            letters += sign
    return letters, accents


def undrawable(text: str) -> set[str]:
    """Return the signs of a text for which there is no shape: a box would stand in their place."""
    letters, accents = _split(text)
    font = _font(20)
    box = bytes(font.getmask("\uffff"))
    missing = {sign for sign in letters if bytes(font.getmask(sign)) == box}
    return missing | {sign for _, sign in accents if sign not in _ACCENTS}


def _accent(draw: ImageDraw.ImageDraw, sign: str, x: float, top: float, unit: float) -> None:
    """Draw one accent centred on x, standing on `top`; `unit` is its half width."""
    width = max(2, round(unit * 0.45))
    y = top - unit * 0.75
    lines = {
        "\u0300": [(x - unit, y - unit), (x + unit * 0.4, y)],
        "\u0301": [(x + unit, y - unit), (x - unit * 0.4, y)],
        "\u0302": [(x - unit, y), (x, y - unit), (x + unit, y)],
        "\u0303": [(x + unit * far, y - unit * high) for far, high in _TILDE],
    }
    if sign in lines:
        draw.line(lines[sign], fill=255, width=width, joint="curve")
    elif sign == "\u0308":
        for side in (-1, 1):
            dot = x + side * unit * 0.8
            draw.ellipse((dot - width * 0.8, y - width * 1.6, dot + width * 0.8, y), fill=255)


def _cedilla(draw: ImageDraw.ImageDraw, x: float, base: float, unit: float) -> None:
    box = (x - unit * 0.8, base - unit * 0.2, x + unit * 0.8, base + unit * 1.4)
    draw.arc(box, -90, 120, fill=255, width=max(2, round(unit * 0.5)))


@lru_cache(maxsize=64)
def lettering(text: str, height: int, weight: float = 0.0, widest: int | None = None) -> Image.Image:
    """Return a grey mask of `text` with capitals `height` pixels tall, cropped to its ink at the sides.

    `weight` thickens the strokes by that part of the height. A text wider than `widest` is squeezed.
    The mask has room for accents above and tails below: capitals start at row `ascent(height)`.
    """
    letters, accents = _split(text)
    tall = height * _SCALE
    font = _font(round(tall / _CAP))
    stroke = round(tall * weight)
    room = ascent(height) * _SCALE
    wide = round(font.getlength(letters)) + 2 * stroke + tall
    image = Image.new("L", (wide, tall + 2 * room), 0)
    draw = ImageDraw.Draw(image)
    start = tall // 2
    draw.text((start, room + tall), letters, fill=255, font=font, anchor="ls", stroke_width=stroke)
    for place, sign in accents:
        centre = start + (font.getlength(letters[:place]) + font.getlength(letters[: place + 1])) / 2
        if sign == "\u0327":
            _cedilla(draw, centre, room + tall, tall * 0.16)
            continue
        top = room + tall + font.getbbox(letters[place], anchor="ls")[1]
        _accent(draw, sign, centre, top, tall * 0.16)
    return _cropped(image, widest)


def ascent(height: int) -> int:
    """Rows above the capitals in a mask of `lettering`."""
    return max(2, round(height * 0.4))


def _cropped(image: Image.Image, widest: int | None) -> Image.Image:
    box = image.getbbox() or (0, 0, _SCALE, 1)
    left, right = box[0], box[2]
    right += -(right - left) % _SCALE
    small = image.crop((left, 0, right, image.height)).reduce(_SCALE)
    if widest is not None and small.width > widest:
        small = small.resize((widest, small.height), Image.Resampling.LANCZOS)
    return small
