"""The followers of each table over connections to this process, and the last published state of the table."""

from collections.abc import Callable, Mapping

from quarterdeck_games import AnyGame
from quarterdeck_protocol.lobby.tables import Table, TableChanged, TableStage
from quarterdeck_protocol.names import GameName, Milliseconds, PlayerId, Ref, TableId

from quarterdeck_server.lobby.tables import hidden_ends, model
from quarterdeck_server.lobby.tables.model import TableRecord

Follower = Callable[[TableChanged], None]
Who = Callable[[], PlayerId | None]


class TableFollowers:
    """Followers of tables in this process. Each is notified of every change, in the view of its player."""

    def __init__(self, games: Mapping[str, AnyGame], now: Callable[[], Milliseconds]) -> None:
        self._games = games
        self._now = now
        self._followers: dict[TableId, dict[Follower, Who]] = {}
        self._newest: dict[TableId, TableRecord] = {}

    @property
    def tables(self) -> list[TableId]:
        """The tables that are followed here."""
        return list(self._followers)

    def follow(self, table: TableId, follower: Follower, who: Who) -> None:
        """Notify this follower of every change of a table. `who` returns its player."""
        self._followers.setdefault(table, {})[follower] = who

    def unfollow(self, table: TableId, follower: Follower) -> None:
        """Stop notifying this follower of this table."""
        followers = self._followers.get(table, {})
        followers.pop(follower, None)
        if not followers:
            self._followers.pop(table, None)
            self._newest.pop(table, None)

    def here(self, table: TableId) -> frozenset[PlayerId]:
        """Return the players with a connection in this process that follows a table."""
        return frozenset(player for who in self._followers.get(table, {}).values() if (player := who()) is not None)

    def newest(self, table: TableId) -> TableRecord | None:
        """Return the state of a table last sent to its followers here; `None` if there is none."""
        return self._newest.get(table)

    def notify(self, table: TableRecord, *, gone: bool) -> bool:
        """Send the present state of a table to its followers here. Return true if it has any."""
        followers = self._followers.get(table.id)
        if not followers:
            return False
        self._newest[table.id] = table
        now = self._now()
        for follower, who in list(followers.items()):
            if hidden_ends.seen_by(table, who(), now) is not table:
                continue  # they are notified when the delay is over
            follower(self.message_about(table, who(), gone=gone))
        return True

    def shown(self, table: TableRecord, to: PlayerId | None = None) -> Table:
        """Return a table as everybody may see it, or as this player may."""
        table = hidden_ends.seen_by(table, to, self._now())
        return model.shown(table, are_decks_open=self.are_decks_open(table.game), to=to)

    def are_decks_open(self, name: GameName) -> bool:
        """True if everybody at a table of this game sees the decks."""
        game = self._games.get(name)
        return game is not None and game.decks is not None and game.decks.are_open

    def message_about(
        self, table: TableRecord, to: PlayerId | None, *, gone: bool = False, ref: Ref | None = None
    ) -> TableChanged:
        """Return the message about a table for this player."""
        table = hidden_ends.seen_by(table, to, self._now())
        was_kicked = to in table.kicked and table.stage is TableStage.GATHERING
        return TableChanged(table=self.shown(table, to), gone=gone, kicked=was_kicked, ref=ref)
