"""The command `quarterdeck collection`: the card copies that the player owns."""

from collections.abc import Sequence

import click
from quarterdeck_protocol.catalogue import RawCatalogue
from quarterdeck_protocol.encoding.enums import sent_values
from quarterdeck_protocol.fairness.pack_draws import PackRarity
from quarterdeck_protocol.lobby.collection.owned_copies import Movements, OwnedCopies

from quarterdeck_client.client import Client
from quarterdeck_client.commands.groups import ServerGroup
from quarterdeck_client.commands.lobby.wishes import be_found, who_has, wish, wishes
from quarterdeck_client.commands.output import echo, echo_table
from quarterdeck_client.commands.remembered_player import RememberedPlayer, as_saved_player, pass_here
from quarterdeck_client.words.card_copies import CardCopies, CopiesFilter, Held, book_or_nothing, copies_of
from quarterdeck_client.words.card_texts import Book
from quarterdeck_client.words.collection_words import (
    claimed_in_words,
    counts_in_words,
    movement_in_words,
    number_in_words,
    rarity_in_words,
)


@click.group(cls=ServerGroup)
@as_saved_player("quarterdeck collection")
def collection() -> None:
    """List the cards that you own.

    To open packs, use `quarterdeck packs`, or press c in `quarterdeck play`. Operators of a server check the
    collections of all players with `quarterdeck collection audit`."""


collection.add_command(wishes)
collection.add_command(wish)
collection.add_command(be_found)
collection.add_command(who_has)


@collection.command("list")
@click.argument("game")
@click.argument("words", nargs=-1)
@click.option("--set", "of_set", help="Only cards of this set, such as AB1.")
@click.option("--rarity", type=click.Choice(sent_values(PackRarity)), help="Only cards of this rarity.")
@click.option("--all", "is_all", is_flag=True, help="Also list cards that you do not own.")
@click.option("--missing", is_flag=True, help="Only list cards that you do not own.")
@pass_here
def list_(
    here: RememberedPlayer,
    game: str,
    words: tuple[str, ...],
    of_set: str | None,
    rarity: str | None,
    is_all: bool,
    missing: bool,
) -> None:
    """List the cards of GAME that you own, or only those with all these WORDS."""
    if is_all and missing:
        raise click.UsageError("use either --all or --missing, not both")
    held = Held.ANY if is_all else Held.MISSING if missing else Held.OWNED
    wanted = CopiesFilter(words=" ".join(words), set=of_set, rarity=rarity, held=held)
    catalogue, owned = here.ask_of_all(lambda client: _owned(client, game))
    copies = copies_of(catalogue, owned)
    found = tuple(filter(wanted.finds, copies))
    if found:
        echo_table([("COPIES", "FREE", "CARD", "RARITY", "NUMBER", "WHAT IT IS"), *map(_row, found)])
        echo("")
    echo(f"{len(found)} {'card' if len(found) == 1 else 'cards'} listed; you have {counts_in_words(copies)}.")


@collection.command()
@click.option("--before", type=click.IntRange(1), help="Only movements before this number.")
@pass_here
def movements(here: RememberedPlayer, before: int | None) -> None:
    """List the movements of your cards, newest first."""
    page, books = here.ask_of_all(lambda client: _movements(client, before))
    echo(*(movement_in_words(each, books) for each in page.movements))
    if not page.movements:
        echo("No cards have moved yet." if before is None else "There are no earlier movements.")
    if page.before is not None:
        echo("", f"There are more: --before {page.before}")


@collection.command()
@click.argument("code")
@pass_here
def claim(here: RememberedPlayer, code: str) -> None:
    """Claim CODE: it gives packs to open, or copies of cards."""
    echo(here.ask_of_all(lambda client: _claimed(client, code)))


async def _claimed(client: Client, code: str) -> str:
    claimed = await client.codes.claim(code)
    return claimed_in_words(claimed, await books_of(client, sorted({each.game for each in claimed.copies})))


async def _owned(client: Client, game: str) -> tuple[RawCatalogue, tuple[OwnedCopies, ...]]:
    return await client.raw_cards(game), await client.collection.owned(game)


async def _movements(client: Client, before: int | None) -> tuple[Movements, dict[str, Book]]:
    page = await client.collection.movements(before)
    games = sorted({card.game for each in page.movements for card in each.cards})
    return page, await books_of(client, games)


async def books_of(client: Client, games: Sequence[str]) -> dict[str, Book]:
    """Return the printed texts of the cards of these games. Raises `RefusedError` for a game that lists no cards."""
    return {game: book_or_nothing(await client.raw_cards(game)) for game in games}


def _row(copies: CardCopies) -> tuple[str, ...]:
    rarity, number = rarity_in_words(copies.rarity), number_in_words(copies)
    return (str(copies.count), str(copies.free), copies.name, rarity, number, copies.texts.line)
