"""The people of an evening (`mixed_load.py`) who are not measured, in a process of their own at a low priority.

    python -m quarterdeck_server.evaluation.capacity.mixed_load_crowd '{"url": …}'

The process writes a line when all of its matches have begun, counts as soon as it reads a line, and writes its figures
as the last line.
"""

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec
from quarterdeck_client.commands.output import echo
from quarterdeck_client.errors import ClientError

from quarterdeck_server.evaluation.capacity.mixed_load import Evening, EveningFigures, Part
from quarterdeck_server.evaluation.capacity.mixed_load_people import bytes_received
from quarterdeck_server.process.loops import fastest_loop

NICENESS = 5
"""The priority of the crowd, below that of the people who are measured and of the store. With a still lower one the
crowd does not answer pings beside other work, and the server closes its connections."""


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """The evening that a crowd passes."""

    url: str
    people: int
    seconds: float
    seed: int
    compressed: bool


class CrowdFigures(msgspec.Struct, frozen=True):
    """What a crowd has counted."""

    figures: EveningFigures
    wire_bytes: int


class Crowd:
    """The process of a crowd."""

    def __init__(self, process: Process) -> None:
        self._process = process

    @property
    def id(self) -> int:
        return self._process.pid

    async def all_begun(self) -> None:
        """Wait until all matches of the crowd have begun, and let it count. Raises `ClientError`."""
        await self._line()
        if self._process.stdin is not None:
            self._process.stdin.write(b"count\n")

    async def figures(self) -> CrowdFigures:
        """Return what the crowd has counted, as soon as it has ended. Raises `ClientError`."""
        return msgspec.json.decode(await self._line(), type=CrowdFigures)

    async def _line(self) -> bytes:
        line = await self._process.stdout.readline() if self._process.stdout is not None else b""
        if not line:
            raise ClientError("the crowd broke off; its output is above")
        return line


@asynccontextmanager
async def crowd(wanted: Wanted) -> AsyncIterator[Crowd]:
    """Run the process of a crowd as long as this context is open."""
    words = ("-m", __name__, msgspec.json.encode(wanted).decode())
    process = await asyncio.create_subprocess_exec(sys.executable, *words, stdin=PIPE, stdout=PIPE, limit=1 << 20)
    try:
        yield Crowd(process)
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def _pass(wanted: Wanted) -> CrowdFigures:
    part = Part(wanted.people, is_timed=False)
    received: list[int] = []

    async def all_begun() -> None:
        echo("begun")
        sys.stdout.flush()
        await asyncio.to_thread(sys.stdin.readline)

    def at_edge() -> None:
        received.append(bytes_received())

    evening = Evening(wanted.url, part, wanted.compressed, wanted.seed, lambda _: None)
    figures = await evening.measure(wanted.seconds, at_edge, at_edge, all_begun)
    return CrowdFigures(figures, received[1] - received[0])


def main() -> None:
    """Pass the evening that the command line has, and print its figures."""
    os.nice(NICENESS)
    with asyncio.Runner(loop_factory=fastest_loop()) as runner:
        echo(msgspec.json.encode(runner.run(_pass(msgspec.json.decode(sys.argv[1], type=Wanted)))).decode())


if __name__ == "__main__":
    main()
