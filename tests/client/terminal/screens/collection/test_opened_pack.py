"""A pack by keys alone: its cards are turned over one by one, and held against what the server was bound to."""

from quarterdeck_client import Client
from quarterdeck_client.terminal.app import Plan
from quarterdeck_client.terminal.screens.collection.opened_pack import CHECKED, FACE_DOWN, PackOpening
from relay import relay_to
from screens import Shown, terminal
from servers import PASSWORD, LiveServer


def words(shown: Shown) -> str:
    """Return what can be read, whatever lines it stands in."""
    return " ".join(shown.text.replace("│", " ").split())


async def to_a_pack(shown: Shown) -> PackOpening:
    """Go to the first pack that there is."""
    await shown.shows("c cards")
    await shown.press("c")
    await shown.pick("Packs: ")
    await shown.pick("Open one: Amiibart TCG, the first gift")
    await shown.until(lambda: shown.screen_of(PackOpening).opened is not None)
    return shown.screen_of(PackOpening)


async def test_the_cards_of_a_pack_are_turned_over_one_by_one_and_checked(eve: Client) -> None:
    before = len((await eve.collection.packs()).packs)
    async with terminal(eve, Plan()) as shown:
        pack = await to_a_pack(shown)
        assert pack.opened is not None
        await shown.until(lambda: shown.text.count(FACE_DOWN) == 5)
        assert "Checked" not in shown.text
        for turned in range(1, 6):
            await shown.press("space")
            await shown.until(lambda turned=turned: shown.text.count(FACE_DOWN) == 5 - turned)  # type: ignore[misc]  # bound now
        await shown.until(lambda: CHECKED in words(shown))
        assert shown.text.count("new") >= 1
        await shown.press("2")
        await shown.until(lambda: " 2 ▸" in shown.text)
        shown.app.seconds_to_notice = 0.0
        await shown.press("space")
        await shown.until(lambda: (now := shown.screen_of(PackOpening)) is not pack and now.opened is not None)
        await shown.press("escape")
        await shown.shows(f"You have {before - 2} packs to open.")
    assert sum(each.count for each in await eve.collection.owned("amiibart")) == 10


async def test_a_key_turns_all_over_at_once_and_a_hasty_one_opens_no_further_pack(eve: Client) -> None:
    async with terminal(eve, Plan(), seconds_to_notice=365 * 24 * 60 * 60.0) as shown:
        pack = await to_a_pack(shown)
        await shown.press("enter", "space", "enter")
        await shown.until(lambda: pack.is_over)
        assert shown.app.screen is pack
        assert pack.is_over


async def test_a_pack_that_was_swapped_is_said_to_be_false(giving: LiveServer, eve: Client) -> None:
    cards = [{"card": "night-countess-art", "rarity": "art_rare"}] * 5
    async with relay_to(giving.url) as relay:
        relay.to_clients = lambda heard: {**heard, "cards": cards} if heard.get("type") == "pack_opened" else heard
        async with Client(relay.url, name="Eve", password=PASSWORD) as again, terminal(again, Plan()) as shown:
            await to_a_pack(shown)
            await shown.press("enter")
            await shown.shows("THIS PACK IS FORGED: the cards differ")
