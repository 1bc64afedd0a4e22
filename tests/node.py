"""Node.js as the environment has it, for tests of what is written in JavaScript."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

TOP = Path(__file__).parent.parent
CLIENT = TOP / "client"
PACKAGE = CLIENT / "javascript"
BIN = Path(sys.executable).parent
NODE = BIN / "node"
TYPESCRIPT = CLIENT / "node_modules" / "typescript" / "bin" / "tsc"

SECONDS = 600.0
"""How long a program may take on a machine that has much else to do."""


def environment() -> dict[str, str]:
    """Return the environment in which npm starts the node of this one, and asks nobody for anything."""
    return {**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}", "npm_config_offline": "true"}


def run(*command: str | Path, folder: Path = PACKAGE, given: str = "") -> str:
    """Run a program to its end and return what it wrote; it must have ended well and complained of nothing."""
    assert NODE.exists(), "`make tools` installs what this test needs"
    words = [str(word) for word in command]
    ended = subprocess.run(
        words, cwd=folder, env=environment(), input=given, capture_output=True, text=True, check=False, timeout=SECONDS
    )
    if ended.returncode != 0 or ended.stderr:
        raise AssertionError(f"{words} ended with {ended.returncode}:\n{ended.stdout[-4000:]}\n{ended.stderr[-4000:]}")
    return ended.stdout


async def program(file: Path, *arguments: str, folder: Path | None = None) -> str:
    """Run a program for node to its end beside the test, and return what it wrote."""
    assert NODE.exists(), "`make tools` installs what this test needs"
    words: Sequence[str] = [str(NODE), str(file), *arguments]
    process = await asyncio.create_subprocess_exec(
        *words, cwd=folder, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    try:
        async with asyncio.timeout(SECONDS):
            written, complaints = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
    if process.returncode != 0 or complaints:
        raise AssertionError(f"{words} ended with {process.returncode}: {complaints.decode()[-4000:]}")
    return written.decode()
