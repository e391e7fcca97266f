"""Tables of every kind, for Hypothesis."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from bot.rules.cards import BLACK, RANK, is_joker, twins
from bot.rules.foundations import Foundation, Foundations
from bot.rules.house_rules import PRESETS, HouseRules
from bot.rules.jokers import stands_for
from bot.rules.layout import Layout
from bot.rules.moves import FIRST_WORK
from bot.rules.phase import Phase
from bot.rules.position import Position

if TYPE_CHECKING:
    from bot.rules.cards import Card
    from bot.rules.moves import Move

_CHOICES: dict[str, list[Any]] = {
    "nertz_size": [7, 13, 20],
    "work_piles": [3, 4, 5, 6, "by_players"],
    "draw": [1, 2, 3],
    "short_draw": ["turn_rest", "fold"],
    "space_from": ["any", "nertz_or_waste", "nertz_first"],
    "nertz_onto": ["any", "spaces"],
    "slide_under": ["on", "off"],
    "call": ["manual", "auto"],
    "mid_air": ["finish", "return"],
    "contest": ["first_wins", "both_stay"],
    "tie_window_ms": [0, 150, 1000],
    "stuck": ["rotate", "rotate_once", "reshuffle", "end"],
    "solo_shift": ["on", "off"],
    "penalty": [0, 1, 2, 3],
    "call_bonus": [0, 10],
    "king_bonus": [0, 5],
    "jokers": [0, 1, 2],
    "joker_fix": ["until_uncovered", "permanent"],
}

own_rules = st.fixed_dictionaries(
    {}, optional={name: st.sampled_from(values) for name, values in _CHOICES.items()}
).map(HouseRules.of)
house_rules = st.sampled_from(list(PRESETS.values())) | own_rules
seeds = st.binary(min_size=32, max_size=32)
chances = st.integers(0, 2**32).map(random.Random)


def is_progress(move: Move) -> bool:
    return move.kind == "foundation" or (move.kind in ("work", "slide") and move.origin < FIRST_WORK)


def everything(position: Position) -> Any:
    """All that a position holds, as plain values."""
    layouts = [
        (layout.piles, layout.stock, sorted(layout.drawn), layout.fixed) for layout in position.layouts
    ]
    piles = [(pile.suit, pile.owners, pile.stamps, pile.landed) for pile in position.foundations.piles]
    rest = {name: value for name, value in vars(position).items() if name not in ("layouts", "foundations")}
    return layouts, piles, position.foundations.takers, position.foundations.landings, rest


@st.composite
def late_positions(draw: st.DrawFn, most_pack: int = 5) -> Position:
    """One seat near the end: short packs, short runs, foundations of any height."""
    rules = draw(own_rules)
    chance = draw(chances)
    heights = [chance.choice((0, 0, chance.randrange(14))) for _ in range(8)]
    deck = [*range(52), *range(52, 52 + rules.jokers)]
    chance.shuffle(deck)
    work = [_run(deck, chance) for _ in range(chance.choice((3, 3, 4, 4, 5)))]
    nertz = [deck.pop() for _ in range(chance.randrange(3))]
    stock = [deck.pop() for _ in range(chance.randrange(most_pack))]
    waste = [deck.pop() for _ in range(chance.randrange(most_pack))]
    position = Position(rules, [Layout(nertz, work, stock, waste)], _foundations(heights))
    position.enter(Phase.RUNNING)
    if rules.joker_fix == "permanent":
        _fix_uncovered(position.layouts[0], chance)
    return position


def _fix_uncovered(layout: Layout, chance: random.Random) -> None:
    """Let jokers on top have been covered before."""
    for pile in layout.work:
        if pile and is_joker(pile[-1]) and chance.random() < 0.7:
            alone = twins(chance.randrange(1, 14), black=chance.random() < 0.5)[0]
            layout.fixed[pile[-1]] = stands_for(pile, len(pile) - 1, {}) or alone


def _run(deck: list[Card], chance: random.Random) -> list[Card]:
    """Take a run that may lie in a work pile out of the deck; a joker may be among it."""
    run = [deck.pop()] if chance.random() < 0.85 else []
    while run and chance.random() < 0.6:
        jokers = [card for card in deck if is_joker(card) and len(run) == 1]
        fits = [card for card in deck if not is_joker(card) and _goes_on(card, run)]
        if not fits and not jokers:
            break
        run.append(chance.choice(fits + jokers))
        deck.remove(run[-1])
    return run


def _goes_on(card: Card, run: list[Card]) -> bool:
    steps = next((n for n, under in enumerate(reversed(run), 1) if not is_joker(under)), None)
    if steps is None:
        return RANK[card] + len(run) <= 13
    under = run[-steps]
    return RANK[card] + steps == RANK[under] and (BLACK[card] != BLACK[under]) == (steps % 2 == 1)


def _foundations(heights: list[int]) -> Foundations:
    foundations = Foundations()
    for age, height in enumerate(heights):
        if height:
            pile = Foundation(age % 4)
            pile.owners = [(0,)] * height
            pile.stamps = [None] * height
            pile.landed = [0] * height
            if height < 13:
                foundations.takers[pile.suit * 13 + height].append(len(foundations.piles))
            foundations.piles.append(pile)
    return foundations
