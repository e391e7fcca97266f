"""A live table: one per channel, and the only writer of its round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.tables.away import Away
from bot.tables.closing import Closing
from bot.tables.core import TableCore
from bot.tables.dealing import Dealing
from bot.tables.events import ClosedReason, EventKind
from bot.tables.leaving import Leaving
from bot.tables.lobby import Lobby
from bot.tables.partners import Partners
from bot.tables.pausing import Pausing
from bot.tables.playing import Playing
from bot.tables.practice import PracticePlayers
from bot.tables.recovery import read_again
from bot.tables.scoring import Scoring
from bot.tables.views import Views
from bot.tables.votes import Votes

if TYPE_CHECKING:
    import asyncio

    from bot.rules.house_rules import HouseRules
    from bot.rules.moves import Move
    from bot.rules.records import Played
    from bot.rules.views import PublicView, SeatView
    from bot.tables.ports import Level
    from bot.tables.seats import AwayChoice, Seat, TableState
    from bot.tables.table_ports import Ports


class Table(TableCore):
    """One table.

    Every method checks and does its thing at once, without an `await`: the order of calls is the
    order of play. It raises `TableRefusal` (or, for a move, `bot.rules.refusal.Refusal`), and then nothing
    has changed. What it does is queued to the journal as a whole, then told to the watchers. Await `kept()`
    before anything of it is shown to anybody. `state`, `round` and their parts are to be read only.
    """

    __slots__ = (
        "away",
        "closing",
        "dealing",
        "leaving",
        "lobby",
        "partners",
        "pausing",
        "playing",
        "practice",
        "scoring",
        "views",
        "votes",
    )

    def __init__(
        self, table_id: int, guild_id: int, channel_id: int, state: TableState, ports: Ports
    ) -> None:
        super().__init__(table_id, guild_id, channel_id, state, ports)
        self.views = Views(self)
        self.lobby = Lobby(self)
        self.partners = Partners(self)
        self.dealing = Dealing(self)
        self.playing = Playing(self)
        self.scoring = Scoring(self)
        self.leaving = Leaving(self)
        self.closing = Closing(self)
        self.pausing = Pausing(self)
        self.votes = Votes(self)
        self.away = Away(self)
        self.practice = PracticePlayers(self)

    def join(
        self, person: int, name: str, *, share: int | None = None, back: int | None = None
    ) -> int | None:
        """Take a seat, and return it.

        Returns None for a person who comes in at the next deal, or who asks to `share` a seat: its people
        then hear `partner_asked` and may `accept_partner`. `back` is a wish for the seat's back.
        """
        with self.change():
            if share is not None:
                return self.partners.ask(person, name, share)
            return self.lobby.join(person, name, back)

    def invite_partner(self, person: int, guest: int, name: str) -> None:
        """Invite somebody to share one's seat; they sit down with `join(..., share=that seat)`."""
        with self.change():
            self.partners.invite(person, guest, name)

    def accept_partner(self, person: int, asker: int) -> int:
        """Let a person who asked share one's seat, and return the seat."""
        with self.change():
            return self.partners.accept(person, asker)

    def leave(self, person: int) -> None:
        """Leave the table or its waiting list; cards on the foundations stay."""
        with self.change():
            self.leaving.leave(person)

    def kick(self, host: int, person: int) -> None:
        """Send a person away for good (host only)."""
        with self.change():
            self.leaving.kick(host, person)

    def forget(self, person: int) -> None:
        """Let nothing at the table name a person who has left it."""
        with self.change():
            self.leaving.forget(person)

    def ready(self, person: int, ready: bool = True) -> None:
        """Mark a person as ready; in the lobby and at the scores, all ready starts the round."""
        self.touch(person)
        with self.change():
            self.lobby.ready(person, ready)

    def choose_back(self, person: int, back: int) -> None:
        """Choose the back of one's cards, 0..7, in the lobby."""
        with self.change():
            self.lobby.choose_back(person, back)

    def set_rules(self, host: int, rules: HouseRules) -> None:
        """Choose the house rules, in the lobby (host only). Ready marks are taken back."""
        with self.change():
            self.lobby.set_rules(host, rules)

    def set_away(self, host: int, away: AwayChoice, level: Level = "medium") -> None:
        """Choose what becomes of the seats of people who are away, in the lobby (host only)."""
        with self.change():
            self.lobby.set_away(host, away, level)

    def add_practice(self, host: int, level: Level, n: int = 1) -> None:
        """Seat practice players, in the lobby (host only)."""
        with self.change():
            self.lobby.add_practice(host, level, n)

    def remove_practice(self, host: int, n: int = 1) -> None:
        """Send the last practice players away, in the lobby (host only)."""
        with self.change():
            self.lobby.remove_practice(host, n)

    def deal(self, person: int) -> None:
        """Deal the first or the next round (host only)."""
        self.touch(person)
        with self.change():
            self.dealing.ask_to_deal(person)

    def hand_open(self, person: int) -> None:
        """Note that a person has a living hand. The countdown waits up to 20 s for those who have none."""
        self.dealing.hand_open(person)

    def hand_lost(self, person: int) -> None:
        """Note that a person's hand is gone (its token ended, it was dismissed)."""
        self.dealing.hand_lost(person)

    def missing_hands(self) -> list[int]:
        """Return the people whom the countdown waits for."""
        return self.dealing.missing_hands()

    def play(self, person: int, move: Move | str, stamp: int, seen: int | None = None) -> Played:
        """Make a move.

        `stamp` is the time of the interaction's id in ms, `seen` the version of the picture that was clicked.
        """
        self.touch(person)
        with self.change():
            return self.playing.play(person, move, stamp, seen)

    def rematch(self, person: int) -> None:
        """Begin a lobby with the same people and rules after a match; the person is ready."""
        with self.change():
            self.scoring.rematch(person)

    def pause(self, person: int) -> bool:
        """Stop everyone's clock: at once for the host, else as a vote. Return whether it is paused now."""
        self.touch(person)
        with self.change():
            return self.votes.cast("pause", person)

    def resume(self, person: int) -> None:
        """Go on after a pause; everybody at the table may."""
        with self.change():
            self.pausing.resume(person)

    def stop(self, person: int, *, moderator: bool = False) -> bool:
        """Close the table, its round is void, and return whether it is.

        At once for the host, and for a moderator of the channel who has no seat here; else it is a vote.
        """
        self.touch(person)
        with self.change():
            if moderator and self.seat_of(person) is None:
                self.closing.close(ClosedReason.STOPPED, person)
                return True
            return self.votes.cast("stop", person)

    def vote_rotate(self, person: int) -> bool:
        """Vote for a rotation. When everybody who is here wants it, the table votes `stuck` for all seats.

        Practice players go along; what follows is what the house rule `stuck` says.
        """
        self.touch(person)
        with self.change():
            return self.votes.cast("rotate", person)

    def close(self, reason: ClosedReason) -> None:
        """Close the table from outside, as when its channel is gone; its round is void."""
        with self.change():
            self.closing.close(reason)

    def touch(self, person: int) -> None:
        """Note an action of any kind. It brings a person back whose seat was frozen or handed over."""
        if not self.state.suspended:
            with self.change():
                self.away.touch(person)

    def come_back(self, person: int) -> None:
        """Take one's seat back; a table that paused because everybody was away goes on."""
        with self.change():
            self.away.come_back(person)

    def seat_of(self, person: int) -> int | None:
        """Return the seat that a person plays; it may change at a deal, when others have left."""
        return self.state.seat_of(person)

    def seated(self, person: int) -> Seat | None:
        """Return that seat itself."""
        seat = self.state.seat_of(person)
        return None if seat is None else self.state.seats[seat]

    @property
    def round_id(self) -> int | None:
        """Id of the round that is on the table, also when it is over."""
        return self.state.round_id

    @property
    def committed_version(self) -> int:
        """Records of the present round that are committed; -1 while its deal is not."""
        return self.persistence.committed_version

    def view(self, seat: int) -> SeatView:
        """Return what a seat sees now; `TableRefusal` (not_running) before the first deal."""
        return self.views.view(seat)

    def view_at(self, seat: int, version: int) -> SeatView:
        """Return what a seat saw when the present round had that many records."""
        return self.views.view(seat, version)

    def public_view(self) -> PublicView:
        """Return what everybody sees now; `TableRefusal` (not_running) before the first deal."""
        return self.views.public()

    def kept(self) -> asyncio.Future[None]:
        """Return a future that is done when everything done until this call is committed.

        It raises `JournalFailed` if that can't be; then the table has suspended itself already and shows the
        last state that is known to be kept. Call it right after what you did (no `await` in between); a
        cancelled waiter harms nobody.
        """
        return self.persistence.kept()

    def writing(self) -> asyncio.Future[None] | None:
        """Return the newest commit that is under way, to look at: it is `kept` without a turn of the loop.

        Nobody may cancel it; so it is not to be awaited. A failure of it shows in the table one turn later.
        """
        return self.persistence.writing()

    def forget_views(self) -> None:
        """Drop cached views."""
        self.views.forget()

    def sleep(self) -> None:
        """Stop every timer and practice player."""
        self.timers.cancel_all()

    def live(self) -> None:
        """Start the timers and practice players of the present phase (anew)."""
        self.sleep()
        self.closing.live()

    def rest(self) -> None:
        """Stop for a restart of the bot: no timers, no new rounds; clicks still count."""
        if not self.resting:
            self.resting = True
            self.sleep()
            self.announce(EventKind.RESTING)

    def give_up(self) -> None:
        """End a table whose opening could not be kept."""
        self.closing.give_up()

    async def reload(self) -> None:
        """Read the table anew from the ledger, and go on."""
        await read_again(self)
