"""Whatever people call themselves or type, it is said back as it stands, and does nothing."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from hypothesis import example, given
from hypothesis import strategies as st

import bot.discord_ui
from bot.discord_ui.drawing.requests import table_face
from bot.discord_ui.errors import explain
from bot.discord_ui.wording.names import person_name, plain_person_name, written
from bot.locales.names import plain
from bot.locales.words import LANGUAGES, words_for
from bot.pictures.alt import HandWords, board_words, name_of
from bot.pictures.match_words import lobby_words
from bot.rules.house_rules import HouseRules
from bot.rules.refusal import Code, Refusal
from bot.tables.refusal import TableCode, TableRefusal
from bot.tables.seats import TableState
from tests.discord_ui.test_faces import Wall
from tests.examples import examples
from tests.tables.evening import Evening

HOUSE: Final = Path(bot.discord_ui.__file__).parent
HOSTILE: Final = st.text(
    st.characters() | st.sampled_from("<@#&:>*_~|`[]()\\-. 1{}\u202e\u200b\u05d0\n"), max_size=40
)
NASTY: Final = (
    "<@123456789012345678>",
    "@everyone",
    "*_Ana_* {host}",
    "# Ana\n> x",
    "[a](https://b.example)",
    "<:x:1><t:0:R></nertz stop:1>",
    "\u202eana",
    "\u2800\u200b",
    "||`",
    "\\",
    "שרה",
)
_ACTIVE: Final = re.compile(r"(?<!\\)(?:\\\\)*[*_~|`<>#\[\]():@+.\-]")
"""A sign of Discord's markdown that no backslash stands before."""


def as_it_reads(text: str) -> str:
    """Return a text as Discord shows it, if nothing in it is markdown."""
    return re.sub(r"\\([^0-9A-Za-z\s])", r"\1", text)


@examples(400)
@given(HOSTILE)
@example("<@1>")
@example("\\*a*")
@example("1. a\n- b")
def test_what_was_typed_reads_as_it_stands_and_formats_links_and_mentions_nothing(text: str):
    said = written(text)
    assert as_it_reads(said) == plain(text, 100)
    assert not _ACTIVE.search(said)
    assert len(said) <= 2 * 100 + 2


@examples(200)
@given(HOSTILE, st.integers(1, 2**63))
@example("", 123_456)
@example("\u2800", 7)
def test_everybody_has_a_name_that_shows(name: str, person: int):
    state = TableState(person, HouseRules(), names={person: name})
    assert as_it_reads(person_name(state, person)) == plain_person_name(state, person) != ""


def test_two_people_without_visible_names_are_told_apart():
    state = TableState(1, HouseRules(), names={100_031: "\u200b", 100_042: "\u3164"})
    assert [person_name(state, person) for person in state.names] == [r"\#0031", r"\#0042"]


@dataclass
class Told:
    """All that a table said on its way through its life: messages, and alt texts with their seats' names."""

    texts: list[str] = field(default_factory=list)
    alts: list[tuple[str, list[str]]] = field(default_factory=list)


async def a_life_of(names: tuple[str, ...], language: str) -> Told:
    """Let four people called so meet, share a seat, play, and quarrel."""
    wall, words, told = Wall(rules=HouseRules(teams=True, rounds=1)), words_for(language), Told()
    evening = wall.evening
    ana, ben, cleo, dan = (evening.person(name) for name in names)
    table = evening.opened_by(ana)

    def looks() -> None:
        faces = (wall._faces.content_of(table, words), wall._faces.finished_content_of(table, words))
        told.texts += [face.text for face in faces if face is not None]
        picture = table_face(table)
        alts = [lobby_words(picture, table.state.rules, words)]
        if table.round is not None:
            alts += [board_words(table.public_view(), picture, words)]
            alts += [HandWords(table.view(0), picture, words).text()]
        told.alts += [(alt, [name_of(picture, seat) for seat in range(picture.seats)]) for alt in alts]

    ben.joins()
    cleo.joins(share=1)
    looks()
    table.invite_partner(ana.id, dan.id, dan.name)
    looks()
    table.accept_partner(ben.id, cleo.id)
    ana.deals()
    looks()
    evening.won_by(ana, ben)
    dan.joins()
    looks()
    table.kick(ana.id, dan.id)
    looks()
    refusals = (TableRefusal(TableCode.NOT_HOST, host=cleo.id), Refusal(Code.BEATEN, by=1, card=0))
    told.texts += [str(explain(error, words, table)) for error in refusals]
    return told


NAMELESS: Final = ("Qaaa", "Qbbb", "Qccc", "Qddd")
"""Names that nothing has to be done to, and that stand nowhere else."""
FIRST: Final = Evening().person("").id


def swapped(text: str, names: dict[str, str]) -> str:
    """Return a text with other names in it."""
    known = sorted(map(re.escape, names), key=len, reverse=True)
    return re.sub("|".join(known), lambda found: names[found[0]], text)


@examples(30)
@given(st.tuples(HOSTILE, HOSTILE, HOSTILE, HOSTILE), st.sampled_from(LANGUAGES))
@example(NASTY[:4], "en")
@example(NASTY[4:8], "fr")
@example(NASTY[7:], "es")
def test_every_message_and_alt_text_holds_names_as_the_one_function_gives_them(
    names: tuple[str, ...], language: str
):
    told, nameless = (asyncio.run(a_life_of(who, language)) for who in (names, NAMELESS))
    people = range(FIRST, FIRST + len(names))
    state = TableState(0, HouseRules(), names=dict(zip(people, names, strict=True)))
    said = dict(zip(NAMELESS, (person_name(state, person) for person in people), strict=True))
    assert told.texts == [swapped(text, said) for text in nameless.texts]
    assert any(name in text for name in NAMELESS for text in nameless.texts)
    for (alt, seats), (its_alt, its_seats) in zip(told.alts, nameless.alts, strict=True):
        assert alt == swapped(its_alt, dict(zip(its_seats, seats, strict=True)))


def test_alt_texts_show_no_escapes():
    for alt, _ in asyncio.run(a_life_of(("a_b", "*c*", "Cleo", "Dan"), "en")).alts:
        assert "\\" not in alt
        assert "a_b" in alt or "*c*" in alt


def reads_names(source: str) -> bool:
    """Return whether code takes names from people or tables, or escapes any, without asking `naming`."""
    return bool(re.search(r"\.display_name|global_name|\bnick\b|state\.names|escape_markdown", source))


def test_only_one_file_reads_the_names_of_people_or_escapes_anything():
    found = {path.name for path in HOUSE.rglob("*.py") if reads_names(path.read_text(encoding="utf-8"))}
    assert found == {"names.py", "stale.py"}  # the latter: names of options of commands
