"""The state of the operator's duties, as metrics show it."""

import math

from matches.processes import Hand
from quarterdeck_protocol.names import Milliseconds
from quarterdeck_server.lobby.chat import reports
from quarterdeck_server.lobby.documents import IndexEntry
from quarterdeck_server.lobby.operator_duties import OperatorDuties, record_backup
from quarterdeck_server.metrics import DutyMetrics
from quarterdeck_server.storage.memory import Memory, MemoryStore


async def test_the_age_of_the_last_backup_is_infinite_without_one_and_follows_the_latest() -> None:
    hand, metrics = Hand(), DutyMetrics()
    documents = MemoryStore(Memory(hand)).documents
    duties = OperatorDuties(documents, metrics)
    assert not metrics.is_known
    await duties.refresh()
    assert (metrics.is_known, metrics.backup_age) == (True, math.inf)
    await record_backup(documents, Milliseconds(hand.time - 60_000))
    await record_backup(documents, Milliseconds(hand.time - 90_000))
    await duties.refresh()
    assert metrics.backup_age == 60, "a backup that ended later may have begun earlier"


async def test_reports_that_have_expired_wait_for_nobody() -> None:
    hand, metrics = Hand(), DutyMetrics()
    documents = MemoryStore(Memory(hand)).documents
    month = 1000 * reports.SECONDS
    listed = (("gone", month + 1), ("old", 7_000), ("young", 5_000))
    await documents.commit([], [IndexEntry(reports.OPEN, name, hand.time - age) for name, age in listed])
    await OperatorDuties(documents, metrics).refresh()
    assert (metrics.open_reports, metrics.oldest_report_age) == (2, 7)
