"""The long way: which run to move first so that, some moves later, a card gets somewhere."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bot.rules.cards import Card

Piles = tuple[tuple["Card", ...], ...]

_MOST_ARRANGEMENTS = 250


class Step(NamedTuple):
    """A run moves: the piles count from 0."""

    source: int
    card: Card
    target: int


def first_step(
    work: Piles,
    *,
    fits_on: Callable[[Card, Card], bool],
    to_spaces: bool,
    pays: Callable[[Card], bool],
    wants_space: bool,
) -> Step | None:
    """Return the first of the fewest run moves that uncover something useful, or None.

    `pays` tells whether a top card is good to have open; `wants_space` whether a space is.
    """
    known = {work}
    queue: deque[tuple[Piles, Step | None]] = deque([(work, None)])
    while queue and len(known) < _MOST_ARRANGEMENTS:
        piles, first = queue.popleft()
        for step in _steps(piles, fits_on, to_spaces):
            after = _move(piles, step)
            if after in known:
                continue
            opened = after[step.source]
            if pays(opened[-1]) if opened else wants_space:
                return first or step
            known.add(after)
            queue.append((after, first or step))
    return None


def _steps(piles: Piles, fits_on: Callable[[Card, Card], bool], to_spaces: bool) -> Iterator[Step]:
    spaces = [number for number, pile in enumerate(piles) if not pile]
    for source, pile in enumerate(piles):
        for target, other in enumerate(piles):
            if other and target != source:
                for card in pile:
                    if fits_on(card, other[-1]):
                        yield Step(source, card, target)
        if to_spaces and spaces:
            for card in pile[1:]:
                yield Step(source, card, spaces[0])


def _move(piles: Piles, step: Step) -> Piles:
    pile = piles[step.source]
    place = pile.index(step.card)
    after = list(piles)
    after[step.source] = pile[:place]
    after[step.target] += pile[place:]
    return tuple(after)
