"""Trades by keys alone: offered, changed, accepted and cancelled, and told to the other as it happens."""

from collections.abc import AsyncIterator

import pytest
from quarterdeck_client import Client
from quarterdeck_client.terminal.app import Plan
from quarterdeck_client.terminal.screens.collection.trade_offer import as_offered
from quarterdeck_protocol.lobby.claim_codes import CopiesToGive, NewCodeGift
from quarterdeck_protocol.lobby.collection.trades import TradeCard, TradeStage
from quarterdeck_protocol.names import GameName
from screens import Shown, terminal
from servers import PASSWORD, LiveServer

GAME = GameName("amiibart")


def words(shown: Shown) -> str:
    """Return what can be read, whatever lines it stands in."""
    return " ".join(shown.text.replace("│", " ").split())


@pytest.fixture
async def owners(giving: LiveServer) -> AsyncIterator[tuple[Client, Client]]:
    """Two who own cards: Eve two of Grave Bat, Finn one of Deluge."""
    async with Client(giving.url, name="Moira") as moira:
        await moira.account.register("Moira", PASSWORD)
        await giving.services.moderation.make_first_admin("Moira")
        gifts = [
            NewCodeGift(copies=(CopiesToGive(game=GAME, card=card, count=count),))
            for card, count in (("grave-bat", 2), ("deluge", 1))
        ]
        codes = [(await moira.codes.make("For a trade", gift)).codes[0] for gift in gifts]
    async with Client(giving.url, name="Eve") as eve, Client(giving.url, name="Finn") as finn:
        for client, name, code in ((eve, "Eve", codes[0]), (finn, "Finn", codes[1])):
            await client.account.register(name, PASSWORD)
            await client.codes.claim(code)
        yield eve, finn


async def owned(client: Client) -> dict[str, int]:
    return {each.card: each.count for each in await client.collection.owned()}


async def to_the_trades(shown: Shown, label: str = "Trades") -> None:
    await shown.shows("c cards")
    await shown.press("c")
    await shown.pick(label)


async def test_a_trade_is_put_together_by_keys_and_told_to_the_other_as_it_happens(
    owners: tuple[Client, Client],
) -> None:
    eve, finn = owners
    async with terminal(eve, Plan()) as hers:
        await to_the_trades(hers)
        await hers.pick("Offer a trade to somebody")
        await hers.write("The name of the player:", "Finn")
        await hers.pick("Give a card")
        await hers.pick("Grave Bat (Common, 2 free)")
        await hers.write("How many copies, of 2?", "2")
        await hers.shows("You give: 2 Grave Bat")
        await hers.pick("Ask for a card")
        await hers.write("Words on the card:", "deluge")
        await hers.pick("Deluge (Ultra Rare)")
        await hers.write("How many copies?", "")
        await hers.pick("Offer it to Finn")
        await hers.shows("Trade with Finn: waits for Finn.")
    (first,) = (await eve.collection.trades.list()).open
    async with terminal(finn, Plan()) as his:
        await his.shows("c cards")
        await his.until(lambda: bool(finn.collection.trades._readers))
        await finn.collection.trades.list()  # answered after the list that the terminal has asked for
        await eve.collection.trades.counter(
            first.id, 1, as_offered(first.sides[0].gives), as_offered(first.sides[1].gives)
        )
        await his.shows("Trade with Eve: waits for you.")
        await to_the_trades(his, "Trades: 1 waits for you")
        await his.pick("Eve: you give Deluge, you get 2 Grave Bat")
        await his.pick("Accept it …")
        await his.shows("The cards of both sides move at once")
        await his.press("y")
        await his.shows("Trade with Eve: complete: the cards have moved.")
    assert (await owned(eve), await owned(finn)) == ({"deluge": 1}, {"grave-bat": 2})


async def test_an_offer_is_changed_and_cancelled_and_stands_among_those_that_have_ended(
    owners: tuple[Client, Client],
) -> None:
    eve, finn = owners
    before = await owned(eve)
    offered = await eve.collection.trades.offer(
        finn.player.id, [TradeCard(game=GAME, card="grave-bat")], [TradeCard(game=GAME, card="deluge")]
    )
    async with terminal(finn, Plan()) as shown:
        await shown.until(lambda: "1 trade waits for you (c)" in words(shown))
        await to_the_trades(shown, "Trades: 1 waits for you")
        await shown.pick("Eve: you give Deluge, you get Grave Bat")
        await shown.pick("Offer something else instead")
        await shown.pick("Without Deluge")
        await shown.shows("You give: nothing")
        await shown.pick("Offer this instead")
        await shown.shows("Trade with Eve: waits for Eve.")
        assert (await eve.collection.trades.get(offered.id)).revision == 2
        await shown.pick("Eve: you give nothing, you get Grave Bat · waits for Eve")
        assert "Accept" not in shown.text
        await shown.pick("Cancel it")
        await shown.shows("cancelled by you, no cards have moved.")
        await shown.pick("Those that have ended")
        await shown.until(lambda: "you get Grave Bat · cancelled by you" in words(shown))
    assert (await eve.collection.trades.get(offered.id)).stage is TradeStage.CANCELLED
    assert await owned(eve) == before


async def test_among_the_tables_it_says_how_many_trades_wait_as_they_come_and_go(owners: tuple[Client, Client]) -> None:
    eve, finn = owners
    async with terminal(finn, Plan()) as shown:
        await shown.until(lambda: bool(finn.collection.trades._readers))
        await finn.collection.trades.list()  # answered after the list that the terminal has asked for
        assert "for you (c)" not in words(shown)
        offered = [
            await eve.collection.trades.offer(finn.player.id, [TradeCard(game=GAME, card="grave-bat")])
            for _ in range(2)
        ]
        await shown.until(lambda: "2 trades wait for you (c)" in words(shown))
        await finn.collection.trades.accept(offered[0].id, 1)
        await shown.until(lambda: "1 trade waits for you (c)" in words(shown))
        await eve.collection.trades.cancel(offered[1].id)
        await shown.until(lambda: "for you (c)" not in words(shown))


async def test_anything_that_is_refused_is_said_with_the_card_and_nothing_is_lost_of_what_was_put_together(
    owners: tuple[Client, Client],
) -> None:
    eve, finn = owners
    async with terminal(eve, Plan()) as shown:
        await to_the_trades(shown)
        await shown.pick("Offer a trade to somebody")
        await shown.write("The name of the player:", "Finn")
        await shown.pick("Give a card")
        await shown.pick("Grave Bat (Common, 2 free)")
        await shown.write("How many copies, of 2?", "2")
        await eve.collection.trades.offer(finn.player.id, [TradeCard(game=GAME, card="grave-bat")])
        await shown.pick("Offer it to Finn")
        await shown.until(lambda: "Grave Bat" in words(shown) and "You give: 2 Grave Bat" in words(shown))
        assert len((await eve.collection.trades.list()).open) == 1
        await shown.press("escape")
        await shown.pick("Offer a trade to somebody")
        await shown.write("The name of the player:", "Nobody of this name")
        await shown.until(lambda: ("Trades" in words(shown) and "Nobody" in words(shown)) or "player" in words(shown))
