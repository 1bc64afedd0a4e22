"""Which games have a table of their own."""

from quarterdeck_client.terminal.games.amfibido.board import AmfibidoTable
from quarterdeck_client.terminal.games.amiibart.board import AmiibartTable
from quarterdeck_client.terminal.games.board import TableView
from quarterdeck_client.terminal.games.density_deck.board import DensityDeckTable
from quarterdeck_client.terminal.games.general_board import PlainTable
from quarterdeck_client.terminal.games.myacards.board import MyacardsTable

VIEWS: dict[str, type[TableView]] = {
    "amfibido": AmfibidoTable,
    "amiibart": AmiibartTable,
    "density-deck": DensityDeckTable,
    "myacards": MyacardsTable,
}


def table_of(game: str) -> type[TableView]:
    """Give the table of a game: its own, or the plain one, which shows any game."""
    return VIEWS.get(game, PlainTable)


def has_pages(game: str) -> bool:
    """Whether there are cards to read beside this game's table."""
    return table_of(game).has_pages
