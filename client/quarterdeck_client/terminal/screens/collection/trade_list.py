"""Open and ended trades, and the possible actions on each."""

from collections.abc import Awaitable, Callable
from typing import Any

from quarterdeck_protocol.lobby.collection.trades import Trade, TradeStage
from rich.text import Text
from textual.app import App

from quarterdeck_client.client import Client
from quarterdeck_client.errors import RefusedError
from quarterdeck_client.terminal.screens.collection.trade_offer import (
    TradableCards,
    TradeSides,
    as_offered,
    offer_to,
    put_together,
    tradable_cards,
    with_faults,
)
from quarterdeck_client.terminal.widgets.choice_steps import YES
from quarterdeck_client.terminal.widgets.forms import chosen, written
from quarterdeck_client.terminal.widgets.popups import Question
from quarterdeck_client.words.trade_words import (
    cards_in_words,
    news_in_words,
    sides_of,
    trade_in_a_row,
    trade_in_full,
    waits_for,
)

NONE = "No trade is open. You find other players under p, or offer one by name."
Deed = tuple[str, Callable[[], Awaitable[str | None]]]


async def show_trades(app: App[Any], client: Client) -> str | None:
    """Show the player's trades, and let the player act on them until they leave. Raises `ClientError` if the connection
    is lost. Refusals are shown."""
    said = ""
    while True:
        trades, cards, me = await client.collection.trades.list(), await tradable_cards(client), client.player.id
        rows = [trade_in_a_row(each, me, cards.books) for each in trades.open]
        words = "\n".join(["Trades", *([said] if said else []), *([] if rows else [NONE])])
        answer = await chosen(app, words, [*rows, "Offer a trade to somebody", "Those that have ended"])
        if answer is None:
            return None
        said = ""
        try:
            if answer < len(rows):
                said = await show_trade(app, client, trades.open[answer], cards) or ""
            elif answer == len(rows):
                said = await _offer_by_name(app, client) or ""
            else:
                lines = [trade_in_a_row(each, me, cards.books) for each in trades.ended] or ["None yet."]
                await chosen(app, "\n".join(["Trades that have ended, the newest first", *lines]), ["Go on"])
        except RefusedError as refused:
            said = with_faults(refused)


async def show_trade(app: App[Any], client: Client, trade: Trade, cards: TradableCards) -> str | None:
    """Let the player accept, change or cancel a trade, and return its outcome. Raises `ClientError`."""
    me, books, trades = client.player.id, cards.books, client.collection.trades
    own, other = sides_of(trade, me)

    async def accept() -> str | None:
        give, get = cards_in_words(own.gives, books), cards_in_words(other.gives, books)
        asked = Text("Trade?\n\n", style="bold").append(
            f"You give {give}, and get {get}. The cards of both sides move at once, and this cannot be undone.",
            style="not bold",
        )
        if await app.push_screen_wait(Question(asked, ["Yes: trade"], keys=[YES], back="Esc: not now")) != 0:
            return None
        return news_in_words(await trades.accept(trade.id, trade.revision), me)

    async def change() -> str | None:
        before = TradeSides(as_offered(own.gives), as_offered(other.gives))
        sides = await put_together(app, cards, other.player.name, "Offer this instead", before)
        if sides is None:
            return None
        return news_in_words(await trades.counter(trade.id, trade.revision, sides.gives, sides.takes), me)

    async def cancel() -> str | None:
        return news_in_words(await trades.cancel(trade.id), me)

    deeds: list[Deed] = []
    if waits_for(trade, me):
        deeds.append(("Accept it …", accept))
    if trade.stage is TradeStage.OPEN:
        deeds.append(("Offer something else instead", change))
    deeds.append(("Cancel it", cancel))
    answer = await chosen(app, trade_in_full(trade, me, books), [label for label, _ in deeds])
    return None if answer is None else await deeds[answer][1]()


async def _offer_by_name(app: App[Any], client: Client) -> str | None:
    name = await written(app, "The name of the player:")
    if name is None:
        return None
    return await offer_to(app, client, (await client.standings.profile(name=name)).player)
