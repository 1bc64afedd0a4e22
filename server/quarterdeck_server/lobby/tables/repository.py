"""Storage of tables: one process reads, changes and stores whole tables, and sends them to subscribers.

A change is stored by compare-and-set, and published afterwards. When every seat of a table is ready, its match begins.
The process that sees this first begins it. The id, seed and shares of entropy come from the table, so beginning a match
is idempotent. If that process dies, the other processes have seen the ready table too, and check it again a moment
later.
"""

import asyncio
import secrets
from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec
from msgspec import UNSET, Raw
from quarterdeck_games import AnyGame
from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.fairness.bound_entropy import decks_commitment
from quarterdeck_protocol.lobby.clubs import ClubId
from quarterdeck_protocol.lobby.tables import Access, Perspectives, SpectatorDelay, TableStage
from quarterdeck_protocol.names import MatchId, Milliseconds, PlayerId, Ref, TableId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.transcripts.transcript import Opened
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.accounts import avoided_as
from quarterdeck_server.lobby.clubs.club_records import CLUBS
from quarterdeck_server.lobby.clubs.notifications import ClubStored
from quarterdeck_server.lobby.collections import NOTHING, ExtraWrites
from quarterdeck_server.lobby.documents import Change
from quarterdeck_server.lobby.event_bus import notification
from quarterdeck_server.lobby.lobby_foundation import LobbyFoundation
from quarterdeck_server.lobby.match_pause import MatchPause
from quarterdeck_server.lobby.ratings import refused_deals
from quarterdeck_server.lobby.tables import hidden_ends, model, setups, transitions
from quarterdeck_server.lobby.tables.background_tasks import BackgroundTasks
from quarterdeck_server.lobby.tables.documents import LISTED, OF_CLUBS, SECONDS, TABLES, UNLISTED, moves
from quarterdeck_server.lobby.tables.live_board import LiveBoard
from quarterdeck_server.lobby.tables.live_list import Listing
from quarterdeck_server.lobby.tables.model import TableRecord
from quarterdeck_server.lobby.tables.notifications import TableStored
from quarterdeck_server.lobby.tables.owned_decks import OwnedDecks
from quarterdeck_server.lobby.tables.rating_cache import RatingCache
from quarterdeck_server.lobby.tables.subscribers import TableSubscribers
from quarterdeck_server.store_errors import Conflict, Unavailable

TRIES = 8
SECONDS_UNTIL_LOOKING_AGAIN = 2.0
MILLISECONDS_UNTIL_A_SEAT_IS_FREE = 120_000
TIME_TO_REVEAL = Milliseconds(15_000)
"""Time for clients to reveal a share of entropy. Clients do it automatically; the time allows for a broken
connection."""

MOST_TABLES_ON_THE_BOARD = 2_000

MOST_READ_AT_ONCE = 200
MOST_FORGOTTEN = 64
"""Limit of lost changes for which a table's number of changes is raised again."""

LEAST_WAIT = 10
"""Minimum wait in milliseconds if the clock is behind the expected time."""

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(TableRecord)

Transition = Callable[[TableRecord], TableRecord]


class MatchStarter(Protocol):
    """Interface to the matches that the lobby needs."""

    async def begin(self, opened: Opened) -> None:
        """Open a match. Idempotent: a second call changes nothing. Raises `Unavailable`."""
        ...

    async def is_over(self, match: MatchId) -> bool:
        """True if this match has ended or does not exist any more. Raises `Unavailable`."""
        ...


class Command(msgspec.Struct, frozen=True):
    """The sender and `ref` of a command that changes a table. `what` describes the change, so that the same `ref`
    cannot name two different ones."""

    player: PlayerId
    ref: Ref | None
    what: str


class TableRepository:
    """The tables of all processes: this process reads, changes and publishes them."""

    def __init__(
        self,
        foundation: LobbyFoundation,
        dealer: MatchStarter,
        ratings: RatingCache,
        subscribers: TableSubscribers,
        tasks: BackgroundTasks,
        bot_delay: Milliseconds,
        pause: MatchPause,
        owned: OwnedDecks,
    ) -> None:
        self._documents = foundation.documents
        self._due: dict[TableId, asyncio.TimerHandle] = {}
        """Timers for hidden ends that are due to be shown."""

        self._process = secrets.token_hex(8)
        """The name of this process in its notifications."""

        self._games = foundation.games
        self._dealer = dealer
        self.ratings = ratings
        self._tasks = tasks
        self._now = foundation.now
        self._bot_delay = bot_delay
        self.pause = pause
        self.owned = owned
        self.subscribers = subscribers
        """The subscribers of changes in this process."""

        self.board = LiveBoard(self._all_shown)
        """The live list of tables."""

        self.announced: Callable[[TableRecord], ExtraWrites] = lambda _: NOTHING
        """Called for each table that is opened, and for each whose match begins. Returns further writes for that
        commit."""

        self.asked_to_reveal: Callable[[TableRecord], None] = lambda _: None
        """Called for each followed table where shares of entropy are to be revealed."""

        foundation.event_bus.subscribe(TableStored, self._stored)
        foundation.event_bus.subscribe(ClubStored, self._hide_club)
        foundation.event_bus.subscribe_to_gaps(self._missed)

    async def find(self, table: TableId) -> TableRecord | None:
        """Return a table, `None` if there is none. Raises `Unavailable`."""
        return (await TABLES.read(self._documents, [table]))[0]

    async def read(self, table: TableId) -> TableRecord:
        """Return a table. Raises `CommandRefused`, `Unavailable`."""
        record = await self.find(table)
        if record is None:
            raise model.unknown(table)
        return record

    async def read_some(self, most: int, *, skip: int = 0, index: str = LISTED) -> Sequence[TableRecord]:
        """Return the tables of an index that were changed last, newest first. Raises `Unavailable`."""
        newest = await self._documents.listed(index, most=most, highest_first=True, skip=skip)
        found = await TABLES.read(self._documents, [table for table, _ in newest])
        return [table for table in found if table is not None]  # one that has gone meanwhile is not missed

    async def read_all(self) -> Sequence[TableRecord]:
        """Return all tables except those whose match is recorded as over. Raises `Unavailable`."""
        found: dict[TableId, TableRecord] = {}
        for index in (LISTED, UNLISTED, OF_CLUBS):
            skip = 0
            while page := await self.read_some(MOST_READ_AT_ONCE, skip=skip, index=index):
                found.update((table.id, table) for table in page)
                skip += MOST_READ_AT_ONCE
        return list(found.values())

    async def advance(self, table: TableId) -> TableRecord:
        """Apply changes that are due at this time, and return the table. Raises `CommandRefused`, `Unavailable`."""
        return await self.change(table, lambda record: record)

    def due(self, record: TableRecord) -> TableRecord:
        """Return a table after changes that are due by time: seats of players missed for too long are freed, and hidden
        ends are shown after their delay."""
        now = self._now()
        freed = transitions.freed(record, Milliseconds(now - MILLISECONDS_UNTIL_A_SEAT_IS_FREE))
        return hidden_ends.shown_to_all(freed, now)

    def close(self) -> None:
        """Cancel all timers."""
        self.board.close()
        for due in self._due.values():
            due.cancel()
        self._due.clear()

    async def change(
        self, table: TableId, change: Transition, by: Command | None = None, first: TableRecord | None = None
    ) -> TableRecord:
        """Store the result of `change` for a table, with retries on conflicts.

        A command that was carried out before is not repeated. `first` is the table as it has just been read. Without
        it, the last state sent to subscribers here is tried first, which saves a read. That state may be old, so only a
        change that is successfully stored counts. Raises `CommandRefused`, `Unavailable`.
        """
        newest = self.subscribers.newest(table)
        if first is None and newest is not None:
            changed = self._changed(newest, change, by)
            if changed is not None and await self._is_written(changed, newest):
                return await self.begin_if_ready(changed)
        for _ in range(TRIES):
            record = await self.begin_if_ready(first or await self.read(table))
            first = None
            if by is not None and record.remembers(by.player, by.ref, by.what):
                if by.player in record.hidden_from - record.people:
                    raise model.unknown(table)
                return record
            changed = self._carried_out(record, change, by)
            if changed == record:
                return record
            if await self._is_written(changed, record):
                return await self.begin_if_ready(changed)
        raise CommandRefused(
            RefusalCode.UNAVAILABLE, Text("Too many players are changing this table at once; send it again."), "$.table"
        )

    async def changed_with(
        self, record: TableRecord, change: Transition, by: Command, beside: ExtraWrites
    ) -> TableRecord | None:
        """Store the result of `change` for a table as it was read, and the writes `beside` it, in one commit. Return
        `None` if nothing was stored: the change does not apply, or another commit was first. Raises `CommandRefused`,
        `Unavailable`."""
        changed = self._changed(record, change, by)
        if changed is None or not await self._is_written(changed, record, beside):
            return None
        return await self.begin_if_ready(changed)

    async def begin_if_ready(
        self, table: TableRecord, beside: ExtraWrites = NOTHING, inboxes: tuple[PlayerId, ...] = ()
    ) -> TableRecord:
        """Begin the match of a table if everybody there is ready, and return the new state of the table. Raises
        `CommandRefused`, `Unavailable`, and with writes `beside` it `Conflict`.

        If the rules cannot begin a match after entropy was revealed, its table is closed, and its deal is published as
        refused. Otherwise an operator could make any unwelcome deal fail without a trace. A match bound to other rules
        than this process has is left to a process that has them.
        """
        if not (table.may_begin and self.has_rules_of(table)):
            return table
        game = self._games[table.game]
        decks = setups.setup_of(game, table).decks
        begun = msgspec.structs.replace(transitions.begun(table, decks), changed=table.changed + 1)
        try:
            await self._dealer.begin(_opening_of(table, game, self._bot_delay, decks))
        except (CommandRefused, Unavailable):
            raise
        except Exception:
            if table.stage is TableStage.REVEALING:
                deal = transitions.failed_deal(table, self._now())
                closed = msgspec.structs.replace(table, refused=deal, changed=table.changed + 1)
                noted = await refused_deals.noted(self._documents, deal)
                await self.write(closed, gone=True, beside=noted.plus(await self.owned.released(table)))
            raise
        try:
            await self.write(begun, gone=False, beside=beside.plus(self.announced(begun)), inboxes=inboxes)
        except Conflict:
            if beside.changes:
                raise
            return await self.read(table.id)
        return begun

    def revealing(self, table: TableRecord) -> TableRecord:
        """Return a full and ready table in its revealing stage, if any of its players has bound entropy; else return it
        unchanged."""
        if not (table.is_full_and_ready and table.binds_entropy):
            return table
        decks = setups.setup_of(self._games[table.game], table).decks
        until = Milliseconds(self._now() + TIME_TO_REVEAL)
        commitment = decks_commitment(table.seed, table.match, decks) if decks else None
        return transitions.asked_to_reveal(table, until, commitment, setups.bound_rules_of(self._games[table.game]))

    def has_rules_of(self, table: TableRecord) -> bool:
        """True if this process has the rules and card sets to which the table is bound. Other processes may have other
        versions."""
        return table.bound_rules in (UNSET, setups.bound_rules_of(self._games[table.game]))

    async def write(
        self, table: TableRecord, *, gone: bool, beside: ExtraWrites = NOTHING, inboxes: tuple[PlayerId, ...] = ()
    ) -> None:
        """Store a table that is one change newer than the stored one, together with the writes `beside` it, and notify
        all subscribers. Raises `Conflict`, `Unavailable`."""
        encoded = _encoder.encode(table)
        change = Change(TABLES.key(table.id), table.changed - 1, None if gone else encoded, SECONDS)
        news = notification(TableStored(self._process, gone, Raw(encoded), inboxes))
        if table.changed == 1:
            beside = beside.plus(self.announced(table))
        indexed = [*moves(table, self._now(), gone=gone), *beside.indexed]
        await self._documents.commit([change, *beside.changes], indexed, news)
        self._notify(table, gone=gone)

    async def _all_shown(self) -> list[Listing]:
        of_clubs = await self.read_some(MOST_TABLES_ON_THE_BOARD, index=OF_CLUBS)
        public = await self.read_some(MOST_TABLES_ON_THE_BOARD)
        return [self._listing(table) for table in reversed((*of_clubs, *public))]

    def _listing(self, table: TableRecord) -> Listing:
        return Listing(self.subscribers.shown(table), table.hidden_from)

    def _changed(self, record: TableRecord, change: Transition, by: Command | None) -> TableRecord | None:
        """Return the result of a change of a table that may be outdated; `None` if the change does not apply to it."""
        try:
            if record.may_begin or (by is not None and record.remembers(by.player, by.ref, by.what)):
                return None
            changed = self._carried_out(record, change, by)
        except CommandRefused:
            return None
        return None if changed == record else changed

    def _carried_out(self, record: TableRecord, change: Transition, by: Command | None) -> TableRecord:
        changed = change(self.due(transitions.back(record, self.subscribers.here(record.id))))
        if changed == record:
            return record
        if changed.is_full_and_ready:
            setups.refuse_outdated_decks(self._games[changed.game], changed)
        if by is not None:
            changed = changed.remembering(by.player, by.ref, by.what)
        rated = transitions.with_ratings(self.revealing(changed), self.ratings.of)
        return msgspec.structs.replace(rated, changed=record.changed + 1)

    async def _is_written(self, changed: TableRecord, was: TableRecord, beside: ExtraWrites = NOTHING) -> bool:
        begins = was.stage is TableStage.GATHERING and (changed.may_begin or changed.stage is TableStage.REVEALING)
        if begins:
            paused = ExtraWrites((await self.pause.unless_paused(),))
            beside = beside.plus(paused).plus(await self.owned.held(changed))
        elif was.stage is TableStage.PLAYING and changed.stage is TableStage.OVER:
            beside = beside.plus(await self.owned.released(was))
        try:
            await self.write(changed, gone=changed.is_deserted and changed.hidden_end is None, beside=beside)
        except Conflict:
            if begins:
                await self.pause.refresh()
            return False
        return True

    def _notify(self, table: TableRecord, *, gone: bool) -> None:
        if self.board.is_on:
            self.board.note(self._listing(table), gone=gone)
        self._show_in_time(table)
        before = self.subscribers.newest(table.id)
        is_followed = self.subscribers.notify(table, gone=gone)
        if table.club and before is not None and not before.people <= table.people:
            self._tasks.start(self._hide_from_strangers(table, table.club, before))
        if is_followed and table.stage is TableStage.REVEALING:
            self.asked_to_reveal(table)
        if is_followed and not gone and transitions.is_any_missed(table, self.subscribers.here(table.id)):
            # The process that misses these players serves other connections.
            self._tasks.start(self.advance(table.id))

    def _show_in_time(self, table: TableRecord) -> None:
        """Schedule the time at which this process shows the next hidden end. Every other process that knows of it does
        the same."""
        due = self._due.pop(table.id, None)
        if due is not None:
            due.cancel()
        until = hidden_ends.next_shown(table)
        if until is not None:
            seconds = max(until - self._now(), LEAST_WAIT) / 1000
            self._due[table.id] = asyncio.get_running_loop().call_later(seconds, self._show, table.id)

    def _show(self, table: TableId) -> None:
        self._due.pop(table, None)
        self._tasks.start(self._show_now(table))

    async def _show_now(self, table: TableId) -> None:
        newest = await self.advance(table)
        if newest.hidden_end is not None and table not in self._due:
            self._show_in_time(newest)  # the clock had not come so far

    def _stored(self, news: TableStored) -> None:
        if news.by == self._process:
            return
        table = _decoder.decode(news.table)
        self._notify(table, gone=news.gone)
        if table.may_begin and not news.gone:
            self._tasks.start(self._begin_late(table.id))

    async def _begin_late(self, table: TableId) -> None:
        """Begin the match of a ready table if another process has failed to do so."""
        await asyncio.sleep(SECONDS_UNTIL_LOOKING_AGAIN)
        await self.advance(table)

    def _hide_club(self, news: ClubStored) -> None:
        """Hide the tables of a club from players who are no longer members."""
        if news.gone:
            self.board.hide(news.club, frozenset(news.gone))
            self._tasks.start(self._hide_tables(news.club, frozenset(news.gone)))

    async def _hide_tables(self, club: ClubId, players: frozenset[PlayerId]) -> None:
        for id_ in self.subscribers.followed_by(players):
            table = await self.find(id_)
            if table is not None and table.club == club:
                self.subscribers.hide(table, players)

    async def _hide_from_strangers(self, table: TableRecord, club: ClubId, before: TableRecord) -> None:
        """Hide the table of a club from those who have kept their seat after they left the club, and now stand up."""
        (record,) = await CLUBS.read(self._documents, [club])
        stood = [each.player for each in before.places if each.player is not None]
        strangers = [each.id for each in stood if record is None or not record.has_member(avoided_as(each))]
        self.subscribers.hide(table, frozenset(strangers))

    def _missed(self) -> None:
        self._tasks.start(self.board.renew())
        for table in self.subscribers.tables:
            self._tasks.start(self._publish_newest(table))

    async def _publish_newest(self, table: TableId) -> None:
        notified = self.subscribers.newest(table)
        try:
            now = await self.advance(table)
            if notified is not None:
                now = await self._made_newer(now, notified)
        except CommandRefused:
            newest = self.subscribers.newest(table)
            if newest is not None:
                self._notify(newest, gone=True)
        else:
            if now != self.subscribers.newest(table):
                self._notify(now, gone=False)

    async def _made_newer(self, table: TableRecord, notified: TableRecord) -> TableRecord:
        """Store a table again after the store has lost changes that were published here, until its number of changes is
        higher than the published one. Otherwise subscribers would ignore it. Players reveal lost shares of entropy
        again. Raises `CommandRefused`, `Unavailable`."""
        for _ in range(MOST_FORGOTTEN):
            if table.changed > notified.changed or table == notified:
                break
            newer = msgspec.structs.replace(table, changed=table.changed + 1)
            try:
                await self.write(newer, gone=False)
            except Conflict:
                newer = await self.read(table.id)
            table = newer
        return table


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
        entropy_hashes=tuple(place.entropy_hash for place in table.places) if table.binds_entropy else UNSET,
        bot_delay=bot_delay,
        table=table.id,
        spectators=table.spectators,
        access=UNSET if table.access is Access.PUBLIC else table.access,
        replays=table.replays or UNSET,
        spectator_delay=UNSET if table.delay is SpectatorDelay.NONE else table.delay,
        perspectives=UNSET if table.perspectives is Perspectives.AFTER else table.perspectives,
        decks=decks,
        rated=table.rated,
        undo_rule=table.undo_rule,
        recess_rule=table.recess or UNSET,
    )
