"""Text for the state of a trade, as one of its two players sees it."""

from collections.abc import Iterable, Mapping

from quarterdeck_protocol.lobby.collection.trades import Trade, TradeCard, TradedCard, TradeSide, TradeStage
from quarterdeck_protocol.names import PlayerId

from quarterdeck_client.words.card_texts import Book, name_of
from quarterdeck_client.words.collection_words import moment_in_words

NOTHING = "nothing"
ENDS = {
    TradeStage.DONE: "complete: the cards have moved",
    TradeStage.CANCELLED: "cancelled, no cards have moved",
    TradeStage.EXPIRED: "expired, no cards have moved",
    TradeStage.FROZEN: "frozen: a moderator is reviewing it",
}


def sides_of(trade: Trade, me: PlayerId) -> tuple[TradeSide, TradeSide]:
    """Return the player's own side of a trade, and the other player's side."""
    first, second = trade.sides
    return (second, first) if second.player.id == me else (first, second)


def waits_for(trade: Trade, me: PlayerId) -> bool:
    """True if a trade is open and the player has not accepted its newest revision."""
    own, _ = sides_of(trade, me)
    return trade.stage is TradeStage.OPEN and not own.has_accepted


def waiting_in_words(trades: Iterable[Trade], me: PlayerId) -> str:
    """Return a text with the number of trades that wait for the player's answer: `2 trades wait for you`; empty if
    there are none."""
    waiting = sum(waits_for(each, me) for each in trades)
    return "" if not waiting else "1 trade waits for you" if waiting == 1 else f"{waiting} trades wait for you"


def cards_in_words(cards: Iterable[TradedCard | TradeCard], books: Mapping[str, Book]) -> str:
    """Return the text of card copies: `2 Grave Bat, Deluge`."""
    said = [
        f"{f'{each.count} ' if each.count > 1 else ''}{name_of(books.get(each.game, {}), each.card)}" for each in cards
    ]
    return ", ".join(said) or NOTHING


def stage_in_words(trade: Trade, me: PlayerId) -> str:
    """Return the text of a trade's stage, as one of the two players sees it: `waits for you`."""
    if trade.stage is TradeStage.OPEN:
        return "waits for you" if waits_for(trade, me) else f"waits for {sides_of(trade, me)[1].player.name}"
    if trade.stage is TradeStage.CANCELLED and trade.cancelled_by is not None:
        who = "you" if trade.cancelled_by == me else sides_of(trade, me)[1].player.name
        return f"cancelled by {who}, no cards have moved"
    return ENDS.get(trade.stage, str(trade.stage))


def trade_in_a_row(trade: Trade, me: PlayerId, books: Mapping[str, Book]) -> str:
    """Return one line that describes a trade: `Bo: you give Grave Bat, you get Deluge · waits for you`."""
    own, other = sides_of(trade, me)
    give, get = cards_in_words(own.gives, books), cards_in_words(other.gives, books)
    return f"{other.player.name}: you give {give}, you get {get} · {stage_in_words(trade, me)}"


def trade_in_full(trade: Trade, me: PlayerId, books: Mapping[str, Book]) -> str:
    """Return several lines that describe a trade completely."""
    own, other = sides_of(trade, me)
    lines = [
        f"A trade with {other.player.name}: {stage_in_words(trade, me)}",
        f"You give: {cards_in_words(own.gives, books)}",
        f"You get: {cards_in_words(other.gives, books)}",
    ]
    if trade.revision > 1:
        lines.append(f"It was changed {trade.revision - 1} {'time' if trade.revision == 2 else 'times'}.")
    if trade.stage in (TradeStage.OPEN, TradeStage.FROZEN):
        lines.append(f"It expires at {moment_in_words(trade.expires_at)}.")
    return "\n".join(lines)


def news_in_words(trade: Trade, me: PlayerId) -> str:
    """Return one line that notifies the player of a trade's new state."""
    return f"Trade with {sides_of(trade, me)[1].player.name}: {stage_in_words(trade, me)}."
