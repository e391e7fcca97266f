"""Every effect of an evening, one by one: killed before or after it, or the connection breaks there.

The suite tries some points of each kind, the same ones each time; `--hypothesis-profile=long` tries all.
"""

from __future__ import annotations

import pytest

from bot.rules.phase import Phase
from tests.examples import every
from tests.faults.drops import evening
from tests.faults.fate import KINDS

BOARDS_AND_GOODBYE = ["board", "board"]
SENDING = "POST /channels/{channel_id}/messages"
STEP = 13
"""In the suite, every so many-th effect is struck beside those that send a public message."""


async def test_an_undisturbed_evening_uses_every_route_and_ends_with_a_call():
    async with evening() as story:
        await story.goes_by()
    assert story.ends == [Phase.CALLED, Phase.STUCK, Phase.STUCK][: len(story.ends)]
    assert {effect.rpartition("/")[2] for effect in story.fate.effects} == {
        "callback",
        "messages",
        "{message_id}",
        "@original",
        "commit",
    }
    assert story.pictures() == [*BOARDS_AND_GOODBYE, ""]


@pytest.mark.parametrize("kind", KINDS)
async def test_whatever_is_struck_one_message_shows_the_table_and_the_evening_ends(kind):
    async with evening() as quiet:
        await quiet.goes_by()
    for at in points(quiet.fate.effects, KINDS.index(kind) * STEP // len(KINDS)):
        await struck_at(at, kind)


def points(effects: list[str], skipped: int) -> list[int]:
    """Return which effects to strike: each public message that is sent, the last one, some more."""
    sending = {at for at, effect in enumerate(effects, 1) if effect == SENDING}
    step = every(STEP)
    return sorted({*sending, len(effects), *range(1 + skipped % step, len(effects) + 1, step)})


async def struck_at(at: int, kind: str) -> None:
    """Let an evening be struck at one effect, and look that it leaves what an undisturbed one leaves."""
    async with evening(at, kind) as story:
        try:
            await story.goes_by()
            assert [one for one in story.pictures() if one == "board"] == BOARDS_AND_GOODBYE
            assert len(story.fate.effects) >= at
        except Exception as error:
            error.add_note(f"{kind} at {at}, which is {story.fate.effects[at - 1 : at]}")
            raise
