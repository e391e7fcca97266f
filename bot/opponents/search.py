"""The long way: which run to move first so that, some moves later, a card gets somewhere."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from bot.rules.cards import Card

    Piles: TypeAlias = tuple[tuple[Card, ...], ...]

_MOST_ARRANGEMENTS: Final = 120


class Step(NamedTuple):
    """A run moves: the piles count from 0."""

    source: int
    card: Card
    target: int


def first_step(
    work: Piles,
    followers: Mapping[Card, tuple[Card, ...]],
    good: Collection[Card],
    *,
    spaces_good: bool,
    to_spaces: bool,
) -> Step | None:
    """Return the first of the fewest run moves that uncover something useful, or None.

    `followers` tells what goes on a card, `good` which top cards are good to have, `spaces_good` whether a
    space is, `to_spaces` whether runs may go there.
    """
    known = {work}
    queue: deque[tuple[Piles, Step | None]] = deque([(work, None)])
    while queue and len(known) < _MOST_ARRANGEMENTS:
        piles, first = queue.popleft()
        for step in _steps(piles, followers, to_spaces=to_spaces):
            after = _move(piles, step)
            if after in known:
                continue
            opened = after[step.source]
            if opened[-1] in good if opened else spaces_good:
                return first or step
            known.add(after)
            queue.append((after, first or step))
    return None


def _steps(piles: Piles, followers: Mapping[Card, tuple[Card, ...]], *, to_spaces: bool) -> Iterator[Step]:
    space = -1
    for target, other in enumerate(piles):
        if not other:
            space = target
            continue
        for card in followers[other[-1]]:
            for source, pile in enumerate(piles):
                if source != target and card in pile:
                    yield Step(source, card, target)
    if to_spaces and space >= 0:
        for source, pile in enumerate(piles):
            for card in pile[1:]:
                yield Step(source, card, space)


def _move(piles: Piles, step: Step) -> Piles:
    pile = piles[step.source]
    place = pile.index(step.card)
    after = list(piles)
    after[step.source] = pile[:place]
    after[step.target] += pile[place:]
    return tuple(after)
