"""The command `quarterdeck packs`: packs of cards."""

import secrets

import click
from quarterdeck_protocol.lobby.collection.owned_copies import Pack, Packs

from quarterdeck_client.client import Client
from quarterdeck_client.commands.groups import ServerGroup
from quarterdeck_client.commands.output import Failure, echo
from quarterdeck_client.commands.remembered_player import RememberedPlayer, as_saved_player, pass_here
from quarterdeck_client.commands.server_options import run
from quarterdeck_client.words.card_copies import copies_of
from quarterdeck_client.words.collection_words import odds_in_words, opened_in_words, pack_in_words, packs_in_words

BYTES_OF_ENTROPY = 16
CHECKED = "Checked: these cards come from the seed that the server had committed to, and from your own entropy."


@click.group(cls=ServerGroup)
@as_saved_player("quarterdeck packs")
def packs() -> None:
    """Claim and open packs of cards, and show the odds. For hosts: check the odds."""


@packs.command("list")
@pass_here
def list_(here: RememberedPlayer) -> None:
    """List your unopened packs with their ids, oldest first."""
    _show(here.ask_of_all(lambda client: client.collection.packs()))


@packs.command()
@click.argument("game")
@pass_here
def claim(here: RememberedPlayer, game: str) -> None:
    """Claim all packs that are due.

    The first gift and daily packs are for GAME. A match gives a pack of its own game.
    """
    _show(here.ask_of_all(lambda client: client.collection.claim_packs(game)))


@packs.command("open")
@click.argument("pack", required=False)
@pass_here
def open_(here: RememberedPlayer, pack: str | None) -> None:
    """Open PACK, or your oldest one, and check its cards.

    Exit status 1 if they do not match the server's commitment."""
    for line in here.ask_of_all(lambda client: _opened(client, pack)):
        echo(line)


@packs.command()
@pass_here
def odds(here: RememberedPlayer) -> None:
    """Show the odds of packs, and the contents of all packs opened so far. This needs no account."""
    echo(*run(_odds(here.url)))


async def _odds(url: str) -> list[str]:
    async with Client(url, client="quarterdeck packs") as client:
        titles = {str(offer.name): offer.title for offer in client.welcome.games}
        return list(odds_in_words(await client.pack_odds(), titles))


async def _opened(client: Client, wanted: str | None) -> list[str]:
    """Open a pack, check it, and return lines about its cards. Raises `FalsePackError`."""
    held = (await client.collection.packs()).packs
    found = next((pack for pack in held if wanted in (None, pack.id)), None)
    if found is None:
        raise Failure("You have no pack to open." if wanted is None else f"You have no pack {wanted} to open.")
    entropy = secrets.token_hex(BYTES_OF_ENTROPY)
    opened = await client.collection.open_pack(found.id, entropy)
    listed = {each.id: each for each in copies_of(await client.raw_cards(found.game), ())}
    lines = [opened_in_words(listed[card.card]) for card in opened.cards if card.card in listed]
    await client.check_pack(found, opened, entropy)
    return [*lines, CHECKED]


def _show(said: Packs) -> None:
    for pack in said.packs:
        echo(f"{pack.id}  {_in_words(pack)}")
    echo(*([f"{said.earned} have come."] if said.earned else []), packs_in_words(said))


def _in_words(pack: Pack) -> str:
    return pack_in_words(pack, {})
