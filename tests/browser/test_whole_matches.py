"""A stranger opens the address and plays every game to its end, with whatever hands they have, in a real browser."""

import random
from typing import NamedTuple

import pytest
from browsers import window
from hands import WAYS, Standing, play_out, see_who_won, sit_down
from playwright.async_api import Browser, expect
from servers import live_server

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


@pytest.mark.parametrize("how", WAYS)
@pytest.mark.parametrize("sitting", SITTINGS, ids=lambda each: each.game)
async def test_a_guest_plays_to_the_end_sees_who_won_and_plays_again(
    browser: Browser, sitting: Sitting, how: str
) -> None:
    chance = random.Random(sitting.luck)
    kind, size = WAYS[how]
    touch = how == "touch"
    async with (
        live_server(luck=sitting.luck) as server,
        window(browser, server.url, size=size, dark=how != "touch", touch=touch, luck=sitting.luck) as guest,
    ):
        hand, page = kind(guest), guest.page

        def check(stands: Standing) -> None:
            assert stands.sideways == 0
            assert stands.hidden == 0 or not sitting.whole
            assert stands.smallest is None or stands.smallest >= sitting.least - 0.5

        await sit_down(guest, hand, sitting.game, options=sitting.options)
        await play_out(guest, hand, chance, check)
        await see_who_won(guest, server)
        await expect(page.locator(sitting.table).first).to_be_visible()
        await expect(page.locator(".ending").get_by_role("link", name="Home")).to_have_attribute("href", "/")

        over = page.url
        await hand.press(page.get_by_role("button", name="Rematch"))
        await expect(page.locator(".frame:not([data-over])")).to_be_visible()
        assert page.url != over
