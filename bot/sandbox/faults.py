"""Faults on order: what the next requests or events suffer."""

from __future__ import annotations

import itertools
from dataclasses import asdict, dataclass, field
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

REQUEST_KINDS = ("status", "status_after", "drop_before", "drop_after", "delay", "delay_after")
EVENT_KINDS = ("lose", "duplicate", "delay_event")


@dataclass
class Fault:
    """One order.

    `kind` for requests: `status` (refused unhandled), `status_after` (handled, yet answered so),
    `drop_before`, `drop_after` (connection reset), `delay`, `delay_after` (`seconds`). For gateway events:
    `lose`, `duplicate`, `delay_event`. `route` is a pattern over the path or the route of the request,
    or over the name of the event; `count` is how many it strikes (None: all), after letting `skip` pass.
    """

    kind: str
    route: str = "*"
    method: str = "*"
    count: int | None = 1
    skip: int = 0
    status: int = 500
    code: int = 0
    message: str = ""
    errors: dict[str, Any] | None = None
    retry_after: float = 1.0
    scope: str = "user"
    via: bool = True
    seconds: float = 0.0
    id: int = 0
    struck: int = 0

    def fits(self, method: str, *names: str) -> bool:
        """Whether it strikes a request or event of one of these names."""
        if self.method not in ("*", method):
            return False
        return any(fnmatchcase(name, self.route) for name in names)


@dataclass
class Faults:
    """The orders in force."""

    orders: list[Fault] = field(default_factory=list)
    _numbers: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    def add(self, kind: str, route: str = "*", method: str = "*", **details: Any) -> Fault:
        """Order a fault; raises ValueError for an unknown kind."""
        if kind not in REQUEST_KINDS + EVENT_KINDS:
            raise ValueError(f"unknown fault {kind!r}; known: {', '.join(REQUEST_KINDS + EVENT_KINDS)}")
        fault = Fault(kind, route, method.upper(), id=next(self._numbers), **details)
        self.orders.append(fault)
        return fault

    def clear(self, fault_id: int | None = None) -> None:
        """Withdraw one order, or all."""
        self.orders = [one for one in self.orders if fault_id is not None and one.id != fault_id]

    def strike(
        self, kinds: tuple[str, ...], method: str, *names: str, suffered: Collection[int] = ()
    ) -> Fault | None:
        """Return the first order that strikes now, and count it; not one that the request has suffered."""
        if not self.orders:
            return None
        for fault in self.orders:
            if fault.kind in kinds and fault.id not in suffered and fault.fits(method, *names):
                if fault.skip:
                    fault.skip -= 1
                    continue
                self._count(fault)
                return fault
        return None

    def _count(self, fault: Fault) -> None:
        fault.struck += 1
        if fault.count is not None:
            fault.count -= 1
            if fault.count <= 0:
                self.orders.remove(fault)

    def listing(self) -> list[dict[str, Any]]:
        """Return the orders as JSON."""
        return [asdict(fault) for fault in self.orders]
