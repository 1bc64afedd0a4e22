"""Pictures of cards on the page: asked for when a card is seen, never for one that the viewer does not know."""

import random
import re
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field

import pytest
import pytest_asyncio
from browsers import PHONE, Window, window
from playwright.async_api import Browser, Request, WebSocket
from servers import LiveServer, live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")

TITLES = {"amfibido": "Amfibido", "amiibart": "Amiibart", "density-deck": "Density Deck", "myacards": "MYACARDS"}
CLICKS = 12
NAMED = re.compile("([a-z]+)-([0-9]+)")
"""The id of a card of Density Deck, of which a match tells colour and power."""

MOST_BYTES = 100_000
"""Of the pictures of a table, packed."""

COVER = "/cover/"
"""In the addresses of the pictures on the first page, which are the same for everybody."""


@dataclass
class Requested:
    """The cards of which a page has asked for the pictures, and what it had been told before."""

    shown: Window
    cards: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    """Cards that no frame had named."""

    def __post_init__(self) -> None:
        self.shown.page.on("websocket", self._follow)
        self.shown.page.on("request", self._note)

    def _follow(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.told.append(str(frame)))

    def _note(self, request: Request) -> None:
        if "/pictures/" not in request.url or COVER in request.url:
            return
        card = request.url.rpartition("/")[2]
        self.cards.append(card)
        name = NAMED.fullmatch(card)
        words = f'"{card}"' if name is None else f'"colour":"{name[1]}","power":{name[2]}'
        if not any(words in frame for frame in self.told):
            self.unknown.append(card)


@pytest_asyncio.fixture(loop_scope="session")
async def server() -> AsyncIterator[LiveServer]:
    async with live_server(luck=4) as running:
        yield running


async def play(shown: Window, game: str, chance: random.Random) -> None:
    await shown.open()
    await shown.page.locator(".offer", has_text=TITLES[game]).get_by_role("button", name="bot").first.click()
    await shown.see(f".frame[data-game={game}] .board")
    for _ in range(CLICKS):
        await shown.take_any(chance)
    await shown.page.wait_for_load_state("networkidle")


async def drawn(shown: Window) -> Sequence[tuple[str, bool]]:
    """Return the card of each picture of one's own that is not scrolled away, and whether it can be seen."""
    # In one turn: between a locator's query and its evaluation a picture may have left the page.
    found: list[tuple[str, bool]] = await shown.page.evaluate(
        """() => [...document.querySelectorAll(".own img.picture")].filter((img) => {
          const [own, { left, right }] = [img.closest(".own"), img].map((each) => each.getBoundingClientRect());
          return left >= own.left && right <= own.right && right > left;
        }).map((img) => [img.src.split("/").pop(), img.complete && img.naturalWidth > 0])"""
    )
    return [(card, is_seen) for card, is_seen in found]


@pytest.mark.parametrize("game", TITLES)
async def test_a_table_shows_its_cards_and_asks_only_for_those_that_the_viewer_knows(
    browser: Browser, server: LiveServer, game: str
) -> None:
    async with window(browser, server.url, luck=4) as shown:
        requested = Requested(shown)
        await play(shown, game, random.Random(4))
        assert requested.unknown == []
        hand = await drawn(shown)
        assert hand
        assert [card for card, is_seen in hand if not is_seen] == []
        assert len(set(requested.cards)) == len(requested.cards), "a picture is asked for once"
        sizes = await shown.page.evaluate(
            "cover => performance.getEntriesByType('resource').map((each) => [each.name, each.encodedBodySize])"
            ".filter(([name]) => name.includes('/pictures/') && !name.includes(cover)).map(([, size]) => size)",
            COVER,
        )
        print(game, len(sizes), sum(sizes))
        assert 0 < sum(sizes) <= MOST_BYTES


@pytest.mark.parametrize("game", TITLES)
async def test_a_spectator_asks_for_no_card_of_a_hand(browser: Browser, server: LiveServer, game: str) -> None:
    async with window(browser, server.url, luck=4) as player, window(browser, server.url, size=PHONE) as spectator:
        requested = Requested(spectator)
        await play(player, game, random.Random(4))
        await spectator.open(player.page.url.removeprefix(server.url))
        await spectator.see(f".frame[data-game={game}] .board")
        await spectator.page.wait_for_load_state("networkidle")
        assert requested.told
        assert requested.unknown == []


async def test_pictures_say_nothing_to_readers_and_their_cards_have_names(browser: Browser, server: LiveServer) -> None:
    async with window(browser, server.url, luck=4) as shown:
        await play(shown, "myacards", random.Random(4))
        silent = await shown.page.locator("img.picture").evaluate_all("all => all.every((img) => img.alt === '')")
        assert silent
        named = await shown.page.locator(".own .my-card").evaluate_all("all => all.every((each) => each.ariaLabel)")
        assert named


async def test_a_picture_that_does_not_come_leaves_the_card_as_it_is(browser: Browser, server: LiveServer) -> None:
    async with window(browser, server.url, luck=4, allow="/pictures/|Failed to load resource") as shown:
        await shown.page.route("**/pictures/**", lambda route: route.abort())
        await play(shown, "myacards", random.Random(4))
        assert await shown.page.locator(".own .my-card").count() > 0
        assert all(not is_seen for _, is_seen in await drawn(shown))
