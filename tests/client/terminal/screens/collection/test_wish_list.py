"""Wish lists by keys alone: a card is wished for, found at somebody's, and asked for."""

from collections.abc import AsyncIterator

import pytest
from quarterdeck_client import Client
from quarterdeck_client.terminal.app import Plan
from quarterdeck_protocol.lobby.collection.wishes import FoundBy, WishCard
from quarterdeck_protocol.names import GameName
from screens import Shown, terminal
from servers import PASSWORD, LiveServer
from web.trade_cases import give

GAME = GameName("amiibart")


def words(shown: Shown) -> str:
    """Return what can be read, whatever lines it stands in."""
    return " ".join(shown.text.replace("│", " ").split())


@pytest.fixture
async def owners(giving: LiveServer) -> AsyncIterator[tuple[Client, Client]]:
    """Two who own cards: Eve two of Grave Bat, Finn one of Deluge, by which he is found."""
    async with Client(giving.url, name="Eve") as eve, Client(giving.url, name="Finn") as finn:
        for client, name, card, count in ((eve, "Eve", "grave-bat", 2), (finn, "Finn", "deluge", 1)):
            await client.account.register(name, PASSWORD)
            await give(giving, client.player.id, card, count)
        await finn.collection.wishes.be_found(FoundBy.TRADERS)
        await finn.collection.wishes.change([WishCard(game=GAME, card="grave-bat")])
        yield eve, finn


async def to_the_wishes(shown: Shown) -> None:
    await shown.shows("c cards")
    await shown.press("c")
    await shown.pick("Wish list, and players who have its cards")


async def test_a_card_is_wished_for_found_and_asked_for_by_keys(owners: tuple[Client, Client]) -> None:
    eve, finn = owners
    async with terminal(eve, Plan()) as shown:
        await to_the_wishes(shown)
        await shown.shows("Your wish list is empty.")
        await shown.shows("Other players cannot find you by your cards.")
        await shown.pick("Add a card")
        await shown.write("Words on the card:", "deluge")
        await shown.pick("Deluge (Ultra Rare)")
        await shown.shows("Deluge stands on your wish list.")
        await shown.pick("Let others find me …")
        await shown.pick("Let others find me")
        await shown.until(lambda: "Others can find you by your free cards" in words(shown))
        await shown.pick("Deluge, Amiibart TCG")
        await shown.pick("Who has it?")
        await shown.until(lambda: "Who has Deluge to trade" in words(shown))
        await shown.pick("Finn · has of your wish list: Deluge")
        await shown.shows("You get: Deluge")
        await shown.pick("Give a card")
        await shown.pick("Grave Bat (Common, 2 free)")
        await shown.write("How many copies, of 2?", "1")
        await shown.pick("Offer it to Finn")
        await shown.shows("Trade with Finn: waits for Finn.")
        await shown.pick("Remove it from the wish list")
        await shown.shows("Deluge stands on your wish list no more.")
    ((trade,), wishes) = (await eve.collection.trades.list()).open, await eve.collection.wishes.list()
    assert (trade.sides[1].player, trade.sides[1].gives[0].card) == (finn.player, "deluge")
    assert (wishes.wishes, wishes.found_by) == ((), FoundBy.TRADERS)


async def test_a_player_who_wishes_for_their_own_is_asked_in_the_list_of_cards(owners: tuple[Client, Client]) -> None:
    eve, _ = owners
    async with terminal(eve, Plan()) as shown:
        await shown.shows("c cards")
        await shown.press("c")
        await shown.pick("All cards, with yours marked")
        await shown.shows("Amiibart TCG")
        await shown.press("slash")
        await shown.write("Words on the card", "grave bat")
        await shown.shows("“grave bat”: 1 card")
        await shown.press("1")
        await shown.pick("Who wishes for it?")
        await shown.pick("Finn · wishes for your Grave Bat")
        await shown.shows("You give: Grave Bat")
        await shown.press("escape")
        await shown.pick("Wish for it")
        await shown.shows("Grave Bat stands on your wish list.")
        await shown.press("escape")
        await shown.press("f")
        for held in ("all", "owned", "missing"):
            await shown.pick(f"Which: {held}")
        await shown.pick("List them")
        await shown.shows("“grave bat” · wished for: 1 card")
    assert [each.card for each in (await eve.collection.wishes.list()).wishes] == ["grave-bat"]


async def test_a_guest_is_told_why_not(giving: LiveServer) -> None:
    async with Client(giving.url, name="Guest") as guest, terminal(guest, Plan()) as shown:
        await to_the_wishes(shown)
        await shown.pick("Add a card")
        await shown.write("Words on the card:", "deluge")
        await shown.pick("Deluge (Ultra Rare)")
        await shown.until(lambda: "You need an account for a wish list" in words(shown))
