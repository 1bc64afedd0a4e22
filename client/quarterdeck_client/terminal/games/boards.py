"""Which games have a table of their own: those of the house, and those of others that bring one.

A package brings the board of its game under the entry-point group `quarterdeck.boards`, by the game's name.
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
"""The boards that ship with the house, by game; written out by hand, as the games are."""


@cache
def installed_boards() -> Mapping[str, type[Board]]:
    """Return the shipped boards and those of others that are installed beside them, by game."""
    others = {entry.name: entry for entry in entry_points(group="quarterdeck.boards")}
    return {**{name: entry.load() for name, entry in others.items() if name not in BOARDS}, **BOARDS}


def board_of(game: str) -> type[Board]:
    """Return the board of a game: its own, or the general one, which shows any game."""
    return installed_boards().get(game, GeneralBoard)


def has_pages(game: str) -> bool:
    """True if there are cards to read beside this game's board."""
    return board_of(game).has_pages
