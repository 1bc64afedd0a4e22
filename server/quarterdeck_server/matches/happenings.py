"""The events of a match since a version, read from its log."""

from collections.abc import Callable

from quarterdeck_protocol.limits import Limits
from quarterdeck_protocol.names import Version

from quarterdeck_server.matches.log import History, MatchLog, Stamped
from quarterdeck_server.matches.projection import Happened
from quarterdeck_server.matches.record import Record
from quarterdeck_server.matches.sequencer import TRIES

HISTORY = Limits().history


async def happened_since(log: MatchLog, record_now: Callable[[], Record], since: Version) -> Happened | None:
    """Return the events since a version, as far back as the log goes, up to the state of `record_now`; `None` if the
    log has changed its history. Raises `Unavailable`."""
    record = record_now()
    since = Version(max(since, record.version - HISTORY, 0))
    history, stored = History(record.epoch, ()), list[Stamped]()
    for _ in range(TRIES):  # it may have gone on while the log was read
        history = await log.read(record.opened.match, since)
        record = record_now()
        stored = [stamped for stamped in history.entries if stamped.version <= record.version]
        if stored and stored[-1].version == record.version:
            break
    if history.epoch != record.epoch or not (stored and record.is_headed_by(stored[-1])):
        return None
    return Happened(since, [event for stamped in stored for event in record.codec.entry(stamped.entry).events])
