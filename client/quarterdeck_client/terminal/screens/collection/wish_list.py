"""The player's wish list, owners of a card, and players who wish for one of the player's cards."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from quarterdeck_protocol.lobby.collection.trades import TradeCard
from quarterdeck_protocol.lobby.collection.wishes import FoundBy, TraderRole, WishCard, Wishes
from quarterdeck_protocol.names import GameName
from textual.app import App

from quarterdeck_client.client import Client
from quarterdeck_client.errors import RefusedError
from quarterdeck_client.terminal.screens.collection.card_list import card_in_full
from quarterdeck_client.terminal.screens.collection.trade_offer import (
    MOST_FOUND,
    WORDS,
    TradableCards,
    TradeSides,
    offer_to,
    tradable_cards,
)
from quarterdeck_client.terminal.widgets.forms import chosen, written
from quarterdeck_client.words.card_copies import CardCopies
from quarterdeck_client.words.collection_words import rarity_in_words
from quarterdeck_client.words.wish_words import (
    HOW_FOUND,
    NOBODY,
    asked_in_words,
    found_in_words,
    trader_in_a_row,
    wish_in_words,
)

NONE = "Your wish list is empty."
Deed = tuple[str, Callable[[], Awaitable[str | None]]]


async def show_wishes(app: App[Any], client: Client) -> str | None:
    """Show the wish list and let the player change it and search for cards, until they leave. Raises `ClientError` if
    the connection is lost. Refusals are shown."""
    titles = {str(offer.name): offer.title for offer in client.welcome.games}
    said = ""
    while True:
        wishes, cards = await client.collection.wishes.list(), await tradable_cards(client)
        rows = [wish_in_words(each, cards.books, titles) for each in wishes.wishes]
        words = ["Wish list", *([said] if said else []), *([] if rows else [NONE]), found_in_words(wishes.found_by)]
        find = "Stop others from finding me" if wishes.found_by is FoundBy.TRADERS else "Let others find me …"
        answer = await chosen(app, "\n".join(words), [*rows, "Add a card", find])
        if answer is None:
            return None
        try:
            if answer < len(rows):
                wish = wishes.wishes[answer]
                said = await about_card(app, client, wish.game, cards.one(wish.game, wish.card)) or ""
            elif answer == len(rows):
                said = await _wish(app, client, cards) or ""
            else:
                said = await _be_found(app, client, wishes) or ""
        except RefusedError as refused:
            said = str(refused)


async def about_card(app: App[Any], client: Client, game: GameName, copies: CardCopies) -> str | None:
    """Show a card, let the player wish for the card or search for its owners, and return a sentence about the outcome.
    Raises `ClientError`. Refusals are shown."""
    if not client.collection.wishes.are_kept_here:
        await chosen(app, card_in_full(copies), ["Go on"])
        return None
    said = ""
    while True:
        wishes = await client.collection.wishes.list()
        is_wished = any((each.game, each.card) == (game, copies.id) for each in wishes.wishes)
        deeds: list[Deed] = [
            (
                "Remove it from the wish list" if is_wished else "Wish for it",
                partial(_change, client, game, copies, is_wished=is_wished),
            ),
            ("Who has it?", partial(_find, app, client, TraderRole.HAS, game, copies)),
        ]
        if copies.free:
            deeds.append(("Who wishes for it?", partial(_find, app, client, TraderRole.WISHES, game, copies)))
        words = [*([said, ""] if said else []), card_in_full(copies)]
        answer = await chosen(app, "\n".join(words), ["Go on", *(label for label, _ in deeds)])
        if not answer:
            return said or None
        try:
            said = await deeds[answer - 1][1]() or ""
        except RefusedError as refused:
            said = str(refused)


async def _change(client: Client, game: GameName, copies: CardCopies, *, is_wished: bool) -> str:
    card = WishCard(game=game, card=copies.id)
    await client.collection.wishes.change([] if is_wished else [card], [card] if is_wished else [])
    return f"{copies.name} stands on your wish list{' no more' if is_wished else ''}."


async def _wish(app: App[Any], client: Client, cards: TradableCards) -> str | None:
    """Let the player choose a card from all cards that accounts can own, and add it to the wish list."""
    words = await written(app, WORDS)
    if words is None:
        return None
    found = cards.found(words, are_own=False)
    more = f"\nThere are {len(found)}: say more words to see the others." if len(found) > MOST_FOUND else ""
    title = "Which card?" if found else "No card is like that."
    labels = [f"{each.name} ({rarity_in_words(each.rarity)})" for _, each in found[:MOST_FOUND]]
    which = await chosen(app, title + more, labels or ["Go on"])
    if which is None or not found:
        return None
    game, copies = found[which]
    return await _change(client, game, copies, is_wished=False)


async def _be_found(app: App[Any], client: Client, wishes: Wishes) -> str | None:
    """Change who may find the player. The player confirms a text about the consequences before others may find them."""
    if wishes.found_by is FoundBy.NOBODY:
        if await chosen(app, HOW_FOUND, ["Let others find me"], "not now") is None:
            return None
        await client.collection.wishes.be_found(FoundBy.TRADERS)
        return None
    await client.collection.wishes.be_found(FoundBy.NOBODY)
    return None


async def _find(app: App[Any], client: Client, who: TraderRole, game: GameName, copies: CardCopies) -> str | None:
    """Show possible trade partners for a card, page by page, and let the player compose a trade with one."""
    after: int | None = None
    cards = await tradable_cards(client)
    while True:
        found = await client.collection.wishes.find(who, game, copies.id, after)
        rows = [trader_in_a_row(each, cards.books) for each in found.traders]
        others = ["Others"] if found.after is not None else []
        title = asked_in_words(found, cards.books)
        answer = await chosen(
            app, "\n".join([title, *([] if rows or others else [NOBODY])]), [*rows, *others] or ["Go on"]
        )
        if answer is None or not (rows or others):
            return None
        if answer < len(rows):
            return await offer_to(app, client, found.traders[answer].player, _prepared(who, game, copies))
        after = found.after


def _prepared(who: TraderRole, game: GameName, copies: CardCopies) -> TradeSides:
    """Return the first draft of an offer: one copy of the card that the player searched for."""
    card = TradeCard(game=game, card=copies.id, count=1)
    return TradeSides(takes=(card,)) if who is TraderRole.HAS else TradeSides(gives=(card,))
