"""The boards of all games: those of the shipped games, and those that other installed packages provide.

A package registers the board of its game in the entry-point group `quarterdeck.boards`, under the game's name.
"""

from collections.abc import Mapping
from functools import cache
from importlib.metadata import entry_points

from quarterdeck_client.terminal.games.amfibido.board import AmfibidoBoard
from quarterdeck_client.terminal.games.amiibart.board import AmiibartBoard
from quarterdeck_client.terminal.games.board import Board
from quarterdeck_client.terminal.games.density_deck.board import DensityDeckBoard
from quarterdeck_client.terminal.games.general_board import GeneralBoard
from quarterdeck_client.terminal.games.myacards.board import MyacardsBoard

BOARDS: Mapping[str, type[Board]] = {
    "amfibido": AmfibidoBoard,
    "amiibart": AmiibartBoard,
    "density-deck": DensityDeckBoard,
    "myacards": MyacardsBoard,
}
"""The boards of the shipped games, by game."""


@cache
def installed_boards() -> Mapping[str, type[Board]]:
    """Return the shipped boards and those of other installed packages, by game."""
    others = {entry.name: entry for entry in entry_points(group="quarterdeck.boards")}
    return {**{name: entry.load() for name, entry in others.items() if name not in BOARDS}, **BOARDS}


def board_of(game: str) -> type[Board]:
    """Return the class of a game's own board, or the general board, which shows any game."""
    return installed_boards().get(game, GeneralBoard)


def has_pages(game: str) -> bool:
    """True if this game's board has pages with cards to read."""
    return board_of(game).has_pages
