"""The command `quarterdeck deck`: prints decks as lists and codes and reports their faults, for every game with
decks."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from quarterdeck_client.commands.groups import WholeHelp
from quarterdeck_client.commands.output import Failure, echo
from quarterdeck_games import AnyGame
from quarterdeck_games.deck_support import DeckSupport
from quarterdeck_games.deck_texts import REMARK
from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.encoding.file_kinds import ForeignFile, text_of

from quarterdeck_server.cards.deck_names import decks_of
from quarterdeck_server.cards.host_sets import FIRST_SETS, CardChoice
from quarterdeck_server.commands.card_options import card_options, chosen_games

LARGEST = 1 << 20
"""Maximum size of a file with a deck, in bytes: far more than any deck takes."""


class _GameWithDecks(click.ParamType[tuple[AnyGame, DeckSupport]]):
    """Type of a command line argument: the name of a game that is played with decks."""

    name = "game"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[AnyGame, DeckSupport]:
        games = chosen_games(FIRST_SETS if ctx is None else ctx.ensure_object(CardChoice))
        having = {name: (game, decks) for name, game in games.items() if (decks := decks_of(game)) is not None}
        if value not in having:
            self.fail(f"{value!r} is not a game with decks; use one of: {', '.join(having)}.", param, ctx)
        return having[value]


GAME = click.argument("game", type=_GameWithDecks())


@click.group(cls=WholeHelp)
@card_options
@click.pass_context
def deck(ctx: click.Context, cards: CardChoice) -> None:
    """Read, write and check decks."""
    ctx.obj = cards


@deck.command()
@GAME
@click.argument("file")
@click.pass_context
def check(ctx: click.Context, game: tuple[AnyGame, DeckSupport], file: str) -> None:
    """Check a deck, and print its cards or all its faults.

    FILE has a list, a code or the name of a ready deck; use - for standard input. The deck is checked for a table
    with the game's default options. Exit status 0 if the deck can be played, 1 if not.
    """
    rules, decks = game
    read, faults = decks.judge(_text_of(file), rules.options())
    if read is None or faults:
        echo(f"This deck cannot be played: {_number_of(faults)}.", *faults)
        ctx.exit(1)
    echo(f"name   {read.name or 'none'}", *_in_words(decks, read))


@deck.command(name="list")
@GAME
def list_(game: tuple[AnyGame, DeckSupport]) -> None:
    """List the ready decks."""
    _, decks = game
    width = max(map(len, decks.ready))
    for name, each in decks.ready.items():
        echo(f"{name:{width}}  {_kinds(decks, each)}")


@deck.command()
@GAME
@click.argument("name")
def show(game: tuple[AnyGame, DeckSupport], name: str) -> None:
    """Show a ready deck: its list and its code, which `quarterdeck deck check` can read."""
    _, decks = game
    if name not in decks.ready:
        raise Failure(f"There is no ready deck {name!r}; there are: {', '.join(decks.ready)}.")
    chosen = decks.ready[name]
    words = [f"{REMARK} {line}" for line in _in_words(decks, chosen)]
    echo(f"{REMARK} {chosen.name}", *decks.write(chosen).split("\n"), *words)


def _in_words(decks: DeckSupport, read: Deck) -> list[str]:
    beside = [f"beside {', '.join(read.beside)}"] if read.beside else []
    return [f"cards  {_kinds(decks, read)}", *beside, f"code   {decks.code(read)}"]


def _kinds(decks: DeckSupport, read: Deck) -> str:
    counts = ", ".join(f"{count} {kind}" for kind, count in sorted(decks.counts(read).items()))
    return f"{read.count} ({counts})"


def _number_of(faults: Sequence[str]) -> str:
    return "one fault" if len(faults) == 1 else f"{len(faults)} faults"


def _text_of(file: str) -> str:
    try:
        if file == "-":
            return text_of(sys.stdin.buffer.read(LARGEST), "a deck")
        with Path(file).open("rb") as opened:
            return text_of(opened.read(LARGEST), "a deck")
    except ForeignFile as error:
        raise Failure(f"{file}: {error}.") from error
    except (OSError, ValueError) as error:  # a name may hold a NUL
        raise Failure(f"{file} cannot be read: {error}") from error
