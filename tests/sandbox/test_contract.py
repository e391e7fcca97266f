from __future__ import annotations

import asyncio

import pytest

from bot.sandbox.checks.contract import Contract
from bot.sandbox.server import Sandbox
from tests.contract import OPENAPI
from tests.sandbox.raw_bot import HELLO, RawBot, button, clicked, panel, png, row, text, told

CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"
MESSAGES = "/channels/{channel_id}/messages"
COMMANDS = "/applications/{application_id}/commands"

BROKEN = {
    "six buttons in a row": ("POST", MESSAGES, panel("x", *(button(str(n)) for n in range(6)))),
    "label of 81": ("POST", MESSAGES, panel("x", button(label="x" * 81))),
    "custom id of 101": ("POST", CALLBACK, {"type": 7, "data": panel("x", button("x" * 101))}),
    "an unknown component": ("POST", MESSAGES, {"components": [{"type": 99}]}),
    "an unknown callback": ("POST", CALLBACK, {"type": 77}),
    "a command name of 33": ("PUT", COMMANDS, [{**HELLO, "name": "x" * 33}]),
    "a description of 101": ("PUT", COMMANDS, [{**HELLO, "description": "x" * 101}]),
    "an alt text of 1025": (
        "POST",
        MESSAGES,
        {"attachments": [{"id": 0, "description": "x" * 1025}]},
    ),
}


@pytest.mark.parametrize(("method", "route", "body"), BROKEN.values(), ids=BROKEN.keys())
def test_a_body_that_breaks_the_published_description_is_found(contract, method, route, body):
    assert contract.request_problems(method, route, body)


def test_a_problem_names_the_place_in_the_branch_that_was_meant(contract):
    body = {"type": 7, "data": {"components": [text("x"), row(button("a"), button("b", label="x" * 81))]}}
    (problem,) = contract.request_problems("POST", CALLBACK, body)
    assert problem.path == ("data", "components", 1, "components", 1, "label")
    assert problem.code == "BASE_TYPE_BAD_LENGTH"


def test_good_bodies_pass(contract):
    good = panel("x", picture="hand.png")
    assert contract.request_problems("POST", MESSAGES, good) == []
    assert contract.request_problems("POST", CALLBACK, {"type": 7, "data": good}) == []
    assert contract.request_problems("POST", CALLBACK, {"type": 6}) == []
    assert contract.request_problems("POST", CALLBACK, {"type": 8, "data": {"choices": []}}) == []
    assert contract.request_problems("PUT", COMMANDS, [HELLO]) == []


def test_attachment_ids_may_be_numbers_as_discord_py_writes_them(contract):
    assert contract.request_problems("POST", MESSAGES, {"attachments": [{"id": 0}]}) == []


def test_a_route_that_is_not_described_is_not_judged(contract):
    assert contract.request_problems("POST", "/nowhere", {"x": 1}) == []


async def test_what_the_sandbox_answers_fits_the_published_schemas(contract, bot, sandbox, ana):
    synced = await bot.sync(HELLO)
    assert contract.schema_problems("ApplicationCommandResponse", synced.body[0]) == []
    waiting, interaction = await told(bot, ana)
    answered = await bot.answer(interaction, 4, panel("x", picture="a.png"), {"a.png": png()})
    await waiting
    assert contract.schema_problems("InteractionCallbackResponse", answered.body) == []
    assert contract.schema_problems("MessageResponse", answered.body["resource"]["message"]) == []
    waiting, click = await clicked(bot, ana, ana.sees("nertz")[-1])
    answered = await bot.answer(click, 6)
    await waiting
    assert contract.schema_problems("InteractionCallbackResponse", answered.body) == []
    for schema, path in (
        ("UserPIIResponse", "/users/@me"),
        ("PrivateApplicationResponse", "/oauth2/applications/@me"),
        ("GatewayBotResponse", "/gateway/bot"),
        ("GuildChannelResponse", f"/channels/{sandbox.channel('nertz').id}"),
    ):
        assert [
            str(one) for one in contract.schema_problems(schema, (await bot.call("GET", path)).body)
        ] == []


async def test_what_the_sandbox_sends_in_interactions_fits_the_published_schemas(contract, bot, ana):
    await bot.sync(HELLO)
    waiting, interaction = await told(bot, ana)
    await bot.answer(interaction, 4, panel("x", picture="a.png"), {"a.png": png()})
    await waiting
    waiting, click = await clicked(bot, ana, ana.sees("nertz")[-1])
    await bot.answer(click, 6)
    await waiting
    assert contract.schema_problems("MessageResponse", click["message"]) == []
    for payload in (interaction, click):
        member = {key: value for key, value in payload["member"].items() if key != "permissions"}
        assert contract.schema_problems("GuildMemberResponse", member) == []
        channel = {key: value for key, value in payload["channel"].items() if key != "permissions"}
        assert contract.schema_problems("GuildChannelResponse", channel) == []


async def test_threads_and_refusals_fit_the_published_schemas(contract, bot, sandbox):
    place = f"/channels/{sandbox.channel('nertz').id}"
    thread = await bot.call("POST", f"{place}/threads", {"name": "t", "type": 11})
    assert contract.schema_problems("ThreadResponse", thread.body) == []
    refused = await bot.call("GET", f"{place}/messages/1")
    assert contract.schema_problems("ErrorResponse", refused.body) == []
    refused = await bot.call("POST", f"{place}/messages", panel("x", button(""), button("y" * 101)))
    # The description wants numbers as inner codes, Discord sends words such as BASE_TYPE_BAD_LENGTH.
    assert contract.schema_problems("Error", refused.body) == []
    for _ in range(9):
        limited = await bot.call("POST", f"{place}/messages", {"content": "x"})
    assert limited.status == 429
    assert contract.schema_problems("RatelimitedResponse", limited.body) == []


async def test_the_sandbox_works_without_the_description():

    async with await Sandbox.start(strict=True) as sandbox, RawBot(sandbox) as bot:
        assert sandbox.services.contract is None
        await bot.identify()
        await bot.sync(HELLO)
        waiting = asyncio.ensure_future(sandbox.person("ana").command("nertz", "hello"))
        interaction = await bot.next_interaction()
        refused = await bot.answer(interaction, 4, panel("x", *(button(str(n)) for n in range(6))))
        assert refused.code == 50035
        await bot.answer(interaction, 4, panel("x"))
        assert (await waiting).kind == 4


def test_without_jsonschema_there_is_no_contract(monkeypatch, contract):
    monkeypatch.setattr("bot.sandbox.checks.contract.Draft202012Validator", None)
    assert Contract.load(OPENAPI) is None
