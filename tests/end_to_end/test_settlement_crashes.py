"""Rated matches over two processes on a real store; at the end of each a process is killed, the store, or both.

However it comes, each match is settled once: every page of a standing has been written exactly as often as there were
matches, and each rating begins where the one before has ended.
"""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest
import redis
from quarterdeck_protocol.names import GameName, PlayerId
from quarterdeck_server.lobby.ratings import rating_model
from quarterdeck_server.lobby.ratings.documents import STANDINGS, UNSETTLED, standing_name
from quarterdeck_server.lobby.ratings.match_results import StandingRecord
from quarterdeck_server.lobby.ratings.rating_model import BEGINNER
from quarterdeck_server.storage import keys
from quarterdeck_server.storage.redis.embedded import EmbeddedStore
from servers import Line, Message, Served, is_running, kill, line_to, served, soon

MARKS = 6
ROUNDS = 6
PATIENCE = 120.0
"""How many seconds a test waits for a store that was killed."""


class Ending(NamedTuple):
    """How a match ends."""

    dies: str
    """`process`, `store` or `both`."""

    is_seen: bool
    """Whether it is killed when the end has been told, or already when the last action has been sent."""

    is_shared: bool
    """Whether the other player is on a process that lives on."""


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[EmbeddedStore]:
    """A real store that is started again whenever it dies."""
    embedded = EmbeddedStore(tmp_path / "store")
    await embedded.start()
    watching = asyncio.ensure_future(embedded.keep_running())
    yield embedded
    watching.cancel()
    await asyncio.gather(watching, return_exceptions=True)
    await embedded.stop()


class Player:
    """Somebody who comes back after everything."""

    def __init__(self) -> None:
        self.id = PlayerId("")
        self.token: str | None = None
        self.line: Line
        self._asked = 0

    async def come(self, url: str, stack: contextlib.AsyncExitStack) -> None:
        """Connect to a process, as who they were before."""
        self.line = await stack.enter_async_context(line_to(url))
        who = {} if self.token is None else {"token": self.token}
        answer = await self.ask({"type": "sign_in", **who})
        self.id, self.token = answer["player"]["id"], answer["token"]
        if answer["player"]["kind"] == "guest":  # who is not rated
            name = "Player " + self.id.translate(str.maketrans("0123456789", "ghjkmpqtvw"))
            await self.ask({"type": "register", "name": name, "password": "a long walk by the sea"})

    async def ask(self, command: Message) -> Message:
        """Ask, under a `ref` that was never used, until the store is there."""
        self._asked += 1
        asked = {"ref": f"asked-{self._asked}", **command}
        async with asyncio.timeout(PATIENCE):
            while True:
                answer = await self.line.ask(asked)
                if answer["type"] != "refused":
                    return answer
                assert answer["code"] in ("unavailable", "stale"), (asked, answer)


RATED = {"rated": True, "spectator_delay": "none"}  # what others are told later is hidden from them meanwhile


async def begun(ada: Player, bo: Player) -> str:
    """Begin a rated match; gives its id."""
    opened = await ada.ask({"type": "open_table", "game": "tiny", "options": {"marks": MARKS}, **RATED})
    table = opened["table"]
    await bo.ask({"type": "sit", "table": table["id"]})
    for player in (ada, bo):
        await player.ask({"type": "ready", "table": table["id"]})
    return str(table["match"])


async def act_if_asked(player: Player, match: str) -> Message | None:
    """Return the action of a player who is asked for one, ready to be sent under a `ref` of its own."""
    update = await player.ask({"type": "watch_match", "match": match})
    if not update["choices"]:
        return None
    version = update["version"]
    return {"type": "act", "match": match, "seen": version, "action": update["choices"][0], "ref": f"act-{version}"}


async def play_to_the_last(match: str, *players: Player) -> tuple[Player, Message]:
    """Play until one action is left; gives whose it is, and which."""
    while True:
        for player in players:
            act = await act_if_asked(player, match)
            if act is not None and act["seen"] == MARKS:
                return player, act
            if act is not None:
                await player.ask(act)


async def end(ending: Ending, store: EmbeddedStore, dying: Served, last: Player, act: Message) -> None:
    """Take the last action, and kill what is to die."""
    await last.line.send(act)
    if ending.is_seen:
        with contextlib.suppress(ConnectionResetError):
            await last.line.answer(act["ref"])
    if ending.dies != "process":
        with redis.Redis.from_url(store.url) as client:
            process = int(client.info("server")["process_id"])
        kill(process)
    if ending.dies != "store":
        dying.kill()
        await dying.ended()
    if ending.dies != "process":
        await soon(lambda: not is_running(process))
        await soon(lambda: answers(store))


def answers(store: EmbeddedStore) -> bool:
    """Whether the store is there again."""
    with redis.Redis.from_url(store.url) as client:
        try:
            return bool(client.ping())
        except redis.ConnectionError:
            return False


async def settled(match: str, *players: Player) -> None:
    """Wait until everybody has a match in their history; whoever's last action was lost takes it again."""
    async with asyncio.timeout(PATIENCE):
        while True:
            for player in players:
                act = await act_if_asked(player, match)
                if act is not None:
                    await player.ask(act)
            histories = [await player.ask({"type": "get_history"}) for player in players]
            if all(match in [each["match"] for each in history["matches"]] for history in histories):
                return


def endings(seed: int) -> list[Ending]:
    """Return in which ways matches end."""
    chance = random.Random(seed)
    deaths = ["process", "store", "both"] * (ROUNDS // 3)
    chance.shuffle(deaths)
    return [Ending(dies, chance.random() < 0.5, chance.random() < 0.5) for dies in deaths]


async def test_each_match_is_settled_once_whatever_is_killed_at_its_end(store: EmbeddedStore) -> None:
    ada, bo, matches = Player(), Player(), []
    async with contextlib.AsyncExitStack() as stack:
        options = ("--store", store.url, "--log-level", "error", "--messages-per-second", "1000000")
        staying = await stack.enter_async_context(served(*options))
        for ending in endings(seed=1):
            async with contextlib.AsyncExitStack() as round_:
                dying = await round_.enter_async_context(served(*options))
                await ada.come(dying.url, round_)
                await bo.come(staying.url if ending.is_shared else dying.url, round_)
                match = await begun(ada, bo)
                last, act = await play_to_the_last(match, ada, bo)
                await end(ending, store, dying, last, act)
                for player in (ada, bo):
                    await player.come(staying.url, round_)
                await settled(match, ada, bo)
                matches.append(match)

        for player in (ada, bo):
            await player.come(staying.url, stack)
        history = (await ada.ask({"type": "get_history"}))["matches"][::-1]
        assert [each["match"] for each in history] == matches
        assert (await bo.ask({"type": "get_history"}))["matches"][::-1] == history
        met = (await ada.ask({"type": "get_head_to_head", "other": bo.id}))["games"][0]
        assert met["above"] + met["below"] == ROUNDS
        for player in (ada, bo):
            await standing_follows_from(history, player.id, store, met["above" if player is ada else "below"])
        with redis.Redis.from_url(store.url) as client:
            assert client.zcard(keys.index(UNSETTLED)) == 0
        assert await staying.terminated() == 0


async def standing_follows_from(history: list[Message], player: PlayerId, store: EmbeddedStore, won: int) -> None:
    """Check how a player stands: reckoned again, and in a page that was written once for each match."""
    believed = {seat["player"]["id"]: BEGINNER for seat in history[0]["seats"]}
    for match in history:
        ids, places = zip(*((seat["player"]["id"], seat["place"]) for seat in match["seats"]), strict=True)
        before = [believed[id_] for id_ in ids]
        after = rating_model.after(before, places)
        assert match["unrated"] is None
        assert [msgspec.to_builtins(rating_model.shown(skill)) for skill in before] == [
            s["before"] for s in match["seats"]
        ]
        assert [msgspec.to_builtins(rating_model.shown(skill)) for skill in after] == [
            s["after"] for s in match["seats"]
        ]
        believed.update(zip(ids, after, strict=True))
    with redis.Redis.from_url(store.url) as client:
        stored: bytes = client.get(keys.document(STANDINGS.key(standing_name(player, GameName("tiny")))))
    revision, _, page = stored.partition(b" ")
    assert int(revision) == ROUNDS
    assert msgspec.json.decode(page, type=StandingRecord) == StandingRecord(
        skill=believed[player], rated=ROUNDS, played=ROUNDS, won=won
    )
