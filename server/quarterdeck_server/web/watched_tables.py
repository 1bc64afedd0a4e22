"""The tables that one connection follows. It sends every change of them, and answers each command about them once."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

import structlog
from quarterdeck_protocol.lobby.tables import TableChanged, TableStage
from quarterdeck_protocol.names import PlayerId, Ref, TableId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Player
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.tables.composition import LobbyTables
from quarterdeck_server.lobby.tables.model import TableRecord
from quarterdeck_server.store_errors import Unavailable

MOST_TABLES = 256
"""Number of tables that one connection may follow."""

_log = structlog.get_logger()


class WatchedTables:
    """The tables that one connection follows."""

    __slots__ = ("_at", "_meanwhile", "_recipient", "_send", "_tables", "_watched", "when_hidden", "when_shut_out")

    def __init__(
        self, tables: LobbyTables, say: Callable[[TableChanged], None], recipient: Callable[[], Player | None]
    ) -> None:
        self._tables = tables
        self.when_hidden: Callable[[TableId], None] = lambda _: None
        """Called with a table that this connection's player may not find any more."""

        self.when_shut_out: list[Callable[[TableId], None]] = []
        """All are called with a table that has shut this connection's player out, by a kick or by its club."""

        self._send = say
        self._recipient = recipient
        self._watched: dict[TableId, bool] = {}
        """The followed tables, each with True if this connection was notified that its match is over."""

        self._at: TableId | None = None
        """The table at which a command is being carried out. Its state is sent with the answer, not before."""

        self._meanwhile: list[TableChanged] = []

    def watches(self, table: TableId) -> bool:
        """True if this connection follows the table."""
        return table in self._watched

    @contextmanager
    def at(self, table: TableId) -> Iterator[None]:
        """Follow a table before it is read or changed, so that no change is missed. If the command is refused, the
        table is not followed."""
        is_new = table not in self._watched
        if is_new and not self._has_room():
            text = Text("One connection can watch at most {most_tables} tables.", most_tables=MOST_TABLES)
            raise CommandRefused(RefusalCode.WATCHING_TOO_MANY, text, "$.table")
        self._at = table
        if is_new:
            self._watch(table)
        try:
            yield
        except BaseException:
            newest = self._leave_off()
            if is_new:
                self._unwatch(table)
            elif newest is not None:
                self._notify(newest)
            raise

    def answer(self, table: TableRecord, ref: Ref | None) -> None:
        """Answer the command that was carried out at this table, then send any change that other players have made
        since."""
        newest = self._leave_off()
        self._note(table.id, table.stage)
        is_newer = newest is not None and newest.table.changed > table.changed
        is_gone = newest is not None and newest.gone and not is_newer
        self._send(self._tables.subscribers.message_about(table, self._recipient(), gone=is_gone, ref=ref))
        if is_gone:
            self._unwatch(table.id)
        elif newest is not None and is_newer:
            self._notify(newest)

    @property
    def exported(self) -> dict[TableId, bool]:
        """The followed tables, each with true if this connection was notified that its match is over."""
        return dict(self._watched)

    def resume_with(self, watched: Mapping[TableId, bool]) -> None:
        """Follow the tables that this connection followed at another process."""
        for table, is_over in watched.items():
            self._watch(table)
            self._watched[table] = is_over

    def release(self) -> None:
        """Stop following all tables, without any effect on their seats."""
        for table in list(self._watched):
            self._unwatch(table)

    def watch(self, table: TableId) -> None:
        """Follow a table where this connection's player plays, unless the connection follows too many."""
        if table not in self._watched and self._has_room():
            self._watch(table)

    def notify(self, table: TableRecord) -> None:
        """Send the state of a followed table to the client without a request."""
        self._notify(TableChanged(table=self._tables.subscribers.shown(table, self._id())))

    async def leave(self, player: Player | None, *, resumes: bool = False) -> None:
        """Stop following all tables. The player leaves every table at which they sit, except if their session `resumes`
        elsewhere."""
        watched = list(self._watched)
        self.release()
        if player is None:
            return
        for table in watched:
            try:
                await self._tables.sweeper.gone(table, player.id, resumes=resumes)
            except (CommandRefused, Unavailable) as error:
                _log.info("a table could not be left", why=str(error))

    async def rename(self, player: Player) -> None:
        """Use the player's present name at all tables where they sit."""
        for table in list(self._watched):
            try:
                await self._tables.service.update_name(table, player)
            except (CommandRefused, Unavailable) as error:
                _log.info("a table could not be updated with a new name", why=str(error))

    def _leave_off(self) -> TableChanged | None:
        """Return the newest change of the table that arrived while a command was carried out there; `None` if there is
        none."""
        newest = max(self._meanwhile, key=lambda changed: changed.table.changed, default=None)
        self._at = None
        self._meanwhile.clear()
        return newest

    def _notify(self, changed: TableChanged) -> None:
        table = changed.table
        if table.id == self._at:
            self._meanwhile.append(changed)
            return
        self._note(table.id, table.stage)
        self._send(changed)
        if changed.gone:
            self._unwatch(table.id)

    def _note(self, table: TableId, stage: TableStage) -> None:
        if table in self._watched:
            self._watched[table] = stage is TableStage.OVER

    def _has_room(self) -> bool:
        """True if one more table can be followed. If necessary, a table with a finished match is dropped."""
        if len(self._watched) >= MOST_TABLES:
            over = next((table for table, is_over in self._watched.items() if is_over), None)
            if over is None:
                return False
            self._unwatch(over)
        return True

    def _watch(self, table: TableId) -> None:
        self._watched[table] = False
        self._tables.subscribers.subscribe(table, self._notify, self._recipient, self._hide)

    def _hide(self, table: TableId, *, is_shut_out: bool) -> None:
        self._watched.pop(table, None)
        self.when_hidden(table)
        for end in self.when_shut_out if is_shut_out else ():
            end(table)

    def _id(self) -> PlayerId | None:
        player = self._recipient()
        return None if player is None else player.id

    def _unwatch(self, table: TableId) -> None:
        self._watched.pop(table, None)
        self._tables.subscribers.unsubscribe(table, self._notify)
