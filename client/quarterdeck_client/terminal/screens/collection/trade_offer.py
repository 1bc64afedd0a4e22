"""Composing a trade: the cards to give, and the cards to ask for."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from quarterdeck_protocol.lobby.collection.trades import MOST_COPIES, TradeCard
from quarterdeck_protocol.names import GameName
from quarterdeck_protocol.sides import Player
from textual.app import App

from quarterdeck_client.client import Client
from quarterdeck_client.errors import RefusedError
from quarterdeck_client.terminal.screens.collection.card_list import games_with_cards
from quarterdeck_client.terminal.widgets.forms import chosen, written
from quarterdeck_client.words.card_copies import CardCopies, CopiesFilter, copies_of, unlisted
from quarterdeck_client.words.card_texts import Book
from quarterdeck_client.words.collection_words import rarity_in_words
from quarterdeck_client.words.trade_words import cards_in_words, news_in_words

MOST_FOUND = 30
"""Maximum number of found cards to choose from; if there are more, the player has to type further words."""

WORDS = "Words on the card:"


class TradeSides(NamedTuple):
    """The cards that the player gives and gets in a trade."""

    gives: tuple[TradeCard, ...] = ()
    takes: tuple[TradeCard, ...] = ()


class TradableCards:
    """The cards of all games that have tradable copies, with the player's own copies."""

    def __init__(self, copies: Mapping[str, tuple[CardCopies, ...]]) -> None:
        self._copies = copies

    @property
    def books(self) -> dict[str, Book]:
        """The printed texts of the cards, by game."""
        return {game: {each.id: each.texts for each in copies} for game, copies in self._copies.items()}

    def one(self, game: str, card: str) -> CardCopies:
        """Return the entry of a card, even if the server does not list the card any more."""
        found = next((each for each in self._copies.get(game, ()) if each.id == card), None)
        return found or unlisted(card)

    def found(self, words: str, *, are_own: bool) -> list[tuple[GameName, CardCopies]]:
        """Return the cards that contain all these words. With `are_own`, only cards of which the player has free
        copies."""
        wanted = CopiesFilter(words=words)
        return [
            (GameName(game), each)
            for game, copies in self._copies.items()
            for each in copies
            if wanted.finds(each) and (each.free or not are_own)
        ]


async def tradable_cards(client: Client) -> TradableCards:
    """Return the cards that can be traded now. Raises `ClientError`."""
    owned = await client.collection.owned()
    games = [offer.name for offer in games_with_cards(client.welcome.games)]
    return TradableCards({game: copies_of(await client.raw_cards(game), owned) for game in games})


async def put_together(
    app: App[Any], cards: TradableCards, partner: str, do: str, sides: TradeSides | None = None
) -> TradeSides | None:
    """Let the player change both sides of a trade until they choose the answer `do`. Return the sides; `None` if the
    player leaves."""
    gives, takes = list((sides or TradeSides()).gives), list((sides or TradeSides()).takes)
    while True:
        books = cards.books
        words = (
            f"A trade with {partner}\nYou give: {cards_in_words(gives, books)}\nYou get: {cards_in_words(takes, books)}"
        )
        back = [f"Without {cards_in_words([each], books)}" for each in (*gives, *takes)]
        answer = await chosen(app, words, [do, "Give a card", "Ask for a card", *back])
        if answer is None:
            return None
        if answer == 0:
            return TradeSides(tuple(gives), tuple(takes))
        if answer <= 2:
            added = await _card(app, cards, are_own=answer == 1)
            side = gives if answer == 1 else takes
            if added is not None:
                side[:] = [*(each for each in side if (each.game, each.card) != (added.game, added.card)), added]
        elif answer - 3 < len(gives):
            del gives[answer - 3]
        else:
            del takes[answer - 3 - len(gives)]


async def _card(app: App[Any], cards: TradableCards, *, are_own: bool) -> TradeCard | None:
    """Let the player choose a card and a number of copies."""
    found = cards.found("", are_own=are_own)
    if len(found) > MOST_FOUND:
        words = await written(app, WORDS)
        if words is None:
            return None
        found = cards.found(words, are_own=are_own)
    labels = [_label(each, are_own=are_own) for _, each in found[:MOST_FOUND]]
    title = "Which card?" if found else "You have no card that is free." if are_own else "No card is like that."
    more = f"\nThere are {len(found)}: say more words to see the others." if len(found) > MOST_FOUND else ""
    which = await chosen(app, title + more, labels or ["Go on"])
    if which is None or not found:
        return None
    game, copies = found[which]
    count = await _count(app, copies.free if are_own else MOST_COPIES, asks=are_own)
    return None if count is None else TradeCard(game=game, card=copies.id, count=count)


async def _count(app: App[Any], most: int, *, asks: bool) -> int | None:
    """Ask for the number of copies, if more than one is possible."""
    if most <= 1:
        return 1
    asked = f"How many copies, of {most}? Nothing for one:" if asks else "How many copies? Nothing for one:"
    said = await written(app, asked)
    if said is None:
        return 1
    return min(int(said), most, MOST_COPIES) or None if said.isdecimal() and len(said) < 4 else None


def _label(copies: CardCopies, *, are_own: bool) -> str:
    free = f", {copies.free} free" if are_own else ""
    return f"{copies.name} ({rarity_in_words(copies.rarity)}{free})"


def as_offered(cards: Sequence[Any]) -> tuple[TradeCard, ...]:
    """Return the cards of a trade in the form of an offer."""
    return tuple([TradeCard(game=each.game, card=each.card, count=each.count) for each in cards])


async def offer_to(app: App[Any], client: Client, player: Player, begun: TradeSides | None = None) -> str | None:
    """Let the player compose a trade, starting from `begun`, and offer it to another player. Refusals are shown, and
    the trade can be changed. Raises `ClientError` if the connection is lost."""
    cards, sides, said = await tradable_cards(client), begun or TradeSides(), ""
    while True:
        partner = f"{player.name}\n{said}" if said else player.name
        found = await put_together(app, cards, partner, f"Offer it to {player.name}", sides)
        if found is None:
            return None
        try:
            return news_in_words(
                await client.collection.trades.offer(player.id, found.gives, found.takes), client.player.id
            )
        except RefusedError as refused:
            sides, said = found, with_faults(refused)


def with_faults(refused: RefusedError) -> str:
    """Return the reason for a refusal, and the faults of each card."""
    return "\n".join([str(refused), *(each for each in refused.faults if each != str(refused))])
