"""Where a tap sends a card: the best place for it, never a guess."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.discord_ui.hands.sessions import MAIN, Page
from bot.discord_ui.hands.taps import declarations, others, taps
from bot.discord_ui.hands.view import PAGE_MOVES, HandView, listed, meanings, move_label
from bot.discord_ui.transport.messages import hand_picture_of
from bot.locales.words import words_for
from bot.pictures.picture import Picture
from bot.rules.house_rules import HouseRules
from bot.rules.moves import Move
from bot.rules.position import Position
from bot.rules.records import RoundHeader
from bot.rules.round import Round
from tests.examples import examples
from tests.rules.notation import foundations_of, layout_of

EMPTY = {"nertz": "2D", "work": ["", "", "", ""], "stock": "", "waste": ""}


def view_of(seat, *foundations, rules=None):
    house = HouseRules.of(rules or {})
    layouts = [layout_of(one, house.piles(2)) for one in (seat, EMPTY)]
    header = RoundHeader(house, 2, bytes(32))
    game = Round.set_up(header, Position(house, layouts, foundations_of(list(foundations))))
    if game.phase.value == "dealt":
        game.go(0)
    return game.view(0)


def tap(view, slot):
    move = taps(view)[slot]
    return None if move is None else move.text


def seat(nertz="5C", work=("", "", "", ""), stock="", waste=""):
    return {"nertz": nertz, "work": list(work), "stock": stock, "waste": waste}


def test_a_foundation_comes_before_a_work_pile():
    view = view_of(seat("4C AH", ("2S", "9D", "9H", "KC")))
    assert tap(view, "n") == "N:AH>F"


def test_a_work_pile_with_cards_comes_before_a_space():
    view = view_of(seat("4C 5H", ("", "9D", "6S", "KC")))
    assert tap(view, "n") == "N:5H>W3"


def test_only_the_nertz_pile_takes_a_space_while_it_has_cards():
    view = view_of(seat("4C 5H", ("", "9D", "9S", "KC"), waste="7D"))
    assert tap(view, "n") == "N:5H>W1"
    assert tap(view, "v") is None
    assert Move.parse("V:7D>W1") in others(view)


def test_the_waste_takes_a_space_once_the_nertz_pile_is_empty():
    view = view_of(seat("", ("", "9D", "9S", "KC"), waste="7D"))
    assert tap(view, "v") == "V:7D>W1"


def test_a_work_pile_sends_its_top_to_a_foundation_first():
    view = view_of(seat("4C", ("9D 8S", "TC", "5D", "9H")), "AS@2 2S@2 3S@2 4S@2 5S@2 6S@2 7S@2")
    assert tap(view, "w1") == "W1:8S>F"


def test_else_a_work_pile_moves_as_a_whole_onto_another():
    view = view_of(seat("4C", ("9D 8S", "TC", "5D", "2H")))
    assert tap(view, "w1") == "W1:9D>W2"


def test_a_part_of_a_pile_is_left_to_more():
    view = view_of(seat("4C", ("9D 8S", "9H", "5D", "2H")))
    assert tap(view, "w1") is None
    assert Move.parse("W1:8S>W2") in others(view)


def test_a_whole_pile_is_never_put_into_a_space():
    view = view_of(seat("4C", ("9D", "", "5D", "2H")))
    assert tap(view, "w1") is None


def test_draw_turns_when_the_stock_is_empty():
    assert tap(view_of(seat(stock="5D 6D")), "d") == "draw"
    assert tap(view_of(seat(waste="5D 6D")), "d") == "turn"
    assert tap(view_of(seat()), "d") is None


def test_a_call_is_meant_only_with_an_empty_nertz_pile():
    assert tap(view_of(seat("")), "z") == "call"
    assert tap(view_of(seat("5C")), "z") is None


def test_a_joker_with_several_homes_asks_which_card_it_shall_be():
    view = view_of(seat("4C *1", ("9D", "TC", "5D", "2H")), rules={"jokers": 1})
    assert tap(view, "n") is None
    assert {move.text for move in declarations(view, "n")} == {f"N:*1=A{suit}>F" for suit in "SHDC"}


def test_the_pages_of_more_hold_what_no_tap_plays():
    view = view_of(seat("4C 5H", ("", "9D", "6S", "KC"), stock="2C", waste="7D"))
    assert set(others(view)) | set(taps(view).values()) - {None} == set(view.legal)
    assert not set(others(view)) & set(taps(view).values())


@examples(60)
@given(
    st.binary(min_size=32, max_size=32),
    st.integers(0, 40),
    st.sampled_from([3, 4, 5, 6]),
    st.sampled_from([0, 2]),
)
def test_whatever_lies_there_every_legal_move_has_a_button_and_a_message_has_at_most_40_parts(
    seed, steps, piles, jokers
):
    game = Round.deal(HouseRules.of({"work_piles": piles, "jokers": jokers}), 2, seed)
    game.go(0)
    for step in range(steps):
        legal = [move for move in game.legal_moves(0) if move.kind not in ("stuck", "call")]
        if not legal:
            break
        game.play(0, legal[(seed[step % 32] + step) % len(legal)], step)
    view = game.view(0)
    shown = meanings(view, 7, 0, with_others=True)
    buttons = set()
    for page in [MAIN, *(Page("more", number) for number in range(len(shown.others) // PAGE_MOVES + 1))]:
        face = HandView(view, shown, page, "line", "nz:1:", True, words_for("en"))
        payload = face.with_picture(Picture(b"", "alt")).to_components()
        assert count(payload) <= 40
        ids = [part["custom_id"] for row in payload for part in row.get("components", ())]
        assert len(ids) == len(set(ids))
        buttons |= set(ids)
    assert {f"nz:1:m{place}" for place in range(len(shown.others))} <= buttons


def count(parts):
    return sum(1 + count(part.get("components", ())) for part in parts)


@pytest.mark.parametrize("piles", [3, 4, 5, 6])
def test_buttons_lie_at_constant_places(piles):
    game = Round.deal(HouseRules.of({"work_piles": piles}), 1, bytes(32))
    rows = []
    for _ in range(2):
        shown = meanings(game.view(0), 7, 0, with_others=False)
        face = HandView(game.view(0), shown, MAIN, "line", "", True, words_for("en"))
        payload = face.with_picture(Picture(b"", "alt")).to_components()
        rows.append([[part["custom_id"] for part in row["components"]] for row in payload[2:]])
        if game.phase.value == "dealt":
            game.go(0)
            game.play(0, "draw", 1)
    assert rows[0] == rows[1]
    assert rows[0][0][:4] == ["n", "w1", "w2", "w3"]
    assert rows[0][-1] == ["d", "v", "s", "z", "o"]


def test_labels_fit_a_phone():
    view = view_of(seat("", ("QS", "", "6S", "KC"), stock="2C", waste="TD"))
    shown = meanings(view, 7, 0, with_others=False)
    face = HandView(view, shown, MAIN, "line", "", True, words_for("en"))
    for row in face.with_picture(Picture(b"", "alt")).to_components()[2:]:
        for part in row["components"]:
            assert len(part["label"]) <= 4 or part["label"] == "NERTZ!"


def colours(view, *, assist=True):
    shown = meanings(view, 7, 0, with_others=False)
    face = HandView(view, shown, MAIN, "line", "", assist, words_for("en"))
    rows = face.with_picture(Picture(b"", "alt")).to_components()[2:]
    return {
        part["custom_id"]: (part["style"], part.get("disabled", False))
        for row in rows
        for part in row["components"]
    }


def test_colours_tell_what_a_tap_would_do():
    view = view_of(seat("4C AH", ("9D", "TC", "", "2H"), stock="3C"))
    told = colours(view)
    assert told["n"] == (3, False)
    assert told["w1"] == (1, False)
    assert told["w2"] == (2, True)
    assert told["w3"] == (2, True)


def test_without_assist_every_card_is_grey_and_can_be_pressed():
    view = view_of(seat("4C AH", ("9D", "TC", "KC", "2H"), stock="3C", waste="5C"))
    assert set(colours(view, assist=False).values()) == {(2, False)}


def test_a_page_of_choice_lists_only_what_the_joker_may_be():
    view = view_of(seat("4C *1", ("9D", "TC", "5D", "2H")), rules={"jokers": 1})
    shown = meanings(view, 7, 0, with_others=True)
    places = listed(view, Page("choose", slot="n"), shown.others)
    assert [move_label(shown.others[place], words_for("en")) for place in places] == [
        "🃏A♠→F", "🃏A♥→F", "🃏A♦→F", "🃏A♣→F",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "name", ["hand.png", "hand_1.png", "hand_1_.png", "hand_1_x.png", "board_1_2.png", "hand_1_²"]
)
def test_a_file_of_another_name_is_no_hand(name):
    assert hand_picture_of([name]) is None


def test_round_and_version_are_read_from_the_name_of_the_picture():
    assert hand_picture_of(["other.png", "hand_77_12.png"]) == (77, 12)


def test_more_without_any_move_says_so():
    view = view_of(seat("9H 9H", ("9C", "9S", "9D", "9H")))
    shown = meanings(view, 7, 0, with_others=True)
    face = HandView(view, shown, Page("more", 0), "line", "", True, words_for("en"))
    payload = face.with_picture(Picture(b"", "alt")).to_components()
    assert payload[1]["content"] == "There is no other move just now."
    assert [part["custom_id"] for row in payload[2:] for part in row["components"]] == ["b"]
