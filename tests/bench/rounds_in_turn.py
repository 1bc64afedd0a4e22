"""Rounds of a bench in their own processes, alternating between this commit and an older one.

The measured code is the older commit's, and the measuring code is this one's. So a newer bench can measure an older
commit, as long as it uses only parts of the product that exist there. A module that has moved since is found at its
former place.
"""

import asyncio
import contextlib
import os
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack
from pathlib import Path

from bench.older_commits import Clone, clone_of

HERE = "now"

_PROGRAM = """
import sys
sys.path.insert(0, sys.argv[1])
from bench.older_commits import OlderNames
sys.meta_path.append(OlderNames({renamed!r}))
from bench import {module}
{module}.serve(*sys.argv[2:])
"""


async def beside(module: str, words: Sequence[str], rounds: int, baseline: str | None) -> dict[str, list[bytes]]:
    """Return the lines of `in_turn` for this commit, and for an older one if `baseline` names it. Raises `OSError`."""
    if baseline is None:
        return await in_turn(module, words, rounds, {HERE: None})
    async with clone_of(baseline) as clone:
        return await in_turn(module, words, rounds, {HERE: None, baseline: clone})


async def in_turn(
    module: str, words: Sequence[str], rounds: int, commits: Mapping[str, Clone | None]
) -> dict[str, list[bytes]]:
    """Return the lines that `serve(*words)` of a module of this folder has printed for each round, by commit. It reads
    a line for each round, and prints one. Raises `OSError`."""
    async with AsyncExitStack() as stack:
        served = {
            name: await stack.enter_async_context(_serving(module, words, clone)) for name, clone in commits.items()
        }
        lines: dict[str, list[bytes]] = {name: [] for name in served}
        for number in range(rounds):
            for name in list(served)[:: -1 if number % 2 else 1]:
                lines[name].append(await _round(served[name]))
    return lines


async def _round(process: asyncio.subprocess.Process) -> bytes:
    assert process.stdin is not None and process.stdout is not None  # noqa: PT018 - both are pipes
    process.stdin.write(b"\n")
    line = await process.stdout.readline()
    if not line:
        raise OSError("a bench has ended before its round; what it said is above")
    return line


@contextlib.asynccontextmanager
async def _serving(module: str, words: Sequence[str], clone: Clone | None) -> AsyncIterator[asyncio.subprocess.Process]:
    folder = str(Path(__file__).parent.parent)
    process = await asyncio.create_subprocess_exec(
        *(
            sys.executable,
            "-c",
            _PROGRAM.format(module=module, renamed={} if clone is None else clone.renamed),
            folder,
            *words,
        ),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, **({} if clone is None else clone.environment())},
    )
    try:
        yield process
    finally:
        if process.stdin is not None:
            process.stdin.close()
        await process.wait()
