"""The tables as one process serves them: read, changed and stored whole, by compare-and-set, and told to who follows.

When every seat of a table is ready, its match begins. Whoever sees that first begins it; its id, seed and shares of
entropy are the table's, so beginning it twice begins it once. If the process that saw it first dies, the others, which
have seen it too, look again a moment later.
"""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Protocol

import msgspec
import structlog
from msgspec import UNSET
from quarterdeck_games import AnyGame
from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.names import MatchId, Milliseconds, PlayerId, Ref, TableId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.tables import Table, TableChanged
from quarterdeck_protocol.transcript import Opened

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.tables import model, setups, transitions
from quarterdeck_server.lobby.tables.live_board import LiveBoard
from quarterdeck_server.lobby.tables.model import TableRecord
from quarterdeck_server.lobby.tables.rating_cache import RatingCache
from quarterdeck_server.lobby.tables.repository import StoredTable, TableStore
from quarterdeck_server.store_errors import Conflict, Unavailable

TRIES = 8
SECONDS_UNTIL_LOOKING_AGAIN = 2.0
MILLISECONDS_UNTIL_A_SEAT_IS_FREE = 120_000
MOST_TABLES_ON_THE_BOARD = 2_000

_log = structlog.get_logger()
_encoder = msgspec.json.Encoder()
DECODER = msgspec.json.Decoder(TableRecord)

Follower = Callable[[TableChanged], None]
Who = Callable[[], PlayerId | None]
Change = Callable[[TableRecord], TableRecord]


class MatchStarter(Protocol):
    """What the lobby needs of the matches."""

    async def begin(self, opened: Opened) -> None:
        """Open a match; doing it twice does it once. Raises `Unavailable`."""
        ...

    async def is_over(self, match: MatchId) -> bool:
        """Whether this match has ended, or is not there any more. Raises `Unavailable`."""
        ...


class ServedTables:
    """The tables of all processes, as this one reads, changes and tells them."""

    def __init__(
        self,
        games: Mapping[str, AnyGame],
        store: TableStore,
        dealer: MatchStarter,
        now: Callable[[], Milliseconds],
        bot_delay: Milliseconds,
        ratings: RatingCache,
    ) -> None:
        self._games = games
        self._ratings = ratings
        self._store = store
        self._dealer = dealer
        self._now = now
        self._bot_delay = bot_delay
        self._followers: dict[TableId, dict[Follower, Who]] = {}
        self._newest: dict[TableId, TableRecord] = {}
        """How every table that is followed was told last."""

        self.board = LiveBoard(self._all_shown)
        """The live list of tables."""

        self._tasks: set[asyncio.Task[object]] = set()
        store.listen(self._heard, self._missed)

    async def close(self) -> None:
        """End what is still under way."""
        self.board.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def follow(self, table: TableId, follower: Follower, who: Who) -> None:
        """Tell this follower, who is that player, of every change of a table."""
        self._followers.setdefault(table, {})[follower] = who

    def unfollow(self, table: TableId, follower: Follower) -> None:
        followers = self._followers.get(table, {})
        followers.pop(follower, None)
        if not followers:
            self._followers.pop(table, None)
            self._newest.pop(table, None)

    async def read(self, table: TableId) -> TableRecord:
        """Return a table. Raises `CommandRefused`, `Unavailable`."""
        kept = await self._find(table)
        if kept is None:
            raise model.unknown(table)
        return kept

    async def _find(self, table: TableId) -> TableRecord | None:
        kept = await self._store.read(table)
        return None if kept is None else DECODER.decode(kept.kept)

    async def _all_shown(self) -> list[Table]:
        kept = [DECODER.decode(each.kept) for each in await self._store.read_all(MOST_TABLES_ON_THE_BOARD)]
        return [self.shown(table) for table in reversed(kept)]

    def shown(self, table: TableRecord, to: PlayerId | None = None) -> Table:
        """Return a table as everybody may see it, or as this player may."""
        game = self._games.get(table.game)
        is_open = game is not None and game.decks is not None and game.decks.are_open
        return model.shown(table, are_decks_open=is_open, to=to)

    def told(
        self, table: TableRecord, to: PlayerId | None, *, gone: bool = False, ref: Ref | None = None
    ) -> TableChanged:
        """Return what this player is told of a table."""
        was_kicked = to in table.kicked and table.stage == "gathering"
        return TableChanged(table=self.shown(table, to), gone=gone, kicked=was_kicked, ref=ref)

    def _here(self, table: TableId) -> frozenset[PlayerId]:
        """Return the players who follow a table in this process."""
        return frozenset(player for who in self._followers.get(table, {}).values() if (player := who()) is not None)

    async def _look_after(self, table: TableId) -> TableRecord:
        return await self._change(table, None, None, "", lambda kept: kept)

    def _freed(self, kept: TableRecord) -> TableRecord:
        return transitions.freed(kept, Milliseconds(self._now() - MILLISECONDS_UNTIL_A_SEAT_IS_FREE))

    async def _change(
        self,
        table: TableId,
        player: PlayerId | None,
        ref: Ref | None,
        what: str,
        change: Change,
        first: TableRecord | None = None,
    ) -> TableRecord:
        """Store what `change` makes of a table, as often as it takes until nobody else was faster.

        `what` says what is done, so that the same `ref` cannot name two different things. `first` is how the table has
        just been read. Without it, how it was told last to those who follow it here is tried first, which saves reading
        it; that may be old, so nothing but a change that is stored comes of it.
        """
        if first is None and table in self._newest:
            changed = self._changed(self._newest[table], player, ref, what, change)
            if changed is not None and await self._is_written(changed):
                return await self._begin_if_ready(changed)
        for _ in range(TRIES):
            kept = await self._begin_if_ready(first or await self.read(table))
            first = None
            if player is not None and kept.remembers(player, ref, what):
                return kept
            changed = self._carried_out(kept, player, ref, what, change)
            if changed == kept:
                return kept
            if await self._is_written(changed):
                return await self._begin_if_ready(changed)
        raise CommandRefused(
            RefusalCode.UNAVAILABLE, "Too many want to change this table at once; send it again.", "$.table"
        )

    def _changed(
        self, kept: TableRecord, player: PlayerId | None, ref: Ref | None, what: str, change: Change
    ) -> TableRecord | None:
        """Return what becomes of a table that may not be the newest; `None` if that is no plain change of it."""
        try:
            if kept.may_begin or (player is not None and kept.remembers(player, ref, what)):
                return None
            changed = self._carried_out(kept, player, ref, what, change)
        except CommandRefused:
            return None
        return None if changed == kept else changed

    def _carried_out(
        self, kept: TableRecord, player: PlayerId | None, ref: Ref | None, what: str, change: Change
    ) -> TableRecord:
        changed = change(self._freed(transitions.back(kept, self._here(kept.id))))
        if changed == kept:
            return kept
        if changed.may_begin:
            setups.refuse_what_fits_no_more(self._games[changed.game], changed)
        if player is not None:
            changed = changed.remembering(player, ref, what)
        rated = transitions.with_ratings(changed, self._ratings.of)
        return msgspec.structs.replace(rated, changed=kept.changed + 1)

    async def _is_written(self, changed: TableRecord) -> bool:
        try:
            await self._write(changed, gone=changed.is_deserted)
        except Conflict:
            return False
        return True

    async def _begin_if_ready(self, table: TableRecord) -> TableRecord:
        if not table.may_begin:
            return table
        game = self._games[table.game]
        decks = setups.setup_of(game, table).decks
        begun = msgspec.structs.replace(transitions.begun(table, decks), changed=table.changed + 1)
        await self._dealer.begin(_opening_of(table, game, self._bot_delay, decks))
        try:
            await self._write(begun, gone=False)
        except Conflict:
            return await self.read(table.id)
        return begun

    async def _write(self, table: TableRecord, *, gone: bool) -> None:
        stored = StoredTable(table.id, table.changed, _encoder.encode(table))
        await self._store.write(stored, gone=gone, index=table.index)
        self._tell(table, gone=gone)

    def _tell(self, table: TableRecord, *, gone: bool) -> None:
        if self.board.is_on:
            self.board.note(self.shown(table), gone=gone)
        followers = self._followers.get(table.id)
        if followers:
            self._newest[table.id] = table
            for follower, who in list(followers.items()):
                follower(self.told(table, who(), gone=gone))
            if not gone and transitions.is_any_missed(table, self._here(table.id)):
                self._own(self._look_after(table.id))  # whoever misses them knows only of other connections of theirs

    def _heard(self, kept: StoredTable, gone: bool) -> None:
        table = DECODER.decode(kept.kept)
        self._tell(table, gone=gone)
        if table.may_begin and not gone:
            self._own(self._look_again(table.id))

    async def _look_again(self, table: TableId) -> None:
        """Begin a match that another process should have begun, if it has not."""
        await asyncio.sleep(SECONDS_UNTIL_LOOKING_AGAIN)
        await self._look_after(table)

    def _missed(self) -> None:
        self._own(self.board.renew())
        for table in list(self._followers):
            self._own(self._tell_newest(table))

    async def _tell_newest(self, table: TableId) -> None:
        try:
            now = await self._look_after(table)
        except CommandRefused:
            if table in self._newest:
                self._tell(self._newest[table], gone=True)
        else:
            if now != self._newest.get(table):
                self._tell(now, gone=False)

    def _own(self, work: Coroutine[Any, Any, object]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: "asyncio.Task[object]") -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, (CommandRefused, Unavailable)):
            _log.info("a table could not be looked at again", why=str(error))
        elif error is not None:
            _log.error("looking at a table again failed", exc_info=error)


def _opening_of(table: TableRecord, game: AnyGame, bot_delay: Milliseconds, decks: tuple[Deck, ...]) -> Opened:
    return Opened(
        match=table.match,
        game=table.game,
        rules=game.version,
        players=tuple(place.player for place in table.places if place.player is not None),
        options=table.options,
        time_limit=table.time_limit,
        time_bank=game.time_bank,
        seed=table.seed,
        entropy=tuple(place.entropy for place in table.places),
        bot_delay=bot_delay,
        table=table.id,
        spectators=table.spectators,
        access=UNSET if table.access == "public" else table.access,
        decks=decks,
        rated=table.rated,
    )
