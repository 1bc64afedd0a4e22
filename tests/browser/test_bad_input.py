"""Whatever others write, whatever is kept, and whatever a newer server says: it is text, or as if it were not there."""

import json
from pathlib import Path

import pytest
from browsers import Window, window
from cable import Cable, Message
from playwright.async_api import Browser, Page, expect
from servers import live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")

HOSTILE = "<img src=x onerror=alert()><b>&amp;{t}"
SET = Path(__file__).parents[2] / "deploy" / "cards" / "kites.json"
INJECTED = "[onerror], iframe, script:not([src])"

FOREIGN = """() => {
  const isOwn = (each) => {
    const { origin, pathname } = new URL(each.getAttribute("src") ?? "", location.href);
    return origin === location.origin && (pathname.startsWith("/pictures/") || pathname === "/site/logo");
  };
  const images = [...document.querySelectorAll("img, image, source, embed, object, input[type=image]")];
  return images.filter((each) => each.localName !== "img" || !isOwn(each)).map((each) => each.outerHTML);
}"""
"""Return the images that are neither pictures of cards nor the logo of the host, whatever their class is."""


async def nothing_is_injected(page: Page) -> None:
    """See that no markup of others is on the page."""
    await expect(page.locator(INJECTED)).to_have_count(0)
    assert await page.evaluate(FOREIGN) == []


async def is_text(shown: Window, text: str = HOSTILE) -> None:
    """See that this stands on the page as it was written, and that nothing was made of it."""
    await expect(shown.page.get_by_text(text).first).to_be_visible()
    await nothing_is_injected(shown.page)


PLANT = """src => {
  const image = document.createElement("img");
  image.className = "picture";
  image.setAttribute("src", src);
  document.querySelector("main").append(image);
}"""


@pytest.mark.parametrize("source", ["x", "/pictures/../x", "/site/logo/../x", "/x?/pictures/", ""])
async def test_a_planted_image_is_found_whatever_its_class(browser: Browser, source: str) -> None:
    async with live_server() as server, window(browser, server.url, allow="/x|Failed to load resource") as ada:
        await ada.open("/cards/amiibart")
        await ada.see("img.picture")
        await nothing_is_injected(ada.page)
        await ada.page.evaluate(PLANT, source)
        with pytest.raises(AssertionError, match="picture"):
            await nothing_is_injected(ada.page)


async def test_anything_that_others_say_and_call_themselves_is_text(browser: Browser) -> None:
    name = "<b>Mallory</b>"
    async with live_server() as server, server.player(name) as mallory, window(browser, server.url) as ada:
        await ada.open("/lobby?open=amfibido&access=unlisted")
        await ada.page.get_by_role("button", name="Open the table").click()
        code = await ada.page.locator(".invite-code").inner_text()
        table = (await mallory.ask({"type": "sit", "code": code}))["table"]["id"]
        said = await mallory.ask({"type": "say", "where": "table", "id": table, "text": HOSTILE})
        assert said["type"] == "said", said
        await is_text(ada)
        await is_text(ada, name)


async def test_addresses_are_asked_about_and_never_made_markup(browser: Browser) -> None:
    bad = "%3Cimg%20src=x%3E"
    paths = {
        f"/t/{bad}": "This table no longer exists",
        f"/m/{bad}": "This match does not exist",
        f"/m/{bad}?at={bad}&as={bad}": "",
        f"/join/{bad}": "invite code",
        f"/u/{bad}": "",
        f"/cards/amiibart/{bad}": "",
        f"/ladder/{bad}": "",
        f"/games/{bad}": "",
        "/u/%E0%A4%A": "",
    }
    async with live_server() as server, window(browser, server.url) as ada:
        for path, said in paths.items():
            await ada.open(path)
            await expect(ada.page.locator("main")).not_to_have_text("Loading …")
            await expect(ada.page.locator("main, .toasts", has_text=said).first).to_be_visible()
            await nothing_is_injected(ada.page)


async def test_a_card_set_is_text(browser: Browser, tmp_path: Path) -> None:
    cards = json.loads(SET.read_text("utf-8"))
    cards["cards"][0]["name"] = HOSTILE
    cards["cards"][0]["text"] += HOSTILE
    (tmp_path / "kites.json").write_text(json.dumps(cards), encoding="utf-8")
    async with live_server(cards=str(tmp_path)) as server, window(browser, server.url) as ada:
        await ada.open("/cards/amiibart/kite-keeper")
        await is_text(ada)
        await ada.open("/decks/amiibart")
        await is_text(ada)


JUNK = ("{", '"<b>"', '{"cards": 3, "games": "x", "seats": "many", "options": {"lives": "<b>"}}')
KEPT = ("token", "kind", "settings", "wish", "opening/density-deck", "brought/amiibart", "deck/amiibart")


@pytest.mark.parametrize("junk", JUNK)
async def test_broken_kept_settings_are_as_if_they_were_not_there(browser: Browser, junk: str) -> None:
    async with live_server(luck=3) as server, window(browser, server.url, luck=3) as ada:
        page = ada.page
        for key in KEPT:
            place, text = json.dumps(f"quarterdeck/{key}"), json.dumps(junk)
            await page.add_init_script(f"sessionStorage.seen ?? localStorage.setItem({place}, {text})")
        await page.add_init_script("sessionStorage.seen = 1")
        await ada.open("/decks/amiibart")
        await expect(page.locator(".decks-line")).to_have_count(0)
        await ada.open()
        await page.locator(".home-head .main").click()
        await expect(page.get_by_role("checkbox", name="Density Deck")).to_be_checked()
        await ada.open("/lobby?open=density-deck")
        await page.get_by_text("Rules of Density Deck").click()
        await expect(page.get_by_label("Lives, from 1 to 100")).to_have_value("10")
        await ada.open()
        await page.locator(".offer[data-game=amiibart]").get_by_role("button", name="Against a bot").click()
        await ada.see(".frame[data-game=amiibart]")


async def test_messages_fields_and_codes_of_a_newer_server_pass(browser: Browser) -> None:
    cable = Cable()
    async with live_server(luck=3) as server, window(browser, server.url, luck=3) as guest:
        await cable.lay(guest)
        await guest.open()
        await guest.page.locator(".offer[data-game=density-deck]").get_by_role("button", name="Against a bot").click()
        pile, hand = guest.page.locator("[data-at=pile][data-lit]"), guest.page.locator("[data-at^='hand/']")
        await pile.wait_for()
        await expect(hand).to_have_count(3)
        cable.tell({"type": "sea_shanty", "ref": None, "verses": [1, 2, 3]})
        cable.tell({"type": "lobby_changed", "tables": [], "gone": [], "weather": {"wind": 7}})

        def holds(message: Message) -> bool:
            return bool(message["type"] == "act")

        cable.holds = holds
        await pile.click()
        await expect(guest.page.locator(".prompt-text")).to_have_text("Sent …")
        ref = cable.said("act")[0]["ref"]
        cable.tell({"type": "refused", "ref": ref, "code": "seasick", "text": HOSTILE, "where": None, "weather": 7})
        await is_text(guest)
        cable.forget()
        await pile.click()
        await expect(hand).to_have_count(4)
