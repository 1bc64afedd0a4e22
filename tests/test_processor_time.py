"""The line with which `make test` ends: how much processor time it took."""

import re
import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).with_name("processor_time.sh")

BUSY = """
import subprocess, sys, time
while time.process_time() < 0.6:
    pass
if len(sys.argv) == 1:
    subprocess.run([sys.executable, __file__, "child"], check=True)
    sys.exit(3)
"""


def test_the_time_of_children_counts_and_the_exit_status_is_kept(tmp_path: Path) -> None:
    program = tmp_path / "busy.py"
    program.write_text(BUSY)
    command: list[str | Path] = ["sh", SCRIPT, sys.executable, program]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 3
    assert ran.stderr == ""
    found = re.fullmatch(r"CPU time: (\d+\.\d\d) minutes \(user and system, of all processes\)\n", ran.stdout)
    assert found, ran.stdout
    assert float(found[1]) >= 0.02  # 1.2 s, of which the child took half


def test_a_program_that_ends_well_does() -> None:
    ran = subprocess.run(["sh", SCRIPT, "echo", "one word", "two"], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[0] == "one word two"
