from __future__ import annotations

from dataclasses import replace

from bot.pictures import ALT_LIMIT, sample_rounds
from bot.pictures.alt import HandWords, Sentence, board_words, fitted
from bot.pictures.match_words import chart_words, lobby_words, podium_words, score_words
from bot.rules.cards import cards_of
from bot.rules.house_rules import PRESETS
from bot.rules.views import FoundationView, JokerIdentity, SeatView
from tests.pictures.positions import CLASSIC, WORDS, long_piles

FACE = sample_rounds.face(4, 7, CLASSIC)


def hand() -> SeatView:
    view = sample_rounds.dealt(CLASSIC, 4, 3).view(0)
    piles = (
        FoundationView(suit=1, rank=5, owners=(1,), starter=0, closed=False),
        FoundationView(suit=1, rank=13, owners=(1,), starter=0, closed=True),
        FoundationView(suit=3, rank=1, owners=(2,), starter=2, closed=False),
    )
    return replace(
        view,
        public=replace(view.public, foundations=piles),
        nertz_count=9,
        nertz_top=cards_of("7H")[0],
        work=tuple(tuple(cards_of(text)) for text in ("QS JH", "", "4D", "9C *1 7S")),
        jokers=(JokerIdentity(52, 8, black=False),),
        waste=tuple(cards_of("2C 3C TD KS")),
        stock_count=17,
    )


def test_hand_says_everything_a_player_needs():
    text = HandWords(hand(), FACE, WORDS).text()
    for part in (
        "Nertz pile: 9 left, top 7♥.",
        "Pile 1: Q♠ J♥.",
        "Pile 2: empty.",
        "Pile 4: 9♣ joker 1 (as 8 red) 7♠.",
        "Waste: K♠, under it 10♦ 3♣.",
        "Stock: 17.",
        "♥ 5 (1 closed)",
        "♣ A",
        "Ben 13, Chloé 13, Dev 13",
    ):
        assert part in text
    assert "2♣" not in text


def test_hand_with_an_empty_nertz_pile_says_that_it_can_call():
    view = replace(hand(), nertz_count=0, nertz_top=None, waste=())
    text = HandWords(view, FACE, WORDS).text()
    assert "Nertz pile: empty, call Nertz!" in text
    assert "Waste: empty." in text


def test_longest_hand_keeps_its_own_cards():
    face = replace(sample_rounds.face(8, 7, CLASSIC), names=("W" * 32,) * 8)
    text = HandWords(long_piles(seats=8, piles=6), face, WORDS).text()
    assert len(text) <= ALT_LIMIT
    assert all(f"Pile {pile}:" in text for pile in range(1, 7))


def test_least_useful_sentence_is_dropped_first():
    sentences = [Sentence(0, "a" * 500), Sentence(2, "b" * 300), Sentence(1, "c" * 500)]
    assert fitted(sentences) == "a" * 500 + " " + "c" * 500


def test_board_names_everybody_and_who_called():
    rnd = sample_rounds.finished(CLASSIC, 4, 7)
    text = board_words(rnd.public_view(), FACE, WORDS)
    assert rnd.caller is not None
    assert f"{sample_rounds.NAMES[rnd.caller]} (Nertz!): Nertz pile 0" in text
    assert all(name in text for name in FACE.names)


def test_board_says_whose_card_lies_on_every_foundation():
    view = replace(hand().public, landings=())
    text = board_words(view, FACE, WORDS)
    assert "On top lie: 5♥ Ben, A♣ Chloé." in text


def test_seat_that_left_is_told():
    rnd = sample_rounds.played(CLASSIC, 3, 7, 20)
    rnd.leave(1, 10**6)
    assert "Ben (left)" in board_words(rnd.public_view(), sample_rounds.face(3, 7, CLASSIC), WORDS)


def test_pause_is_the_first_word_of_a_hand():
    rnd = sample_rounds.played(CLASSIC, 3, 7, 20)
    rnd.pause(10**6)
    assert HandWords(rnd.view(0), sample_rounds.face(3, 7, CLASSIC), WORDS).text().startswith("Paused.")


def test_lobby_says_who_is_ready_and_the_rules():
    text = lobby_words(FACE, PRESETS["duel"], WORDS)
    assert "Ana" in text
    assert "is ready" in text
    assert "is not ready yet" in text
    assert "practice player" in text
    assert "Target 100" in text


def test_scores_chart_and_podium_tell_the_totals():
    sheet = sample_rounds.match(CLASSIC, 4, 7)
    totals = sheet.totals(4)
    for describe in (score_words, chart_words, podium_words):
        text = describe(FACE, sheet, WORDS)
        assert all(str(total) in text for total in totals)
    winner = FACE.names[sheet.winners[0]]
    assert f"1. {winner}" in podium_words(FACE, sheet, WORDS)
