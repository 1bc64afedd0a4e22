"""A container as an orchestrator starts one, of nothing but the kernel's own means: no engine, no daemon.

The root is the image's, read-only, with an empty /tmp; the program is process 1 of its own, the image's user, without a
capability and without a way to get one. Only the network is the machine's.
"""

import asyncio
import contextlib
import json
import os
import subprocess
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path
from typing import Any

ENTER = r"""
root=$1 user=$2 group=$3 folder=$4; shift 4
mount --bind "$root" "$root"
mount -o remount,bind,ro "$root"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
exec chroot "$root" /usr/bin/setpriv --reuid="$user" --regid="$group" --clear-groups --no-new-privs \
    --bounding-set=-all --inh-caps=-all /usr/bin/env -i -C "$folder" "$@"
"""


class Image:
    """An image that lies unpacked in a folder, and what it says of itself."""

    def __init__(self, root: Path, inspected: Mapping[str, Any]) -> None:
        self.root = root
        config: Mapping[str, Any] = inspected["Docker"]["config"]
        self.config = config
        self.environment = dict(line.split("=", 1) for line in config["Env"])
        self.start: Sequence[str] = [*config["Entrypoint"], *config["Cmd"]]
        self.healthcheck: Sequence[str] = config["Healthcheck"]["Test"][1:]

    def entering(self, command: Sequence[str], environment: Mapping[str, str]) -> list[str]:
        """Return what runs a command in a container of this image."""
        user, group = self.config["User"].split(":")
        settings = [f"{name}={value}" for name, value in {**self.environment, **environment}.items()]
        namespaces = ["--mount", "--pid", "--ipc", "--uts", "--fork", "--kill-child=KILL"]
        where = [str(self.root), user, group, self.config["WorkingDir"]]
        return ["unshare", *namespaces, "sh", "-euc", ENTER, "enter", *where, *settings, *command]

    def run(self, command: Sequence[str], environment: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
        """Run a command in a container of its own, to its end."""
        return subprocess.run(self.entering(command, environment), capture_output=True, text=True, check=False)

    @contextlib.asynccontextmanager
    async def started(self, environment: Mapping[str, str]) -> AsyncIterator["Container"]:
        """Start it with what the image starts with."""
        process = await asyncio.create_subprocess_exec(
            *self.entering(self.start, environment), stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE
        )
        try:
            yield Container(process)
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()


class Container:
    """A container that runs."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @property
    def first(self) -> int:
        """The process that is number 1 in there, by the machine's number."""
        children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children").read_text()
        return int(children)

    def signal(self, number: int) -> None:
        os.kill(self.first, number)

    async def ended(self) -> tuple[int, str]:
        """Return how it has ended, and what it wrote to its log."""
        assert self._process.stderr is not None
        said = await self._process.stderr.read()
        return await self._process.wait(), said.decode()

    def memory(self) -> int:
        """Return how many bytes of memory its first process takes, its share of what is shared."""
        lines = Path(f"/proc/{self.first}/smaps_rollup").read_text().splitlines()
        return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:"))

    def processor(self) -> float:
        """Return how many seconds of a processor its first process has taken."""
        _, _, fields = Path(f"/proc/{self.first}/stat").read_text().rpartition(") ")
        taken = sum(int(ticks) for ticks in fields.split()[11:13])
        return taken / os.sysconf("SC_CLK_TCK")


def inspected(output: str) -> Mapping[str, Any]:
    """Return what buildah says of an image."""
    found: Mapping[str, Any] = json.loads(output)
    return found
