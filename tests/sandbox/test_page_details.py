"""The page where it is hard: emojis without a font, names of any signs, the keyboard, failures."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.async_api import expect

from bot.sandbox.page_api import PAGE
from bot.sandbox.people import add_person
from tests.browser import ARTEFACTS, needs_chromium
from tests.sandbox.raw_bot import HELLO, V2, RawBot, button, panel, row, text

BOT = Path(__file__).parent.parent.parent / "bot"
EMOJI = re.compile("[\U0001f000-\U0001faff\u2600-\u265f\u2668-\u27bf\u2b00-\u2bff\u23e9-\u23ff]")
START = {"name": "start", "description": "begin", "type": 1}
OPTIONS = [{"name": name, "description": name, "type": 5} for name in ("loud", "quiet", "slow")]
GAME = {**HELLO, "name": "game", "options": [{**START, "options": OPTIONS}]}


def emojis_of_the_bot() -> set[str]:
    """Every emoji in the bot's code and sentences."""
    files = [*BOT.rglob("*.py"), *BOT.rglob("*.po")]
    return {sign for file in files for sign in EMOJI.findall(file.read_text(encoding="utf-8"))}


def emojis_of_the_page() -> set[str]:
    found = re.findall(r"U\+([0-9A-F]+)", (PAGE / "emoji.css").read_text(encoding="utf-8"))
    return {chr(int(one, 16)) for one in found}


@pytest.fixture
async def bot(live):
    async with RawBot(live) as bot:
        await bot.identify()
        await bot.sync(GAME)
        yield bot


@pytest.fixture
def open_tab(browser, live):
    async def open_tab(person):
        page = await browser.new_page(viewport={"width": 1280, "height": 900})
        page.on("pageerror", lambda error: pytest.fail(str(error)))
        await page.goto(f"{live.page_url}?as={person}&channel=nertz")
        await page.wait_for_selector(".start")
        return page

    return open_tab


async def post(bot, live, body):
    sent = await bot.call("POST", f"/channels/{live.channel('nertz').id}/messages", body)
    assert sent.status == 200
    return sent.body


def test_the_page_has_a_font_for_every_emoji_of_the_bot():
    assert emojis_of_the_bot() <= emojis_of_the_page()


COLOURS = """
async (signs) => {
  const face = await new FontFace("Only", "url(page/emoji.woff2)").load();
  document.fonts.add(face);
  const drawing = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  drawing.font = "24px Only";
  const shape = (sign) => {
    drawing.clearRect(0, 0, 60, 60);
    drawing.fillText(sign, 5, 40);
    return [...drawing.getImageData(0, 0, 60, 60).data];
  };
  const missing = shape("\\u{10fffe}").join();
  const coloured = (pixels) => pixels.some((_, i) => i % 4 === 0 && pixels[i] !== pixels[i + 1]);
  const drawn = (sign) => shape(sign).join() !== missing && (sign === "\\u26ab" || coloured(shape(sign)));
  return signs.filter((sign) => !drawn(sign));
}
"""


@needs_chromium
async def test_every_emoji_of_that_font_is_drawn_in_colour(live, open_tab):
    page = await open_tab("ana")
    assert await page.evaluate(COLOURS, sorted(emojis_of_the_page() - {"\ufe0f"})) == []


@needs_chromium
@pytest.mark.parametrize("name", ["José ♠ <@1>", "日本語", "🂡", "a\u202eb", "Ana & Ben"])
async def test_somebody_may_have_a_name_of_any_signs(browser, live, bot, name):
    page = await browser.new_page()
    await page.goto(live.page_url)
    await page.fill("[name=as]", name)
    await page.press("[name=as]", "Enter")
    await expect(page.locator(".me b")).to_have_text(name)
    (user,) = [one for one in live.world.users.values() if one.display == name]
    assert re.fullmatch(r"[a-z0-9_.]+", user.name)
    await page.reload()
    await expect(page.locator(".me b")).to_have_text(name)
    assert sum(one.display == name for one in live.world.users.values()) == 1


@needs_chromium
async def test_long_names_end_in_an_ellipsis(live, bot, open_tab):
    name = "Wolfeschlegelsteinhausenbergerdorff"
    add_person(live.world, "wolfe", name)
    page = await open_tab("wolfe")
    await page.fill(".say", "hello")
    await page.press(".say", "Enter")
    await expect(page.locator("article .by b")).to_have_text(name)
    short = await page.evaluate("e => e.scrollWidth > e.clientWidth", await page.query_selector(".me b"))
    assert short
    for place in (".places", ".members", ".chat"):
        fits = "e => e.scrollWidth <= e.clientWidth"
        assert await page.evaluate(fits, await page.query_selector(place)), place


@needs_chromium
async def test_signs_with_a_backslash_are_shown_as_they_are(live, bot, open_tab):
    page = await open_tab("ana")
    await post(bot, live, {"content": r"a\_b\_c \*not\* \\ \~ C:\dir"})
    await expect(page.locator("article .text")).to_have_text("a_b_c *not* \\ ~ C:\\dir")


@needs_chromium
async def test_an_option_that_was_gone_to_with_an_arrow_is_taken_by_enter(live, bot, open_tab):
    page = await open_tab("ana")
    await page.focus(".say")
    await page.keyboard.type("/game st")
    await expect(page.locator("[role=option]")).to_have_count(1)
    await page.keyboard.press("Enter")
    await expect(page.locator("[role=option]")).to_have_count(3)
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await expect(page.locator("[data-option=quiet]")).to_be_focused()
    await expect(page.locator("[role=option][aria-selected=true]")).to_have_attribute("data-value", "true")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await expect(page.locator("[data-option=quiet]")).to_have_value("False")
    await page.keyboard.press("Enter")
    interaction = await bot.next_interaction()
    assert interaction["data"]["options"][0]["options"] == [{"name": "quiet", "type": 5, "value": False}]
    await bot.answer(interaction, 4, {"content": "ok"})


@needs_chromium
async def test_the_message_field_shows_that_it_has_the_focus(live, bot, open_tab):
    page = await open_tab("ana")
    ring = "getComputedStyle(document.querySelector('.composer .field')).boxShadow"
    assert await page.evaluate(ring) == "none"
    await page.focus(".say")
    assert "rgb" in await page.evaluate(ring)


@needs_chromium
async def test_the_notice_of_a_failed_command_stays_where_it_was(live, bot, open_tab):
    page = await open_tab("ana")
    await post(bot, live, {"content": "before"})
    await page.fill(".say", "/game start ")
    await page.wait_for_selector("[data-command='game start']")
    await page.click(".go")
    await expect(page.locator("article.notsent")).to_contain_text("did not respond", timeout=5000)
    await post(bot, live, {"content": "after"})
    await expect(page.locator("article").last).to_contain_text("after")
    order = await page.locator("article").all_inner_texts()
    assert ["before" in order[0], "did not respond" in order[1], "after" in order[2]] == [True] * 3


@needs_chromium
async def test_every_kind_of_channel_has_its_place(live, bot, open_tab):
    page = await open_tab("ana")
    await expect(page.locator(".places nav h2")).to_have_text(["Text channels", "Voice channels"])
    await page.click("[data-channel=talk]")
    await expect(page.locator("header h1")).to_have_text("talk")
    ARTEFACTS.mkdir(exist_ok=True)
    buttons = row(button("a", "N", emoji={"name": "✋"}), button("b", "10♠ ↑"))
    parts = [text("🏆 **José** won 🃏 ♠♥♦♣ ⏸️"), buttons]
    await post(bot, live, {"flags": V2, "components": parts})
    await post(bot, live, panel("board"))
    await page.click("[data-channel=nertz]")
    await expect(page.locator("article")).to_have_count(2)
    await page.screenshot(path=ARTEFACTS / "sandbox_page.png")
