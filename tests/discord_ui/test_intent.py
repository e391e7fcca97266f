"""What becomes of a click: played, or refused with a word."""

from __future__ import annotations

import gc
import weakref
from typing import TYPE_CHECKING

from bot.discord_ui import metrics
from bot.rules.refusal import Code, Refusal
from bot.tables.table import Table
from tests.discord_ui.club import club_house, eventually, playing

if TYPE_CHECKING:
    import pytest


async def test_a_refusal_that_was_told_is_gone_at_once(monkeypatch: pytest.MonkeyPatch):
    """A cycle of frames for each refused click would be left to the collector of cyclic garbage."""
    told: list[weakref.ref[BaseException]] = []
    monkeypatch.setattr(metrics, "refused", lambda why: told.append(weakref.ref(why)))
    async with club_house() as club:
        ana, _ = await playing(club, "ana ben")

        def refuses(*_: object) -> None:
            try:
                raise Refusal(Code.NOT_TOP)
            except Refusal:
                raise Refusal(Code.ROUND_OVER) from None

        monkeypatch.setattr(Table, "play", refuses)
        gc.collect()
        gc.disable()
        try:
            assert (await ana.taps("d")).kind == 7
            (refusal,) = told
            await eventually(lambda: refusal() is None)
        finally:
            gc.enable()
