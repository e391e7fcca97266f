"""What is remembered of people's choices while the database answers late, or not at all."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from bot.discord_ui.wording.preferences import Preferences
from bot.tables.clock import ManualClock
from bot.tables.standings import PersonChoices
from tests.tables.memory_journal import MemoryJournal

ANA = 7


@dataclass
class SlowJournal(MemoryJournal):
    """Answers a question about a person when the test lets it."""

    asked: list[asyncio.Future[PersonChoices]] = field(default_factory=list)

    async def person_choices(self, person_id: int) -> PersonChoices:
        del person_id
        self.asked.append(asyncio.get_running_loop().create_future())
        return await self.asked[-1]


async def test_what_was_read_before_a_choice_does_not_undo_it():
    journal = SlowJournal()
    choices = Preferences(journal, ManualClock())
    reading = asyncio.ensure_future(choices.person(ANA))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    await choices.change_person(ANA, lambda _: PersonChoices(theme="light"))
    journal.asked[0].set_result(PersonChoices())
    await reading
    assert (await choices.person(ANA)).theme == "light"
