from __future__ import annotations

import pytest

from bot.sandbox.bodies import UploadedFile, read_body
from bot.sandbox.checks.components import component_problems
from bot.sandbox.checks.messages import message_problems
from bot.sandbox.components import every, walk
from bot.sandbox.errors import Problem, error_tree
from tests.sandbox.raw_bot import V2, button, panel, png, row, text


def gallery(*names, **more):
    return {"type": 12, "items": [{"media": {"url": f"attachment://{name}"}, **more} for name in names]}


def select(*values, **more):
    options = [{"label": value or "x", "value": value} for value in values]
    return {"type": 3, "custom_id": "s", "options": options, **more}


def many_rows(rows):
    return [row(*(button(f"{r}-{c}") for c in range(5))) for r in range(rows)]


BROKEN = {
    "six buttons in a row": ([row(*(button(str(n)) for n in range(6)))], "BASE_TYPE_BAD_LENGTH"),
    "an empty row": ([row()], "BASE_TYPE_BAD_LENGTH"),
    "two selects in a row": ([row(select("a"), select("b"))], "BASE_TYPE_BAD_LENGTH"),
    "label of 81": ([row(button(label="x" * 81))], "BASE_TYPE_BAD_LENGTH"),
    "custom id of 101": ([row(button("x" * 101))], "BASE_TYPE_BAD_LENGTH"),
    "no custom id": ([row(button(""))], "BASE_TYPE_BAD_LENGTH"),
    "no label and no emoji": ([row(button(label=""))], "BUTTON_COMPONENT_EMPTY"),
    "a link without url": ([row({"type": 2, "style": 5, "label": "x"})], "BUTTON_COMPONENT_INVALID_URL"),
    "a custom id twice": ([row(button("a"), button("a"))], "COMPONENT_CUSTOM_ID_DUPLICATED"),
    "a custom id twice in two rows": ([row(button("a")), row(button("a"))], "COMPONENT_CUSTOM_ID_DUPLICATED"),
    "41 components": ([*many_rows(6), *[text("x")] * 5], "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"),
    "a button outside a row": ([button()], "UNION_TYPE_CHOICES"),
    "a container in a container": (
        [{"type": 17, "components": [{"type": 17, "components": [text("x")]}]}],
        "UNION_TYPE_CHOICES",
    ),
    "an unknown component": ([{"type": 99}], "UNION_TYPE_CHOICES"),
    "11 pictures": ([gallery(*"abcdefghijk")], "BASE_TYPE_BAD_LENGTH"),
    "alt text of 1025": ([gallery("a", description="x" * 1025)], "BASE_TYPE_MAX_LENGTH"),
    "no text": ([text("")], "BASE_TYPE_BAD_LENGTH"),
    "4001 characters": ([text("x" * 2000), text("x" * 2001)], "BASE_TYPE_MAX_LENGTH"),
    "a section without accessory": ([{"type": 9, "components": [text("x")]}], "BASE_TYPE_REQUIRED"),
    "26 options": ([row(select(*map(str, range(26))))], "BASE_TYPE_BAD_LENGTH"),
    "an option twice": ([row(select("a", "a"))], "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"),
    "an unknown field": ([row(button(colour="red"))], "UNKNOWN_FIELD"),
}


@pytest.mark.parametrize(("components", "code"), BROKEN.values(), ids=BROKEN.keys())
def test_components_that_break_a_rule_are_found(components, code):
    assert code in {one.code for one in component_problems(components, is_v2=True)}


def test_a_hand_with_six_full_rows_picture_and_text_is_good():
    hand = [text("one line"), gallery("hand.png", description="alt"), *many_rows(6)]
    assert component_problems(hand, is_v2=True) == []


def test_v2_components_need_the_flag():
    assert component_problems([text("x")], is_v2=False)
    assert component_problems(many_rows(5), is_v2=False) == []
    assert component_problems(many_rows(6), is_v2=False)


@pytest.mark.parametrize("field", ["content", "embeds"])
def test_a_v2_message_has_no_content_and_no_embeds(field):
    body = {**panel("x"), field: "x" if field == "content" else [{"title": "x"}]}
    (problem,) = message_problems(body, [], None)
    assert problem.code == "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"


def test_a_picture_needs_its_file():
    body = {"flags": V2, "components": [gallery("hand_1.png")]}
    (problem,) = message_problems(body, [], None)
    assert problem.code == "ATTACHMENT_NOT_FOUND"
    assert message_problems(body, [UploadedFile(0, "hand_1.png", png())], None) == []


@pytest.mark.parametrize("name", ["_hand.png", "Hand.png", "hand 1.png", "hand-1.png"])
def test_a_file_name_discord_would_change_is_found(name):
    problems = message_problems({"content": "x"}, [UploadedFile(0, name, b"x")], None)
    assert [one.code for one in problems] == ["FILE_NAME"]


def test_a_listed_attachment_needs_a_file():
    body = {"content": "x", "attachments": [{"id": 0, "filename": "a.png"}]}
    assert [one.code for one in message_problems(body, [], None)] == ["ATTACHMENT_UNKNOWN"]


def test_unknown_fields_are_found():
    (problem,) = message_problems({"content": "x", "colour": 1}, [], None)
    assert (problem.code, problem.path) == ("UNKNOWN_FIELD", ("colour",))


def test_problems_nest_like_discords():
    problems = [Problem(("components", 0, "label"), "CODE", "words"), Problem((), "TOP", "all of it")]
    assert error_tree(problems) == {
        "components": {"0": {"label": {"_errors": [{"code": "CODE", "message": "words"}]}}},
        "_errors": [{"code": "TOP", "message": "all of it"}],
    }


def test_a_multipart_body_is_read_with_its_files():
    raw = (
        b'--b\r\nContent-Disposition: form-data; name="payload_json"\r\n\r\n{"content":"hi"}\r\n'
        b'--b\r\nContent-Disposition: form-data; name="files[3]"; filename="a.png"\r\n'
        b"Content-Type: image/png\r\n\r\n\r\n--not the end\r\n\r\n--b--\r\n"
    )
    body, (file,) = read_body("multipart/form-data; boundary=b", raw)
    assert body == {"content": "hi"}
    assert (file.number, file.filename, file.data) == (3, "a.png", b"\r\n--not the end\r\n")


async def test_a_lenient_sandbox_takes_it_and_notes_it(bot):
    bot.sandbox.services.judge.strict = False
    path = f"/channels/{bot.sandbox.channel('nertz').id}/messages"
    sent = await bot.call("POST", path, panel("x", *(button(str(n)) for n in range(6))))
    assert sent.status == 200
    assert any("BASE_TYPE_BAD_LENGTH" in str(one) for one in bot.sandbox.violations)


async def test_a_strict_sandbox_refuses_it_and_notes_it(bot):
    path = f"/channels/{bot.sandbox.channel('nertz').id}/messages"
    refused = await bot.call("POST", path, panel("x", *(button(str(n)) for n in range(6))))
    assert (refused.status, refused.code) == (400, 50035)
    tree = refused.body["errors"]["components"]["1"]["components"]["_errors"][0]
    assert tree["code"] == "BASE_TYPE_BAD_LENGTH"
    assert bot.sandbox.violations


def test_every_component_is_found_with_its_place_and_without():
    section = {"type": 9, "components": [text("y")], "accessory": button()}
    body = [{"type": 17, "components": [text("x"), section]}, "not a component", *many_rows(2)]
    found = [component for _, component in walk(body)]
    assert every(body) == found
    assert [one["type"] for one in found[:5]] == [17, 10, 9, 10, 2]
    assert not every(None)
    assert not every("xy")
