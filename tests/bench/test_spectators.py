"""The bench of a match that is watched, on a small scale: each action is heard by everybody who watches."""

import subprocess
import sys

from bench.programs import words_of


def test_every_spectator_hears_of_every_action() -> None:
    options = ["--spectators", "3", "--rounds", "1"]
    command = [sys.executable, *words_of("spectators"), *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    assert "3 spectators, now: " in done.stdout
