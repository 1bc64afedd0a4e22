"""Plays and photographs every screen of the browser client, at both sizes and in both themes: `make pictures`.

The pictures are for people to look at, and stand in the README; nothing is compared with them.
"""

import asyncio
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from browser.accounts import sign_in
from browsers import LAPTOP, PHONE, Window, chromium, window
from playwright.async_api import Browser, ViewportSize
from servers import PASSWORD, LiveServer, live_server

PICTURES = Path(__file__).parents[2] / "client" / "web" / "pictures"
GAMES = {"density-deck": 22, "amfibido": 44, "amiibart": 26, "myacards": 34}
"""After how many clicks each game's table is photographed."""

TITLES = {"density-deck": "Density Deck", "amfibido": "Amfibido", "amiibart": "Amiibart", "myacards": "MYACARDS"}
PAGES = {
    "lobby": "/lobby",
    "cards": "/cards/amiibart",
    "decks": "/decks/amiibart/wildfire",
    "game": "/games/density-deck",
    "ladder": "/ladder/density-deck",
    "account": "/account",
    "settings": "/settings",
}
OWN_PAGES = {
    "collection": "/collection/amiibart",
    "trades": "/trades",
    "movements": "/movements",
    "odds": "/odds",
    "packs": "/packs",
}
"""What there is for whoever owns cards."""

PACKS_OPENED = 5

STILL = 900
"""Milliseconds in which a page comes to rest."""


async def photograph(shown: Window, name: str) -> None:
    await shown.page.wait_for_timeout(STILL)
    await shown.page.screenshot(path=PICTURES / f"{name}.png")
    print(f"  {name}.png")


async def play(shown: Window, game: str, clicks: int) -> None:
    """Begin a match against a bot, and click about in it."""
    await shown.open()
    await shown.page.locator(".offer", has_text=TITLES[game]).get_by_role("button", name="bot").first.click()
    await shown.see(f".frame[data-game={game}]")
    chance = random.Random(4)
    for _ in range(clicks):
        if await shown.is_over() or await shown.page.locator("dialog[open]").count():
            break
        await shown.take_any(chance)


async def photograph_cards(shown: Window, server: LiveServer, end: str) -> None:
    """Photograph what there is for somebody who owns cards, and a pack that is opened."""
    async with server.person("Ada") as ada:
        for pack in (await ada.ask({"type": "claim_packs", "game": "amiibart"}))["packs"][:PACKS_OPENED]:
            await ada.ask({"type": "open_pack", "pack": pack["id"]})
        await sign_in(shown, "Ada", PASSWORD)
        await shown.see(".who-one-is")
        for name, path in OWN_PAGES.items():
            await shown.open(path)
            await photograph(shown, f"{name}-{end}")
        await shown.page.locator(".pack").first.click()
        await shown.see("dialog [data-verified]")
        await photograph(shown, f"pack-{end}")


async def photograph_all(browser: Browser, size: ViewportSize, where: str, *, dark: bool) -> None:
    end = f"{where}-{'dark' if dark else 'light'}"
    async with (
        live_server(luck=4, bot_delay=60, packs_account_age=0, first_packs=8) as server,
        window(browser, server.url, size=size, dark=dark) as shown,
    ):
        await shown.open()
        await shown.see(".offer")
        await photograph(shown, f"home-{end}")
        for name, path in PAGES.items():
            await shown.open(path)
            await photograph(shown, f"{name}-{end}")
        for game, clicks in GAMES.items():
            await play(shown, game, clicks)
            await photograph(shown, f"{game}-{end}")
        await play(shown, "density-deck", 2_000)
        await photograph(shown, f"over-{end}")
        match = shown.page.url.rsplit("/", 1)[1]
        await shown.open(f"/m/{match}?at=30&as=0")
        await shown.see(".replay")
        await photograph(shown, f"replay-{end}")
        await photograph_cards(shown, server, end)


async def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    async with chromium() as browser:
        for where, size in {"phone": PHONE, "desk": LAPTOP}.items():
            for dark in (True, False):
                print(f"{where}, {'dark' if dark else 'light'}:")
                await photograph_all(browser, size, where, dark=dark)


if __name__ == "__main__":
    asyncio.run(main())
