"""Mouse, finger and keyboard: three ways to do the same on a page, and to play a match with.

Whatever a hand presses is what the page lights or offers at that moment; it waits for the page and never for a time.
"""

import asyncio
import json
import random
from collections.abc import Callable
from typing import Protocol

import msgspec
from browsers import LAPTOP, PHONE, Window, closed
from playwright.async_api import Locator, ViewportSize, expect
from playwright.async_api import TimeoutError as PlaywrightTimeout
from servers import SOON, LiveServer

STOPS = 120
"""After so many presses of Tab the keyboard has been everywhere on a page."""

ARROWS = 12
"""After so many arrows the keyboard goes on with Tab."""

LIT = ".frame [data-lit], .prompt-buttons [data-button]:not([data-button=pass_more])"
"""What a hand may press. A standing order is not among it: it answers by itself a second later, and what is offered
then goes while a slow hand is on its way to it."""

STANDING = """lit => new Promise(done => {
  const scrolled = (each) => each.scrollHeight - each.clientHeight;
  const look = () => {
    const frame = document.querySelector(".frame");
    if (frame === null) return false;
    const named = ({dataset: {at, button}}) =>
      at === undefined ? `[data-button=${JSON.stringify(button)}]` : `[data-at=${JSON.stringify(at)}][data-lit]`;
    const offered = [...document.querySelectorAll(lit)];
    if (frame.dataset.over === undefined && offered.length === 0) return false;
    const sizes = offered.flatMap((each) => [each.getBoundingClientRect().width, each.getBoundingClientRect().height]);
    done({
      over: frame.dataset.over !== undefined,
      offered: offered.map(named),
      asked: offered.filter((each) => each.dataset.asked !== undefined).map(named),
      sideways: document.documentElement.scrollWidth - innerWidth,
      hidden: scrolled(document.documentElement) + scrolled(document.querySelector(".board")),
      smallest: Math.min(...sizes),
    });
    return true;
  };
  // what was pressed before is drawn in the next frame
  requestAnimationFrame(() => {
    if (look()) return;
    const watch = new MutationObserver(() => look() && watch.disconnect());
    watch.observe(document.body, {subtree: true, childList: true, attributes: true});
  });
})"""

ARROW = """to => {
  const from = document.activeElement;
  if (from === to) return "";
  if (!from.matches("[data-lit], .prompt button")) return "ArrowDown";
  const [a, b] = [from, to].map((each) => each.getBoundingClientRect());
  const right = b.x + b.width / 2 - a.x - a.width / 2;
  const down = b.y + b.height / 2 - a.y - a.height / 2;
  if (Math.abs(right) > Math.abs(down)) return right > 0 ? "ArrowRight" : "ArrowLeft";
  return down > 0 ? "ArrowDown" : "ArrowUp";
}"""


Options = dict[str, int]


class Standing(msgspec.Struct):
    """How a table stands for whoever is asked something, or is asked nothing any more."""

    over: bool
    offered: list[str]
    """What is lit and which buttons there are, as selectors."""

    asked: list[str]
    """What was pressed and is asked once more."""

    sideways: int
    """By how many pixels the page is too wide."""

    hidden: int
    """How many pixels of page and table one has to scroll to."""

    smallest: float | None
    """The least height or width of what is offered."""


class Hand(Protocol):
    """One way to do things on a page."""

    async def press(self, target: Locator) -> None:
        """Do what a click on this does."""


class Mouse:
    """A mouse."""

    def __init__(self, window: Window) -> None:
        self.window = window

    async def press(self, target: Locator) -> None:
        await target.click()


class Finger:
    """A finger on glass."""

    def __init__(self, window: Window) -> None:
        self.window = window

    async def press(self, target: Locator) -> None:
        await target.tap()


class Keyboard:
    """A keyboard alone: arrows from lit thing to lit thing, Tab everywhere, and Enter."""

    def __init__(self, window: Window) -> None:
        self.window = window

    async def press(self, target: Locator) -> None:
        await target.wait_for()
        keyboard = self.window.page.keyboard
        if await target.evaluate("each => each.matches('[data-lit], .prompt button')"):
            for _ in range(ARROWS):
                arrow = await target.evaluate(ARROW)
                if arrow == "":
                    break
                await keyboard.press(arrow)
        for _ in range(STOPS):
            if await target.evaluate("each => each === document.activeElement"):
                await keyboard.press("Enter")
                return
            await keyboard.press("Tab")
        raise AssertionError(f"the keyboard does not get to {target}")


WAYS: dict[str, tuple[type[Mouse | Finger | Keyboard], ViewportSize]] = {
    "mouse": (Mouse, LAPTOP),
    "touch": (Finger, PHONE),
    "keyboard": (Keyboard, LAPTOP),
}
"""Each hand by its name, with the size of window that goes with it."""


async def standing(window: Window) -> Standing:
    """Wait until something is offered, or the match is over, and return how it stands."""
    async with asyncio.timeout(SOON):
        return msgspec.convert(await window.page.evaluate(STANDING, LIT), Standing)


async def press_any(window: Window, hand: Hand, chance: random.Random, stands: Standing) -> None:
    """Press something that is offered; what is asked once more mostly once more. What is no longer offered when the
    hand gets there is left alone: an answer of the server has come in between."""
    among = stands.asked if stands.asked and chance.random() < 0.8 else stands.offered
    target = window.page.locator(chance.choice(among)).first
    await closed(window.page.locator("dialog.details"))  # a press that lasts long on a busy machine opens a card
    try:
        await hand.press(target)
    except PlaywrightTimeout:
        assert await target.count() == 0, f"{target} cannot be pressed"


async def keep(window: Window, key: str, value: object) -> None:
    """Let the browser have kept something from an earlier visit."""
    text = json.dumps(json.dumps(value))
    place = f"'quarterdeck/{key}'"
    await window.page.add_init_script(f"localStorage.getItem({place}) ?? localStorage.setItem({place}, {text})")


async def sit_down(
    window: Window, hand: Hand, game: str, *, bot: str = "greedy", options: Options | None = None
) -> None:
    """Open a table with these options, let a bot sit down, and begin."""
    page = window.page
    await keep(window, f"opening/{game}", {"seats": 2, "time_limit": 86_400_000, "options": options or {}})
    await window.open(f"/lobby?open={game}")
    await hand.press(page.get_by_role("button", name="Open the table"))
    await hand.press(page.get_by_role("button", name="Add a bot"))
    await hand.press(page.locator(f"[data-bot={bot}]"))
    await expect(page.locator("[data-seat='1']")).to_contain_text(bot.capitalize())
    await hand.press(page.get_by_role("button", name="Ready", exact=True))
    await window.see(f".frame[data-game={game}]")
    await page.wait_for_load_state("networkidle")  # what its cards are called has come


async def play_out(
    window: Window, hand: Hand, chance: random.Random, check: Callable[[Standing], None] = lambda _: None
) -> None:
    """Press what is offered until the match is over; `check` is told how it stands each time."""
    while not (stands := await standing(window)).over:
        check(stands)
        await press_any(window, hand, chance, stands)


async def play_until_others_have(window: Window, chance: random.Random) -> None:
    """Play until others have done more than one thing since one could act: then there is a summary of it."""
    asked = window.page.locator("[data-lit], .prompt-buttons [data-button], .frame[data-over]")
    while True:
        await window.drawn()
        await asked.first.wait_for(state="attached")  # while something is being chosen the summary is away
        if await window.page.locator(".since").count() > 0:
            return
        assert not await window.is_over()
        await window.take_any(chance)


WHY = {
    "density-deck": {
        "last_standing": "Only {winner} has lives left.",
        "others_left": "Everybody but {winner} has left.",
        "deal_cap": "The last deal is over: more lives decide.",
    },
    "amfibido": {
        "four_rounds": "{winner} has won four rounds.",
        "round_cap": "The last round is over: more rounds won decide.",
    },
    "amiibart": {
        "death_tokens": "Too many Death Tokens: {loser}.",
        "no_fighters": "No Fighter in play at the end of a turn: {loser}.",
        "nothing_left": "No cards and no Fighters left: {loser}.",
        "idle": "Three turns in which nothing was done: {loser}.",
        "turn_cap": "The last turn is over.",
        "loop": "It would have gone on for ever.",
    },
    "myacards": {
        "no_entities": "No entity left on the field: {loser}.",
        "empty_deck": "No card left to draw: {loser}.",
        "turn_cap": "The last turn is over.",
    },
}
"""What a game's own table says for each reason of the server's; the general table says who has won, and no more."""


async def see_who_won(window: Window, server: LiveServer) -> None:
    """See that the page says of the match that is over all that the server says: who has won, and why."""
    match = window.page.url.rsplit("/", 1)[1]
    _, replay = await server.get(f"/v1/matches/{match}/replay")
    result, players = replay["result"], replay["players"]
    places = result["places"]
    assert sorted(places) == [1, 2], "somebody has won"
    winner, loser = (players[places.index(place)]["name"] for place in (1, 2))
    own = [player["kind"] == "bot" for player in players].index(False)
    said = "You win." if places[own] == 1 else "You lose."
    is_plain = await window.page.locator(".frame[data-plain]").count() > 0 or replay["game"] not in WHY
    if not is_plain:
        said += " " + WHY[replay["game"]][result["reason"]].format(winner=winner, loser=loser)
    await expect(window.page.locator(".prompt-text")).to_have_text(said)
