"""Writer of snapshots of matches. A snapshot is written by the process whose log entry completed a part, after all
followers were notified. It is also written by a process that had to compute a long match from its log, so that the
match opens faster the next time."""

import asyncio

import structlog
from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.names import MatchId, Version

from quarterdeck_server.matches.faults import frames_of
from quarterdeck_server.matches.log import Fields, MatchLog
from quarterdeck_server.matches.record import Record
from quarterdeck_server.matches.snapshots import EVERY, OPENED, STANDING, boundary_before, encoded
from quarterdeck_server.metrics import SnapshotMetrics
from quarterdeck_server.store_errors import Unavailable

_log = structlog.get_logger()


class SnapshotWriter:
    """Writes snapshots of matches in the background."""

    def __init__(self, log: MatchLog, metrics: SnapshotMetrics) -> None:
        self._entries = log
        self._metrics = metrics
        self._writing: set[asyncio.Task[None]] = set()

    def entry_written(self, record: Record) -> None:
        """Write a snapshot if the newest log entry, which this process wrote, completes a part."""
        if record.version % EVERY == 0:
            asyncio.get_running_loop().call_soon(self.write, record, Version(record.version - EVERY))

    def write(self, record: Record, since: Version) -> None:
        """Write a snapshot in the background. The store has complete parts up to version `since`; 0 if it has none.
        Finished matches need no snapshot. Without a digest, a match could not be told apart from another history, so no
        snapshot is written."""
        if record.result is None and record.digest:
            try:
                fields = fields_of(record, since)
            except Exception as error:  # a game whose state cannot be written: its matches are folded from the start
                _log.error("a snapshot cannot be made", match=record.opened.match, traceback=frames_of(error))
                return
            writing = asyncio.ensure_future(self._write(record.opened.match, fields, replaces_all=since == 0))
            self._writing.add(writing)
            writing.add_done_callback(self._writing.discard)

    async def _write(self, match: MatchId, fields: Fields, *, replaces_all: bool) -> None:
        try:
            await self._entries.store_snapshot(match, fields, replaces_all=replaces_all)
        except Unavailable:
            return  # the log is the match
        self._metrics.written += 1

    async def close(self) -> None:
        """Cancel the running writes of snapshots."""
        for writing in self._writing:
            writing.cancel()
        await asyncio.gather(*self._writing, return_exceptions=True)


def fields_of(record: Record, since: Version) -> Fields:
    """Return the fields of a snapshot that the store lacks. The store has complete parts up to version `since`."""
    *whole, rest = record.parts(since)
    fields = {str(since + EVERY * number): encoded(part) for number, part in enumerate(whole, 1)}
    fields[STANDING] = encoded(record.state_for_snapshot(rest))
    if since == 0:
        fields[OPENED] = wire.encode(record.opened)
    return fields


def is_worth_writing(record: Record, since: Version) -> bool:
    """True if the store lacks complete parts of a match's snapshot. It has those up to version `since`."""
    return boundary_before(record.version) > since
