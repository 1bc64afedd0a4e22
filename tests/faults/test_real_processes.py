"""Real processes on a real store, under one fault of each kind after which nobody has to wait for long: all promises
hold. How soon matches go on is a figure of the long form, `make faults`."""

from pathlib import Path

from faults.real_faults import CHEAP, real_ordeal


async def test_nothing_is_broken_by_one_fault_of_each_kind(tmp_path: Path) -> None:
    found = await real_ordeal(1, CHEAP, tmp_path)
    assert found.breaches == []
    assert found.errors == []
    assert found.acknowledged > 0
    assert [fault.kind for fault in found.faults] == list(CHEAP)
