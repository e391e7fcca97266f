"""What How to play says of the table in whose channel it is asked."""

from __future__ import annotations

import pytest

from bot.discord_ui.wording.house_rules import at_this_table, differences_in_words
from bot.locales import LANGUAGES, words_for
from bot.pictures.help_cards import TOPICS
from bot.rules.house_rules import PRESETS, RULE_NAMES, HouseRules, RuleRefused, legal_values
from tests.discord_ui.registers import said


def as_different_as_can_be() -> HouseRules:
    """Take for each rule the last value that differs from classic and that goes with the others."""
    rules = HouseRules()
    for name in RULE_NAMES:
        for value in reversed(legal_values(name)):
            try:
                changed = HouseRules.of({**rules.as_dict(), name: value})
            except RuleRefused:
                continue
            if changed.as_dict()[name] != HouseRules().as_dict()[name]:
                rules = changed
                break
    return rules


async def test_how_to_play_tells_the_house_rules_of_the_table(ana):
    await ana.types("start", rules="nertz_size=7, target=30")
    told = said(await ana.presses(ana.board, "howto"))
    assert "**At this table:** first to 30 points · Nertz pile of 7 cards" in told
    assert "**At this table:**" in said(await ana.types("rules", topic="deal"))


async def test_rules_say_nothing_of_a_table_that_plays_by_them_nor_where_there_is_none(ana):
    assert "At this table" not in said(await ana.types("rules"))
    await ana.types("start")
    assert "At this table" not in said(await ana.types("rules"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("most", [40, 200, 1200])
def test_what_does_not_fit_is_left_out(language, most):
    words, rules = words_for(language), as_different_as_can_be()
    assert len(differences_in_words(words, rules)) > 12
    line = at_this_table(words, rules, most)
    assert line
    assert len(line) <= most
    assert line.endswith("…") == (most < 1200)


def test_classic_rules_need_no_line():
    assert at_this_table(words_for("en"), PRESETS["classic"], 500) == ""


async def test_rules_without_a_topic_begin_with_the_first_one(ana):
    first, second, *_ = TOPICS
    told = said(await ana.types("rules"))
    assert told == said(await ana.types("rules", topic=first))
    assert told != said(await ana.types("rules", topic=second))
