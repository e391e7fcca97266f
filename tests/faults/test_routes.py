"""Every route that the bot uses in a round answers with errors twice: the table goes on, nothing is lost."""

from __future__ import annotations

from typing import Any

import pytest

from tests.faults.stormy import (
    BOARD_EDIT,
    BOARD_POST,
    CALLBACK,
    HAND_EDIT,
    plays_out,
    taps,
    the_table_goes_on,
)

ROUTES = {
    "answer": (CALLBACK, "POST"),
    "refresh": (HAND_EDIT, "PATCH"),
    "old hand": (HAND_EDIT, "DELETE"),
    "board": (BOARD_EDIT, "PATCH"),
    "new board": (BOARD_POST, "POST"),
}
REFUSALS: dict[str, dict[str, Any]] = {
    "429": {"status": 429, "retry_after": 2.0},
    "500": {"status": 500},
    "502": {"status": 502},
    "403": {"status": 403, "code": 50001},
    "404": {"status": 404, "code": 0},
}


async def an_eventful_minute(club, ana, ben) -> None:
    """Use every route: answers, refreshes, a hand that replaces another, a board edited and posted anew."""
    await plays_out(club, ana)
    await club.clock.run(1.5)
    board = ana.board
    await club.clock.awaits(ben.types("hand"))
    await taps(club, ben, "d")
    await club.clock.run(1.5)
    club.sandbox.incidents.delete_message(board.channel_id, board.id)
    await plays_out(club, ana)
    await club.clock.run(6.0)


@pytest.mark.parametrize("refusal", REFUSALS)
@pytest.mark.parametrize("route", ROUTES)
async def test_the_table_goes_on_when_a_route_refuses(route, refusal, club, ana, ben):
    pattern, method = ROUTES[route]
    fault = club.sandbox.faults.add("status", pattern, method, count=2, **REFUSALS[refusal])
    await an_eventful_minute(club, ana, ben)
    assert fault.struck
    await the_table_goes_on(club, ana, ben)
