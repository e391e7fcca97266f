"""Practice players use no unseen card: exchange all of these under them, and they do the same."""

from __future__ import annotations

import random

import pytest

from bot.opponents import make_opponent
from bot.rules.house_rules import PRESETS
from bot.rules.phase import Phase
from bot.rules.position import Position
from bot.rules.records import RoundHeader
from bot.rules.round import Round
from tests.opponents.tables import deal


def with_other_unseen_cards(round_: Round, seat: int, chance: random.Random) -> Round:
    """Return the round with the hidden cards of `seat` mixed, and all cards of the others as well."""
    position = round_.position.copy()
    for number, layout in enumerate(position.layouts):
        hidden = layout.nertz[:-1] + layout.stock if number == seat else layout.nertz + layout.stock
        chance.shuffle(hidden)
        size = len(layout.nertz) - 1 if number == seat and layout.nertz else len(layout.nertz)
        layout.nertz[:size] = hidden[:size]
        layout.stock[:] = hidden[size:]
        layout.known = None
    twin = Round.set_up(RoundHeader(round_.rules, round_.seats, round_.header.seed), position)
    twin.records = round_.records[:]
    return twin


@pytest.mark.parametrize("preset", ["classic", "gamerules", "snerts", "duel"])
def test_choices_are_the_same_whatever_the_unseen_cards_are(preset: str):
    rules, chance = PRESETS[preset], random.Random(5)
    round_ = deal(rules, 3, 5)
    round_.go(0)
    players = [make_opponent("hard", rules, seat) for seat in range(3)]
    twins = [make_opponent("hard", rules, seat) for seat in range(3)]
    for turn in range(240):
        seat = turn % 3
        seen = round_.public_view().foundations
        other = with_other_unseen_cards(round_, seat, chance)
        assert isinstance(other.position, Position)
        move = players[seat].choose(round_.view(seat), seen)
        assert twins[seat].choose(other.view(seat), seen) == move
        if move is not None:
            round_.play(seat, move, turn * 1000)
        if round_.phase is not Phase.RUNNING:
            break
