"""Stories of one hand: what a tap plays, and what the person sees then."""

from __future__ import annotations

from tests.discord_ui.club import CHANNEL, club_house, member, playing


async def test_start_answers_the_host_with_a_hand_and_posts_the_lobby():
    async with club_house() as club:
        ana = member(club, "ana")
        answer = await ana.types("start")
        assert answer.kind == 4
        assert answer.message is not None
        lobby = await ana.driver.until_sees(CHANNEL, lambda one: not one.ephemeral)
        assert lobby.button(label="Join")
        assert club.sandbox.violations == []


async def test_a_draw_is_answered_with_the_next_picture_in_one_response():
    async with club_house() as club:
        (ana,) = await playing(club, "ana")
        before = ana.version
        club.sandbox.log.clear()
        answer = await ana.taps("d")
        assert answer.kind == 7
        assert ana.version == before + 1
        assert len(ana.view.waste) == 3
        assert [one.name for one in club.sandbox.log if "interactions" in one.route] == [
            "POST /interactions/{interaction_id}/{interaction_token}/callback"
        ]
        assert club.sandbox.violations == []
