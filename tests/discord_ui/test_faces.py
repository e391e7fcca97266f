"""What the public message of a table says and offers in every phase."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.discord_ui.boards.content import BoardContent
from bot.discord_ui.boards.notices import BoardNewsLog
from bot.locales.words import words_for
from bot.rules.house_rules import HouseRules
from bot.tables.events import EventKind
from tests.tables.evening import Evening

if TYPE_CHECKING:
    from bot.discord_ui.boards.model import MessageContent

ENGLISH = words_for("en")


class Wall:
    """Where the public message hangs."""

    def __init__(self, **evening: object) -> None:
        self.evening = Evening(**evening)  # type: ignore[arg-type]
        news_log = BoardNewsLog()
        self.evening.tables.watch(news_log.hear)
        self._faces = BoardContent(news_log)

    @property
    def face(self) -> MessageContent:
        return self._faces.content_of(self.evening.table, ENGLISH)

    @property
    def last(self) -> MessageContent | None:
        return self._faces.finished_content_of(self.evening.table, ENGLISH)

    @property
    def text(self) -> str:
        return self.face.text

    @property
    def slots(self) -> list[str]:
        return [button.slot for row in self.face.rows for button in row]


async def test_the_lobby_names_host_seats_backs_practice_players_and_who_is_ready():
    wall = Wall()
    _, ben = wall.evening.in_lobby("Ana Ben")
    wall.evening.table.add_practice(wall.evening.table.state.host, "easy")
    ben.is_ready()
    text = wall.text
    assert "🔴 **Ana** · host" in text
    assert "🔵 **Ben** · ✅ ready" in text
    assert "**Pip** · practice, easy" in text
    assert "first to 100 points" in text
    assert "3 of 8 seats taken" in text
    assert wall.slots == [
        "join", "ready", "deal", "hand", "practice", "nopractice", "back", "howto", "leave",
    ]  # fmt: skip


async def test_the_lobby_tells_in_words_how_it_differs_from_classic():
    wall = Wall(rules=HouseRules.of({"preset": "racing_demon", "rounds": 7, "jokers": 1}))
    wall.evening.in_lobby("Ana Ben")
    text = wall.text
    assert "10 points for calling" in text
    assert "5 points for every king" in text
    assert "one joker in every deck" in text
    assert "7 rounds at most" in text
    assert "draw" not in text


@pytest.mark.parametrize("preset", ["classic", "pagat", "family", "duel", "snerts"])
async def test_the_lobby_names_the_preset(preset: str):
    wall = Wall(rules=HouseRules.of({"preset": preset, "target": 200}))
    wall.evening.in_lobby("Ana Ben")
    assert f"Nertz · {ENGLISH(f'preset_name.{preset}')}\n" in wall.text


async def test_seats_that_a_partner_may_ask_for_have_a_button_each():
    wall = Wall(rules=HouseRules(teams=True))
    ana, ben, cleo = wall.evening.in_lobby("Ana Ben Cleo")
    assert wall.slots[-3:] == ["share0", "share1", "share2"]
    dan = wall.evening.person("Dan")
    dan.joins(share=1)
    assert "**Dan** would like to share the seat of **Ben**" in wall.text
    assert "accept" in wall.slots
    wall.evening.table.accept_partner(ben.id, dan.id)
    assert "🔵 **Ben & Dan**" in wall.text
    assert "share1" not in wall.slots
    assert ana.at == 0
    assert cleo.at == 2


async def test_names_cannot_format_the_message():
    wall = Wall()
    wall.evening.in_lobby("*_Ana_* {host}")
    assert "\\*\\_Ana\\_\\*" in wall.text


async def test_the_countdown_names_the_people_without_an_open_hand():
    wall = Wall()
    ana, _ = wall.evening.in_lobby("Ana Ben")
    ana.deals()
    ana.opens_hand()
    text = wall.text
    assert "Ben**: press **My hand**" in text
    assert "<t:1780000020:R>" in text
    assert wall.evening.round.header.commitment in text
    assert "hand" in wall.slots


async def test_the_board_shows_nertz_counts_totals_last_plays_and_who_is_about_to_go_out():
    wall = Wall()
    ana, _ = wall.evening.running_on(
        "Ana Ben",
        {"nertz": "2C KD KC AH", "work": ["2H", "5S", "6S", "7S"]},
        {"nertz": "9C 9D", "work": ["4D", "4S", "4C", "4H"], "stock": "3S"},
    )
    ana.plays("N:AH>F")
    ana.plays("W1:2H>F")
    text = wall.text
    assert "**Ana** · Nertz pile **3** · out 2 · total 0" in text
    assert "**Ben** · Nertz pile **2** · out 0 · total 0 · 🔥 about to go out!" in text
    assert "Last plays: Ana A♥ → Ana 2♥" in text
    assert wall.evening.round.header.commitment in text


async def test_the_board_names_who_waits_for_the_next_deal_and_who_left():
    wall = Wall()
    _, ben, _ = wall.evening.running_with("Ana Ben Cleo")
    wall.evening.person("Dan").joins()
    ben.leaves()
    text = wall.text
    assert "In at the next deal: Dan" in text
    assert "Ben has left." in text
    assert "🚪 left" in text


async def test_somebody_who_does_nothing_is_asked_with_a_live_time_and_comes_back_with_a_button():
    wall = Wall()
    ana, ben = wall.evening.running_with("Ana Ben")
    for _ in range(4):
        wall.evening.clock.advance(15.5)
        ben.plays("draw")
    asked = wall.evening.told(EventKind.AWAY_ASKED)[0]
    assert f"**Ana**, are you still there? Your seat is frozen <t:{asked['until_ms'] // 1000}:R>" in wall.text
    for _ in range(8):
        wall.evening.clock.advance(15)
        ben.plays("draw" if ben.view.stock_count else "turn")
    assert "💤 away" in wall.text
    assert "are you still there" not in wall.text
    assert "imback" in wall.slots
    wall.evening.table.come_back(ana.id)
    assert "💤" not in wall.text
    assert "imback" not in wall.slots


async def test_an_answer_by_any_action_takes_the_question_away():
    wall = Wall()
    ana, _ = wall.evening.running_with("Ana Ben")
    wall.evening.clock.advance(61)
    assert "**Ana**, are you still there?" in wall.text
    ana.plays("draw")
    assert "**Ana**, are you still there?" not in wall.text


async def test_a_pause_says_when_the_table_closes_and_offers_to_go_on():
    wall = Wall()
    wall.evening.running_with("Ana Ben")
    wall.evening.table.pause(wall.evening.table.state.host)
    assert "⏸️" in wall.text
    assert "<t:" in wall.text
    assert "resume" in wall.slots
    assert "pause" not in wall.slots


async def test_votes_are_told():
    wall = Wall()
    _, ben, _ = wall.evening.running_with("Ana Ben Cleo")
    wall.evening.table.pause(ben.id)
    assert "Ben votes to pause (1 of 2)." in wall.text


async def test_the_scores_show_change_total_caller_seed_and_when_it_goes_on():
    wall = Wall()
    ana, ben = wall.evening.dealt_to("Ana Ben")
    wall.evening.won_by(ana, ben)
    text = wall.text
    assert "Round 1: Ana called Nertz!" in text
    assert "**Ana** +5 → **5**" in text
    assert "**Ben** -4 → **-4**" in text
    assert "at the latest <t:1780000023:R>" in text
    assert wall.evening.round.header.seed.hex() in text
    assert wall.slots[0] == "ready"
    assert "replay" in wall.slots


async def test_the_board_of_a_finished_round_stays_without_buttons():
    wall = Wall()
    ana, ben = wall.evening.dealt_to("Ana Ben")
    before = wall.last
    assert before is None
    wall.evening.won_by(ana, ben)
    finished = wall.last
    assert finished is not None
    assert "**Ana** · Nertz pile **0** · out 5 · **+5**" in finished.text
    assert "**Ben** · Nertz pile **2** · out 0 · **-4**" in finished.text
    assert finished.rows == ()
    ana.deals()
    assert wall.last is None


async def test_the_best_play_of_a_round_is_told():
    wall = Wall()
    ana, _ = wall.evening.running_on(
        "Ana Ben",
        {"nertz": "3H 2H AH", "work": ["KS", "", "", ""]},
        {"nertz": "9C 9D", "work": ["4D", "4S", "4C", "4H"]},
    )
    for move in ("N:AH>F", "N:2H>F", "N:3H>F", "call"):
        ana.plays(move)
        wall.evening.clock.advance(1)
    assert "⚡ Best play: Ana, 3 cards in 2 s" in wall.text


async def test_the_end_of_a_match_shows_podium_margins_and_a_rematch():
    wall = Wall(rules=HouseRules(rounds=1))
    ana, ben, cleo = wall.evening.dealt_to("Ana Ben Cleo")
    wall.evening.won_by(ana, ben, cleo)
    text = wall.text
    assert "## 🏆 **Ana** wins the match!" in text
    assert "Round 1: Ana called Nertz!" in text
    assert "🥇 🔴 **Ana** +5 → **5**" in text
    assert "🥈 🔵 **Ben** -4 → **-4** · 9 behind" in text
    assert "🥈 🟢 **Cleo** -4 → **-4** · 9 behind" in text
    assert wall.slots[:2] == ["rematch", "replay"]


async def test_a_table_that_cannot_keep_moves_says_so_once():
    wall = Wall()
    ana, _ = wall.evening.running_with("Ana Ben")
    await wall.evening.table.kept()
    wall.evening.journal.broken = True
    ana.plays("draw")
    await wall.evening.clock.run(0.1)
    assert wall.text.count("can't be stored") == 1


async def test_a_closed_table_says_why_and_has_no_buttons():
    wall = Wall()
    ana, _ = wall.evening.in_lobby("Ana Ben")
    wall.evening.table.stop(ana.id)
    assert "The game was stopped." in wall.text
    assert wall.slots == []


@pytest.mark.parametrize("seats", [1, 8])
async def test_no_row_has_more_than_five_buttons_and_every_slot_stands_once(seats: int):
    wall = Wall(rules=HouseRules(teams=True))
    people = wall.evening.in_lobby(" ".join("ABCDEFGH"[:seats]))
    for does in (lambda: None, people[0].deals, lambda: wall.evening.clock.advance(20)):
        does()
        assert all(0 < len(row) <= 5 for row in wall.face.rows)
        assert len(wall.slots) == len(set(wall.slots))


async def test_the_picture_has_a_new_name_whenever_it_would_look_different():
    wall = Wall()
    ana, _ = wall.evening.running_with("Ana Ben")
    names = set()
    for _ in range(3):
        picture_request = wall.face.picture_request
        assert picture_request is not None
        names.add(picture_request.name)
        ana.plays("draw")
    assert len(names) == 3
    picture_request, again = wall.face.picture_request, wall.face.picture_request
    assert picture_request == again
