"""What the program leaves for its next start."""

from __future__ import annotations

from bot.scores.notes import CommandNote


async def test_the_mark_of_the_commands_is_there_at_the_next_start(store):
    assert await CommandNote(store).read() is None
    await CommandNote(store).write("one")
    await CommandNote(store).write("two")
    assert await CommandNote(store).read() == "two"
