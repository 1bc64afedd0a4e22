"""A process returns the memory of large answers to the system."""

import subprocess
import sys

import pytest

BURST = """
import sys
from pathlib import Path
from quarterdeck_server.process.freed_memory import return_large_blocks

def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 // 1_000_000

if sys.argv[1] == "returning":
    return_large_blocks()
bytes(4_600_000)  # a replay
before, kept = resident(), []
for _ in range(3):
    bodies = []
    for _ in range(60):
        bodies.append(b"x" * 330_000)
        kept.append(bytes(3_000))  # small objects that stay
    del bodies
print(resident() - before)
"""


@pytest.mark.parametrize(("how", "least", "most"), [("returning", 0, 4), ("keeping", 10, 1_000)])
def test_the_bodies_of_a_burst_are_returned_though_small_objects_stay(how: str, least: int, most: int) -> None:
    done = subprocess.run([sys.executable, "-c", BURST, how], capture_output=True, text=True, check=True)
    assert least <= int(done.stdout) <= most
