"""Memory of a process that draws: what a large drawing took is given back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.discord_ui.drawing.requests import PictureRequest
from bot.locales.words import words_for
from bot.pictures import Look, Picture, sample_rounds
from bot.pictures.renderer import glibc
from bot.rules.house_rules import PRESETS
from tests.discord_ui.test_render_process import a_hand, a_process, drawing, processes

if TYPE_CHECKING:
    from bot.pictures.painter import Kind

_LARGE: tuple[Kind, ...] = ("podium", "chart", "podium")
_LEFT_BEHIND = 6 << 20
"""Bytes: a podium is drawn in 12 MB; its lettering and code stay."""


@pytest.mark.skipif(glibc() is None, reason="only the heap of glibc can be told what to keep")
async def test_what_a_podium_was_drawn_in_is_given_back():
    rules, words = PRESETS["classic"], words_for("en")
    of = (sample_rounds.face(4, 5, rules), sample_rounds.match(rules, 4, 5), words)
    async with a_process() as process:
        resident = []
        # The first large block that malloc gives back makes it keep those that follow.
        for picture_request in (a_hand(), *(PictureRequest(kind, kind, of) for kind in _LARGE)):
            assert isinstance(await drawing(process, Look(), picture_request), Picture)
            (one,) = processes()
            resident.append(one.memory_info().rss)
    assert resident[-1] - resident[0] < _LEFT_BEHIND, resident
