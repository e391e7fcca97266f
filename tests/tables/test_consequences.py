"""What follows from a change comes to an end, whatever is wrong with a step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.tables.away import Away

if TYPE_CHECKING:
    from tests.tables.evening import Evening


async def test_a_circle_of_consequences_ends_is_logged_and_costs_nobody_the_table(
    caplog, monkeypatch, evening: Evening
):
    ana, ben = evening.running_with("Ana Ben")
    monkeypatch.setattr(Away, "leave_empty_seats", lambda _: True)
    ana.plays("draw")
    assert f"what follows at table {evening.table.table_id} never ends" in caplog.text
    monkeypatch.undo()
    caplog.clear()
    ben.plays("draw")
    assert not caplog.records


async def test_a_whole_evening_logs_no_circle(caplog, evening: Evening):
    ana, ben = evening.dealt_to("Ana Ben")
    evening.won_by(ana, ben)
    ana.leaves()
    ben.leaves()
    await evening.table.kept()
    assert "never ends" not in caplog.text
