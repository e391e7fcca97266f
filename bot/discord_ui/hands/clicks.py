"""Does what a click on a hand meant, or tells why not. Nothing waits here: clicks are played as they come."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.discord_ui import metrics
from bot.discord_ui.errors import Declined
from bot.discord_ui.hands.meaning import changed_since, meaning, too_quick
from bot.discord_ui.hands.sessions import MAIN, Page
from bot.discord_ui.hands.taps import CALL, DRAW, STUCK, declarations
from bot.discord_ui.hands.view import BACK, LEAF, MORE, MOVE, REFRESH, meanings
from bot.discord_ui.transport.messages import delivered_ms, picture_in, stamp_of
from bot.rules import moves
from bot.rules.phase import Phase
from bot.rules.refusal import Code, Refusal
from bot.tables.refusal import TableCode, TableRefusal

if TYPE_CHECKING:
    import discord

    from bot.discord_ui.hands.rendering import Note
    from bot.discord_ui.hands.sessions import HandSession, ShownPicture
    from bot.discord_ui.hands.taps import Slot
    from bot.discord_ui.transport.click import Click
    from bot.rules.moves import Move
    from bot.rules.round import Round
    from bot.tables.table import Table

QUICK_MS: Final = 300
_ALWAYS: Final = {DRAW: moves.DRAW, STUCK: moves.STUCK, CALL: moves.CALL}
"""What these buttons say even where the picture showed that it would be refused: so the table says why."""


class ClickHandler:
    """Reads clicks on hands. `quick_ms`: people need so long to see a new picture (0: no time at all)."""

    def __init__(self, quick_ms: int = QUICK_MS) -> None:
        self._quick_ms = quick_ms

    def act(self, click: Click, session: HandSession, message: discord.Message) -> Note:
        """Play what the button stood for in the picture above it, or turn a page.

        Return what the hand shall say of it. A hand of a finished round is `Declined`.
        """
        if click.slot == REFRESH:
            session.page = MAIN
            return None
        seat, game = _seat_and_round(click)
        picture = picture_in(message)
        if picture is None:
            return None
        if picture[0] != click.table.round_id:
            raise Declined("hand_of_old_round")
        if picture[1] > game.version:
            return None
        page = _page(click.slot)
        if page is not None:
            session.page = page
            return None
        shown = _shown(click, session, seat, picture, message)
        return self._play(click, session, seat, game, shown)

    def _play(self, click: Click, session: HandSession, seat: int, game: Round, shown: ShownPicture) -> Note:
        move = meaning(shown, click.slot)
        if move is None and declarations(click.table.view_at(seat, shown.version), click.slot):
            session.page = Page("choose", slot=click.slot)
            return None
        session.page = MAIN
        move = move or _ALWAYS.get(click.slot)
        if move is None:
            return _refused(_why_nothing(game))
        if self._is_too_quick(click, session, seat, game, shown):
            return _refused(Declined("hand_too_quick"))
        if changed_since(game.records, seat, shown.version, move):
            return _refused(Declined("hand_changed"))
        return _played(click.table, click.person, move, stamp_of(click.interaction.id), shown.version)

    def _is_too_quick(
        self, click: Click, session: HandSession, seat: int, game: Round, shown: ShownPicture
    ) -> bool:
        message = click.interaction.message
        told = 0 if message is None else delivered_ms(message)
        seen_for = stamp_of(click.interaction.id) - (shown.at_ms or told)
        if not self._quick_ms or seen_for >= self._quick_ms:
            return False
        earlier = session.before(shown)
        return earlier is not None and too_quick(earlier, shown, click.slot, game.records, seat)


def _seat_and_round(click: Click) -> tuple[int, Round]:
    seat, game = click.table.seat_of(click.person), click.table.round
    if seat is None:
        raise TableRefusal(TableCode.NOT_SEATED_HERE)
    if game is None:
        raise Declined("hand_of_old_round")
    return seat, game


def _page(slot: Slot) -> Page | None:
    if slot == MORE:
        return Page("more")
    if slot == BACK:
        return MAIN
    if slot.startswith(LEAF):
        return Page("more", int(slot[1:]))
    return None


def _shown(
    click: Click, session: HandSession, seat: int, picture: tuple[int, int], message: discord.Message
) -> ShownPicture:
    """Return what that picture meant: remembered, or worked out from the records (after a restart)."""
    round_id, version = picture
    of_more = click.slot.startswith(MOVE)
    known = session.showed(round_id, version)
    if known is not None and (known.others or not of_more):
        return known
    view = click.table.view_at(seat, version)
    return meanings(view, round_id, delivered_ms(message), with_others=of_more)


def _why_nothing(game: Round) -> Exception:
    if game.phase is Phase.DEALT:
        return Refusal(Code.NOT_RUNNING)
    if game.phase.over:
        return Refusal(Code.ROUND_OVER)
    return Refusal(Code.PAUSED) if game.paused else Declined("hand_nothing")


def _played(table: Table, person: int, move: Move, stamp: int, seen: int) -> Note:
    try:
        table.play(person, move, stamp, seen)
    except (Refusal, TableRefusal) as refusal:
        # Told, not raised any more: the frames that it came through would hold it, and it them.
        refusal.__context__ = None
        return _refused(refusal.with_traceback(None))
    return None


def _refused(why: Exception) -> Exception:
    metrics.refused(why)
    return why
