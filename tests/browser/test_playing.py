"""A stranger opens the address and plays every game to its end, with whatever hands they have, in a real browser."""

import contextlib
import random
from collections.abc import AsyncIterator, Callable
from typing import NamedTuple

import pytest
from browsers import Window, window
from hands import WAYS, Hand, Standing, play_out, see_who_won, sit_down
from playwright.async_api import Browser, expect
from quarterdeck_games.testing.profiles import as_many
from servers import LiveServer, live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")


class Sitting(NamedTuple):
    """A match that is short, and yet one that is won."""

    game: str
    luck: int
    options: dict[str, int]
    table: str
    """What the game's own table draws, and no other."""

    least: int = 44
    """How wide and high at least what may be touched is, in pixels."""

    whole: bool = False
    """Whether all of its table is seen at once, on a phone, too."""


SITTINGS = [
    Sitting("density-deck", 3, {"lives": 3}, ".dd-hand"),
    Sitting("amfibido", 3, {"max_rounds": 4}, ".af-table"),
    Sitting("amiibart", 0, {}, ".am-table"),
    Sitting("myacards", 1, {"turn_cap": 40}, ".my-field", least=42, whole=True),
]


SHORTEST = SITTINGS[0]
HANDS = as_many(1, at_length=len(WAYS))
WHOLE = [(each, how) for each in SITTINGS for how in (WAYS if each is SHORTEST else list(WAYS)[:HANDS])]
"""The shortest match is played by every hand and the others by mouse: an ending is the same in all games. With a long
profile all are played by every hand."""

BEGUN = [(each, how) for each in SITTINGS for how in WAYS if (each, how) not in WHOLE]
MOST = 40
"""So many times a hand presses something in a match that is not played to its end."""


def named(of: object) -> str | None:
    """Return what a parameter is called."""
    return of.game if isinstance(of, Sitting) else None


@contextlib.asynccontextmanager
async def seated(browser: Browser, sitting: Sitting, how: str) -> AsyncIterator[tuple[LiveServer, Window, Hand]]:
    """Sit down at a table of a game, as somebody does who has only this hand."""
    kind, size = WAYS[how]
    touch = how == "touch"
    async with (
        live_server(luck=sitting.luck) as server,
        window(browser, server.url, size=size, dark=not touch, touch=touch, luck=sitting.luck) as guest,
    ):
        hand = kind(guest)
        await sit_down(guest, hand, sitting.game, options=sitting.options)
        yield server, guest, hand


def check_of(sitting: Sitting) -> Callable[[Standing], None]:
    """Return what has to be so at each moment of a match."""

    def check(stands: Standing) -> None:
        assert stands.sideways == 0
        assert stands.hidden == 0 or not sitting.whole
        assert stands.smallest is None or stands.smallest >= sitting.least - 0.5

    return check


@pytest.mark.parametrize(("sitting", "how"), WHOLE, ids=named)
async def test_a_guest_plays_to_the_end_sees_who_won_and_plays_again(
    browser: Browser, sitting: Sitting, how: str
) -> None:
    async with seated(browser, sitting, how) as (server, guest, hand):
        page = guest.page
        await play_out(guest, hand, random.Random(sitting.luck), check_of(sitting))
        await see_who_won(guest, server)
        await expect(page.locator(sitting.table).first).to_be_visible()
        await expect(page.locator(".ending").get_by_role("link", name="Home")).to_have_attribute("href", "/")

        over = page.url
        await hand.press(page.get_by_role("button", name="Rematch"))
        await expect(page.locator(".frame:not([data-over])")).to_be_visible()
        assert page.url != over


@pytest.mark.parametrize(("sitting", "how"), BEGUN, ids=named)
async def test_a_table_is_played_at_by_every_hand(browser: Browser, sitting: Sitting, how: str) -> None:
    async with seated(browser, sitting, how) as (_, guest, hand):
        await expect(guest.page.locator(sitting.table).first).to_be_visible()
        await play_out(guest, hand, random.Random(sitting.luck), check_of(sitting), MOST)
        assert await guest.version() > 1
