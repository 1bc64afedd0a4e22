"""The bench of the live list, on a small scale: everybody hears of every change."""

import subprocess
import sys

from bench.programs import words_of


def test_every_follower_hears_of_every_change() -> None:
    options = ["--followers", "6", "--audiences", "2", "--rate", "20", "--seconds", "1", "--store", "memory"]
    command = [sys.executable, *words_of("lobby_list"), *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    assert "heard   120 of 120 · 0 lost · 0 let go" in done.stdout
    assert "6 followers with 2 filters, 20 changes a second for 1 s" in done.stdout
