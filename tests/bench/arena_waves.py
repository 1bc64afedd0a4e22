"""The CPU time for which an arena of many players holds the event loop, in memory and without sockets.

Matches take some minutes by chance, so that as many end at a time as in an evening. The table has the longest callback
of each kind of work, and the size of the record at the end.
"""

import argparse
import asyncio
import gc
import inspect
import random
import time
from typing import Any, cast

import msgspec
from lobby.tournament_world import Process, TournamentWorld
from quarterdeck_games import GAMES
from quarterdeck_protocol.lobby.tournaments import TournamentFormat, TournamentId
from quarterdeck_server.lobby.clubs.memberships import ClubMemberships
from quarterdeck_server.lobby.documents import DocumentStore
from quarterdeck_server.lobby.ratings.lookup import NoRatings
from quarterdeck_server.lobby.tournaments.arenas.waves import BETWEEN_WAVES
from quarterdeck_server.lobby.tournaments.service import TournamentService
from quarterdeck_server.lobby.tournaments.tournament_log import TOURNAMENTS


class Timed:
    """The documents of a store, which note the longest time of CPU between two requests: so long does the work hold the
    event loop."""

    def __init__(self, documents: Any) -> None:
        self._documents = documents
        self._since = 0.0
        self.longest = 0.0

    def begin(self) -> None:
        self._since, self.longest = time.thread_time(), 0.0

    def end(self) -> float:
        """Return the longest time in milliseconds."""
        self.longest = max(self.longest, time.thread_time() - self._since)
        return 1000 * self.longest

    def __getattr__(self, name: str) -> Any:
        asked = getattr(self._documents, name)
        if not inspect.iscoroutinefunction(asked):
            return asked

        async def timed(*args: Any, **more: Any) -> Any:
            self.longest = max(self.longest, time.thread_time() - self._since)
            try:
                return await asked(*args, **more)
            finally:
                self._since = time.thread_time()

        return timed


async def measured(players: int, waves: int, seed: int) -> dict[str, float]:
    """Let an arena run for some waves, and return the longest times, and sizes."""
    chance = random.Random(seed)
    world = TournamentWorld()
    everybody = [await world.lobby.somebody() for _ in range(players)]
    fields: dict[str, Any] = {"format": TournamentFormat.ARENA, "rounds": 1}
    made = await world.made(everybody[0], duration=BETWEEN_WAVES * (waves + 100), **fields)
    id_: TournamentId = made.summary.id
    await world.joined(id_, everybody)
    await world.order(everybody[0], id_, 1)
    timed = Timed(world.store.documents)
    world.process = Process(world.store, world.begun, world.hand, documents=timed)
    documents = cast("DocumentStore", timed)
    viewing = TournamentService(documents, GAMES, NoRatings(), ClubMemberships(documents, world.hand), world.hand)
    gc.disable()  # the store and all matches are objects of this process, which no server has
    found: dict[str, float] = {}
    ends: dict[str, int] = {}
    for number in range(waves):
        timed.begin()
        await world.sweep()
        what = "ms, longest piece of the first wave" if number == 0 else "ms, longest piece of the later waves"
        found[what] = max(found.get(what, 0.0), timed.end())
        for opened in world.begun:
            ends.setdefault(opened.match, number + chance.randint(12, 36))
            if opened.match not in world.over and ends[opened.match] <= number:
                await world.finish(opened, chance.choice([(1, 2), (2, 1)]))
        world.hand.move(BETWEEN_WAVES)
    timed.begin()
    await viewing.shown(id_, everybody[-1].id)
    found["ms, longest piece of a view"] = timed.end()
    gc.enable()
    (record,) = await TOURNAMENTS.read(world.store.documents, [id_])
    assert record is not None
    return {**found, "matches": len(world.begun), "KB, size of the record": len(msgspec.json.encode(record)) / 1000}


def main() -> None:
    """Run the bench."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--waves", type=int, default=120)
    parser.add_argument("--seed", type=int, default=35)
    given = parser.parse_args()
    for name, value in asyncio.run(measured(given.players, given.waves, given.seed)).items():
        print(f"{value:10.1f}  {name}")
