"""Plays and photographs every screen of the browser client, at both sizes and in both themes: `make pictures`.

With the names of screens only these are photographed: `python tests/browser/pictures.py home lobby`. Pictures of
before are replaced once all that are wanted have been taken, in all four ways: no screen is left with half of them new.

The pictures are for people to look at, and stand in the README; nothing is compared with them.
"""

import asyncio
import contextlib
import random
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from browser.accounts import sign_in
from browsers import LAPTOP, PHONE, Window, chromium, ended, window
from playwright.async_api import Browser, Error, ViewportSize
from servers import PASSWORD, Line, LiveServer, live_server

PICTURES = Path(__file__).parents[2] / "client" / "web" / "pictures"
GAMES = {"density-deck": 10, "amfibido": 30, "amiibart": 18, "myacards": 18}
"""After how many clicks each game's table is photographed."""

ASKED = """() => {
  const asked = ".frame[data-over], dialog[open], [data-lit], .prompt-buttons [data-button]";
  return document.querySelector(asked) !== null;
}"""
"""Whether one may do something, or never will."""

LIT, ENDS = "[data-lit], .prompt-buttons [data-button]", ("end", "pass", "surrender")
"""What may be pressed, and how the names of those buttons begin that are pressed only where there is nothing else."""

MY_CARDS = {"myacards": 3}
"""Of how many cards of one's own on the field a game's picture is; without them it is played on."""

ATTEMPTS = 5
"""So many matches may end before they have been photographed; each is played otherwise."""

TITLES = {"density-deck": "Density Deck", "amfibido": "Amfibido", "amiibart": "Amiibart", "myacards": "MYACARDS"}
PAGES = {
    "lobby": ("/lobby", ".table-row"),
    "opening": ("/lobby?open=density-deck", ".opening .game-options"),
    "cards": ("/cards/amiibart", ".cards-card"),
    "card": ("/cards/myacards/panthera-leo", ".one-card"),
    "decks": ("/decks/amiibart/wildfire", ".decks-line"),
    "game": ("/games/density-deck", ".rules h2"),
    "ladder": ("/ladder/density-deck", ".empty-podium"),
    "account": ("/account", "[data-part=sign-in]"),
    "settings": ("/settings", ".settings"),
}
"""The path of each screen, and what is there once it is drawn."""

OWN_PAGES = {
    "collection": ("/collection/amiibart", ".collection-card"),
    "trades": ("/trades", "[data-part=trade-with]"),
    "movements": ("/movements", "[data-movement]"),
    "odds": ("/odds", ".odds-pool"),
    "packs": ("/packs", ".pack"),
}
"""What there is for whoever owns cards."""

OVER, REPLAY, PACK, HOME, GATHERING = "over", "replay", "pack", "home", "gathering"
ALL = (HOME, *PAGES, GATHERING, *GAMES, OVER, REPLAY, *OWN_PAGES, PACK)

PACKS_OPENED = 5

STILL = 900
"""Milliseconds in which a page comes to rest."""


@dataclass(frozen=True)
class Camera:
    """Takes those pictures that are wanted, of one size and one theme."""

    shown: Window
    end: str
    """What the names of its pictures end with."""

    wanted: Collection[str]
    folder: Path

    def wants(self, *names: str) -> bool:
        """Whether one of these screens is to be photographed."""
        return any(name in self.wanted for name in names)

    async def take(self, name: str) -> None:
        """Photograph what is open, if that is wanted."""
        if name in self.wanted:
            await self.shown.page.wait_for_timeout(STILL)
            await ended(self.shown.page.locator(".moment"))
            await self.shown.page.screenshot(path=self.folder / f"{name}-{self.end}.png")
            print(f"  {name}-{self.end}.png")

    async def take_pages(self, pages: dict[str, tuple[str, str]]) -> None:
        """Photograph those of these screens that are wanted."""
        for name, (path, drawn) in pages.items():
            if name in self.wanted:
                await self.shown.open(path)
                await self.shown.see(drawn)
                await self.take(name)


async def press(shown: Window, chance: random.Random) -> None:
    """Press what is lit, and what ends something only where nothing else is."""
    lit = shown.page.locator(LIT)
    names = await lit.evaluate_all("all => all.map(({dataset: {at, button}}) => at ? `/${at}` : button)")
    if not names:
        return
    going_on = [at for at, name in enumerate(names) if not name.startswith(ENDS)]
    with contextlib.suppress(Error):  # it may be gone with the next update, and another is pressed then
        await lit.nth(chance.choice(going_on or range(len(names)))).click(timeout=2000)


async def play(shown: Window, game: str, clicks: int, luck: int = 4) -> None:
    """Begin a match against a bot, and click about in it: each time once one is asked, and no more once it is over."""
    await shown.open()
    await shown.page.locator(".offer", has_text=TITLES[game]).get_by_role("button", name="bot").first.click()
    await shown.see(f".frame[data-game={game}]")
    chance = random.Random(luck)
    mine = shown.page.locator(".my-mine")
    pressed = 0
    while pressed < clicks or await mine.count() < MY_CARDS.get(game, 0):
        await shown.page.wait_for_function(ASKED)
        if await shown.is_over() or await shown.page.locator("dialog[open]").count():
            return
        await press(shown, chance)
        pressed += 1
    await shown.page.wait_for_function(ASKED)


async def play_on(shown: Window, game: str, clicks: int) -> None:
    """Play a match that is not over after that many clicks, and in which it is one's own turn."""
    for luck in range(4, 4 + ATTEMPTS):
        await play(shown, game, clicks, luck)
        if not await shown.is_over():
            return
    raise AssertionError(f"each of {ATTEMPTS} matches of {game} has ended before {clicks} clicks")


async def stay(line: Line) -> None:
    """Hear whatever is said, so that a seat is kept."""
    while not line.socket.closed:
        await line.socket.receive()


@contextlib.asynccontextmanager
async def company(server: LiveServer) -> AsyncIterator[str]:
    """Others who are here: they sit at tables and say something. Gives the id of a table with a free seat."""
    async with server.person("Bo") as bo, server.person("Mara") as mara:
        fleet = await bo.ask({"type": "open_table", "game": "density-deck", "time_limit": 60_000})
        table: str = fleet["table"]["id"]
        await bo.ask({"type": "add_bot", "table": table})
        await mara.ask({"type": "sit", "table": table})
        await mara.ask({"type": "ready", "table": table})
        await bo.ask({"type": "open_table", "game": "amfibido", "rated": True})
        await mara.ask({"type": "open_table", "game": "myacards"})
        for line, text in ((bo, "Density Deck, anybody?"), (mara, "One moment, then I come.")):
            await line.ask({"type": "say", "where": "lobby", "text": text})
        staying = [asyncio.create_task(stay(line)) for line in (bo, mara)]
        yield table
        for each in staying:
            each.cancel()


async def photograph_matches(camera: Camera) -> None:
    """Photograph matches while they are played, when one is over, and when it is seen again."""
    shown = camera.shown
    for game, clicks in GAMES.items():
        if camera.wants(game):
            await play_on(shown, game, clicks)
            await camera.take(game)
    if camera.wants(OVER, REPLAY):
        await play(shown, "density-deck", 2_000)
        await camera.take(OVER)
        match = shown.page.url.rsplit("/", 1)[1]
        await shown.open(f"/m/{match}?at=30&as=0")
        await shown.see(".replay")
        await camera.take(REPLAY)


async def photograph_cards(camera: Camera, server: LiveServer) -> None:
    """Photograph what there is for somebody who owns cards, and a pack that is opened."""
    shown = camera.shown
    async with server.person("Ada") as ada:
        for pack in (await ada.ask({"type": "claim_packs", "game": "amiibart"}))["packs"][:PACKS_OPENED]:
            await ada.ask({"type": "open_pack", "pack": pack["id"]})
        await sign_in(shown, "Ada", PASSWORD)
        await shown.see(".who-one-is")
        await camera.take_pages(OWN_PAGES)
        if camera.wants(PACK):
            await shown.open("/packs")
            await shown.page.locator(".pack").first.click()
            await shown.see("dialog [data-verified]")
            await camera.take(PACK)


async def photograph_all(
    browser: Browser, size: ViewportSize, end: str, wanted: Collection[str], folder: Path, *, dark: bool
) -> None:
    """Photograph all that is wanted, in one size and one theme."""
    async with (
        live_server(luck=4, bot_delay=60, packs_account_age=0, first_packs=8) as server,
        company(server) as table,
        window(browser, server.url, size=size, dark=dark, luck=4) as shown,
    ):
        camera = Camera(shown, end, wanted, folder)
        await camera.take_pages({HOME: ("/", ".table-row"), **PAGES, GATHERING: (f"/t/{table}", ".place")})
        await photograph_matches(camera)
        if camera.wants(*OWN_PAGES, PACK):
            await photograph_cards(camera, server)


async def photograph(wanted: Collection[str], folder: Path) -> None:
    """Photograph all that is wanted, in both sizes and both themes."""
    async with chromium() as browser:
        for where, size in {"phone": PHONE, "desk": LAPTOP}.items():
            for dark in (True, False):
                end = f"{where}-{'dark' if dark else 'light'}"
                print(f"{end}:")
                await photograph_all(browser, size, end, wanted, folder, dark=dark)


def main(names: Sequence[str]) -> None:
    if unknown := set(names) - set(ALL):
        sys.exit(f"There is no picture of {', '.join(sorted(unknown))}. There are: {', '.join(ALL)}.")
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as taken:
        asyncio.run(photograph(names or ALL, Path(taken)))
        for picture in Path(taken).iterdir():
            shutil.move(picture, PICTURES / picture.name)


if __name__ == "__main__":
    main(sys.argv[1:])
