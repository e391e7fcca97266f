"""Whatever people do at a table: it makes sense after each step, and everything that shows it can be drawn.

The invariants of the tables are looked at after every change of every test (`tests.conftest`).
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from bot.discord_ui.boards.content import BoardContent
from bot.discord_ui.boards.notices import BoardNewsLog
from bot.discord_ui.commands.info import _table_line
from bot.discord_ui.drawing.requests import PictureRequest, table_face
from bot.discord_ui.hands.sessions import MAIN, Page
from bot.discord_ui.hands.view import HandView, meanings, status_line
from bot.discord_ui.pages import _seats_of
from bot.locales.words import words_for
from bot.pictures.look import Look
from bot.pictures.painter import draw, painter
from bot.pictures.picture import Picture
from bot.rules.house_rules import HouseRules
from bot.rules.refusal import Refusal
from bot.tables.invariants import need_invariants
from bot.tables.refusal import TableRefusal
from bot.tables.seats import TablePhase
from tests.examples import examples
from tests.tables.evening import CHANNEL, OUT, TWO_LEFT, Evening
from tests.tables.players import best_move
from tests.tables.test_life import may_move

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from bot.tables.table import Table
    from tests.tables.evening import Person

WORDS = words_for("en")
RULES = {"teams": True, "rounds": 2, "stuck": "end"}
ANYBODY = st.integers(0, 4)
SHORT_ROUND = 30
"""Records of a round whose replay is drawn each time it is over."""
_drawn: set[str] = set()


class AnyEvening(RuleBasedStateMachine):
    """Five people, who do at a table whatever occurs to them."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.evening = Evening(HouseRules.of(RULES))
        self.people = self.evening.people("Ana Ben Cleo Dan Eva")
        self.laid: int | None = None
        self.watch()
        self.do(self.open)

    def teardown(self) -> None:
        self.loop.close()

    def watch(self) -> None:
        news_log = BoardNewsLog()
        self.evening.tables.watch(news_log.hear)
        self.faces = BoardContent(news_log)

    def run(self, story: Coroutine[Any, Any, Any]) -> Any:
        return self.loop.run_until_complete(story)

    def do(self, deed: Callable[[], object]) -> None:
        """Do something, sensible or not, and let it be kept."""

        async def story() -> None:
            with suppress(TableRefusal, Refusal):
                deed()
            await self.evening.clock.run(0)

        self.run(story())

    def open(self) -> None:
        """Open a table; a new one, in the same channel, after one that has closed."""
        self.evening.opened_by(self.people[0], most_seats=4)
        self.people[1].joins()

    @property
    def table(self) -> Table:
        return self.evening.table

    @property
    def phase(self) -> TablePhase:
        return self.evening.phase()

    @rule(who=ANYBODY)
    def join(self, who: int) -> None:
        self.do(self.people[who].joins)

    @rule(who=ANYBODY, seat=st.integers(0, 3))
    def share(self, who: int, seat: int) -> None:
        self.do(lambda: self.people[who].joins(share=seat))

    @rule(who=ANYBODY, guest=ANYBODY)
    def invite(self, who: int, guest: int) -> None:
        one, other = self.people[who], self.people[guest]
        self.do(lambda: self.table.invite_partner(one.id, other.id, other.name))

    @rule(who=ANYBODY, asker=ANYBODY)
    def accept(self, who: int, asker: int) -> None:
        self.do(lambda: self.table.accept_partner(self.people[who].id, self.people[asker].id))

    @rule(who=ANYBODY)
    def leave(self, who: int) -> None:
        self.do(self.people[who].leaves)

    @rule(who=ANYBODY)
    def kick(self, who: int) -> None:
        self.do(lambda: self.table.kick(self.table.state.host, self.people[who].id))

    @rule(seconds=st.sampled_from([1, 3, 20, 61]))
    def wait(self, seconds: int) -> None:
        self.run(self.evening.clock.run(seconds))

    @rule(who=ANYBODY)
    def only_one_is_not_idle(self, who: int) -> None:
        for _ in range(7):
            self.do(lambda: self.table.touch(self.people[who].id))
            self.run(self.evening.clock.run(30))

    @rule()
    def all_are_idle(self) -> None:
        self.run(self.evening.clock.run(185))

    @rule(who=ANYBODY)
    def come_back(self, who: int) -> None:
        self.do(lambda: self.table.come_back(self.people[who].id))

    @rule(who=ANYBODY)
    def forget(self, who: int) -> None:
        person = self.people[who].id
        if person not in self.table.state.people():
            self.do(lambda: self.table.forget(person))

    @rule(teams=st.booleans(), away=st.sampled_from(["freeze", "practice"]))
    def choose(self, teams: bool, away: Any) -> None:
        host = self.table.state.host
        self.do(lambda: self.table.set_rules(host, HouseRules.of(RULES | {"teams": teams})))
        self.do(lambda: self.table.set_away(host, away, "easy"))

    @rule(more=st.booleans())
    def practice(self, more: bool) -> None:
        host = self.table.state.host
        change = self.table.add_practice if more else lambda who, _: self.table.remove_practice(who)
        self.do(lambda: change(host, "easy"))

    @rule(who=ANYBODY)
    def ready(self, who: int) -> None:
        self.do(self.people[who].is_ready)

    @rule()
    def deal(self) -> None:
        self.do(lambda: self.table.deal(self.table.state.host))

    @rule(who=ANYBODY)
    def pause_or_resume(self, who: int) -> None:
        deed = self.table.resume if self.table.state.paused else self.table.pause
        self.do(lambda: deed(self.people[who].id))

    @rule(who=ANYBODY, moves=st.integers(1, 5))
    def play(self, who: int, moves: int) -> None:
        me = self.people[who]
        for _ in range(moves):
            self.do(lambda: me.plays(best_move(me.view)) if may_move(me) else None)

    @precondition(lambda self: self.phase is TablePhase.COUNTDOWN)
    @rule(who=ANYBODY)
    def call(self, who: int) -> None:
        """Let somebody have nothing left, and call; what happens in the grace time is for the next steps."""
        me, seat = self.people[who], self.table.seat_of(self.people[who].id)
        if seat is None or self.evening.round.version or self.table.state.paused:
            return
        out = " ".join(f"{card}@{seat + 1}" for card in ("AH", "2H", "3H", "4H", "5H"))
        seats = [OUT if at == seat else TWO_LEFT for at in range(self.evening.round.seats)]
        self.evening.lays(*seats, foundations=(out,))
        self.laid = self.table.round_id
        self.run(self.evening.clock.run(20))
        self.do(lambda: me.plays("call"))

    @rule()
    def end(self) -> None:
        self.run(self.evening.clock.run(0.4))

    @rule(who=ANYBODY)
    def rematch(self, who: int) -> None:
        self.do(lambda: self.table.rematch(self.people[who].id))

    @precondition(lambda self: self.phase is TablePhase.CLOSED)
    @rule()
    def begin_again(self) -> None:
        self.do(self.open)

    @precondition(lambda self: self.phase is not TablePhase.CLOSED and self.laid != self.table.round_id)
    @rule()
    def restart(self) -> None:
        """End the process; the next one reads the table from the ledger."""
        self.evening = self.run(self.evening.woken())
        self.watch()
        for person in self.people:
            person.evening = self.evening

    @invariant()
    def makes_sense(self) -> None:
        need_invariants(self.table)
        closed = self.phase is TablePhase.CLOSED
        assert (self.evening.tables.at(CHANNEL) is self.table) is not closed

    @invariant()
    def can_be_shown(self) -> None:
        face = self.faces.content_of(self.table, WORDS)
        last = self.faces.finished_content_of(self.table, WORDS)
        assert all(shown.text for shown in (face, last) if shown is not None)
        for picture_request in (shown.picture_request for shown in (face, last) if shown is not None):
            if picture_request is not None:
                self.draw(picture_request)
        assert _table_line(self.table, WORDS)
        for person in self.people:
            self.show_hand(person)
        self.show_replay()

    def draw(self, picture_request: PictureRequest) -> None:
        """Draw a picture, unless it was drawn already."""
        if picture_request.name not in _drawn:
            _drawn.add(picture_request.name)
            assert draw(painter(Look()), picture_request.kind, picture_request.of).alt

    def show_hand(self, person: Person) -> None:
        table, at = self.table, self.table.seat_of(person.id)
        if at is None or table.round_id is None:
            return
        view = table.view(at)
        line = status_line(view, table.state.round_number, WORDS, match_over=self.phase is TablePhase.OVER)
        for page in (MAIN, Page("more")):
            shown = meanings(view, table.round_id, 0, with_others=page is not MAIN)
            HandView(view, shown, page, line, "nz:1", True, WORDS).with_picture(Picture(b"", line))
        self.draw(PictureRequest(f"hand_{table.round_id}_{at}", "hand", (view, table_face(table), WORDS)))

    def show_replay(self) -> None:
        stored = self.run(self.evening.journal.last_round(CHANNEL))
        if stored is None or stored.round_id == self.laid or len(stored.records) > SHORT_ROUND:
            return
        seats = _seats_of(stored, self.evening.tables.at(CHANNEL))
        assert len(seats.names) == len(seats.backs) == stored.header.seats
        of = (stored.header, stored.records, seats, WORDS)
        self.draw(PictureRequest(f"replay_{stored.round_id}", "replay", of))


TestAnyEvening = AnyEvening.TestCase
TestAnyEvening.settings = examples(12, stateful_step_count=30)
