"""Drawing, turning and shifting: what the pack of stock and waste allows (RULES.md sections 3 and 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules.refusal import Code, Refusal

if TYPE_CHECKING:
    from bot.rules.house_rules import HouseRules
    from bot.rules.layout import Layout


def check_draw(layout: Layout) -> None:
    """Refuse a draw from an empty stock."""
    if not layout.stock:
        raise Refusal(Code.NOTHING_TO_DRAW, "turn" if layout.waste else "")


def check_pack(kind: str, layout: Layout, rules: HouseRules) -> None:
    """Refuse a `turn` or `shift` that is not legal."""
    if kind == "turn":
        _check_turn(layout)
    else:
        _check_shift(layout, rules)


def _check_turn(layout: Layout) -> None:
    if layout.stock:
        raise Refusal(Code.STOCK_NOT_EMPTY)
    if not layout.waste:
        raise Refusal(Code.NOTHING_TO_DRAW)


def _check_shift(layout: Layout, rules: HouseRules) -> None:
    if not rules.solo_shift:
        raise Refusal(Code.OPTION_OFF, "solo_shift", option="solo_shift")
    if not layout.stock:
        raise Refusal(Code.NOTHING_TO_DRAW)
    if not layout.has_drawn_all():
        raise Refusal(Code.NOT_YET)
