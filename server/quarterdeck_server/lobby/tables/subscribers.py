"""Followers of tables: the connections to this process that receive each table's changes, and the last state sent to
them."""

from collections.abc import Callable, Mapping
from typing import Protocol

from quarterdeck_games import AnyGame
from quarterdeck_protocol.lobby.tables import Table, TableChanged, TableStage
from quarterdeck_protocol.names import GameName, Milliseconds, PlayerId, Ref, TableId
from quarterdeck_protocol.sides import Player

from quarterdeck_server.lobby.accounts.accounts import avoided_as
from quarterdeck_server.lobby.tables import hidden_ends, model
from quarterdeck_server.lobby.tables.model import TableRecord

Subscriber = Callable[[TableChanged], None]
Recipient = Callable[[], Player | None]


class Hide(Protocol):
    """Interface to a subscriber that must hide a table."""

    def __call__(self, table: TableId, /, *, is_shut_out: bool) -> None:
        """Called instead of the next change, when the subscriber's player may not find the table any more.
        `is_shut_out` is true if the player was kicked or has left the table's club, and false if a block is the reason,
        which must stay secret."""
        ...


def _hide_nothing(_: TableId, /, *, is_shut_out: bool) -> None:
    pass


class TableSubscribers:
    """Followers of tables in this process. Each is notified of every change, in the view of its player."""

    def __init__(self, games: Mapping[str, AnyGame], now: Callable[[], Milliseconds]) -> None:
        self._games = games
        self._now = now
        self._subscribers: dict[TableId, dict[Subscriber, tuple[Recipient, Hide]]] = {}
        self._newest: dict[TableId, TableRecord] = {}

    @property
    def tables(self) -> list[TableId]:
        """The tables that at least one connection of this process follows."""
        return list(self._subscribers)

    def subscribe(
        self, table: TableId, subscriber: Subscriber, recipient: Recipient, hide: Hide = _hide_nothing
    ) -> None:
        """Notify this subscriber of every change of a table. `recipient` returns its player. If a player at the table
        has blocked that player, the subscriber gets no more notifications. The block is not revealed: the list of
        tables reports the table as `gone`. A player who is kicked is notified of that, and of nothing later."""
        self._subscribers.setdefault(table, {})[subscriber] = (recipient, hide)

    def unsubscribe(self, table: TableId, subscriber: Subscriber) -> None:
        """Stop notifying this subscriber of a table."""
        subscribers = self._subscribers.get(table, {})
        subscribers.pop(subscriber, None)
        if not subscribers:
            self._subscribers.pop(table, None)
            self._newest.pop(table, None)

    def here(self, table: TableId) -> frozenset[PlayerId]:
        """Return the players with a connection in this process that follows a table."""
        players = [recipient() for recipient, _ in self._subscribers.get(table, {}).values()]
        return frozenset(player.id for player in players if player is not None)

    def newest(self, table: TableId) -> TableRecord | None:
        """Return the last state of a table that was sent to its subscribers here; `None` if there is none."""
        return self._newest.get(table)

    def notify(self, table: TableRecord, *, gone: bool) -> bool:
        """Send the current state of a table to its subscribers here. Return true if it has any."""
        subscribers = self._subscribers.get(table.id)
        if not subscribers:
            return False
        self._newest[table.id] = table
        now = self._now()
        for subscriber, (recipient, hide) in list(subscribers.items()):
            player = recipient()
            id_ = None if player is None else player.id
            if hidden_ends.seen_by(table, id_, now) is not table:
                continue  # they are notified when the delay is over
            if table.is_hidden_from(player):
                self.unsubscribe(table.id, subscriber)
                hide(table.id, is_shut_out=False)
                continue
            subscriber(self.message_about(table, player, gone=gone))
            if player is not None and table.has_shut_out(player):
                self.unsubscribe(table.id, subscriber)
                hide(table.id, is_shut_out=True)
        return True

    def followed_by(self, players: frozenset[PlayerId]) -> list[TableId]:
        """Return the tables that these players, or their bots, follow here."""
        return [
            table
            for table, subscribers in self._subscribers.items()
            if any(not players.isdisjoint(_known_as(recipient())) for recipient, _ in subscribers.values())
        ]

    def hide(self, table: TableRecord, players: frozenset[PlayerId]) -> None:
        """Hide a table from these players and their bots, unless they sit there."""
        for subscriber, (recipient, hide) in list(self._subscribers.get(table.id, {}).items()):
            player = recipient()
            if player is not None and not players.isdisjoint(_known_as(player)) and not table.is_open_to(player.id):
                self.unsubscribe(table.id, subscriber)
                hide(table.id, is_shut_out=True)

    def shown(self, table: TableRecord, to: PlayerId | None = None) -> Table:
        """Return a table in its public form, or in the form for this player."""
        table = hidden_ends.seen_by(table, to, self._now())
        return model.shown(table, are_decks_open=self.are_decks_open(table.game), to=to)

    def are_decks_open(self, name: GameName) -> bool:
        """True if all players at a table of this game see each other's decks."""
        game = self._games.get(name)
        return game is not None and game.decks is not None and game.decks.are_open

    def message_about(
        self, table: TableRecord, to: Player | None, *, gone: bool = False, ref: Ref | None = None
    ) -> TableChanged:
        """Return the message about a table in this player's view."""
        id_ = None if to is None else to.id
        table = hidden_ends.seen_by(table, id_, self._now())
        was_kicked = to is not None and table.has_kicked(to) and table.stage is TableStage.GATHERING
        return TableChanged(table=self.shown(table, id_), gone=gone, kicked=was_kicked, ref=ref)


def _known_as(player: Player | None) -> frozenset[PlayerId]:
    return frozenset() if player is None else avoided_as(player)
