"""Who holds which hand: the one message of a person at a table, and the token that may change it.

A token's `@original` is the message that an ephemeral answer made, or the message that was clicked. Only
these two are ever taken into a session, and only with a `Proof` that Discord holds that message for private:
a secret hand must never land anywhere else.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bot.discord_ui.custom_ids import prefix
from bot.discord_ui.hands.inflight import InFlight
from bot.locales.words import Words, words_for
from bot.tables.standings import PersonChoices

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    import discord

    from bot.discord_ui.hands.taps import Slot
    from bot.discord_ui.transport.proof import Proof
    from bot.rules.moves import Move
    from bot.tables.ports import Clock

TOKEN_LIFE: Final = 14.5 * 60
"""Seconds that a token is used: Discord gives it 15 minutes."""
_REMEMBERED: Final = 3
"""Pictures of a hand whose meaning is remembered; older ones are worked out from the records."""


@dataclass(frozen=True, slots=True)
class Page:
    """What the buttons of a hand are for: `main`, a page of `more`, or `choose` what a joker is."""

    kind: str = "main"
    number: int = 0
    slot: Slot = ""


MAIN: Final = Page()


@dataclass(frozen=True, slots=True)
class ShownPicture:
    """What one picture of a hand meant, and when it was delivered (Discord's clock)."""

    round_id: int
    version: int
    taps: Mapping[Slot, Move | None]
    others: tuple[Move, ...]
    at_ms: int


class HandSession:
    """One person's hand at one table."""

    __slots__ = (
        "attachment",
        "choices",
        "expires",
        "inflight",
        "interaction",
        "key",
        "message_id",
        "note",
        "page",
        "person",
        "prefix",
        "shown",
        "table_id",
        "text_only",
        "words",
    )

    def __init__(self, table_id: int, person: int, clock: Clock, proof: Proof | None = None) -> None:
        self.table_id = table_id
        self.person = person
        self.message_id = 0 if proof is None else proof.message_id
        """The private message that it is in; 0 before there is one."""
        self.prefix = prefix(table_id)
        self.interaction: discord.Interaction | None = None
        """Holds the newest token whose `@original` is this hand."""
        self.expires = float("-inf")
        self.inflight = InFlight(clock)
        self.page = MAIN
        self.note: str | BaseException | None = None
        """What the next refresh has to tell, because no answer could."""
        self.key: Hashable = None
        """What the message shows; a refresh that would show the same is not sent."""
        self.shown: deque[ShownPicture] = deque(maxlen=_REMEMBERED)
        self.attachment: discord.Attachment | None = None
        self.text_only = False
        """True once Discord has refused a picture in an edit (DISCORD.md, 5)."""
        self.choices = PersonChoices()
        self.words: Words = words_for(None)

    def renew(self, interaction: discord.Interaction, received: float, proof: Proof) -> None:
        """Take the token whose `@original` is proved to be this hand; `received` is when it came."""
        if proof.message_id != self.message_id:
            return
        if self.interaction is not None and self.interaction.id > interaction.id:
            return
        # What the interaction brought along is not needed any more, and a hand waits for minutes.
        interaction.message = None
        interaction.data = None
        self.interaction = interaction
        self.expires = received + TOKEN_LIFE
        self.inflight.pace.renew()

    def alive(self, now: float) -> bool:
        """Return whether the hand can be changed without a click."""
        return self.interaction is not None and now < self.expires

    def lose(self) -> None:
        """Forget the token: Discord no longer takes it."""
        self.interaction = None

    def showed(self, round_id: int, version: int) -> ShownPicture | None:
        """Return what that picture meant, if it is remembered."""
        for shown in reversed(self.shown):
            if shown.version == version and shown.round_id == round_id:
                return shown
        return None

    def is_beyond(self, shown: ShownPicture) -> bool:
        """Return whether the hand has shown a later picture of the same round."""
        return any(known.round_id == shown.round_id and known.version > shown.version for known in self.shown)

    def before(self, shown: ShownPicture) -> ShownPicture | None:
        """Return what the hand showed before that picture."""
        earlier = None
        for known in self.shown:
            if known is shown:
                return earlier
            earlier = known
        return None

    def remember(self, shown: ShownPicture) -> None:
        """Note what the newest picture means. The same picture again was delivered when it came first."""
        last = self.shown[-1] if self.shown else None
        if last is None or last.round_id != shown.round_id or last.version < shown.version:
            self.shown.append(shown)
            return
        turned_a_page = last.version == shown.version and last.others != shown.others
        if turned_a_page:
            self.shown.append(shown)


class HandSessions:
    """All sessions of the process."""

    def __init__(self) -> None:
        self._tables: dict[int, dict[int, HandSession]] = {}
        self._owners: dict[int, int] = {}

    def of(self, table_id: int, person: int) -> HandSession | None:
        """Return a person's hand at a table."""
        return self._tables.get(table_id, {}).get(person)

    def at(self, table_id: int) -> list[HandSession]:
        """Return the hands at a table."""
        return list(self._tables.get(table_id, {}).values())

    def owner(self, message_id: int) -> int | None:
        """Return whose hand that message is, if it is known."""
        return self._owners.get(message_id)

    def take(self, session: HandSession) -> HandSession | None:
        """Make this the person's hand; return the one it replaces."""
        people = self._tables.setdefault(session.table_id, {})
        old = people.get(session.person)
        if old is not None:
            self._owners.pop(old.message_id, None)
        people[session.person] = session
        self._owners[session.message_id] = session.person
        return old

    def move(self, session: HandSession, proof: Proof) -> None:
        """Let a hand lie in another message from now on."""
        self._owners.pop(session.message_id, None)
        session.message_id = proof.message_id
        self._owners[proof.message_id] = session.person

    def drop(self, session: HandSession) -> None:
        """Forget a hand that is gone."""
        people = self._tables.get(session.table_id, {})
        if people.get(session.person) is session:
            del people[session.person]
            self._owners.pop(session.message_id, None)
            if not people:
                del self._tables[session.table_id]

    def drop_table(self, table_id: int) -> None:
        """Forget all hands of a table that is closed."""
        for session in self.at(table_id):
            self.drop(session)
