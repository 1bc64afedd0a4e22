"""Duties of the operator whose neglect an alert reports: backups and open reports.

`quarterdeck backup` writes a record into the store. Processes with the lobby's work read it, and the index of open
reports, each minute.
"""

from typing import NamedTuple

import msgspec
from quarterdeck_protocol.names import Milliseconds

from quarterdeck_server.lobby.chat import reports
from quarterdeck_server.lobby.collections import Collection, Commit, commit
from quarterdeck_server.lobby.documents import Document, DocumentStore
from quarterdeck_server.metrics import DutyMetrics
from quarterdeck_server.periodic_work import PeriodicTask, repeat

SECONDS_BETWEEN_READS = 60.0


class BackupRecord(msgspec.Struct, frozen=True):
    """The record of the last complete backup."""

    began: Milliseconds
    """Start of the backup. Everything that the store had acknowledged then is in it."""


LAST_BACKUPS = Collection("last_backup", BackupRecord)
OF_THE_HOUSE = "house"
"""The name of the only document."""


async def record_backup(documents: DocumentStore, began: Milliseconds) -> None:
    """Store the time of a complete backup, unless a later one is recorded. Raises `Unavailable`."""

    def decide(stored: list[Document | None]) -> Commit[None]:
        known = LAST_BACKUPS.of(stored[0])
        is_newer = known is None or known.began < began
        return Commit(None, [LAST_BACKUPS.put(OF_THE_HOUSE, stored[0], BackupRecord(began))] if is_newer else [])

    await commit(documents, [LAST_BACKUPS.key(OF_THE_HOUSE)], decide)


class Duties(NamedTuple):
    """The state of the operator's duties."""

    backup_age: float | None
    """Seconds since the start of the last complete backup; `None` if there is none."""

    open_reports: int
    oldest_report_age: float
    """Seconds for which the oldest open report has waited; 0 without one."""


class OperatorDuties:
    """Reads the state of the operator's duties from the store, for metrics and the console."""

    def __init__(self, documents: DocumentStore, metrics: DutyMetrics) -> None:
        self._documents = documents
        self._metrics = metrics
        self._reading = PeriodicTask()

    def start(self) -> None:
        """Start to read the state regularly."""
        meanwhile = "metrics about backups and reports are not updated"
        self._reading.start(repeat(self.refresh, SECONDS_BETWEEN_READS, meanwhile=meanwhile, at_once=True))

    async def close(self) -> None:
        """Stop reading the state."""
        await self._reading.stop()

    async def read(self) -> Duties:
        """Return the state of all duties. Raises `Unavailable`."""
        (backup,) = await LAST_BACKUPS.read(self._documents, [OF_THE_HOUSE])
        now = await self._documents.now()
        kept_since = now - 1000 * reports.SECONDS  # the index may still list reports that have expired
        oldest = await self._documents.listed(reports.OPEN, most=1, low=kept_since)
        count = await self._documents.count(reports.OPEN, low=kept_since)
        return Duties(
            backup_age=None if backup is None else (now - backup.began) / 1000,
            open_reports=count,
            oldest_report_age=(now - oldest[0][1]) / 1000 if oldest else 0.0,
        )

    async def refresh(self) -> None:
        """Read the state of all duties for the metrics. Raises `Unavailable`."""
        duties, metrics = await self.read(), self._metrics
        metrics.backup_age = float("inf") if duties.backup_age is None else duties.backup_age
        metrics.open_reports = duties.open_reports
        metrics.oldest_report_age = duties.oldest_report_age
        metrics.is_known = True
