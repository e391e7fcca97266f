"""Other pages in the same browser: whatever they ask for, they get nothing and change nothing."""

from __future__ import annotations

import aiohttp
import pytest
from aiohttp.test_utils import make_mocked_request
from hypothesis import given
from hypothesis import strategies as st
from playwright.async_api import expect

from bot.sandbox.doors import refusal
from bot.sandbox.remote import RemotePerson
from bot.sandbox.server import Sandbox
from tests.browser import needs_chromium
from tests.sandbox.raw_bot import EPHEMERAL, HELLO, panel, png, told

FOREIGN = ("http://evil.example", "null", "http://127.0.0.1:1", "http://localhost", "file://", "")
SOCKETS = ("/page/socket?as=ana&everywhere=1", "/gateway?v=10")
CHANGES = (
    ("POST", "/control/do/delete_channel"),
    ("DELETE", "/control/requests"),
    ("POST", "/control/faults"),
    ("POST", "/api/v10/channels/{channel}/messages"),
    ("DELETE", "/api/v10/channels/{channel}"),
    ("PUT", "/api/v10/applications/1/commands"),
)
READS = ("/", "/page/people", "/page/app.js", "/control/state", "/control/requests", "/api/v10/gateway")


@pytest.fixture
async def http():
    async with aiohttp.ClientSession() as session:
        yield session


def at(sandbox, path):
    return sandbox.services.base_url + path.format(channel=sandbox.channel("nertz").id)


@pytest.mark.parametrize("origin", FOREIGN)
@pytest.mark.parametrize("path", SOCKETS)
async def test_no_socket_is_opened_for_another_page(sandbox, http, path, origin):
    with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
        await http.ws_connect(at(sandbox, path), headers={"Origin": origin})
    assert refused.value.status == 403
    assert sandbox.services.sockets == set()


@pytest.mark.parametrize("origin", FOREIGN)
@pytest.mark.parametrize(("method", "path"), CHANGES)
async def test_nothing_is_changed_for_another_page(sandbox, http, method, path, origin):
    body = {"json": {"channel": str(sandbox.channel("nertz").id)}}
    headers = {"Origin": origin, "Authorization": "Bot token"}
    async with http.request(method, at(sandbox, path), headers=headers, **body) as answer:
        assert answer.status == 403
    assert sandbox.channel("nertz").messages == {}
    assert list(sandbox.log) == []


@pytest.mark.parametrize("path", [*READS, *SOCKETS])
@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8780", "127.0.0.1.evil.example", "localhost.example"]
)
async def test_a_name_that_was_made_to_point_here_opens_nothing(sandbox, http, path, host):
    async with http.get(at(sandbox, path), headers={"Host": host}) as answer:
        assert answer.status == 403


@pytest.mark.parametrize("path", READS)
async def test_another_page_can_load_nothing_from_here(sandbox, http, path):
    headers = {"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "script"}
    async with http.get(at(sandbox, path), headers=headers) as answer:
        assert answer.status == 403


async def test_a_link_from_another_page_opens_the_page_but_sends_no_command(sandbox, http):
    headers = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
    async with http.get(at(sandbox, "/?as=ana"), headers=headers) as answer:
        assert answer.status == 200
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
    async with http.get(at(sandbox, "/?as=ana&run=nertz%20start"), headers=headers) as answer:
        assert answer.status == 403


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "[::1]"])
async def test_programs_and_the_page_itself_come_in(sandbox, http, name):
    host = f"{name}:{sandbox.services.base_url.rsplit(':', 1)[1]}"
    own = {"Host": host, "Origin": f"http://{host}", "Sec-Fetch-Site": "same-origin"}
    async with http.get(at(sandbox, "/control/state"), headers=own) as answer:
        assert answer.status == 200
    async with http.ws_connect(at(sandbox, SOCKETS[0]), headers=own) as socket:
        assert (await socket.receive_json())["kind"] == "hello"


HOSTS = st.sampled_from(["127.0.0.1:80", "localhost:80", "[::1]:80", "10.0.0.7"])
ORIGINS = st.one_of(st.text(max_size=40), HOSTS.map("http://{}".format), HOSTS.map("https://{}".format))


@given(HOSTS, ORIGINS)
def test_an_origin_comes_in_only_where_it_is_the_address_that_was_asked(host, origin):
    asked = make_mocked_request("GET", "/", headers={"Host": host, "Origin": origin})
    assert (refusal(asked, "127.0.0.1") is None) == (origin in (f"http://{host}", f"https://{host}"))


@given(st.text(st.characters(codec="ascii", categories=["L", "N", "P", "S"]), max_size=40))
def test_a_host_comes_in_only_if_it_is_a_number_or_a_name_of_this_machine(host):
    asked = make_mocked_request("GET", "/", headers={"Host": host})
    came_in = refusal(asked, "127.0.0.1") is None
    assert not came_in or "localhost" in host.lower() or any(sign.isdigit() for sign in host) or "::" in host


@pytest.fixture
async def locked():
    async with await Sandbox.start(key="secret-key") as sandbox:
        yield sandbox


async def test_with_a_key_the_page_is_found_by_its_whole_address_only(locked, http):
    assert locked.page_url.endswith("/secret-key/")
    for path in ("", "page/people", "page/app.js", "control/state"):
        async with http.get(locked.page_url + path) as answer:
            assert answer.status == 200
        for wrong in ("/", "/secret-kez/"):
            async with http.get(locked.services.base_url + wrong + path) as answer:
                assert answer.status == 404
    ana = await RemotePerson.connect(locked.page_url, "ana")
    await ana.close()
    with pytest.raises(aiohttp.WSServerHandshakeError):
        await RemotePerson.connect(locked.services.base_url, "ana")


@needs_chromium
async def test_a_page_below_a_key_works_in_a_browser(locked, browser):
    page = await browser.new_page()
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    await page.goto(locked.page_url)
    await page.click("[data-person=ben]")
    await expect(page.locator(".me b")).to_have_text("Ben")
    await expect(page.locator(".toast")).to_contain_text("offline")
    assert page.url.startswith(locked.page_url)


EVIL = """
async () => {
  const tried = [];
  const note = (what) => (got) => tried.push(`${what}: ${got}`);
  await new Promise((done) => {
    const socket = new WebSocket(SOCKET);
    socket.onmessage = () => { note("socket")("read"); done(); };
    socket.onclose = () => { note("socket")("shut"); done(); };
  });
  await new Promise((done) => {
    const picture = new Image();
    picture.onload = () => { note("picture")("seen"); done(); };
    picture.onerror = () => { note("picture")("shut"); done(); };
    picture.src = PICTURE;
  });
  await fetch(DELETE, { method: "POST", mode: "no-cors", body: BODY }).catch(() => {});
  await fetch(PEOPLE).then((answer) => answer.text()).then(note("people"), () => note("people")("shut"));
  return tried;
}
"""


@needs_chromium
async def test_a_hostile_page_in_the_same_browser_reads_no_hand_and_deletes_no_channel(
    bot, sandbox, ana, browser
):
    await bot.sync(HELLO)
    _, interaction = await told(bot, ana)
    await bot.answer(interaction, 4, panel("hand", flags=EPHEMERAL, picture="hand.png"), {"hand.png": png()})
    channel = sandbox.channel("nertz")
    asked = {
        "SOCKET": sandbox.page_url.replace("http", "ws") + "page/socket?as=ana&everywhere=1",
        "PICTURE": ana.sees("nertz")[-1].pictures[0],
        "DELETE": f"{sandbox.page_url}control/do/delete_channel",
        "BODY": f'{{"channel": "{channel.id}"}}',
        "PEOPLE": f"{sandbox.page_url}page/people",
    }
    script = EVIL
    for name, value in asked.items():
        script = script.replace(name, repr(value), 1)
    async with await Sandbox.start() as elsewhere:
        page = await browser.new_page()
        await page.route("**/evil", lambda route: route.fulfill(body="<p>", content_type="text/html"))
        await page.goto(elsewhere.page_url.replace("127.0.0.1", "localhost") + "evil")
        assert await page.evaluate(script) == ["socket: shut", "picture: shut", "people: shut"]
    assert channel.id in sandbox.world.channels
