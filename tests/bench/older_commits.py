"""Programs of an older commit, checked out beside this one, for benches that measure both in turn.

This module imports nothing of the project until a server is started: it is also imported in a process whose packages
are the older commit's.
"""

import asyncio
import contextlib
import os
import re
import tempfile
from collections.abc import AsyncIterator, Mapping
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

import msgspec

HERE = Path(__file__).parents[2]
"""The clone that this is in."""

PARTS = ("protocol", "server", "client")
"""Folders of packages."""


class Clone(msgspec.Struct, frozen=True):
    """The programs of one commit, which run with the libraries that are installed for this one."""

    folder: Path
    renamed: dict[str, str] = {}
    """Former names of its modules, by the present ones."""

    def environment(self) -> dict[str, str]:
        """Return the environment in which Python finds the clone's modules first."""
        return {"PYTHONPATH": os.pathsep.join(str(self.folder / part) for part in PARTS)}

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
            yield Clone(folder, _renamed(await _git("diff", "--name-status", "-M40", revision, "--", *PARTS)))
        finally:
            await _git("worktree", "remove", "--force", str(folder))


async def _git(*words: str) -> str:
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec("git", "-C", str(HERE), *words, stdout=pipe, stderr=pipe)
    said, complaint = await process.communicate()
    if process.returncode:
        raise OSError(f"git {words[0]} {words[1]}: {complaint.decode().strip()}")
    return said.decode()


def _renamed(difference: str) -> dict[str, str]:
    """Return the former names of modules by their present ones, from `git diff --name-status`."""
    moved = [line.split("\t")[1:] for line in difference.splitlines() if line.startswith("R")]
    return {_module_at(now): _module_at(before) for before, now in moved if now.endswith(".py")}


def _module_at(path: str) -> str:
    return ".".join(Path(path).with_suffix("").parts[1:]).removesuffix(".__init__")


class OlderNames(MetaPathFinder, Loader):
    """Finds a module of an older commit under its present name."""

    def __init__(self, renamed: Mapping[str, str]) -> None:
        self._renamed = renamed

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> ModuleSpec | None:
        is_room = any(name.startswith(f"{fullname}.") for name in self._renamed)
        return ModuleSpec(fullname, self, is_package=is_room) if is_room or fullname in self._renamed else None

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        before = self._renamed.get(spec.name)
        return None if before is None else import_module(before)

    def exec_module(self, module: ModuleType) -> None:
        """Do nothing: a module has been executed under its former name, and a room is empty."""


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
