"""Wish list commands of `quarterdeck collection`: cards to wish for, their owners, and permission to be found."""

import click
from quarterdeck_protocol.encoding.enums import sent_values
from quarterdeck_protocol.folding import are_same
from quarterdeck_protocol.lobby.collection.wishes import FoundBy, TraderRole, WishCard, Wishes
from quarterdeck_protocol.names import GameName

from quarterdeck_client.client import Client
from quarterdeck_client.commands.output import echo
from quarterdeck_client.commands.remembered_player import RememberedPlayer, pass_here
from quarterdeck_client.errors import ClientError
from quarterdeck_client.words.card_copies import CardCopies, CopiesFilter, book_or_nothing, copies_of
from quarterdeck_client.words.wish_words import NOBODY, asked_in_words, found_in_words, trader_in_a_row, wish_in_words

MOST_PAGES = 5
"""Maximum number of pages of players to fetch: nobody reads more, and the server would soon refuse the requests with
`too_many`."""

AND_MORE = "… and perhaps more."

MOST_NAMED = 10
"""Maximum number of cards that the error lists if the words match several cards."""


@click.command()
@pass_here
def wishes(here: RememberedPlayer) -> None:
    """Show your wish list, newest first, and who can find you."""
    echo(*here.ask_of_all(_listed))


@click.command()
@click.argument("game")
@click.argument("card", nargs=-1, required=True)
@click.option("--no-more", is_flag=True, help="Remove the card from the list.")
@pass_here
def wish(here: RememberedPlayer, game: str, card: tuple[str, ...], no_more: bool) -> None:
    """Add a CARD of GAME to your wish list: its id, or words that only this card has."""
    echo(here.ask_of_all(lambda client: _wished(client, game, " ".join(card), no_more=no_more)))


@click.command("be-found")
@click.argument("by", type=click.Choice(sent_values(FoundBy)))
@pass_here
def be_found(here: RememberedPlayer, by: str) -> None:
    """Choose who can find you by your free cards and wishes: traders or nobody."""
    found = here.ask_of_all(lambda client: client.collection.wishes.be_found(FoundBy(by)))
    echo(found_in_words(found.found_by))


@click.command("who-has")
@click.argument("game")
@click.argument("card", nargs=-1, required=True)
@click.option("--wishes", "wishing", is_flag=True, help="Show who wants the card instead; you need a free copy.")
@pass_here
def who_has(here: RememberedPlayer, game: str, card: tuple[str, ...], wishing: bool) -> None:
    """Find players who have a CARD of GAME to trade and allow others to find them."""
    who = TraderRole.WISHES if wishing else TraderRole.HAS
    echo(*here.ask_of_all(lambda client: _found(client, who, game, " ".join(card))))


async def _listed(client: Client) -> list[str]:
    found = await client.collection.wishes.list()
    games = sorted({str(each.game) for each in found.wishes})
    books = {game: book_or_nothing(await client.raw_cards(game)) for game in games}
    titles = {str(offer.name): offer.title for offer in client.welcome.games}
    return [
        *(wish_in_words(each, books, titles) for each in found.wishes),
        *([] if found.wishes else ["Your wish list is empty."]),
        found_in_words(found.found_by),
    ]


async def _wished(client: Client, game: str, words: str, *, no_more: bool) -> str:
    copies = await _meant(client, game, words)
    card = [WishCard(game=GameName(game), card=copies.id)]
    requests = client.collection.wishes
    after: Wishes = await (requests.change(removes=card) if no_more else requests.change(card))
    count = len(after.wishes)
    stands = "no more" if no_more else "now"
    return f"{copies.name} is on your wish list {stands}, with {count} {'card' if count == 1 else 'cards'} on it."


async def _found(client: Client, who: TraderRole, game: str, words: str) -> list[str]:
    copies = await _meant(client, game, words)
    books = {game: book_or_nothing(await client.raw_cards(game))}
    find = client.collection.wishes.find
    found = await find(who, game, copies.id)
    pages = [found]
    while found.after is not None and len(pages) < MOST_PAGES:
        found = await find(who, game, copies.id, found.after)
        pages.append(found)
    lines = [trader_in_a_row(each, books) for page in pages for each in page.traders]
    rest = [] if found.after is None else [AND_MORE]
    return [asked_in_words(found, books), *(lines or [NOBODY]), *rest]


async def _meant(client: Client, game: str, words: str) -> CardCopies:
    """Return the only card that matches these words. Raises `ClientError` if none or several match."""
    cards = copies_of(await client.raw_cards(game), ())
    exact = [each for each in cards if any(are_same(words, called) for called in (each.id, each.name))]
    found = exact or list(filter(CopiesFilter(words=words).finds, cards))
    if len(found) == 1:
        return found[0]
    names = ", ".join(f"{each.name} ({each.id})" for each in found[:MOST_NAMED])
    raise ClientError(f"“{words}” could be {names}" if found else f"no card of {game} matches “{words}”")
