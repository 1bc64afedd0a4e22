"""However a line ends, and however slow it is: the page says what there is to say, and nothing is sent twice."""

import re

import pytest
from browsers import Window, window
from cable import Cable, Message
from failover_bots import Switch
from playwright.async_api import Browser, expect
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.web.connection_limits import CONNECTIONS, Stage
from servers import live_server
from stores import until
from web.moderators_office import offices

pytestmark = pytest.mark.asyncio(loop_scope="session")

PILE, HAND, LIT = "[data-at=pile]", "[data-at^='hand/']", "[data-lit]"
KEPT = "It will be sent when the connection is back …"
SENT = re.compile("^(Sent …|" + KEPT + ")$")
"""What the page says of what was chosen: by how long the line has been away."""


async def begin(guest: Window) -> None:
    """Begin a match of Density Deck, and wait until it is one's move."""
    await guest.open()
    await guest.page.locator(".offer[data-game=density-deck]").get_by_role("button", name="Against a bot").click()
    await guest.see(PILE + LIT)
    await expect(guest.page.locator(HAND)).to_have_count(3)


async def draw(guest: Window) -> None:
    """Draw a card, and wait until it is in one's hand."""
    await guest.page.locator(PILE + LIT).click()
    await expect(guest.page.locator(HAND)).to_have_count(4)


@pytest.mark.parametrize("code", [1011, 1012, 1013])
async def test_a_line_that_may_be_taken_up_again_is_without_a_word(browser: Browser, code: int) -> None:
    cable = Cable()
    async with live_server(luck=3) as server, window(browser, server.url, luck=3) as guest:
        await cable.lay(guest)
        await begin(guest)
        before = cable.connections
        await cable.end(code, "says nobody")
        await draw(guest)
        await until(lambda: cable.connections > before)
        assert len({act["ref"] for act in cable.said("act")}) == 1
        await expect(guest.page.locator(".toast, [data-line]")).to_have_count(0)


@pytest.mark.parametrize("how", ["mouse", "keys"])
@pytest.mark.parametrize("held", ["welcome", "signed_in", "update"])
async def test_anything_that_is_chosen_while_a_line_is_taken_up_again_is_carried_out_once(
    browser: Browser, held: str, how: str
) -> None:
    cable = Cable()

    def holds(message: Message) -> bool:
        return str(message["type"]).startswith(held)

    async with live_server(luck=3) as server, window(browser, server.url, luck=3) as guest:
        await cable.lay(guest)
        await begin(guest)
        await guest.page.locator(PILE).focus()
        cable.holds = holds
        await cable.end(1012)
        await until(lambda: len(cable.held(held)) == 1)
        await (guest.page.locator(PILE).click() if how == "mouse" else guest.page.keyboard.press("Enter"))
        await expect(guest.page.locator(".prompt-text")).to_have_text(SENT)
        await expect(guest.page.locator(LIT)).to_have_count(0)
        await guest.page.locator(PILE).dispatch_event("click")
        await expect(guest.page.locator(HAND)).to_have_count(3)
        cable.let_through()
        await expect(guest.page.locator(HAND)).to_have_count(4)
        await expect(guest.page.locator(".toast, [data-line]")).to_have_count(0)
        assert len(cable.said("act")) == 1


async def test_anything_that_was_underway_when_its_line_ended_is_said_again_on_the_next_and_carried_out_once(
    browser: Browser,
) -> None:
    cable = Cable()
    async with live_server(luck=3) as server, window(browser, server.url, luck=3) as guest:
        await cable.lay(guest)
        await begin(guest)
        cable.holds = lambda message: message["type"] == "act"
        await guest.page.locator(PILE).click()
        await until(lambda: len(cable.held("act")) == 1)
        cable.holds = lambda _: False
        await cable.end(1012)
        cable.let_through()  # to nobody: the line on which it was underway has ended
        await expect(guest.page.locator(HAND)).to_have_count(4)
        assert len({act["ref"] for act in cable.said("act")}) == 1
        assert len(cable.said("act")) == 2


async def test_a_page_that_says_that_its_line_is_away_says_of_what_is_chosen_that_it_will_be_sent(
    browser: Browser,
) -> None:
    cable = Cable()
    async with live_server(luck=3) as server, window(browser, server.url, luck=3) as guest:
        await cable.lay(guest)
        await begin(guest)
        await cable.cut()
        await guest.see("[data-line=lost]")
        await expect(guest.page.locator(LIT)).to_have_count(0)
        await guest.page.locator(PILE).click()
        await expect(guest.page.locator(".prompt-text")).to_have_text(KEPT)
        assert cable.said("act") == []
        cable.is_cut = False
        await expect(guest.page.locator(HAND)).to_have_count(4)
        await expect(guest.page.locator(".toast, [data-line]")).to_have_count(0)
        assert len(cable.said("act")) == 1


async def test_a_match_goes_on_at_another_server_when_its_own_is_drained(browser: Browser) -> None:
    memory = Memory()
    async with (
        live_server(MemoryStore(memory), luck=3) as first,
        live_server(MemoryStore(memory), luck=4) as second,
        Switch.to([first.url, second.url]) as switch,
        window(browser, switch.url, luck=3) as guest,
    ):
        await begin(guest)
        match = guest.page.url
        await first.stop()
        await until(lambda: second.app[CONNECTIONS].by_stage()[Stage.TALKING] == 1)
        await draw(guest)
        assert guest.page.url == match
        await expect(guest.page.locator(".toast")).to_have_count(0)


@pytest.mark.parametrize("slow", [("act",), ("update", "update_patch")], ids=["there", "back"])
async def test_on_a_slow_line_what_was_sent_is_marked_and_is_not_sent_twice(
    browser: Browser, slow: tuple[str, ...]
) -> None:
    cable = Cable()

    def holds(message: Message) -> bool:
        return message["type"] in slow

    async with live_server(luck=3) as server, window(browser, server.url, luck=3) as guest:
        await cable.lay(guest)
        await begin(guest)
        cable.holds = holds
        await guest.page.locator(PILE).click()
        await expect(guest.page.locator(".prompt-text")).to_have_text("Sent …")
        await expect(guest.page.locator(LIT)).to_have_count(0)
        await guest.page.locator(PILE).dispatch_event("click")
        await guest.page.keyboard.press("1")
        await expect(guest.page.locator(HAND)).to_have_count(3)
        cable.let_through()
        await expect(guest.page.locator(HAND)).to_have_count(4)
        assert len(cable.said("act")) == 1


async def test_while_the_first_answer_is_underway_the_page_says_that_it_waits(browser: Browser) -> None:
    cable = Cable()
    cable.holds = lambda message: message["type"] == "welcome"
    async with live_server(luck=3) as server, window(browser, server.url, luck=3) as guest:
        await cable.lay(guest)
        await guest.open()
        await expect(guest.page.locator("main")).to_contain_text("Loading …")
        cable.let_through()
        await guest.see(".offer")
        await expect(guest.page.locator("main")).not_to_contain_text("Loading …")


@pytest.mark.parametrize("kind", ["disconnect", "ban"])
async def test_a_player_who_is_put_out_reads_why_and_does_not_come_back_by_itself(browser: Browser, kind: str) -> None:
    cable = Cable()
    async with offices() as office, window(browser, office.here.url) as bo:
        await cable.lay(bo)
        await bo.open("/about")
        await bo.page.evaluate("token => localStorage.setItem('quarterdeck/token', token)", f'"{office.bo_token}"')
        await bo.open("/lobby")
        await expect(bo.page.locator(".top .who")).to_have_text("Bo")
        connections = cable.connections
        await office.sanction(kind, **({"seconds": 3600} if kind == "ban" else {}))
        strip = bo.page.locator(".line-strip-shut")
        await expect(strip).to_contain_text("far too loud")
        await bo.page.evaluate("dispatchEvent(new Event('online'))")
        await bo.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        await expect(bo.page.locator("main")).to_be_visible()
        assert cable.connections == connections
        await strip.get_by_role("button", name="Try again").click()
        if kind == "disconnect":
            await expect(strip).to_have_count(0)
            await expect(bo.page.locator(".top .who")).to_have_text("Bo")
        else:
            await expect(strip).to_contain_text("You are banned until 20")


async def test_while_the_store_is_away_the_page_says_so_and_sends_again_by_itself(browser: Browser) -> None:
    memory, cable = Memory(), Cable()
    async with live_server(MemoryStore(memory), luck=3) as server, window(browser, server.url, luck=3) as guest:
        await cable.lay(guest)
        await begin(guest)
        memory.leave()
        await guest.page.locator(PILE + LIT).click()
        await expect(guest.page.locator("[data-line=unavailable]")).to_contain_text("sent again by itself")
        memory.come_back()
        await expect(guest.page.locator(HAND)).to_have_count(4)
        await expect(guest.page.locator("[data-line]")).to_have_count(0)
        assert len({act["ref"] for act in cable.said("act")}) == 1


async def test_somebody_registered_whom_this_device_is_not_known_for_any_more_is_asked_to_sign_in(
    browser: Browser,
) -> None:
    async with live_server() as server, window(browser, server.url) as ada:
        await ada.open("/about")
        await ada.page.evaluate("localStorage.setItem('quarterdeck/token', JSON.stringify('0'.repeat(64)))")
        await ada.page.evaluate("""localStorage.setItem('quarterdeck/kind', '"person"')""")
        await ada.open()
        await expect(ada.page.locator(".toast")).to_contain_text("Please sign in again")
        await expect(ada.page.locator(".top .who")).to_have_text("Sign in")
