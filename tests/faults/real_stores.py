"""Stores of real servers, and what can be done to them."""

import asyncio
import contextlib
import os
import shlex
import shutil
import signal
import subprocess
from pathlib import Path
from typing import Any

import redis
from absent_programs import compiler
from quarterdeck_server.storage.redis.embedded import DidNotStartError, EmbeddedStore, find_server
from servers import SOON

FULL_DISK = Path(__file__).with_name("full_disk.c")


def on_a_disk_that_fills(folder: Path) -> Path:
    """Return a server for whose files there is no room while there is a file `full` in this folder."""
    library, server = folder / "full_disk.so", folder / "server"
    flags = ["-shared", "-fPIC", "-O1", "-Wall", "-Werror"]
    subprocess.run([compiler(), *flags, "-o", str(library), str(FULL_DISK), "-ldl"], check=True)
    words = shlex.join([f"LD_PRELOAD={library}", f"FULL_DISK={folder / 'full'}", str(find_server())])
    server.write_text(f'#!/bin/sh\nexec env {words} "$@"\n')
    server.chmod(0o700)
    return server


class ReplacedStore(EmbeddedStore):
    """A store that can be put back to how it was, at the same address, as a fail-over or an old backup does."""

    def take(self, copy: Path) -> None:
        """Copy what is on the disk: all that was acknowledged until now."""
        shutil.copytree(self.folder / "appendonlydir", copy)

    async def put_back(self, copy: Path | None) -> None:
        """Come back with this copy, or with nothing."""
        await self._end()
        shutil.rmtree(self.folder / "appendonlydir")
        if copy is not None:
            shutil.copytree(copy, self.folder / "appendonlydir")
        await self._launch()

    async def kill(self) -> None:
        """End it as a crash does."""
        os.kill(self.process(), signal.SIGKILL)
        await self.died()

    async def begin_again(self) -> None:
        """Start it after a crash."""
        await self._end()
        await self._launch()

    def process(self) -> int:
        return int(self.ask("info", "server")["process_id"])

    def ask(self, command: str, *words: Any) -> Any:
        """Ask it something at once, as an operator does."""
        with redis.Redis.from_url(self.url) as client:
            return getattr(client, command)(*words)

    async def fill(self, seconds: float) -> None:
        """Let it have no memory for anything new for a while."""
        self.ask("config_set", "maxmemory", "1mb")
        await asyncio.sleep(seconds)
        self.ask("config_set", "maxmemory", "0")

    async def be_out_of_room(self, full: Path, room: int, seconds: float, *, every: bool) -> None:
        """Let the disk have room for so many bytes more, wait until that is felt, and some seconds longer; then there
        is room again. With `every` write on the disk before it is acknowledged the server ends when there is none, and
        is started in vain meanwhile; else it takes nothing more, and goes on by itself."""
        self.ask("config_set", "appendfsync", "always" if every else "everysec")
        await asyncio.to_thread(full.write_text, str(room))
        if every:
            async with asyncio.timeout(SOON):
                await self.died()
            await self._end()
            with contextlib.suppress(DidNotStartError):  # without room for a line it may not come up at all
                await self._launch()
            await asyncio.sleep(seconds)
            await asyncio.to_thread(full.unlink)
            await self.begin_again()
        else:
            await self._until_it_writes(well=False)
            await asyncio.sleep(seconds)
            await asyncio.to_thread(full.unlink)
            await self._until_it_writes(well=True)
            self.ask("config_set", "appendfsync", "always")

    async def _until_it_writes(self, *, well: bool) -> None:
        async with asyncio.timeout(SOON):
            while (self.ask("info", "persistence")["aof_last_write_status"] == "ok") is not well:  # noqa: ASYNC110 - another process
                await asyncio.sleep(0.02)
