"""The command `quarterdeck account decks`: the decks that a player stores in their account."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol, TypeVar

import click
from quarterdeck_protocol.lobby.kept_decks import KeptDeck

from quarterdeck_client.client import Client
from quarterdeck_client.commands.groups import WholeHelp
from quarterdeck_client.commands.output import Failure, echo
from quarterdeck_client.commands.server_options import read_deck

Answer = TypeVar("Answer")


class _Here(Protocol):
    """Interface of the server and player with which a command works."""

    def ask_of_all(self, asking: Callable[[Client], Awaitable[Answer]]) -> Answer:
        """Connect as the saved player, call the function `asking` with the client, and return its result."""
        ...


@click.group(cls=WholeHelp)
def decks() -> None:
    """Save decks in your account, for every device."""


@decks.command("list")
@click.argument("game", required=False)
@click.pass_obj
def list_(here: _Here, game: str | None) -> None:
    """List your saved decks, for GAME or for all games. Finished decks are shown with their code."""
    _show(here.ask_of_all(lambda client: client.decks.list(game)))


@decks.command()
@click.argument("game")
@click.argument("name")
@click.argument("deck", callback=read_deck)
@click.pass_obj
def keep(here: _Here, game: str, name: str, deck: str) -> None:
    """Save DECK as NAME, and replace the one with this name.

    DECK is the name of a ready deck, a code, or a file with a list. It can be unfinished; the command prints its
    faults."""
    answer = here.ask_of_all(lambda client: client.decks.keep(game, name, deck))
    _show([answer.deck])
    echo(*(f"  {fault}" for fault in answer.faults))


@decks.command()
@click.argument("game")
@click.argument("name")
@click.pass_obj
def show(here: _Here, game: str, name: str) -> None:
    """Print a saved deck: its code, or a list if it is not finished.

    Exit status 1 if there is no such deck."""
    found = [deck for deck in here.ask_of_all(lambda client: client.decks.list(game)) if deck.name == name]
    if not found:
        raise Failure(f"You have no saved deck “{name}” for {game}.")
    echo(*found[0].text.split("\n"))


@decks.command()
@click.argument("game")
@click.argument("name")
@click.pass_obj
def drop(here: _Here, game: str, name: str) -> None:
    """Delete a saved deck."""
    here.ask_of_all(lambda client: client.decks.drop(game, name))
    echo(f"You have no saved deck “{name}” for {game}.")


def _show(decks: Sequence[KeptDeck]) -> None:
    for deck in decks:
        echo(f"{deck.game}  {deck.name}  {deck.text if deck.legal else f'{deck.deck.count} cards, not finished'}")
    if not decks:
        echo("You have no saved decks.")
