"""Which games have a table of their own."""

from quarterdeck_client.terminal.games.amfibido.board import AmfibidoBoard
from quarterdeck_client.terminal.games.amiibart.board import AmiibartBoard
from quarterdeck_client.terminal.games.board import Board
from quarterdeck_client.terminal.games.density_deck.board import DensityDeckBoard
from quarterdeck_client.terminal.games.general_board import GeneralBoard
from quarterdeck_client.terminal.games.myacards.board import MyacardsBoard

VIEWS: dict[str, type[Board]] = {
    "amfibido": AmfibidoBoard,
    "amiibart": AmiibartBoard,
    "density-deck": DensityDeckBoard,
    "myacards": MyacardsBoard,
}


def table_of(game: str) -> type[Board]:
    """Return the table of a game: its own, or the plain one, which shows any game."""
    return VIEWS.get(game, GeneralBoard)


def has_pages(game: str) -> bool:
    """Whether there are cards to read beside this game's table."""
    return table_of(game).has_pages
