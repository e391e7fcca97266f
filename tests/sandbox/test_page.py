"""The page in a headless browser, two people in two tabs, against a bot that speaks by hand."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.browser import needs_chromium
from tests.sandbox.raw_bot import EPHEMERAL, HELLO, V2, RawBot, button, panel, png, row, text

OPTIONS = [
    {"name": "move", "description": "what to play", "type": 3, "required": True, "autocomplete": True},
    {"name": "target", "description": "points", "type": 4},
    {"name": "quiet", "description": "no noise", "type": 5},
    {"name": "who", "description": "somebody", "type": 6},
    {"name": "level", "description": "how hard", "type": 3, "choices": [{"name": "Hard", "value": "h"}]},
]
NERTZ = {
    **HELLO,
    "name": "nertz",
    "options": [
        {"name": "start", "description": "begin", "type": 1},
        {"name": "play", "description": "play a card", "type": 1, "options": OPTIONS},
    ],
}

pytestmark = needs_chromium


@pytest.fixture
async def bot(live):
    async with RawBot(live) as bot:
        await bot.identify()
        await bot.sync(NERTZ)
        yield bot


@pytest.fixture
def open_tab(browser, live):
    async def open_tab(person, width=1280):
        page = await browser.new_page(viewport={"width": width, "height": 900})
        page.on("pageerror", lambda error: pytest.fail(str(error)))
        await page.goto(f"{live.page_url}?as={person}&channel=nertz")
        await page.wait_for_selector(".start")
        return page

    return open_tab


async def post(bot, live, body, files=None):
    place = f"/channels/{live.channel('nertz').id}/messages"
    sent = await bot.call("POST", place, body, files)
    assert sent.status == 200
    return sent.body


async def test_the_front_door_lists_the_people(browser, live):
    page = await browser.new_page()
    await page.goto(live.page_url)
    await page.click("[data-person=ben]")
    await expect(page.locator(".me b")).to_have_text("Ben")
    assert "as=ben" in page.url


async def test_a_command_in_the_address_waits_for_the_bot_and_is_sent_once(browser, live):
    page = await browser.new_page()
    await page.goto(f"{live.page_url}?as=ana&channel=nertz&run=nertz+start")
    await expect(page.locator(".toast")).to_contain_text("Nertz is offline")
    async with RawBot(live) as late:
        await late.identify()
        await expect(page.locator(".toast")).to_be_hidden()
        await late.sync(NERTZ)
        interaction = await late.next_interaction()
        assert interaction["data"]["options"] == [{"name": "start", "type": 1, "options": []}]
        await late.answer(interaction, 4, {"content": "begun"})
        await expect(page.locator("article .text")).to_have_text("begun")
    assert "run=" not in page.url


async def test_a_click_shows_a_spinner_then_the_new_message_in_both_tabs(bot, live, open_tab):
    ana, ben = await open_tab("ana"), await open_tab("ben")
    message = await post(bot, live, panel("**board**", picture="board.png"), {"board.png": png(grey=60)})
    board = f"[data-message-id='{message['id']}']"
    await expect(ben.locator(f"article{board} strong")).to_have_text("board")
    await expect(ben.locator(f"article{board} img")).to_have_attribute("alt", "a picture")
    await ana.click(f"button{board}[data-custom-id=go]")
    await expect(ana.locator(f"button{board}")).to_have_attribute("aria-busy", "true")
    click = await bot.next_interaction()
    assert click["member"]["user"]["username"] == "ana"
    await bot.answer(click, 7, panel("moved", picture="board.png"), {"board.png": png(grey=90)})
    for tab in (ana, ben):
        await expect(tab.locator(f"article{board} .text")).to_have_text("moved")
    await expect(ana.locator(f"button{board}")).not_to_have_attribute("aria-busy", "true")
    box = await ben.locator(f"article{board} .picture").bounding_box()
    assert box is not None
    assert box["width"] == 550
    assert box["height"] == pytest.approx(350, abs=1)


async def test_a_click_that_is_not_answered_fails_after_three_seconds(bot, live, open_tab):
    ana = await open_tab("ana")
    await post(bot, live, panel("board"))
    await ana.click("button[data-custom-id=go]")
    await expect(ana.locator("article .failed")).to_have_text("This interaction failed", timeout=4500)
    assert (await bot.next_interaction())["data"]["custom_id"] == "go"


async def test_a_secret_shows_in_one_tab_only_and_goes_when_dismissed(bot, live, open_tab):
    ana, ben = await open_tab("ana"), await open_tab("ben")
    await ana.fill(".say", "/nertz st")
    await ana.press(".say", "Enter")
    await ana.keyboard.press("Enter")
    interaction = await bot.next_interaction()
    assert interaction["data"]["options"][0]["name"] == "start"
    await bot.answer(interaction, 4, panel("your hand", flags=EPHEMERAL))
    secret = ana.locator("article[data-ephemeral=true]")
    await expect(secret).to_contain_text("Only you can see this")
    await expect(secret.locator(".context")).to_have_text("AAna used /nertz start")
    await expect(ben.locator("article")).to_have_count(0)
    await ana.click("[data-dismiss]")
    await expect(secret).to_have_count(0)


async def test_a_command_is_filled_in_with_the_keyboard_alone(bot, live, open_tab):
    ana = await open_tab("ana")
    await ana.focus(".say")
    await ana.keyboard.type("/nertz pl")
    await expect(ana.locator("[role=option]")).to_have_count(1)
    await ana.keyboard.press("Tab")
    asking = await bot.next_interaction()
    await bot.answer(asking, 8, {"choices": [{"name": "7♣ to the foundation", "value": "7C"}]})
    await expect(ana.locator("[role=option][data-value='7C']")).to_be_visible()
    await ana.keyboard.press("Enter")
    await ana.locator(".more").focus()
    await ana.keyboard.press("ArrowDown")
    await ana.keyboard.press("ArrowUp")
    await ana.keyboard.press("Tab")
    await ana.keyboard.type("10")
    await ana.keyboard.press("Enter")
    interaction = await bot.next_interaction()
    assert interaction["data"]["options"][0]["options"] == [
        {"name": "move", "type": 3, "value": "7C"},
        {"name": "target", "type": 4, "value": 10},
    ]
    await bot.answer(interaction, 4, {"content": "played"})
    await expect(ana.locator("article .text")).to_have_text("played")


async def test_options_of_every_kind_are_offered_and_sent(bot, live, open_tab):
    ana = await open_tab("ana")
    await ana.fill(".say", "/nertz play ")
    await ana.fill("[data-option=move]", "x")
    for asked in range(2):
        interaction = await bot.next_interaction()
        await bot.answer(interaction, 8, {"choices": []})
        if interaction["data"]["options"][0]["options"][-1]["value"] == "x" or asked:
            break
    for name, value in (("quiet", "true"), ("who", str(live.person("ben").user.id)), ("level", "h")):
        await ana.locator(".more").focus()
        await ana.click(f"[role=option][data-value={name}]")
        await ana.click(f"[role=option][data-value='{value}']")
    await ana.click(".go")
    while (interaction := await bot.next_interaction())["type"] != 2:
        await bot.answer(interaction, 8, {"choices": []})
    sent = {one["name"]: one["value"] for one in interaction["data"]["options"][0]["options"]}
    assert sent == {"move": "x", "quiet": True, "who": str(live.person("ben").user.id), "level": "h"}
    await bot.answer(interaction, 4, {"content": "ok"})
    await expect(ana.locator("article .text")).to_have_text("ok")


async def test_it_says_when_the_bot_is_away_and_goes_on_when_it_is_back(bot, live, open_tab):
    ana = await open_tab("ana")
    await post(bot, live, panel("board"))
    await bot.leave()
    await expect(ana.locator(".toast")).to_contain_text("Nertz is offline")
    await ana.click("button[data-custom-id=go]")
    await expect(ana.locator("article .failed")).to_be_visible(timeout=4500)
    async with RawBot(live) as again:
        await again.identify()
        await expect(ana.locator(".toast")).to_be_hidden()
        await ana.click("button[data-custom-id=go]")
        click = await again.next_interaction()
        assert click["data"]["custom_id"] == "go"
        await again.answer(click, 7, panel("back"))
        await expect(ana.locator("article .text")).to_have_text("back")


def message_of_all_parts(seconds: int, person: int):
    """Return a message with every kind of component; it names a moment and a person."""
    select = {
        "type": 3,
        "custom_id": "pick",
        "placeholder": "Pick one",
        "options": [{"label": "One", "value": "1"}, {"label": "Two", "value": "2"}],
    }
    link = {"type": 2, "style": 5, "label": "Link", "url": "https://example.org"}
    parts = [
        text(f"## Title\n*thin* `code` <t:{seconds}:R> <@{person}>\n-# small\n<b>no</b>"),
        {"type": 14},
        {"type": 9, "components": [text("beside")], "accessory": button("side", "Side")},
        row(button("off", "Off", disabled=True), link),
        row(select),
    ]
    return {"flags": V2, "components": [{"type": 17, "accent_color": 0x2ECC71, "components": parts}]}


async def test_all_parts_of_a_message_are_drawn(bot, live, open_tab):
    ana = await open_tab("ana")
    body = message_of_all_parts(1_000_000, live.person("ana").user.id)
    await post(bot, live, body)
    message = ana.locator("article")
    await expect(message.locator("h4")).to_have_text("Title")
    await expect(message.locator("em")).to_have_text("thin")
    await expect(message.locator(".mention")).to_have_text("@Ana")
    await expect(message.locator("time.stamp")).to_contain_text("years ago")
    await expect(message.locator("small")).to_have_text("small")
    await expect(message.locator("b", has_text="no")).to_have_count(0)
    await expect(message.locator("[data-custom-id=off]")).to_have_attribute("aria-disabled", "true")
    await expect(message.locator("a.push")).to_have_attribute("href", "https://example.org")
    await message.locator("select").select_option("2")
    chosen = await bot.next_interaction()
    assert (chosen["data"]["values"], chosen["data"]["component_type"]) == (["2"], 3)
    await bot.answer(chosen, 6)


async def test_a_thread_opens_from_its_message(bot, live, open_tab):
    ana = await open_tab("ana")
    message = await post(bot, live, {"content": "come in"})
    place = f"/channels/{message['channel_id']}/messages/{message['id']}/threads"
    thread = await bot.call("POST", place, {"name": "round one"})
    assert thread.body["id"] == message["id"]
    await bot.call("POST", f"/channels/{message['id']}/messages", {"content": "inside"})
    await ana.click(".threadlink")
    await expect(ana.locator("article .text")).to_have_text("inside")
    await expect(ana.locator("header h1")).to_have_text("round one")


async def test_nothing_sticks_out_on_a_phone(bot, live, open_tab):
    phone = await open_tab("ana", width=400)
    buttons = [row(*(button(f"{r}{c}", "W1 ♠") for c in range(5))) for r in range(3)]
    body = panel("hand", picture="hand.png")
    body["components"] = [*body["components"][:2], *buttons]
    await post(bot, live, body, {"hand.png": png(grey=30)})
    await expect(phone.locator("article img")).to_be_visible()
    assert await phone.evaluate("document.documentElement.scrollWidth") == 400
    await phone.click(".menu")
    await phone.click("[data-channel=general]")
    await expect(phone.locator("header h1")).to_have_text("general")


async def test_what_people_write_is_seen_by_all(live, bot, open_tab):
    ana, ben = await open_tab("ana"), await open_tab("ben")
    await ana.fill(".say", "hello **all**")
    await ana.press(".say", "Enter")
    await expect(ben.locator("article strong")).to_have_text("all")
    assert [one.content for one in live.channel("nertz").messages.values()] == ["hello **all**"]


async def test_the_picker_speaks_the_persons_language(bot, live, open_tab):
    start = {
        "name": "start",
        "name_localizations": {"fr": "ouvrir"},
        "description": "begin",
        "description_localizations": {"fr": "commencer"},
        "type": 1,
    }
    await bot.sync({**NERTZ, "options": [start]})
    cleo = await open_tab("cleo")
    await cleo.fill(".say", "/nertz ou")
    await expect(cleo.locator("[role=option]")).to_have_text("/nertz ouvrircommencer")
    await cleo.press(".say", "Enter")
    await cleo.keyboard.press("Enter")
    interaction = await bot.next_interaction()
    assert interaction["data"]["options"][0]["name"] == "start"
    await bot.answer(interaction, 4, {"content": "bien"})
    await expect(cleo.locator("article .text")).to_have_text("bien")
