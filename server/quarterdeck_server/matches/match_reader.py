"""Readers of match logs: they compute the current state of a match, its transcript and its replay. A long log is
processed in many iterations of the event loop, so that other work need not wait."""

import asyncio
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

import structlog
from msgspec import UNSET
from quarterdeck_games import AnyGame
from quarterdeck_games.rule_versions import UnknownRules, is_at_hand, rules_of
from quarterdeck_games.state_codec import recall
from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.messages import Result
from quarterdeck_protocol.names import MatchId, Milliseconds, Version, Viewer
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.transcripts.replay import Replay
from quarterdeck_protocol.transcripts.signatures import MatchStatement, signed_players
from quarterdeck_protocol.transcripts.transcript import Opened, Transcript, TranscriptEntry
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.matches import match_refusals
from quarterdeck_server.matches.chain import commitment_to
from quarterdeck_server.matches.codec import AnyEntry
from quarterdeck_server.matches.delayed_audience import DelayedRead
from quarterdeck_server.matches.log import Fields, Head, History, MatchLog, Stamped, end_of
from quarterdeck_server.matches.log_fold import moment_in, read_each
from quarterdeck_server.matches.loop_turns import TurnOfTheLoop
from quarterdeck_server.matches.openings import (
    RulesNotHeldError,
    UnplayableError,
    empty_record,
    empty_record_of,
    opened_by,
)
from quarterdeck_server.matches.projection import Happened, Patches, Shown, UpdateBuilder
from quarterdeck_server.matches.record import MOST_REFS, Record
from quarterdeck_server.matches.snapshot_writer import fields_of
from quarterdeck_server.matches.snapshots import UnusableSnapshot, snapshot_in
from quarterdeck_server.metrics import SnapshotMetrics
from quarterdeck_server.store_errors import Unavailable

Check = Callable[[Opened, Milliseconds], Awaitable[None]]
"""Checks the access to a match by its opening and the time of its newest entry. Raises the refusal for a reader without
access."""

Seen = Callable[[Record, AnyEntry | None], object]

Sign = Callable[[MatchStatement], Awaitable[str]]
"""Returns the server's signature of its statement about a match."""


_log = structlog.get_logger()


MOST_BYTES_KEPT = 4 * 1024 * 1024
"""Limit of the encoded transcripts that are kept together. Pages of public matches ask for the newest ones again and
again."""


class MatchRead(NamedTuple):
    """A match as computed from its log, with what else the read has found."""

    record: Record
    entries: Sequence[Stamped]
    """The entries that were read, up to the end of the log. They are all entries if the match was folded from the
    start."""

    snapshot: Fields | None = None
    """The fields of the snapshot from which the match was opened, if there was one."""

    stood_at: Version = Version(0)
    """The version of the snapshot."""


class MatchReader:
    """Reads matches of the games that are installed."""

    def __init__(
        self, games: Mapping[str, AnyGame], log: MatchLog, metrics: SnapshotMetrics, *, remembers: bool = False
    ) -> None:
        """Make the reader of matches. With `remembers`, the result of every read also has all log entries of the
        match."""
        self._metrics = metrics
        self._games = games
        self._entries = log
        self._remembers = remembers
        self._transcripts: OrderedDict[tuple[MatchId, Head], bytes] = OrderedDict()
        """The transcripts asked for last, by the end of the log, whose digest covers all entries."""

        self._bytes_kept = 0
        self.sign: Sign | None = None
        """Signs transcripts; `None` leaves them unsigned."""

        self.offers_undo = True
        """True if players may take actions back by consent."""

    async def read(self, match: MatchId) -> MatchRead:
        """Return the current state of a match. Raises `CommandRefused` if the match does not exist or cannot be opened
        here, `Unavailable`, and any error of log entries that cannot be applied."""
        if not self._remembers and (fields := await self._entries.snapshot(match)):
            read = await self._from_snapshot(match, fields)
            if read is not None:
                return read
        history = await self._entries.read(match)
        return MatchRead(await self.folded(match, history), history.entries)

    async def _from_snapshot(self, match: MatchId, fields: Fields) -> MatchRead | None:
        """Return the current state of a match from its snapshot and the later log entries; `None` if they do not fit
        the log."""
        try:
            snapshot = snapshot_in(fields, MOST_REFS)
            stood = snapshot.standing
            history = await self._entries.read(match, Version(stood.version - 1))
            newest, *later = history.entries or (None,)
            if newest is None or (history.epoch, newest.version, newest.digest) != stood.head:
                raise UnusableSnapshot("it belongs to another history")
            await self._load_rules(snapshot.opened)
            record = empty_record(self._games, snapshot.opened, history.epoch)
            record.offers_undo = self.offers_undo
            record.take_up(snapshot)
            await asyncio.sleep(0)
            if later:
                await _read_on(record, later)
        except Unavailable:
            raise
        except Exception as error:
            # Whatever it is, the log decides: what cannot be folded there either is told to who has asked.
            self._metrics.unusable += 1
            _log.warning("a snapshot cannot be used", match=match, why=why(error))
            return None
        self._metrics.used += 1
        return MatchRead(record, history.entries, fields, stood.version)

    async def is_right(self, match: MatchId, read: MatchRead) -> bool:
        """Return true if the state computed from the start of the log equals the state from the snapshot. Raises as
        `read`."""
        history = await self._entries.read(match)
        if history.epoch != read.record.epoch or read.snapshot is None:
            return True  # another history by now: there is nothing to compare
        folded = await self.folded(match, History(history.epoch, history.entries[: read.stood_at]))
        said, again = (snapshot_in(fields, MOST_REFS) for fields in (read.snapshot, fields_of(folded, Version(0))))
        return folded.state == recall(folded.game, said.standing.state) and said.without_state == again.without_state

    async def read_until(self, match: MatchId, then: Milliseconds) -> DelayedRead:
        """Return the state of a match at a past time, and the later log entries. Raises as `read`."""
        history = await self._entries.read(match)
        if not history.entries:
            raise _unknown(match)
        stood = bisect_right(history.entries, then, key=_time_of)
        record = None
        if stood:
            record = await self.folded(match, History(history.epoch, history.entries[:stood]))
        return DelayedRead(record, history.epoch, history.entries[stood:])

    async def opening(self, match: MatchId) -> tuple[Opened, Sequence[Stamped]]:
        """Return the opening of a match (its game, players and options) and its log, even if its entries cannot be
        applied. Raises `CommandRefused` if the match does not exist, or `Unavailable`."""
        stored = (await self._entries.read(match)).entries
        if not stored:
            raise _unknown(match)
        return opened_by(stored[0]), stored

    async def encoded_transcript(self, match: MatchId, check: Check | None = None) -> bytes:
        """Return the complete log of a finished match, encoded as a `Transcript`. `check` must raise the refusal for a
        reader without access. Raises `CommandRefused` if the match does not exist or still goes on, or
        `Unavailable`."""
        history = await self._entries.read(match)
        if check is not None and history.entries:
            await check(opened_by(history.entries[0]), history.entries[-1].at)
        return await self._transcript(match, history)

    async def _transcript(self, match: MatchId, history: History) -> bytes:
        head = end_of(history)
        kept = self._transcripts.get((match, head)) if head.digest else None
        if kept is not None:
            self._transcripts.move_to_end((match, head))
            return kept
        made = await self._made_transcript(match, history)
        if head.digest and (match, head) not in self._transcripts:
            self._transcripts[match, head] = made
            self._bytes_kept += len(made)
            while self._bytes_kept > MOST_BYTES_KEPT:
                self._bytes_kept -= len(self._transcripts.popitem(last=False)[1])
        return made

    async def _made_transcript(self, match: MatchId, history: History) -> bytes:
        parts: list[bytes] = []

        def add(record: Record, _: AnyEntry | None) -> None:
            stamped = history.entries[len(parts)]
            link = record.link.hex()
            parts.append(wire.encode(TranscriptEntry(entry=stamped.entry.decode(), at=stamped.at, link=link)))

        record = await self.folded(match, history, add)
        if record.result is None:
            raise match_refusals.no_transcript_yet(record.opened)
        statement = _statement(record, record.result)
        whole = Transcript(
            match=match,
            game=record.opened.game,
            commitment=statement.commitment,
            entries=(),
            result=record.result,
            signature=UNSET if self.sign is None else await self.sign(statement),
        )
        return _with_parts(wire.encode(whole), b'"entries":[', parts)

    async def replay(self, match: MatchId, viewer: Viewer, check: Check | None = None) -> bytes:
        """Return the replay of a finished match for one viewer, encoded as a `Replay`. `check` must raise the refusal
        for a reader without access. Raises `CommandRefused` if the match does not exist or still goes on, or
        `Unavailable`."""
        history = await self._entries.read(match)
        if not history.entries:
            raise _unknown(match)
        if check is not None:
            await check(opened_by(history.entries[0]), history.entries[-1].at)
        return await self._replayed(match, history, viewer)

    async def _replayed(self, match: MatchId, history: History, viewer: Viewer) -> bytes:
        parts: list[bytes] = []

        def show(record: Record, entry: AnyEntry | None) -> None:
            moment = moment_in(record, viewer, entry, history.entries[-1])
            if moment is not None:
                parts.append(moment)

        record = await self.folded(match, history, show)
        if record.result is None:
            raise match_refusals.no_replay_yet(record.opened)
        return encoded_replay(record, record.result, viewer, parts)

    async def inspected(
        self, match: MatchId, viewer: Viewer, version: Version, since: Version | None
    ) -> tuple[bytes, bytes]:
        """Return the encoded `update` that a viewer was sent at a version, with the time of its entry as `now`, and the
        encoded patch from the update at `since` to it, `null` without. Raises as `folded`."""
        history = await self._entries.read(match)
        shown: dict[Version, tuple[bytes, Shown]] = {}

        def note(record: Record, entry: AnyEntry | None) -> None:
            if record.version in (version, since):
                happened = Happened(Version(record.version - 1), () if entry is None else entry.events)
                builder = UpdateBuilder(record, happened, record.at)
                shown[record.version] = builder.whole(viewer, None), builder.shown_to(viewer)

        last = max(version, since or version)
        await self.folded(match, History(history.epoch, history.entries[:last]), note)
        update, after = shown[version]
        return update, b"null" if since is None else bytes(Patches().between(shown[since][1], after))

    async def folded(self, match: MatchId, history: History, seen: Seen = lambda *_: None) -> Record:
        """Return the record of a match computed from this history. `seen` is called after each log entry with the
        record and the entry, or `None` if the rules could not compute the entry's effect. Raises `CommandRefused` if
        the history is empty or cannot be opened here, and any error of entries that cannot be applied."""
        if not history.entries:
            raise _unknown(match)
        await self._load_rules(opened_by(history.entries[0]))
        try:
            record = empty_record_of(self._games, history.entries[0], history.epoch)
        except UnplayableError as error:
            text = Text("This server cannot open the match: {error}.", error=error.text)
            code = RefusalCode.UNKNOWN_RULES if isinstance(error, RulesNotHeldError) else RefusalCode.UNKNOWN_GAME
            raise CommandRefused(code, text, "$.match") from error
        record.offers_undo = self.offers_undo
        await _read_on(record, history.entries, seen)
        return record

    async def _load_rules(self, opened: Opened) -> None:
        """Load the rules of a match in a thread if they are an earlier version that is not loaded yet."""
        game = self._games.get(opened.game)
        if game is not None and not is_at_hand(game, opened.rules):
            with suppress(UnknownRules):  # it is told to whoever asks for the record
                await asyncio.to_thread(rules_of, self._games, opened.game, opened.rules)


async def _read_on(record: Record, entries: Sequence[Stamped], seen: Seen = lambda *_: None) -> None:
    """Apply the log entries after the version of a record, to the end of the log."""
    turn = TurnOfTheLoop()
    for entry in read_each(record, entries):
        seen(record, entry)
        if turn.is_used_up():
            await turn.next()


def _statement(record: Record, result: Result) -> MatchStatement:
    """Return the server's statement about a finished match, which is signed."""
    opened = record.opened
    return MatchStatement(
        match=opened.match,
        game=opened.game,
        rules=opened.rules,
        commitment=commitment_to(bytes.fromhex(opened.seed)),
        players=signed_players(opened.players),
        entries=record.version,
        ended=record.at,
        link=record.link.hex(),
        result=result,
    )


def encoded_replay(record: Record, result: Result, viewer: Viewer, moments: Sequence[bytes]) -> bytes:
    """Return the replay of a match for one viewer, encoded as a `Replay` with these frames."""
    whole: Replay[object, object, object] = Replay(
        match=record.opened.match,
        game=record.opened.game,
        rules=record.rules_shown,
        players=record.players,
        seat=viewer,
        result=result,
        began=record.began_at,
        frames=(),
    )
    return _with_parts(wire.encode(whole), b'"frames":[', moments)


def _with_parts(whole: bytes, opening: bytes, parts: Sequence[bytes]) -> bytes:
    """Return JSON in which these parts are inserted into the one empty list that begins with `opening`. Encoding
    everything at once would block the event loop for too long."""
    before, _, after = whole.rpartition(opening + b"]")
    return b"".join((before, opening, b",".join(parts), b"]", after))


def _time_of(stamped: Stamped) -> Milliseconds:
    return stamped.at


def why(error: Exception) -> str:
    """Return the reason why a snapshot is unusable. The text reveals nothing of the snapshot's content."""
    return str(error) if isinstance(error, UnusableSnapshot | UnplayableError) else type(error).__name__


def _unknown(match: MatchId) -> CommandRefused:
    return CommandRefused(
        RefusalCode.UNKNOWN_MATCH,
        Text("There is no match `{match}`. It may no longer be kept.", match=match),
        "$.match",
    )
