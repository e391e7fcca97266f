"""`/nertz practice` where there is no room: who sat there before still does."""

from __future__ import annotations

from tests.discord_ui.club import member
from tests.discord_ui.registers import said


async def test_more_practice_players_of_another_level_than_fit_change_nothing(club):
    ana = member(club, "ana")
    await ana.types("start")
    await ana.types("practice", players=2)
    before = [(seat.practice, seat.name) for seat in club.table.state.seats]
    await member(club, "ben").presses(ana.board, "join")
    assert "taken" in said(await ana.types("practice", players=7, level="hard"))
    assert [(seat.practice, seat.name) for seat in club.table.state.seats if not seat.people] == before[1:]
