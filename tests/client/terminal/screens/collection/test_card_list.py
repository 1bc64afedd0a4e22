"""All cards and which of them are yours, by keys alone: page by page, and filtered."""

import pytest
from quarterdeck_client import Client
from quarterdeck_client.terminal.app import Plan
from quarterdeck_client.terminal.screens.collection.card_list import CardListScreen
from quarterdeck_client.terminal.screens.collection.opened_pack import FACE_DOWN, PackOpening
from quarterdeck_client.terminal.screens.lobby import LobbyScreen
from relay import relay_to
from screens import Shown, terminal
from servers import LiveServer

SIZES = [(80, 24), (120, 40), (60, 18), (40, 12), (30, 10)]


def words(shown: Shown) -> str:
    """Return what can be read, whatever lines it stands in."""
    return " ".join(shown.text.replace("│", " ").split())


async def test_cards_are_filtered_by_words_rarity_set_and_whether_one_has_them(eve: Client) -> None:
    pack, *_ = (await eve.collection.packs()).packs
    opened = await eve.collection.open_pack(pack.id)
    own = len({each.card for each in opened.cards})
    async with terminal(eve, Plan()) as shown:
        await shown.shows("c cards")
        await shown.press("c")
        await shown.pick("All cards")
        await shown.shows(f"Amiibart TCG: {own} of 180 cards, 5 copies")
        await shown.shows("page 1 of")
        await shown.press("pagedown")
        await shown.shows("page 2 of")
        await shown.press("f")
        await shown.pick("Which: all")
        await shown.pick("List them")
        await shown.shows(f"owned: {own} card")
        await shown.press("f")
        await shown.pick("Which: owned")
        await shown.pick("Rarity: all")
        await shown.pick("Rarity: Common")
        await shown.pick("Rarity: Rare")
        await shown.pick("Set: all")
        await shown.press("enter")
        await shown.shows("AB1 · Ultra Rare · missing:")
        await shown.press("slash")
        await shown.write("Words on the card", "deluge")
        await shown.shows("“deluge”")
        await shown.until(lambda: isinstance(shown.app.screen, CardListScreen))
        await shown.press("right")
        await shown.shows("MYACARDS: 0 of 165 cards, 0 copies")
        assert "AB1" not in shown.text
        await shown.press("slash")
        await shown.write("Words on the card", "")
        await shown.press("f")
        await shown.pick("Which: missing")
        await shown.pick("Which: wished for")
        await shown.press("enter")
        await shown.shows("Ultra Rare: 21 cards")
        await shown.press("1", "enter")
        await shown.shows("You have none.")
        await shown.press("escape", "escape", "escape")
        await shown.until(lambda: isinstance(shown.app.screen, LobbyScreen))


async def test_without_collections_the_cards_can_be_read_all_the_same(server: LiveServer) -> None:
    async with relay_to(server.url) as relay:
        relay.to_clients = lambda heard: {**heard, "capabilities": []} if "capabilities" in heard else heard
        async with Client(relay.url, name="Ada") as ada, terminal(ada, Plan()) as shown:
            await shown.shows("c cards")
            await shown.press("c")
            await shown.shows("Amiibart TCG: 0 of 180 cards")
            await shown.press("1", "enter")
            await shown.shows("Lifesteal.")


@pytest.mark.parametrize("size", SIZES)
async def test_every_size_shows_cards_and_a_pack(eve: Client, size: tuple[int, int]) -> None:
    async with terminal(eve, Plan(), size=size) as shown:
        await shown.until(lambda: isinstance(shown.app.screen, LobbyScreen))
        await shown.press("c")
        await shown.pick("All cards")
        await shown.until(lambda: "Grave Bat" in shown.text)
        assert "Esc back" in words(shown)
        await shown.press("escape")
        await shown.pick("Packs: ")
        await shown.pick("Open one:")
        await shown.until(lambda: shown.screen_of(PackOpening).opened is not None)
        await shown.until(lambda: FACE_DOWN in shown.text)
        assert "Esc: back" in words(shown)
        await shown.press("enter")
        await shown.until(lambda: FACE_DOWN not in shown.text)
        assert "Esc: back" in words(shown)
