"""What a table shows of its round now, and showed some moves ago."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.tables.guards import dealt

if TYPE_CHECKING:
    from bot.rules.round import Round
    from bot.rules.views import PublicView, SeatView
    from bot.tables.table import Table

REMEMBERED: Final = 6
"""Views that are kept for old clicks; others are replayed."""


class Views:
    """The views of a round, by seat and version. A version looks the same for ever."""

    __slots__ = ("_seen", "_table")

    def __init__(self, table: Table) -> None:
        self._table = table
        self._seen: dict[tuple[int, int], SeatView] = {}

    def forget(self) -> None:
        """Drop everything: another round, or versions that are to be numbered anew."""
        self._seen.clear()

    def view(self, seat: int, version: int | None = None) -> SeatView:
        """Return what a seat sees now, or saw at that version."""
        present = self._round()
        wanted = present.version if version is None else max(0, min(version, present.version))
        known = self._seen.pop((seat, wanted), None)
        if known is None:
            then = present if wanted == present.version else present.at(wanted)
            known = then.view(seat)
        self._seen[seat, wanted] = known
        if len(self._seen) > REMEMBERED:
            del self._seen[next(iter(self._seen))]
        return known

    def public(self) -> PublicView:
        """Return what everybody sees now."""
        return self._round().public_view()

    def _round(self) -> Round:
        return dealt(self._table.round)
