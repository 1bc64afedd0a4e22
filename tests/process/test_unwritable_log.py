"""A log that cannot be written costs nobody an answer."""

import logging
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TextIO

import msgspec
import pytest
import structlog
from quarterdeck_server.process.logs import begin_logging
from quarterdeck_server.storage.memory import Memory, MemoryStore
from servers import bot, live_server


def on_a_full_disk() -> TextIO:
    return Path("/dev/full").open("w", buffering=1)


def that_nobody_reads() -> TextIO:
    reading, writing = os.pipe()
    os.close(reading)
    return os.fdopen(writing, "w", buffering=1)


@pytest.fixture
def _as_it_was() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    root.handlers.clear()
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()


@pytest.mark.usefixtures("_as_it_was")
@pytest.mark.parametrize("stream", [on_a_full_disk, that_nobody_reads])
async def test_a_mistake_that_cannot_be_noted_is_answered_all_the_same(
    stream: Callable[[], TextIO], monkeypatch: pytest.MonkeyPatch
) -> None:
    unwritable = stream()
    monkeypatch.setattr(sys, "stderr", unwritable)
    begin_logging("debug")
    memory = Memory()
    async with live_server(MemoryStore(memory)) as server, server.player() as line:
        await server.begin("m", [bot(1), bot(2)], bot_delay=60_000)
        memory.logs["m"].entries[0] = msgspec.structs.replace(memory.logs["m"].entries[0], entry=b"{}")  # type: ignore[index]  # an id is a string
        logging.getLogger("aiohttp.server").error("as libraries do it")
        status, refused = await server.get("/v1/matches/m")
        assert (status, refused["code"]) == (500, "internal")
        server.services.standings._games = None  # type: ignore[assignment]  # whatever goes wrong there
        assert (await line.ask({"type": "get_ladder", "game": "tiny"}))["code"] == "internal"
        assert (await line.ask({"type": "hello"}))["type"] == "welcome"
    with suppress(OSError):
        unwritable.close()
    structlog.get_logger().error("nor does a stream that was closed")
