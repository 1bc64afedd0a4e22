"""All matches in the memory of this process. Use `begin`, `open`, `transcript`, `start` and `close`.

A match is opened when a client requests it, and released when no client follows it. A process that has a match in
memory has no exclusive right to it: other processes may have it too.
"""

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

import msgspec
import structlog
from quarterdeck_games import AnyGame
from quarterdeck_protocol.names import Epoch, MatchId, Milliseconds, Seat, Version, Viewer
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.transcripts.transcript import Opened, Transcript

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.matches.bot_turns import Searches
from quarterdeck_server.matches.clock import StoreClock
from quarterdeck_server.matches.entries import opening_entry, voided_after
from quarterdeck_server.matches.faults import frames_of
from quarterdeck_server.matches.log import START, Deadline, Head, MatchLog, Stamped
from quarterdeck_server.matches.match import BotPlayers, LogAccess, Match, MatchTime, SpectatorCount
from quarterdeck_server.matches.match_reader import Check, MatchRead, MatchReader, Sign
from quarterdeck_server.matches.openings import with_card_sets
from quarterdeck_server.matches.recollection import Recollection
from quarterdeck_server.matches.record import Record
from quarterdeck_server.matches.rule_failures import GRACE
from quarterdeck_server.matches.snapshot_writer import SnapshotWriter, is_worth_writing
from quarterdeck_server.matches.snapshots import boundary_before
from quarterdeck_server.matches.spectator_room import SpectatorRoom
from quarterdeck_server.matches.submissions import Bot
from quarterdeck_server.metrics import Metrics
from quarterdeck_server.periodic_work import in_turns, repeat
from quarterdeck_server.store_errors import Conflict, Unavailable

SECONDS_BETWEEN_SWEEPS = 1.0
SECONDS_IDLE_BEFORE_CLOSING = 30.0
MOST_DUE_AT_ONCE = 200
OPENINGS_A_CHECK = 64
"""One of this number of matches opened from snapshots is also folded from the start, in the background, as a check."""

MILLISECONDS_QUIET = 1_000
"""Time in milliseconds without a new entry after which a sweep compares the match with its log. It detects missed
entries and another history. The next entry would show both sooner."""

_log = structlog.get_logger()

Ended = Callable[[Record], None]


class Matches:
    """The matches in the memory of this process."""

    def __init__(
        self,
        games: Mapping[str, AnyGame],
        log: MatchLog,
        bots: Mapping[str, Bot],
        *,
        runs_clocks: bool = True,
        metrics: Metrics | None = None,
        remembers: bool = False,
        spectator_room: SpectatorRoom | None = None,
        searches: Searches | None = None,
    ) -> None:
        """Make the collection of matches in the memory of this process. With `runs_clocks` this process runs the clocks
        of all matches in the store, otherwise only of the matches in its memory. With `remembers` it writes back log
        entries that the store loses. `spectator_room` limits the spectators of one match. `searches` runs the searches
        of bots."""
        self._spectator_room = spectator_room or SpectatorRoom()
        self.clock = StoreClock()
        self.watching: Callable[[MatchId, int], int] = lambda _, here: here
        """Returns the approximate number of spectators of a match in all processes. Takes the match and the number
        here."""

        self.metrics = Metrics(games) if metrics is None else metrics
        self._appends = self.metrics.of_store("append")
        self._games = games
        self.runs_clocks = runs_clocks
        self._remembers = remembers
        self._entries = log
        self._reader = MatchReader(games, log, self.metrics.snapshots, remembers=remembers)
        self._snapshots = SnapshotWriter(log, self.metrics.snapshots)
        self._log_access = LogAccess(log, self._reader.folded, self._snapshots, self._reader.read_until)
        self._bots = BotPlayers(bots, searches)
        self._open: dict[MatchId, Match] = {}
        self._opening: dict[MatchId, asyncio.Task[Match]] = {}
        self._received_while_opening: set[MatchId] = set()
        self._hopeless: set[MatchId] = set()
        self._unfoldable: dict[MatchId, tuple[Head, Milliseconds]] = {}
        """The matches past their deadline that cannot be folded here. For each: the end of its log, and the time since
        when."""

        self._idle_since: dict[MatchId, float] = {}
        self._sweeping: asyncio.Task[None] | None = None
        self._checking: asyncio.Task[None] | None = None
        self._when_ended: list[Ended] = []
        log.set_callbacks(self._receive_entry, self._missed)

    @property
    def held(self) -> int:
        """Number of matches in the memory of this process."""
        return len(self._open)

    def watched(self) -> Mapping[MatchId, int]:
        """Return the number of spectators on this process, for each match that has any."""
        watching = {id_: match.shown_here for id_, match in self._open.items()}
        return {id_: number for id_, number in watching.items() if number}

    def seated(self, until: Milliseconds) -> Mapping[MatchId, Sequence[Seat]]:
        """Return the seats with a connection to this process, for each match with a deadline later than this."""
        lasting = {
            id_: match.seats_here
            for id_, match in self._open.items()
            if match.record.next_until is not None and match.record.next_until > until
        }
        return {id_: sorted(seats) for id_, seats in lasting.items() if seats}

    @property
    def submissions_waiting(self) -> int:
        """Number of submissions (requests for a log entry) that wait, in all matches of this process."""
        return sum(match.submissions_waiting for match in self._open.values())

    @property
    def most_submissions_waiting(self) -> int:
        """Number of waiting submissions in the match with most of them."""
        return max([match.submissions_waiting for match in self._open.values()], default=0)

    @property
    def hopeless(self) -> int:
        """Number of matches past their deadline whose logs this process cannot open or apply."""
        return len(self._hopeless) + len(self._unfoldable)

    def when_ended(self, ended: Ended) -> None:
        """Register a callback for the end of matches in this process. It is also called when a match that has already
        ended is opened."""
        self._when_ended.append(ended)

    async def begin(self, opened: Opened) -> None:
        """Begin a match: shuffle, deal and store its first entry. Idempotent: a second call changes nothing. Raises
        `Unavailable`."""
        game = self._games[opened.game]
        record = Record(with_card_sets(opened, game), game)
        entry = opening_entry(record)
        foreseen = record.foresee(entry)
        over = foreseen.result is not None
        try:
            stored = record.codec.stored(entry)
            await self._appends.timed(self._entries.append(opened.match, START, stored, foreseen.deadline, over=over))
        except Conflict:
            _log.info("the match had begun already", match=opened.match)

    async def open(self, match: MatchId) -> Match:
        """Return a match, and load it into memory if needed. Raises `CommandRefused` if it does not exist, or
        `Unavailable`."""
        held = self._open.get(match)
        if held is not None and not held.is_lost:
            return held
        opening = self._opening.get(match)
        if opening is None:
            opening = self._opening[match] = asyncio.ensure_future(self._read(match))
            opening.add_done_callback(lambda _: self._opening.pop(match, None))
        opened = await asyncio.shield(opening)
        if self._open.get(match) is not opened and not opened.is_lost:
            return await self.open(match)  # somebody who waited as well has let go of it already
        return opened

    def here(self, match: MatchId) -> Match | None:
        """Return a match if it is in the memory of this process, otherwise `None`."""
        held = self._open.get(match)
        return None if held is None or held.is_lost else held

    async def release_match(self, match: MatchId) -> bool:
        """Remove a match without followers from the memory of this process, and unsubscribe from its log. Return true
        if it is no longer in memory."""
        held = self._open.get(match)
        if held is not None and held.is_idle and match not in self._idle_since:
            self._idle_since[match] = time.monotonic()
            await self._release(match, held)
        return match not in self._open

    def sign_with(self, sign: Sign) -> None:
        """Set the function that signs the transcripts of all matches."""
        self._reader.sign = sign

    def offer_undo(self, *, is_on: bool) -> None:
        """Choose whether players may take actions back by consent. Called before the first match is opened."""
        self._reader.offers_undo = is_on

    @property
    def offers_undo(self) -> bool:
        """True if players may take actions back by consent."""
        return self._reader.offers_undo

    async def transcript(self, match: MatchId) -> Transcript:
        """Return the complete log of a finished match. Raises as `encoded_transcript`."""
        return msgspec.json.decode(await self.encoded_transcript(match), type=Transcript)

    async def encoded_transcript(self, match: MatchId, check: Check | None = None) -> bytes:
        """Return the complete log of a finished match, encoded; as `MatchReader.encoded_transcript`."""
        return await self._reader.encoded_transcript(match, check)

    async def replay(self, match: MatchId, viewer: Viewer, check: Check | None = None) -> bytes:
        """Return the replay of a finished match for one viewer, encoded, like `MatchReader.replay`."""
        return await self._reader.replay(match, viewer, check)

    async def inspected(
        self, match: MatchId, viewer: Viewer, version: Version, since: Version | None
    ) -> tuple[bytes, bytes]:
        """Return the encoded update of a viewer at a version, and its difference from that at `since`, as
        `MatchReader.inspected`."""
        return await self._reader.inspected(match, viewer, version, since)

    async def fold(self, match: MatchId) -> Record:
        """Return the current record of a match without keeping the match in memory. Raises as `MatchReader.read`."""
        return (await self._reader.read(match)).record

    async def opening(self, match: MatchId) -> tuple[Opened, Sequence[Stamped]]:
        """Return the opening of a match (its game, players and options) and its log, even if its entries cannot be
        applied. Raises `CommandRefused` if the match does not exist, or `Unavailable`."""
        return await self._reader.opening(match)

    async def is_over(self, match: MatchId) -> bool:
        """Return true if this match has ended or no longer exists. Raises `Unavailable`."""
        is_held = match in self._open
        try:
            is_over = (await self.open(match)).is_over
        except CommandRefused as refusing:
            return refusing.code is RefusalCode.UNKNOWN_MATCH
        if not is_held:
            await self.release_match(match)  # another process plays it, and there is no need to hear of it here as well
        return is_over

    def start(self) -> None:
        """Start running the clocks of all matches in the store. Other processes may do the same."""
        sweeps = repeat(self.sweep, SECONDS_BETWEEN_SWEEPS, meanwhile="clocks are stopped", at_once=True)
        self._sweeping = asyncio.ensure_future(sweeps)

    async def close(self) -> None:
        """Cancel all background tasks for matches."""
        tasks: list[asyncio.Task[Match] | asyncio.Task[None]] = list(self._opening.values())
        tasks += [task for task in (self._sweeping, self._checking) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._snapshots.close()
        for match in self._open.values():
            await match.close()
        self._open.clear()

    async def sweep(self) -> None:
        """Check everything that may be late: expired clocks, missed log entries, and matches that nobody follows."""
        now = await self._entries.now()
        self.clock.correct(now)
        async for some in in_turns(list(self._open)):
            for match in some:
                held = self._open.get(match)
                if held is not None:
                    held.send_due_updates()
        if self.runs_clocks:
            await self._run_clocks()
        # What was written in the future was written by a clock that is not the store's any more.
        quiet = [match for match, held in self._open.items() if not now - MILLISECONDS_QUIET <= held.record.at <= now]
        async for some in in_turns(quiet):
            for match, head in (await self._entries.heads(some)).items():  # in one turn, or they would be old
                held = self._open.get(match)
                if held is not None:
                    held.compare(head)
        await self._close_idle()

    async def _run_clocks(self) -> None:
        for due in await self._entries.due(MOST_DUE_AT_ONCE + len(self._hopeless)):
            if due not in self._hopeless:
                await self._run_clock_of(due)

    async def _run_clock_of(self, match: MatchId) -> None:
        """Play for the seats of a match whose time has run out. If the match cannot be opened, the clocks of other
        matches still run."""
        try:
            (await self.open(match)).run_clock()
            self._unfoldable.pop(match, None)
        except Unavailable:
            raise
        except CommandRefused as refusing:
            self._hopeless.add(match)
            _log.warning("a match with an expired clock cannot be opened here", match=match, why=str(refusing))
        except Exception as error:
            await self._void_if_hopeless(match, error)

    async def _void_if_hopeless(self, match: MatchId, error: Exception) -> None:
        """Void a match whose log entries cannot be applied, if no process has been able to continue it for `GRACE`."""
        head, now = (await self._entries.heads([match]))[match], self.clock.now()
        known, since = self._unfoldable.get(match, (None, now))
        if known != head:
            since = now
            self._unfoldable[match] = head, now
            _log.error("a match with an expired clock cannot be folded", match=match, traceback=frames_of(error))
        if now >= since + GRACE:
            del self._unfoldable[match]
            with suppress(Conflict):  # somebody else could play it on, or was first
                await self._appends.timed(
                    self._entries.append(match, head, voided_after(head.version), Deadline(), over=True)
                )

    async def _check(self, match: MatchId, read: MatchRead) -> None:
        """Compute a match that was opened from a snapshot again from the start of its log. If the results differ, log
        an error, continue with the computed state and remove the snapshot."""
        try:
            if not await self._reader.is_right(match, read):
                self.metrics.snapshots.wrong += 1
                _log.error("a snapshot differs from the log", match=match, version=read.stood_at)
                if match in self._open:
                    self._open[match].fold_again()
                await self._entries.store_snapshot(match, {}, replaces_all=True)
        except (CommandRefused, Unavailable):
            pass  # it is not there any more, or the store is not
        except Exception as error:
            _log.error("a match cannot be folded", match=match, traceback=frames_of(error))
        finally:
            self._checking = None

    async def _close_idle(self) -> None:
        now = time.monotonic()
        async for some in in_turns(list(self._open)):
            for match in some:
                held = self._open.get(match)
                if held is None:
                    continue
                if held.is_lost:
                    self._idle_since[match] = now
                    await self._release(match, held)
                elif not held.is_idle or held.has_secret_end:  # if it was read again, that would tell strangers its end
                    self._idle_since.pop(match, None)
                elif now - self._idle_since.setdefault(match, now) > SECONDS_IDLE_BEFORE_CLOSING:
                    await self._release(match, held)

    async def _release(self, match: MatchId, held: Match) -> None:
        with suppress(Unavailable):  # what the store knows of it has a limited lifetime
            await self._entries.unsubscribe(match)
        self._idle_since.pop(match, None)
        if self._open.get(match) is not held:  # it was gone, and somebody has opened it anew
            await self._entries.subscribe(match)
            await held.close()
        elif held.is_idle or held.is_lost:
            del self._open[match]
            await held.close()
        else:  # somebody has come for it meanwhile
            await self._entries.subscribe(match)
            held.catch_up()

    async def _read(self, match: MatchId) -> Match:
        if not self.clock.is_right:
            self.clock.correct(await self._entries.now())
        await self._entries.subscribe(match)  # first this, then the log: what comes between is heard
        try:
            read = await self._reader.read(match)
        except BaseException:
            self._received_while_opening.discard(match)
            with suppress(Unavailable):
                await self._entries.unsubscribe(match)
            raise
        record = read.record
        recollection = Recollection(read.entries) if self._remembers else None
        held = Match(
            record,
            self._log_access,
            MatchTime(self.clock.now, self._read_clock),
            self._bots,
            SpectatorCount(self.watching, self._spectator_room),
            self._match_ended,
            self.metrics,
            recollection,
        )
        self._open[match] = held
        if is_worth_writing(record, read.stood_at):
            asyncio.get_running_loop().call_soon(self._snapshots.write, record, boundary_before(read.stood_at))
        if match in self._received_while_opening:
            self._received_while_opening.discard(match)
            held.catch_up()
        if read.snapshot is not None and self.metrics.snapshots.used % OPENINGS_A_CHECK == 1 and self._checking is None:
            self._checking = asyncio.ensure_future(self._check(match, read))
        held.check_for_loss()
        held.run_clock()
        held.play_bots()
        if record.result is not None:
            self._match_ended(record)
        return held

    async def _read_clock(self) -> None:
        self.clock.correct(await self._entries.now())

    def _receive_entry(self, match: MatchId, epoch: Epoch, stamped: Stamped) -> None:
        held = self._open.get(match)
        if held is None:
            if match in self._opening:
                self._received_while_opening.add(match)
            return
        try:
            held.receive_entry(epoch, stamped)
        except Exception as error:
            _log.error("an entry cannot be folded", match=match, version=stamped.version, traceback=frames_of(error))

    def _missed(self) -> None:
        self._received_while_opening.update(self._opening)
        for held in self._open.values():
            held.catch_up()

    def _match_ended(self, record: Record) -> None:
        for ended in self._when_ended:
            ended(record)
