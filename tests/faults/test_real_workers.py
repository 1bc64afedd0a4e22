"""Two workers of one server, under a fault of some kinds while connections are handed over: all promises hold."""

from pathlib import Path

import pytest
from faults.real_worker_faults import SHORT, workers_ordeal
from quarterdeck_server.web import handover


@pytest.mark.skipif(not handover.IS_POSSIBLE, reason="this platform gives no open file to another process")
async def test_nothing_is_broken_while_connections_are_handed_over(tmp_path: Path) -> None:
    found = await workers_ordeal(1, SHORT, tmp_path)
    assert found.breaches == []
    assert found.errors == []
    assert found.acknowledged > 0
    assert [fault.kind for fault in found.faults] == list(SHORT)
    assert sum(found.handovers.values()) > 0
