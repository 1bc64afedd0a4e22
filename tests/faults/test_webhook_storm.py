"""Webhooks under faults: `make webhooks` is the long form."""

from faults.webhook_storm import FAULTS, storm


async def test_no_event_is_lost_by_twelve_faults_and_killed_processes() -> None:
    found = await storm(events=400, seed=7)
    assert (len(FAULTS), len(found.written) >= 400) == (12, True)
    assert min(found.killed, found.repeated) > 3, "the faults have happened"
