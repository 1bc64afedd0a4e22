"""The load generator `closed_loop.c`, compiled on demand, and its scripts for each server."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec

SOURCE = Path(__file__).with_name("closed_loop.c")

WARM = 0.5
"""Seconds of play before counting begins, unless fewer are counted."""


class LoadError(Exception):
    """The load generator failed; the message gives the reason."""


class Script(msgspec.Struct, frozen=True, kw_only=True):
    """Messages of a seat, with the placeholders of `closed_loop.c`."""

    path: str
    steps: tuple[tuple[str, str], ...] = ()
    """Pairs of a message to wait for after connecting and the message to send then."""

    action: str
    event: str
    version: str
    first: int
    refusal: str


class Seated(msgspec.Struct, frozen=True):
    """A match of two seats; the first one has to act."""

    match: str
    tokens: tuple[str, str] = ("", "")


class LoadFigures(msgspec.Struct, frozen=True, kw_only=True):
    """Figures that the load generator measured."""

    actions: int
    """The number of actions that both seats received while counting."""

    seconds: float
    p50_ms: float
    p95_ms: float
    p99_ms: float


async def compiled(folder: Path) -> Path:
    """Return the program, compiled into a folder. Raises `LoadError` where there is no C compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        raise LoadError("a C compiler is needed for the load: `apt-get install gcc libc6-dev`")
    program = folder / "closed_loop"
    process = await asyncio.create_subprocess_exec(compiler, "-O2", "-o", str(program), str(SOURCE))
    if await process.wait():
        raise LoadError(f"{SOURCE.name} was not compiled; what the compiler says is above")
    return program


class ClosedLoop:
    """Matches with seats connected to a server of this machine. They play on request."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        if process.stdin is None or process.stdout is None or process.stderr is None:
            raise RuntimeError("the load cannot be talked to")
        self._process = process
        self._told, self._said, self._complaints = process.stdin, process.stdout, process.stderr

    async def seat(self, matches: Sequence[Seated]) -> None:
        """Connect everybody. Raises `LoadError`."""
        self._told.write("".join("\t".join((each.match, *each.tokens)) + "\n" for each in matches).encode())
        await self._hear()

    async def play(self, seconds: float, at_edge: Callable[[], None]) -> LoadFigures:
        """Play, and call `at_edge` at the beginning and at the end of the measured time. Raises `LoadError`."""
        self._told.write(f"{min(WARM, seconds)} {seconds}\n".encode())
        for _ in range(2):
            await self._hear()
            at_edge()
        return msgspec.json.decode(await self._hear(), type=LoadFigures)

    async def _hear(self) -> bytes:
        if line := await self._said.readline():
            return line
        complaint = (await self._complaints.read()).decode(errors="replace").strip()
        raise LoadError(f"the load broke off: {complaint or 'without a word'}")


@asynccontextmanager
async def closed_loop(program: Path, script: Script, port: int, matches: Sequence[Seated]) -> AsyncIterator[ClosedLoop]:
    """Connect the seats of matches to a server as long as this lasts. Raises `LoadError`."""
    options = {
        "port": str(port),
        "matches": str(len(matches)),
        "path": script.path,
        "action": script.action,
        "event": script.event,
        "version": script.version,
        "first": str(script.first),
        "refusal": script.refusal,
    }
    words = [word for name, value in options.items() for word in (f"--{name}", value)]
    words += [word for step in script.steps for word in ("--step", *step)]
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(str(program), *words, stdin=pipe, stdout=pipe, stderr=pipe)
    try:
        loop = ClosedLoop(process)
        await loop.seat(matches)
        yield loop
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()
