"""An event of real processes, whose workers are killed and whose store fails over. `make faults` tries each commit."""

from pathlib import Path

from faults.tournament_faults import Points, broken_events


async def test_an_event_goes_on_after_a_killed_worker_and_a_fail_over(tmp_path: Path) -> None:
    found: list[str] = []
    points = [Points(first=7, every=16, is_after=True, turn=0)]
    faults, commits = await broken_events(tmp_path, points, lambda _, broken: found.extend(broken))
    assert found == []
    assert faults.keys() == {"_kill_worker", "_fail_over"}
    assert commits > 40
