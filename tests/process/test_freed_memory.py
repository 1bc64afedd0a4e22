"""A process returns the memory of large answers to the system, and looks for garbage among few objects at a time."""

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


ARRIVALS = """
import gc
from quarterdeck_server.process.freed_memory import collect_in_pieces

checked = []

def count(phase, info):
    if phase == "start":
        checked.append(sum(len(gc.get_objects(each)) for each in range(info["generation"] + 1)))

collect_in_pieces()
gc.callbacks.append(count)
stay = [[] for _ in range(1_200_000)]  # the objects of players who arrive and stay
print(len(checked), max(checked))
"""


def test_few_objects_are_checked_for_garbage_at_a_time_while_players_arrive() -> None:
    done = subprocess.run([sys.executable, "-c", ARRIVALS], capture_output=True, text=True, check=True)
    checks, most = map(int, done.stdout.split())
    assert checks > 0
    assert most <= 13_000
