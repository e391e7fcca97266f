from __future__ import annotations

import asyncio

import pytest

from bot.sandbox.checks.commands import command_problems, command_size
from bot.sandbox.people import APPLICATION_ID, guild_id_of
from tests.sandbox.raw_bot import HELLO, told

STRING, INTEGER, BOOLEAN, USER, CHANNEL = 3, 4, 5, 6, 7


def command(**changes):
    return {**HELLO, **changes}


def option(name="o", kind=STRING, **changes):
    return {"name": name, "description": "an option", "type": kind, **changes}


def subcommand(name, *options):
    return {"name": name, "description": "a subcommand", "type": 1, "options": list(options)}


BROKEN = {
    "name too long": command(name="x" * 33),
    "name in upper case": command(name="Hello"),
    "name with a space": command(name="he llo"),
    "no description": command(description=""),
    "description of 101": command(description="x" * 101),
    "localised name in upper case": command(name_localizations={"fr": "Salut"}),
    "localised description of 101": command(description_localizations={"fr": "x" * 101}),
    "unknown language": command(name_localizations={"tlh": "nuqneh"}),
    "26 options": command(options=[option(f"o{n}") for n in range(26)]),
    "26 choices": command(options=[option(choices=[{"name": f"c{n}", "value": f"c{n}"} for n in range(26)])]),
    "two options of one name": command(options=[option("a"), option("a")]),
    "required after optional": command(options=[option("a"), option("b", required=True)]),
    "choices and autocomplete": command(
        options=[option(autocomplete=True, choices=[{"name": "a", "value": "a"}])]
    ),
    "choice name of 101": command(options=[option(choices=[{"name": "x" * 101, "value": "a"}])]),
    "unknown field": command(colour=3),
    "over 8000 characters": command(
        options=[
            option(
                f"o{n}",
                description="x" * 100,
                choices=[{"name": f"{c}" * 90, "value": f"{c}"} for c in range(5)],
            )
            for n in range(20)
        ]
    ),
    "broken inside a subcommand": command(options=[subcommand("start", option("Bad"))]),
}


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN.keys())
async def test_a_command_that_breaks_a_rule_is_refused(bot, sandbox, broken):
    refused = await bot.sync(broken)
    assert (refused.status, refused.code) == (400, 50035)
    assert refused.body["errors"]
    assert sandbox.violations
    assert (await bot.call("GET", f"/applications/{APPLICATION_ID}/commands")).body == []


def test_the_longest_localisation_counts_for_the_size():
    short = command(description="four")
    assert command_size(short) == len("hello") + 4
    assert command_size(command(description="four", description_localizations={"fr": "x" * 50})) == 55


def test_a_command_at_its_limits_is_good():
    full = command(name="x" * 32, description="x" * 100, options=[option(f"o{n}") for n in range(25)])
    assert command_problems([full]) == []


async def test_a_known_command_keeps_its_id(bot):
    first = (await bot.sync(HELLO)).body[0]["id"]
    assert (await bot.sync(command(description="changed"))).body[0]["id"] == first


async def test_more_than_two_hundred_new_commands_a_day_are_refused(bot, clock):
    for batch in range(2):
        names = [f"c{batch}-{n}" for n in range(100)]
        assert (await bot.sync(*(command(name=name) for name in names))).status == 200
    refused = await bot.sync(command(name="one-more"))
    assert (refused.status, refused.code) == (400, 30034)
    clock.advance(86_401)
    assert (await bot.sync(command(name="one-more"))).status == 200


async def test_more_than_a_hundred_commands_are_refused(bot):
    refused = await bot.sync(*(command(name=f"c{n}") for n in range(101)))
    assert (refused.status, refused.code) == (400, 30032)


async def test_a_guild_has_commands_of_its_own(bot, sandbox):
    path = f"/applications/{APPLICATION_ID}/guilds/{guild_id_of(1)}/commands"
    await bot.call("PUT", path, [command(name="local")])
    desk = sandbox.user_actions
    user = sandbox.person("ana").user
    assert [one["name"] for one in desk.commands_for(user, sandbox.channel("games"))] == ["local"]
    assert desk.commands_for(user, sandbox.channel("nertz")) == []


async def test_a_command_for_moderators_is_hidden_from_others(bot, sandbox, ana, ben):
    await bot.sync(command(default_member_permissions=1 << 5))
    place = sandbox.channel("nertz")
    assert len(sandbox.user_actions.commands_for(ana.user, place)) == 1
    assert sandbox.user_actions.commands_for(ben.user, place) == []


async def test_options_arrive_nested_under_the_subcommand_with_their_types(bot, ana, ben):
    await bot.sync(
        command(
            options=[
                subcommand(
                    "start",
                    option("target", INTEGER),
                    option("quiet", BOOLEAN),
                    option("who", USER),
                    option("text"),
                )
            ]
        )
    )
    waiting, interaction = await told(bot, ana, "hello start", target="10", quiet=True, who="ben", text="hi")
    await bot.answer(interaction, 4, {"content": "x"})
    await waiting
    (start,) = interaction["data"]["options"]
    assert (start["name"], start["type"]) == ("start", 1)
    assert [(one["name"], one["value"]) for one in start["options"]] == [
        ("target", 10),
        ("quiet", True),
        ("who", str(ben.user.id)),
        ("text", "hi"),
    ]
    resolved = interaction["data"]["resolved"]
    assert resolved["users"][str(ben.user.id)]["username"] == "ben"
    assert resolved["members"][str(ben.user.id)]["permissions"]


async def test_a_channel_arrives_with_its_name_and_what_the_person_may_do_there(bot, sandbox, ana):
    await bot.sync(command(options=[option("where", CHANNEL)]))
    waiting, interaction = await told(bot, ana, "hello", where="#general")
    await bot.answer(interaction, 4, {"content": "x"})
    await waiting
    general = str(sandbox.channel("general").id)
    (where,) = interaction["data"]["options"]
    assert (where["type"], where["value"]) == (CHANNEL, general)
    resolved = interaction["data"]["resolved"]["channels"][general]
    assert resolved["name"] == "general"
    assert int(resolved["permissions"])


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({}, "required"),
        ({"n": "x"}, "number"),
        ({"n": 0}, "at least 1"),
        ({"n": 11}, "at most 10"),
        ({"n": 1, "c": "z"}, "not a choice"),
        ({"n": 1, "w": "nobody"}, "nobody called"),
        ({"n": 1, "p": "nowhere"}, "no channel called"),
        ({"n": 1, "x": 1}, "no option"),
    ],
)
async def test_a_client_sends_no_option_that_breaks_its_description(bot, ana, given, why):
    await bot.sync(
        command(
            options=[
                option("n", INTEGER, required=True, min_value=1, max_value=10),
                option("c", choices=[{"name": "A", "value": "a"}]),
                option("w", USER),
                option("p", CHANNEL),
            ]
        )
    )
    with pytest.raises(Exception, match=why):
        await ana.command("nertz", "hello", **given)


async def test_autocomplete_brings_what_is_typed_and_takes_choices_back(bot, ana):
    await bot.sync(command(options=[option("move", autocomplete=True), option("n", INTEGER)]))
    waiting = asyncio.ensure_future(ana.autocomplete("nertz", "hello", "move", "7", n=3))
    interaction = await bot.next_interaction()
    assert interaction["type"] == 4
    assert [(one["name"], one["value"], one.get("focused")) for one in interaction["data"]["options"]] == [
        ("n", 3, None),
        ("move", "7", True),
    ]
    await bot.answer(interaction, 8, {"choices": [{"name": "seven", "value": "7C"}]})
    assert await waiting == [{"name": "seven", "value": "7C"}]


async def test_more_than_twenty_five_choices_are_refused(bot, ana):
    await bot.sync(command(options=[option("move", autocomplete=True)]))
    waiting = asyncio.ensure_future(ana.autocomplete("nertz", "hello", "move"))
    interaction = await bot.next_interaction()
    many = [{"name": f"c{n}", "value": f"c{n}"} for n in range(26)]
    assert (await bot.answer(interaction, 8, {"choices": many})).code == 50035
    await bot.answer(interaction, 8, {"choices": []})
    await waiting
