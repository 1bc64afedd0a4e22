"""The program `quarterdeck` without its imports: one process does them, and whatever is started is a fork of it.

Imports are most of what a start costs, and the suite starts some two hundred programs. What is forked has read no
setting yet: its arguments, environment, folder and files are those of a program that was started anew. It has a process
above it that does nothing but tell how it ended.

This file is both sides: tests import it, and the process that forks runs it.
"""

import asyncio
import atexit
import contextlib
import functools
import gc
import importlib
import json
import os
import resource
import runpy
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

IMPORTED = (
    "quarterdeck_server.commands.serve",
    "quarterdeck_server.process.server_process",
    "quarterdeck_server.process.supervisor",
    "quarterdeck_client.commands.lobby.account",
    "quarterdeck_client.commands.bots",
    "uvloop",
)
LARGEST_FILE = 4096
"""No file that the process which forks has open has a higher number."""


class ForkedProcess:
    """A program that was started, as `asyncio.subprocess.Process` has one."""

    def __init__(self, pid: int, lifeline: "Pipe", out: "Pipe | None", err: "Pipe | None") -> None:
        self.pid = pid
        self.returncode: int | None = None
        self.stdout = None if out is None else out.reader
        self.stderr = None if err is None else err.reader
        self._lifeline = lifeline
        self._pipes = [pipe for pipe in (lifeline, out, err) if pipe is not None]
        self._ending = asyncio.create_task(self._end())

    async def wait(self) -> int:
        """Wait until it has ended, and return its exit code, or the signal's number below zero."""
        return await asyncio.shield(self._ending)

    async def communicate(self) -> tuple[bytes, bytes]:
        """Wait until it has ended, and return what it wrote and what it complained of."""
        assert self.stdout is not None
        assert self.stderr is not None
        written, complaints, _ = await asyncio.gather(self.stdout.read(), self.stderr.read(), self.wait())
        return written, complaints

    def send_signal(self, number: int) -> None:
        """Send it a signal, if it still runs."""
        if self.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it as a crash does."""
        self.send_signal(signal.SIGKILL)

    async def _end(self) -> int:
        self.returncode = int(await self._lifeline.reader.readline())
        return self.returncode

    async def close(self) -> None:
        """End it if it still runs, and let go of its pipes."""
        self.kill()
        await self.wait()
        for pipe in self._pipes:
            pipe.transport.close()


@dataclass(frozen=True, slots=True)
class Pipe:
    """Our end of a pipe from a program."""

    reader: asyncio.StreamReader
    transport: asyncio.ReadTransport


@contextlib.asynccontextmanager
async def forked(
    *arguments: str,
    environment: Mapping[str, str],
    folder: Path | None = None,
    files: int | None = None,
    terminal: int | None = None,
    script: Path | None = None,
) -> AsyncIterator[ForkedProcess]:
    """Start `python -m quarterdeck_server`, or a script, with these arguments in this environment and folder, with so
    many files that it may open, on a terminal or with pipes to read; it is killed at the end if it still runs."""
    said = {
        "arguments": arguments,
        "environment": dict(environment),
        "folder": str(folder or Path.cwd()),
        "files": files,
        "script": script and str(script),
    }
    body = json.dumps(said).encode()
    ours, theirs = _files(terminal)
    source = _source(os.getpid())
    socket.send_fds(source, [len(body).to_bytes(4, "big")], theirs)
    source.sendall(body)
    for each in theirs:
        if each != terminal:
            os.close(each)
    lifeline, *others = [await _pipe(each) for each in ours]
    out, err = others or (None, None)
    process = ForkedProcess(int(await lifeline.reader.readline()), lifeline, out, err)
    try:
        yield process
    finally:
        await process.close()


async def ran(*arguments: str, **settings: str) -> tuple[int, str, str]:
    """Run the program to its end, with these settings in its environment and none of ours; return its exit code, what
    it wrote and what it complained of."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("QUARTERDECK_")}
    async with forked(*arguments, environment={**clean, **settings}) as process:
        written, complaints = await process.communicate()
        return await process.wait(), written.decode(), complaints.decode()


def _files(terminal: int | None) -> tuple[list[int], list[int]]:
    """Return what we read, and what it is told of with the three standard files."""
    read, telling = os.pipe()
    if terminal is not None:
        return [read], [telling, terminal, terminal, terminal]
    (out, to_out), (err, to_err) = os.pipe(), os.pipe()
    return [read, out, err], [telling, os.open(os.devnull, os.O_RDONLY), to_out, to_err]


async def _pipe(number: int) -> Pipe:
    reader = asyncio.StreamReader()
    file = open(number, "rb", buffering=0)  # noqa: ASYNC230, SIM115 - a pipe, which its transport closes
    loop = asyncio.get_running_loop()
    transport, _ = await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), file)
    return Pipe(reader, transport)


@functools.cache
def _source(_: int) -> socket.socket:
    """Return the connection to the process that forks for the process of this number; it ends with that."""
    ours, theirs = socket.socketpair()
    with theirs:
        # -P: the folder of this file is no place for modules of the program
        command = [sys.executable, "-P", __file__, str(theirs.fileno())]
        process = subprocess.Popen(command, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL)

    def end() -> None:
        ours.close()
        process.wait()

    atexit.register(end)
    return ours


# What follows runs in the process that forks.


def _fork_for(source: socket.socket) -> Mapping[str, Any]:
    """Start what is asked for until nobody asks any more; return, in what is started, what was asked for."""
    while True:
        length, fds, _, _ = socket.recv_fds(source, 4, 4)
        if len(length) < 4:
            while _reaped(0):
                pass
            sys.exit()
        body = b""
        while left := int.from_bytes(length, "big") - len(body):
            body += source.recv(left)  # and no more: what is asked for next brings files of its own
        if not os.fork() and not _reported(fds[0]):
            source.close()
            asked: Mapping[str, Any] = json.loads(body)
            _become(asked, fds[1:])
            return asked
        for fd in fds:
            os.close(fd)
        while _reaped(os.WNOHANG):
            pass


def _reaped(how: int) -> bool:
    """Return whether a process has ended of which nobody has taken note yet."""
    try:
        return os.waitpid(-1, how)[0] != 0
    except ChildProcessError:
        return False


def _reported(telling: int) -> bool:
    """Fork once more; the upper process tells the number of the lower, how that has ended, and does not return."""
    below = os.fork()
    if not below:
        return False
    os.closerange(3, telling)
    os.closerange(telling + 1, LARGEST_FILE)
    with contextlib.suppress(BrokenPipeError):
        os.write(telling, f"{below}\n".encode())
        _, how = os.waitpid(below, 0)
        os.write(telling, f"{os.waitstatus_to_exitcode(how)}\n".encode())
    os._exit(0)


def _become(said: Mapping[str, Any], files: Sequence[int]) -> None:
    """Have nothing any more of the process that forks."""
    for number, fd in enumerate(files):
        os.dup2(fd, number)
    os.closerange(3, LARGEST_FILE)
    # made as Python makes them at its start, where it finds out whether they are a terminal
    streams = {
        "stdin": open(0, closefd=False),  # noqa: SIM115 - for as long as the program runs
        "stdout": open(1, "w", closefd=False),  # noqa: SIM115 - the same
        "stderr": open(2, "w", buffering=1, errors="backslashreplace", closefd=False),  # noqa: SIM115 - the same
    }
    for name, stream in streams.items():
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)
    os.chdir(said["folder"])
    os.environ.clear()
    os.environ.update(said["environment"])
    if said["files"] is not None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (said["files"], said["files"]))
    signal.signal(signal.SIGINT, signal.default_int_handler)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for what was started
    gc.disable()  # what is imported is kept to the end
    for name in IMPORTED:
        with contextlib.suppress(ModuleNotFoundError):
            importlib.import_module(name)
    with contextlib.suppress(ModuleNotFoundError):
        vars(importlib.import_module("quarterdeck_client.transport.connection"))["SECONDS_TO_CONNECT"] = (
            300.0  # as `conftest.py`
        )
    gc.freeze()
    gc.enable()
    asked = _fork_for(socket.socket(fileno=int(sys.argv[1])))
    if asked["script"] is None:
        sys.orig_argv = [sys.executable, "-m", "quarterdeck_server", *asked["arguments"]]
        sys.argv = ["", *asked["arguments"]]
        runpy.run_module("quarterdeck_server", run_name="__main__", alter_sys=True)
    else:
        sys.argv = [asked["script"], *asked["arguments"]]
        sys.orig_argv = [sys.executable, *sys.argv]
        runpy.run_path(asked["script"], run_name="__main__")
