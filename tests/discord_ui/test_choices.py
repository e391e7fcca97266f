"""What people and servers choose, and what is erased when somebody asks for it."""

from __future__ import annotations

import pytest

from bot.locales.words import words_for
from bot.sandbox.model import ANNOUNCEMENT_THREAD
from bot.tables.standings import GuildChoices, PersonChoices
from tests.discord_ui.club import CHANNEL, member
from tests.discord_ui.registers import club_with_registers, said


async def test_a_person_chooses_theme_deck_assist_and_language():
    async with club_with_registers() as (club, registers):
        ana = member(club, "ana")
        answer = said(
            await ana.types("me", theme="light", deck="four-colour", assist=False, language="pt_BR")
        )
        chosen = PersonChoices(theme="light", deck="four-colour", assist=False, language="pt_BR")
        assert registers.people[ana.id] == chosen
        assert answer.startswith(words_for("pt-BR")("me.title"))
        await ana.types("me", language="discord")
        assert registers.people[ana.id].language is None


async def test_me_alone_shows_what_was_chosen_and_writes_nothing():
    async with club_with_registers() as (club, registers):
        ana = member(club, "ana")
        assert "dark" in said(await ana.types("me"))
        assert registers.people == {}


async def test_forgetting_needs_the_exact_words():
    async with club_with_registers() as (club, registers):
        ana = member(club, "ana")
        for slip in ("yes", "forget", "?"):
            assert "`forget:forget me`" in said(await ana.types("me", forget=slip))
        assert registers.forgotten == []
        (offered,) = await ana.driver.autocomplete(CHANNEL, "nertz me", "forget", "")
        assert "forget me" in offered["name"]
        assert offered["value"] != "forget me"


async def test_forget_me_erases_a_person_and_their_choices():
    async with club_with_registers() as (club, registers):
        ana = member(club, "ana")
        await ana.types("me", theme="light")
        registers.people.clear()
        assert "nothing about you is kept" in said(await ana.types("me", forget=" Forget me "))
        assert registers.forgotten == [ana.id]
        assert "dark" in said(await ana.types("me"))


async def test_who_sits_at_a_table_leaves_it_before_being_forgotten():
    async with club_with_registers() as (club, registers):
        ana = member(club, "ana")
        await ana.types("start")
        assert "leave it first" in said(await ana.types("me", forget="forget me"))
        assert registers.forgotten == []


async def test_who_sits_at_a_table_of_another_server_leaves_it_before_being_forgotten():
    async with club_with_registers() as (club, registers):
        ana = member(club, "ana")
        await ana.driver.command("games", "nertz start")
        assert "leave it first" in said(await ana.types("me", forget="forget me"))
        assert registers.forgotten == []


async def test_settings_are_for_people_who_may_manage_the_server():
    async with club_with_registers() as (club, registers):
        ana, ben = member(club, "ana"), member(club, "ben")
        assert "Manage Server" in said(await ben.types("settings", language="fr"))
        assert registers.guilds == {}
        assert "Settings of this server" in said(await ana.types("settings"))


async def test_the_boards_language_is_the_servers_choice():
    async with club_with_registers() as (club, registers):
        ana = member(club, "ana")
        await ana.types("settings", language="nl")
        await ana.types("start")
        assert registers.guilds[club.table.guild_id].language == "nl"
        labels = [button.label for button in ana.board.buttons]
        assert words_for("nl")("button.join") in labels
        assert "You are seated" in ana.driver.sees(CHANNEL)[-1].text


async def test_a_board_that_hangs_already_changes_its_language():
    async with club_with_registers() as (club, _):
        ana = member(club, "ana")
        await ana.types("start")
        assert "Join" in [button.label for button in ana.board.buttons]
        await ana.types("settings", language="fr")
        club.clock.advance(1.2)
        joins = words_for("fr")("button.join")
        await ana.driver.until(lambda: joins in [button.label for button in ana.board.buttons])


async def test_tables_open_in_allowed_channels_only():
    async with club_with_registers() as (club, registers):
        ana = member(club, "ana")
        allowed = club.sandbox.channel("nertz").id
        await ana.types("settings", allow=allowed)
        assert f"<#{allowed}>" in said(await ana.types("start"))
        assert len(club.tables) == 0
        await ana.driver.command("nertz", "nertz start")
        assert len(club.tables) == 1
        await ana.types("settings", disallow=allowed)
        assert registers.guilds[club.sandbox.channel(CHANNEL).guild_id].channels == ()
        await ana.types("start")
        assert len(club.tables) == 2


@pytest.mark.parametrize("name", ["news", "talk", "stage", "forum"])
async def test_channels_of_every_kind_can_be_allowed(name):
    async with club_with_registers() as (club, registers):
        allowed = club.sandbox.channel(name)
        await member(club, "ana").types("settings", allow=allowed.id)
        assert registers.guilds[allowed.guild_id].channels == (allowed.id,)


async def test_a_thread_in_an_announcement_channel_is_of_the_kind_that_discord_takes_there():
    async with club_with_registers() as (club, _):
        await member(club, "ana").driver.command("news", "nertz start", thread=True)
        [table] = club.tables
        assert club.sandbox.world.channels[table.channel_id].kind == ANNOUNCEMENT_THREAD


async def test_a_thread_of_an_allowed_channel_is_allowed_too():
    async with club_with_registers() as (club, _):
        ana = member(club, "ana")
        await ana.types("settings", allow=club.sandbox.channel(CHANNEL).id)
        await ana.types("start", thread=True)
        (table,) = club.tables.of_guild(club.sandbox.channel(CHANNEL).guild_id)
        await ana.driver.command(table.channel_id, "nertz stop")
        await ana.driver.command(table.channel_id, "nertz start")
        assert club.tables.at(table.channel_id) is not None


async def test_new_tables_begin_with_the_servers_house_rules():
    async with club_with_registers() as (club, _):
        ana = member(club, "ana")
        await ana.types("settings", preset="family", rules="jokers=1")
        await ana.types("start", target=70)
        rules = club.table.state.rules
        assert (rules.call, rules.jokers, rules.target) == ("auto", 1, 70)


async def test_a_preset_that_is_named_replaces_the_servers_rules():
    async with club_with_registers() as (club, _):
        ana = member(club, "ana")
        await ana.types("settings", preset="family", rules="jokers=1")
        await ana.types("start", preset="quick")
        assert club.table.state.rules.jokers == 0


async def test_house_rules_that_do_not_exist_are_not_kept_for_the_server():
    async with club_with_registers() as (club, registers):
        ana = member(club, "ana")
        assert "`jokers` can be `0`, `1`, `2`." in said(await ana.types("settings", rules="jokers=7"))
        assert registers.guilds == {}


async def test_everybody_is_answered_though_no_choice_can_be_read():
    async with club_with_registers() as (club, registers):
        ana = member(club, "ana")
        registers.away = True
        assert "`/nertz start`" in said(await ana.types("status"))
        assert (await club.client.context.choices.guild(7)) == GuildChoices()
        registers.away = False
        registers.guilds[7] = GuildChoices(language="es")
        assert (await club.client.context.choices.guild(7)).language == "es"


@pytest.mark.parametrize("command", ["stats", "leaderboard", "replay", "me", "settings", "start"])
async def test_who_asks_for_what_can_not_be_read_hears_why(caplog, command: str):
    async with club_with_registers() as (club, registers):
        registers.away = True
        answer = await member(club, "ana").types(command)
        assert "I can't get at what is stored right now." in said(answer)
        assert "Traceback" not in caplog.text


async def test_choices_are_read_once_and_remembered():
    async with club_with_registers() as (club, registers):
        ana = member(club, "ana")
        choices = club.client.context.choices
        registers.guilds[7] = GuildChoices(language="es")
        assert (await choices.guild(7)).language == "es"
        registers.guilds[7] = GuildChoices(language="fr")
        assert (await choices.guild(7)).language == "es"
        choices.hear_locale(8, "fr")
        assert (await choices.guild_words(8)).language == "fr"
        assert (await choices.guild_words(9)).language == "en"
        assert ana.id
