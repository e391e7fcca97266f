from __future__ import annotations

import argparse
import io
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from bot.cli.errors import CliError
from bot.pictures import command
from tests.pictures.positions import WORDS

if TYPE_CHECKING:
    from pathlib import Path

KINDS = ["hand", "board", "lobby", "scores", "chart", "podium", "rules", "history"]


def picture(path: Path, *words: str) -> int:
    parser = argparse.ArgumentParser()
    command.add_arguments(parser, WORDS)
    return command.run(parser.parse_args([*words, "-o", str(path)]))


def opened(path: Path) -> Image.Image:
    return Image.open(io.BytesIO(path.read_bytes()))


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_picture_can_be_drawn_without_discord(kind, tmp_path):
    path = tmp_path / "picture.png"
    assert picture(path, kind, "--seed", "7", "--seats", "3", "--deck", "four-colour") == 0
    assert opened(path).size == (1100, 700)


def test_replay_is_an_animation(tmp_path):
    path = tmp_path / "round.gif"
    assert picture(path, "replay", "--seats", "2") == 0
    assert getattr(opened(path), "n_frames", 1) > 10


def test_sheet_shows_all_states(tmp_path):
    path = tmp_path / "sheet.png"
    assert picture(path, "sheet", "--theme", "light") == 0
    wide, tall = opened(path).size
    assert wide > 2000
    assert tall > 3000


def test_same_seed_gives_the_same_bytes_and_another_seed_others(tmp_path):
    one, two, other = (tmp_path / name for name in "abc")
    picture(one, "hand", "--moves", "90")
    picture(two, "hand", "--moves", "90")
    picture(other, "hand", "--moves", "90", "--seed", "8")
    assert one.read_bytes() == two.read_bytes() != other.read_bytes()


def test_description_is_printed_on_request(tmp_path, capsys):
    picture(tmp_path / "a.png", "hand", "--alt", "--seat", "2", "--rules", "jokers=2, work_piles=6")
    assert "Pile 6:" in capsys.readouterr().out


def test_unknown_house_rule_stops_with_the_legal_ones(tmp_path):
    with pytest.raises(CliError) as stop:
        picture(tmp_path / "a.png", "hand", "--rules", "penalty=9")
    assert WORDS(stop.value.key, **stop.value.data) == "House rule penalty: 0, 1, 2, 3."


def test_file_that_cannot_be_written_stops_with_a_sentence(tmp_path):
    with pytest.raises(CliError) as stop:
        picture(tmp_path / "nowhere" / "a.png", "lobby")
    assert "nowhere" in WORDS(stop.value.key, **stop.value.data)


def test_help_of_the_command_is_in_words():
    parser = argparse.ArgumentParser()
    command.add_arguments(parser, WORDS)
    out = io.StringIO()
    parser.print_help(out)
    assert "four-colour" in out.getvalue()
