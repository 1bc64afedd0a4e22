"""Webhooks of a real Redis by processes that are killed: `make webhooks` is the long form."""

from pathlib import Path

from faults.killed_senders import FAULTS, kill_senders


async def test_no_event_is_lost_by_killed_processes_on_a_real_store(tmp_path: Path) -> None:
    found = await kill_senders(matches=2, seed=3, folder=tmp_path, kills=1, claim=2_000)
    assert (found.events, found.killed) == (6 * len(FAULTS), 1)
    assert found.requests >= found.events + 6 * sum(name != "well" for name in FAULTS)
