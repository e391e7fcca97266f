"""Two people at the product in a real browser: the page, a bot process, a round from start to scores."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.async_api import Page, expect

from tests.browser import ARTEFACTS, needs_chromium
from tests.end_to_end.bot_process import BotProcess

if TYPE_CHECKING:
    from playwright.async_api import Locator

pytestmark = needs_chromium

CHANNEL = "nertz"
HAND = "img[src*='/hand_']"
SLOW = 15_000
"""Milliseconds that a busy machine may take for what is usually at once."""


class Tab:
    """One person's browser tab."""

    def __init__(self, name: str, page: Page) -> None:
        self.name = name
        self.page = page

    @property
    def board(self) -> Locator:
        """The newest message that everybody sees."""
        return self.page.locator("article[data-ephemeral=false]").last

    @property
    def hand(self) -> Locator:
        """The newest message with the person's cards."""
        return self.page.locator("article[data-ephemeral=true]", has=self.page.locator(HAND)).last

    def slot(self, slot: str) -> Locator:
        """The button of a hand for that pile or action."""
        return self.hand.locator(f"button[data-custom-id$=':{slot}']")

    async def presses(self, label: str) -> None:
        await self.board.get_by_role("button", name=label, exact=True).click(timeout=SLOW)

    async def picture(self, where: Locator) -> str:
        return await where.locator("img").first.get_attribute("src", timeout=SLOW) or ""

    async def changes(self, where: Locator, old: str) -> None:
        """Wait until another picture is there; nothing is loaded anew."""
        await expect(where.locator("img").first).not_to_have_attribute("src", old, timeout=SLOW)

    async def taps(self, slot: str) -> None:
        """Press a button of the hand, and wait for the new picture."""
        before = await self.picture(self.hand)
        await self.slot(slot).click(timeout=SLOW)
        await self.changes(self.hand, before)

    async def plays_a_card(self) -> None:
        """Tap what is green, else what is blue, else draw."""
        for style in ("s3", "s1"):
            for slot in ("n", "v", "w1", "w2", "w3", "w4"):
                button = self.slot(slot)
                if style in (await button.get_attribute("class") or "") and await button.is_enabled():
                    await self.taps(slot)
                    return
        await self.taps("d")

    async def shot(self, what: str) -> None:
        """Keep a picture of the tab to be looked at."""
        ARTEFACTS.mkdir(exist_ok=True)
        await self.page.screenshot(path=ARTEFACTS / f"page_{what}_{self.name}.png")


@pytest.fixture
def open_tab(browser, sandbox):
    async def open_tab(person: str) -> Tab:
        page = await browser.new_page(viewport={"width": 1100, "height": 1300})
        page.on("pageerror", lambda error: pytest.fail(str(error)))
        await page.goto(f"{sandbox.page_url}?as={person}&channel={CHANNEL}")
        await page.wait_for_selector(".start")
        return Tab(person, page)

    return open_tab


async def starts_with_rules(ana: Tab) -> None:
    """Fill in `/nertz start rules:stuck=end` with the picker and what the bot offers."""
    page = ana.page
    await page.fill(".say", "/nertz st")
    await expect(page.locator("[role=option]").first).to_contain_text("/nertz start")
    await ana.shot("picker")
    await page.press(".say", "Enter")
    await page.locator(".more").focus()
    await page.click("[role=option][data-value=rules]")
    await page.keyboard.type("stuck=e")
    await expect(page.locator("[role=option][data-value='stuck=end']")).to_be_visible(timeout=SLOW)
    await ana.shot("rules")
    await page.keyboard.press("Enter")
    await page.click(".go")


async def plays_by_command(ana: Tab) -> None:
    """Choose a move of those that `/nertz move` offers in words; the answer is a new hand."""
    page, before = ana.page, await ana.hand.get_attribute("data-message-id")
    await page.fill(".say", "/nertz move ")
    await page.locator("[data-option=move]").focus()
    offered = page.locator("[role=option][data-value=draw]")
    await expect(offered).to_be_visible(timeout=SLOW)
    await ana.shot("autocomplete")
    await offered.click()
    await page.click(".go")
    await expect(ana.hand).not_to_have_attribute("data-message-id", before or "", timeout=SLOW)


async def test_two_people_play_a_round_in_two_tabs(sandbox, start_bot, open_tab):
    bot = await start_bot()
    await bot.says("Ready")
    ana, ben = await open_tab("ana"), await open_tab("ben")

    await starts_with_rules(ana)
    await expect(ben.board).to_contain_text("Press Join to play!", timeout=SLOW)
    await ben.presses("Join")
    await expect(ana.board).to_contain_text("2 of 8 seats taken", timeout=SLOW)
    await ana.shot("lobby")
    await ana.presses("Deal")
    for tab in (ana, ben):
        await expect(tab.hand.locator(HAND)).to_be_visible(timeout=SLOW)
    await expect(ben.board).to_contain_text("the cards are dealt", timeout=SLOW)
    await ben.shot("countdown")

    await expect(ana.hand).to_contain_text("left in your Nertz pile", timeout=SLOW)
    shown = await ana.picture(ana.board)
    for _ in range(4):
        await ben.plays_a_card()
    await ana.changes(ana.board, shown)
    await plays_by_command(ana)
    for tab in (ana, ben):
        await tab.plays_a_card()
        await tab.shot("round")

    for tab in (ana, ben):
        await tab.slot("s").click()
    for tab in (ana, ben):
        await expect(tab.board).to_contain_text("nobody could move any more", timeout=SLOW)
        await tab.shot("scores")
    await ben.presses("Replay")
    await expect(ben.page.locator("img[src*='/replay_']")).to_be_visible(timeout=SLOW)
    await ben.shot("replay")
    for tab in (ana, ben):
        await tab.presses("Ready")
    await expect(ana.board).to_contain_text("Round 2: the cards are dealt!", timeout=SLOW)
    await expect(ana.hand).to_contain_text("Go", timeout=SLOW)
    assert "Traceback" not in bot.output, bot.output


async def test_play_opens_straight_into_a_game(browser):
    bot = await BotProcess.start("play", "--practice", "3", "--no-browser", "--port", "0")
    try:
        address = re.search(r"http://\S+", await bot.says("http://"))
        assert address is not None
        tab = Tab("ana", await browser.new_page(viewport={"width": 1100, "height": 1300}))
        await tab.page.goto(address[0])
        await expect(tab.hand.locator(HAND)).to_be_visible(timeout=SLOW)
        await expect(tab.board.locator("strong", has_text="🤖")).to_have_count(3, timeout=SLOW)
        await tab.shot("practice")
        await expect(tab.hand).to_contain_text("left in your Nertz pile", timeout=SLOW)
        await tab.taps("d")
        assert "Traceback" not in bot.output, bot.output
    finally:
        await bot.kill()
