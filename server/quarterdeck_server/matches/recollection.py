"""A process's copy of all log entries of a match, from which it can write back entries that the store has lost."""

from collections.abc import Awaitable, Callable, Sequence

import structlog
from quarterdeck_protocol.names import MatchId, Version

from quarterdeck_server.matches.log import Head, History, MatchLog, Remembered, Stamped
from quarterdeck_server.matches.record import Record
from quarterdeck_server.store_errors import Conflict

TRIES = 5
"""Number of tries to write entries back. Another process that holds the same match may write them at the same time."""

_log = structlog.get_logger()

Fold = Callable[[MatchId, History], Awaitable[Record]]


class Recollection:
    """All log entries of a match, kept in the memory of this process."""

    __slots__ = ("_entries",)

    def __init__(self, entries: Sequence[Stamped]) -> None:
        self._entries = list(entries)

    def add(self, stamped: Stamped) -> None:
        """Add the next log entry to the copy in memory."""
        self._entries.append(stamped)

    async def is_kept(self, log: MatchLog, record: Record, fold: Fold) -> bool:
        """Return true if the store's log has all entries of the copy. If the log is empty or has only the first of
        them, the others are written back. Before that, the state is computed from all entries once more, and its link
        must be the one that viewers were sent. Raises `Unavailable`, and any error of entries that cannot be
        applied."""
        match = record.opened.match
        for _ in range(TRIES):
            history = await log.read(match)
            there = history.entries
            shared = min(len(there), len(self._entries))
            if history.epoch > record.epoch or list(there[:shared]) != self._entries[:shared]:
                return False
            if shared == len(self._entries):
                return history.epoch == record.epoch
            if not await self._gives(record, fold):
                return False
            head = Head(history.epoch, Version(shared), there[-1].digest if there else "")
            remembered = Remembered(
                epoch=record.epoch,
                entries=self._entries[shared:],
                until=record.next_until,
                over=record.result is not None,
            )
            try:
                await log.restore(match, head, remembered)
            except Conflict:
                continue
            _log.warning(
                "entries of a match that the store had lost were written back",
                match=match,
                epoch=record.epoch,
                version=record.version,
                known_to_the_store=shared,
            )
            return True
        return False

    async def _gives(self, record: Record, fold: Fold) -> bool:
        """Return true if the state computed from the copied entries is the one that viewers were sent."""
        again = await fold(record.opened.match, History(record.epoch, self._entries))
        if (again.version, again.link) == (record.version, record.link):
            return True
        _log.error(
            "the remembered entries of a match have other links",
            match=record.opened.match,
            version=record.version,
            remembered=again.version,
        )
        return False
