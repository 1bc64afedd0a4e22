"""Players with accounts who follow each other, for the tests of following and of messages."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from quarterdeck_protocol.names import PlayerId
from quarterdeck_server.lobby.accounts.address_marks import MARKS, AddressMarksRecord
from quarterdeck_server.lobby.documents import DocumentStore
from quarterdeck_server.storage.memory import Memory, MemoryStore
from servers import Line, LiveServer, Message, live_server
from web.challenge_cases import me


class Noting:
    """A document store that notes the requests to it."""

    def __init__(self, documents: DocumentStore) -> None:
        self._documents = documents
        self.requests: list[tuple[str, int]] = []

    def __getattr__(self, name: str) -> Any:
        def ask(*given: Any, **options: Any) -> Any:
            self.requests.append((name, len(given[0]) if isinstance(given[0], list) else 1))
            return getattr(self._documents, name)(*given, **options)

        return ask


@asynccontextmanager
async def two_processes(**settings: Any) -> AsyncIterator[tuple[LiveServer, LiveServer]]:
    """Run two servers on one store."""
    memory = Memory()
    async with live_server(MemoryStore(memory), **settings) as one, live_server(MemoryStore(memory), **settings) as two:
        yield one, two


@asynccontextmanager
async def people(server: LiveServer, *names: str) -> AsyncIterator[list[Line]]:
    """Connect players with accounts of these names."""
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(server.person(name)) for name in names]


async def follow(line: Line, other: Line) -> Message:
    return await line.ask({"type": "follow", "player": await me(other)})


async def block(line: Line, other: str) -> None:
    assert (await line.ask({"type": "avoid", "player": other, "how": "block"}))["type"] != "refused"


async def following(line: Line) -> Mapping[str, Message]:
    """Return the players whom a player follows, by name."""
    answer = await line.ask({"type": "get_following"})
    assert answer["type"] == "following", answer
    return {each["player"]["name"]: each for each in answer["players"]}


async def seen_by(line: Line, by: str) -> None:
    """Choose who sees that a player is online."""
    assert (await line.ask({"type": "set_seen_by", "by": by}))["seen_by"] == by


async def at_one_address(server: LiveServer, *players: str) -> None:
    """Let these players have come from the same address, which the tests' own is not counted as."""
    documents = server.services.standings._documents
    marks = AddressMarksRecord((("home", await documents.now()),))
    read = [await MARKS.snapshots(documents, [PlayerId(player)]) for player in players]
    await documents.commit([each.becomes(marks) for (each,) in read])


async def noted(*servers: LiveServer) -> None:
    """Wait until every process has noted who came and who left, twice: one process may learn it from another."""
    for server in (*servers, *servers):
        await server.services.online_players.refresh()
        await asyncio.sleep(0)  # a notification of it arrives in the next turn of the loop
        for each in servers:
            await each.services.online_players.settle()
