"""Matches that have been played to their end over sockets, and everything that is told of one afterwards."""

import asyncio
from contextlib import AsyncExitStack
from http import HTTPStatus
from random import Random

import aiohttp
import msgspec
from quarterdeck_protocol.names import MatchId
from quarterdeck_server.app import RETENTION
from quarterdeck_server.lobby.documents import DocumentStore, IndexEntry
from quarterdeck_server.lobby.ratings.documents import UNARCHIVED, UNPACKED
from quarterdeck_server.matches.log import History
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.storage.store import Store
from servers import SOON, Line, LiveServer, Message, bot, live_server

MATCH = MatchId("m")
MOVES = 6


async def finished_match(server: LiveServer, store: Store, game: str = "tiny", match: MatchId = MATCH) -> list[Message]:
    """Play a few moves of a match over sockets until somebody resigns, and wait until it is settled; gives what those
    who played were told as they signed in."""
    async with AsyncExitStack() as stack:
        lines = [await stack.enter_async_context(server.line()) for _ in range(2)]
        players = [await line.sign_in(name) for line, name in zip(lines, ("Ada", "Bo"), strict=True)]
        await server.begin(match, [player["player"] for player in players], game=game)
        updates = [await line.ask({"type": "watch_match", "match": match}) for line in lines]
        for _ in range(MOVES):
            mover = next((number for number, update in enumerate(updates) if update["choices"]), None)
            if mover is None:
                break
            act = {"type": "act", "match": match, "seen": updates[mover]["version"]}
            done = await lines[mover].ask({**act, "action": updates[mover]["choices"][0]})
            assert done["type"] == "update", done
            updates[mover], updates[1 - mover] = done, await _update_at(lines[1 - mover], done["version"])
        await lines[0].ask({"type": "resign", "match": match})
    await listed(store.documents, UNPACKED, match)
    return players


async def told_to_the_end(line: Line, match: str, luck: Random | None, most_acts: int = 60) -> dict[int, Message]:
    """Follow a match to its end, acting by chance if there is any and resigning after so many acts, and return what was
    told at each version."""
    update = await line.ask({"type": "watch_match", "match": match, "since": 0})
    updates, acts = {}, 0
    while True:
        if update["type"] == "update":
            updates[update["version"]] = update
            if update["result"] is not None:
                return updates
            if update["choices"] and luck is not None:
                acts += 1
                if acts > most_acts:
                    await line.send({"type": "resign", "match": match})
                else:
                    action = luck.choice(update["choices"])
                    await line.send({"type": "act", "match": match, "seen": update["version"], "action": action})
        update = await line.until(lambda heard: heard["type"] in ("update", "refused"))


async def _update_at(line: Line, version: int) -> Message:
    return await line.until(lambda heard: heard["type"] == "update" and heard["version"] == version)


async def listed(documents: DocumentStore, index: str, match: MatchId) -> None:
    """Wait until a match is in an index."""
    async with asyncio.timeout(SOON):
        while await documents.number_of(index, match) is None:  # noqa: ASYNC110 - what is waited for is the store
            await asyncio.sleep(0.01)


async def run_round(server: LiveServer, store: Store, *, is_old: bool = False, match: MatchId = MATCH) -> None:
    """Let a server do what is due for finished matches, as if this one had ended long enough ago."""
    index = UNARCHIVED if is_old else UNPACKED
    await store.documents.commit([], [IndexEntry(index, match, 0)])
    await server.app[RETENTION].run_round()


async def everything_of(server: LiveServer, player: Message, match: MatchId = MATCH) -> dict[str, bytes]:
    """Return all that is told of a finished match, byte by byte: over HTTP, and to whoever comes back to it."""
    base, answers = f"{server.url}/v1/matches/{match}", {}
    async with aiohttp.ClientSession() as http:
        for path in ("", "/replay", "/replay?seat=0", "/replay?seat=1"):
            async with http.get(base + path) as answer:
                assert answer.status == HTTPStatus.OK, (path, await answer.text())
                answers[path] = await answer.read()
    async with server.line() as line:
        await line.sign_in(token=player["token"])
        for since in (None, 0, 2):
            ask = {"type": "watch_match", "match": match} | ({} if since is None else {"since": since})
            update = await line.ask({**ask, "ref": f"since {since}"})
            answers[f"since {since}"] = msgspec.json.encode({**update, "now": None})
        history = await line.ask({"type": "get_history", "player": player["player"]["id"], "ref": "history"})
        answers["history"] = msgspec.json.encode(history)
    return answers


async def logged(match: MatchId, *, marks: int = 4) -> History:
    """Return the log of a match that was played to its end, as a store in memory keeps it."""
    async with live_server(store := MemoryStore(Memory()), luck=marks) as server:
        await server.begin(match, [bot(1), bot(2)], marks=marks)
        held = await server.services.matches.open(match)
        while held.record.result is None:
            await server.services.matches.sweep()
            await asyncio.sleep(0)
        return await store.log.read(match)
