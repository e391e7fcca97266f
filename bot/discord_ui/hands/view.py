"""The hand message: one picture, one line of text, buttons with constant ids at constant places."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from bot.discord_ui.hands.sessions import MAIN, Page, ShownPicture
from bot.discord_ui.hands.taps import CALL, DRAW, NERTZ, STUCK, WASTE, declarations, others, taps, work_slot
from bot.discord_ui.transport import components
from bot.discord_ui.transport.components import STYLES, RawComponents
from bot.discord_ui.transport.messages import hand_picture_name
from bot.rules.cards import is_joker
from bot.rules.phase import Phase

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from bot.discord_ui.hands.taps import Slot
    from bot.discord_ui.transport.components import Payload
    from bot.locales.words import Words
    from bot.pictures.picture import Picture
    from bot.rules.moves import Move
    from bot.rules.views import SeatView

MORE: Final[Slot] = "o"
BACK: Final[Slot] = "b"
REFRESH: Final[Slot] = "r"
MOVE: Final = "m"
"""`m0`, `m1` …: a move on a page of More, by its place among `taps.others`."""
LEAF: Final = "p"
"""`p0`, `p1` …: another page of More."""

PAGE_MOVES: Final = 24
"""Six rows of moves: picture + text + 6 · (1 + 4) + a row to turn pages = at most 36 components."""
_MOVE_ROW: Final = 4
"""As many moves as a phone shows side by side."""
_FIRST_ROW: Final = {3: 4, 4: 5, 5: 4, 6: 4}
"""Buttons in the first row (N and work piles) by number of work piles; the rest goes to the second."""
_GREEN, _BLUE, _GREY, _RED = STYLES["success"], STYLES["primary"], STYLES["secondary"], STYLES["danger"]
_NOTHING: Final = "·"
_REFRESH_SIGN: Final = "🔄"


def file_name(shown: ShownPicture, extension: str) -> str:
    """Return the name of the file with a hand's picture."""
    return f"{hand_picture_name(shown.round_id, shown.version)}.{extension}"


@dataclass(frozen=True, slots=True)
class HandView:
    """All that a hand message says, before its picture is drawn."""

    view: SeatView
    shown: ShownPicture
    page: Page
    line: str
    prefix: str
    assist: bool
    words: Words
    refresh_button: bool = False

    @property
    def key(self) -> Hashable:
        """What is to be seen: equal keys look the same."""
        view = self.view
        return (
            self.shown.round_id,
            (view.work, view.nertz_top, view.nertz_count, view.stock_count, view.waste, view.jokers),
            (view.public.foundations, view.public.landings[-1:]),
            tuple((seat.nertz_count, seat.left) for seat in view.public.seats),
            tuple(_style(move) for move in self.shown.taps.values()) if self.assist else (),
            (view.public.phase, view.public.paused, view.public.seats[view.seat].voted),
            (self.page, self.line, self.refresh_button),
        )

    def with_picture(self, picture: Picture) -> RawComponents:
        """Return the message with its picture."""
        return self._components(components.picture(file_name(self.shown, picture.extension), picture.alt))

    def without_picture(self) -> RawComponents:
        """Return the text and a button that brings the picture."""
        return RawComponents(
            [components.text(self.line), components.row([self._button(REFRESH, _REFRESH_SIGN, _GREEN)])]
        )

    def with_old_picture(self, name: str, then: ShownPicture) -> RawComponents:
        """Return the message below a picture that it shows already: its buttons mean what that showed."""
        legal = set(self.view.legal)
        still = {slot: move if move in legal else None for slot, move in then.taps.items()}
        hand_view = replace(self, shown=replace(then, taps=still), page=MAIN, refresh_button=True)
        return hand_view._components(components.picture(name, self.words("hand.old_picture")))

    def _components(self, gallery: Payload) -> RawComponents:
        if self.page.kind == "main":
            return RawComponents([gallery, components.text(self.line), *self._main_rows()])
        rows = self._move_rows()
        line = self.line if rows[1:] else self.words("hand.no_others")
        return RawComponents([gallery, components.text(line), *rows])

    def _main_rows(self) -> list[Payload]:
        piles = len(self.view.work)
        cards = [NERTZ, *(work_slot(pile) for pile in range(1, piles + 1))]
        buttons = [self._card_button(slot, slot.upper()) for slot in cards]
        first = _FIRST_ROW[piles]
        rows = [components.row(buttons[:first])]
        if buttons[first:]:
            rows.append(components.row(buttons[first:]))
        rows.append(components.row(self._action_buttons()))
        if self.refresh_button:
            rows.append(components.row([self._button(REFRESH, _REFRESH_SIGN, _GREEN)]))
        return rows

    def _action_buttons(self) -> list[Payload]:
        view, words, over = self.view, self.words, self.view.public.phase.over
        turns = view.stock_count == 0
        voted = view.public.seats[view.seat].voted
        may_call = self.assist and self.shown.taps.get(CALL) is not None
        return [
            self._button(DRAW, words("hand.turn" if turns else "hand.draw"), _GREY, over or _no_draw(view)),
            self._card_button(WASTE, self._card_label(view.waste)),
            self._button(STUCK, words("hand.stuck"), _BLUE if voted else _GREY, over),
            self._button(CALL, words("hand.call"), _RED if may_call else _GREY, over),
            self._button(MORE, words("hand.more"), _GREY, over),
        ]

    def _card_button(self, slot: Slot, label: str) -> Payload:
        """Return the button of a pile: its colour tells what a tap would do."""
        style = _style(self.shown.taps.get(slot))
        if self.view.public.phase.over or _is_bare(self.view, slot):
            return self._button(slot, label, _GREY, disabled=True)
        if not self.assist or self.view.public.phase is Phase.DEALT:
            return self._button(slot, label, _GREY)
        idle = style == _GREY and not declarations(self.view, slot)
        return self._button(slot, label, style, disabled=idle and not self.view.public.paused)

    def _card_label(self, pile: Sequence[int]) -> str:
        if not pile:
            return _NOTHING
        return "🃏" if is_joker(pile[-1]) else self.words.card(pile[-1])

    def _move_rows(self) -> list[Payload]:
        places = listed(self.view, self.page, self.shown.others)
        start = self.page.number * PAGE_MOVES
        some = places[start : start + PAGE_MOVES]
        buttons = [self._move_button(place) for place in some]
        rows = [components.row(buttons[at : at + _MOVE_ROW]) for at in range(0, len(buttons), _MOVE_ROW)]
        turning = [self._button(BACK, self.words("hand.back"), _GREY)]
        if self.page.number:
            turning.append(self._button(f"{LEAF}{self.page.number - 1}", "◀", _GREY))
        if len(places) > start + PAGE_MOVES:
            turning.append(self._button(f"{LEAF}{self.page.number + 1}", "▶", _GREY))
        return [*rows, components.row(turning)]

    def _move_button(self, place: int) -> Payload:
        move = self.shown.others[place]
        style = _style(move) if self.assist else _GREY
        return self._button(f"{MOVE}{place}", move_label(move, self.words), style)

    def _button(self, slot: Slot, label: str, style: int, disabled: bool = False) -> Payload:
        return components.button(self.prefix + slot, label, style, disabled=disabled)


def meanings(view: SeatView, round_id: int, at_ms: int, *, with_others: bool) -> ShownPicture:
    """Return what every button of a hand means in that view; the moves of More only if they are asked for."""
    return ShownPicture(round_id, view.version, taps(view), others(view) if with_others else (), at_ms)


def listed(view: SeatView, page: Page, moves: Sequence[Move]) -> list[int]:
    """Return which of the other moves a page of More is about, by their places."""
    if page.kind == "choose":
        wanted = set(declarations(view, page.slot))
        return [place for place, move in enumerate(moves) if move in wanted]
    return list(range(len(moves)))


def move_label(move: Move, words: Words) -> str:
    """Return a move in a few signs: `7♥→W3`, `K♦↓W1` (under), `🃏A♥→F`."""
    if move.source is None:
        return words("hand.shift")
    card = "🃏" if is_joker(move.card) else words.card(move.card)
    if move.declared is not None:
        card += words.card(move.declared)
    way = "↓" if move.kind == "slide" else "→"
    return f"{card}{way}{move.target}"


def status_line(view: SeatView, round_number: int, words: Words, *, match_over: bool = False) -> str:
    """Return the line under a hand when there is nothing else to say."""
    public = view.public
    if public.phase.over:
        key = "hand.match_over" if match_over else "hand.over"
        return words(key, score=public.seats[view.seat].score)
    if public.paused:
        return words("hand.paused")
    if public.phase is Phase.DEALT:
        return words("hand.dealt")
    if public.phase is Phase.CLOSING:
        return words("hand.closing")
    if view.nertz_count == 0:
        return words("hand.may_call")
    return words("hand.status", round=round_number, left=view.nertz_count, out=public.seats[view.seat].out)


def _style(move: Move | None) -> int:
    if move is None:
        return _GREY
    return _GREEN if move.kind == "foundation" else _BLUE


def _no_draw(view: SeatView) -> bool:
    return view.stock_count == 0 and not view.waste


def _is_bare(view: SeatView, slot: Slot) -> bool:
    if slot == NERTZ:
        return view.nertz_count == 0
    if slot == WASTE:
        return not view.waste
    return not view.work[int(slot[1:]) - 1]
