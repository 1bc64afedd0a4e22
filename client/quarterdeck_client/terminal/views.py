"""How a match is shown: a game's own table, or the plain one, which shows any game."""

from quarterdeck_protocol.messages import RawUpdate
from rich.text import Text
from textual.containers import Vertical

from quarterdeck_client.phrasing import Phrasing


class TableView(Vertical):
    """The table of one game. It only shows: what may be done and what it comes to, the server says."""

    untold: frozenset[str] = frozenset()
    """Events, by their tag, that this view shows already, so that they need not be told in words."""

    def show(self, update: RawUpdate, phrasing: Phrasing) -> None:
        """Show how the match stands. Raises `msgspec.DecodeError` if it is in a shape that this view does not know."""
        raise NotImplementedError

    def headline(self, update: RawUpdate, phrasing: Phrasing) -> str:
        """Say in a line where the match is."""
        raise NotImplementedError

    def label(self, position: int, update: RawUpdate, phrasing: Phrasing) -> str:
        """Say one of the choices."""
        return phrasing.action(update.choices[position])

    def moment(self, before: RawUpdate, update: RawUpdate, phrasing: Phrasing) -> Text | None:
        """Give what is worth stopping for, if something has just happened that is, in at most 20 lines of 74 cells."""
        return None
