"""Programs of an older commit, checked out beside this one, for benches that measure both in turn.

This module imports nothing of the project until a server is started: it is also imported in a process whose packages
are the older commit's.
"""

import asyncio
import contextlib
import os
import re
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec

HERE = Path(__file__).parents[2]
"""The clone that this is in."""


class Clone(msgspec.Struct, frozen=True):
    """The programs of one commit, which run with the libraries that are installed for this one."""

    folder: Path

    def environment(self) -> dict[str, str]:
        """Return the environment in which Python finds the clone's modules first."""
        return {"PYTHONPATH": os.pathsep.join(str(self.folder / part) for part in ("protocol", "server", "client"))}

    def has_setting(self, name: str) -> bool:
        """Return true if its server has this setting. A server refuses unknown settings."""
        declared = re.compile(rf"^    {name.lower()}: ", re.MULTILINE)
        modules = (self.folder / "server/quarterdeck_server").rglob("settings.py")
        return any(declared.search(module.read_text()) is not None for module in modules)

    def has_message(self, tag: str) -> bool:
        """Return true if its protocol has a message of this type."""
        return any(
            f'tag="{tag}"' in module.read_text()
            for module in (self.folder / "protocol/quarterdeck_protocol").rglob("*.py")
        )


@contextlib.asynccontextmanager
async def clone_of(revision: str) -> AsyncIterator[Clone]:
    """Check out a commit beside this one as long as this lasts. Raises `OSError`."""
    with tempfile.TemporaryDirectory(prefix="quarterdeck-bench-") as parent:
        folder = Path(parent) / "clone"
        await _git("worktree", "add", "--quiet", "--detach", str(folder), revision)
        try:
            yield Clone(folder)
        finally:
            await _git("worktree", "remove", "--force", str(folder))


async def _git(*words: str) -> None:
    process = await asyncio.create_subprocess_exec("git", "-C", str(HERE), *words, stderr=asyncio.subprocess.PIPE)
    _, complaint = await process.communicate()
    if process.returncode:
        raise OSError(f"git {words[0]} {words[1]}: {complaint.decode().strip()}")


@contextlib.asynccontextmanager
async def server_of(clone: Clone | None) -> AsyncIterator[tuple[str, int]]:
    """Run a server of a commit on a store of its own as long as this lasts; return its address and process id."""
    from quarterdeck_server.evaluation.capacity.processes import SERVE, own_server, running, settings_of

    if clone is None:
        async with own_server("embedded") as server:
            yield server
        return
    with tempfile.TemporaryDirectory(prefix="quarterdeck-bench-", ignore_cleanup_errors=True) as folder:
        settings = settings_of("embedded", folder)
        environment = {f"QUARTERDECK_{name}": value for name, value in settings.items() if clone.has_setting(name)}
        async with running(*SERVE, environment={**environment, **clone.environment()}) as server:
            yield server
