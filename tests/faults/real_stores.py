"""Stores of real servers, and what can be done to them."""

import asyncio
import os
import shutil
import signal
from pathlib import Path
from typing import Any

import redis
from quarterdeck_server.storage.embedded import EmbeddedStore


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
