"""Text for wish lists and trade partners."""

from collections.abc import Iterable, Mapping

from quarterdeck_protocol.lobby.collection.wishes import FoundBy, NamedCard, Trader, TraderRole, Traders, WishedCard

from quarterdeck_client.words.card_texts import Book, name_of

FOUND = {
    FoundBy.NOBODY: "Other players cannot find you by your cards.",
    FoundBy.TRADERS: "Others can find you by your free cards and by your wishes.",
}
WHO = {TraderRole.HAS: "Who has {card} to trade", TraderRole.WISHES: "Who wishes for {card}"}
NOBODY = "None of the players who can be found, right now."
HOW_FOUND = (
    "If others can find you, players who ask about a card see that you have a free copy, or want one. Nobody "
    "sees your whole collection or wish list, and players you avoid do not see you."
)


def wish_in_words(wish: WishedCard, books: Mapping[str, Book], titles: Mapping[str, str]) -> str:
    """Return the line of a card on the wish list: `Deluge, Amiibart TCG`."""
    return f"{name_of(books.get(wish.game, {}), wish.card)}, {titles.get(wish.game, wish.game)}"


def found_in_words(found_by: FoundBy) -> str:
    """Return a sentence that tells the player who may find them."""
    return FOUND.get(found_by, f"You are found by: {found_by}.")


def trader_in_a_row(trader: Trader, books: Mapping[str, Book]) -> str:
    """Return one line with a possible trade partner and the possible trade: `Bo · has of your wish list: Deluge ·
    wishes for your Grave Bat`."""
    said = [trader.player.name]
    if trader.has:
        said.append(f"has of your wish list: {_named(trader.has, books)}")
    if trader.wishes:
        said.append(f"wishes for your {_named(trader.wishes, books)}")
    return " · ".join(said)


def asked_in_words(found: Traders, books: Mapping[str, Book]) -> str:
    """Return a title for the results of a search: `Who has Deluge to trade`."""
    card = name_of(books.get(found.game, {}), found.card)
    return WHO.get(found.who, "{card}").format(card=card)


def _named(cards: Iterable[NamedCard], books: Mapping[str, Book]) -> str:
    return ", ".join(name_of(books.get(each.game, {}), each.card) for each in cards)
