"""The long form: many matches at once while processes and the store are killed again and again.

All that was acknowledged is in the log, once. Every process gives the same history of every match, which follows by the
rules and has every link that any player was told, and no process has an error in its log.

Not part of the usual run; `FAULTS_SECONDS=60 pytest tests/end_to_end/faults.py` kills for so long, and then lets all
matches come to their end.
"""

import asyncio
import contextlib
import os
import random
import time
from pathlib import Path

import pytest
import redis
from playing import Played, Switch, Told, play_out, refs_in
from quarterdeck_client import Client, FollowedMatch
from quarterdeck_games import GAMES
from quarterdeck_protocol.names import MatchId
from quarterdeck_protocol.transcript import Transcript
from quarterdeck_server.storage.embedded import EmbeddedStore
from quarterdeck_server.verification import verify
from servers import Served, kill, served

SECONDS = float(os.environ.get("FAULTS_SECONDS", "60"))
MATCHES = 20
SEATS = 4
PROCESSES = 3
SECONDS_BETWEEN_KILLS = 0.5
KILLS_OF_PROCESSES_FOR_ONE_OF_THE_STORE = 4


async def _histories(servers: list[Served], match: MatchId) -> list[Transcript]:
    """Return a match's history as each process folds it."""
    histories: list[Transcript] = []
    for server in servers:
        async with Client(server.url) as client:
            histories.append(await client.transcript(match))
    return histories


def _check_links(histories: list[Transcript], told: list[Told]) -> int:
    """Hold what every process gives, and every player was told, against each other; give how many links those were."""
    links = [entry.link for entry in histories[0].entries]
    assert all([entry.link for entry in each.entries] == links for each in histories), "there is one history"
    assert verify(histories[0], GAMES).last_link == links[-1]
    were_told = [at for each in told for at in each.links.items()]
    for (epoch, version), link in were_told:
        assert (epoch, link) == (0, links[version - 1]), "nobody was told of another one"
    return len(were_told)


def _errors(servers: list[Served]) -> list[str]:
    """Return the error lines of processes that have ended, however they did."""
    return [line for server in servers for line in server.said.decode().splitlines() if line]


async def _seated(stack: contextlib.AsyncExitStack, url: str, number: int) -> list[tuple[Client, FollowedMatch]]:
    clients = [
        await stack.enter_async_context(Client(url, name=f"Player {number}-{seat}", patience=120))
        for seat in range(SEATS)
    ]
    table = await clients[0].tables.open("density-deck", seats=SEATS, options={"lives": 40, "round_cap": 50})
    for client in clients[1:]:
        await client.tables.sit(table.id)
    return list(zip(clients, await asyncio.gather(*(client.begin(table.id) for client in clients)), strict=True))


@pytest.mark.timeout(SECONDS + 300)
async def test_nothing_that_was_acknowledged_is_lost_whatever_dies(tmp_path: Path) -> None:
    chance = random.Random(1)
    store = EmbeddedStore(tmp_path / "store")
    await store.start()
    watching = asyncio.ensure_future(store.watch())
    options = ("--store", store.url, "--log-level", "error", "--quotas", "off")
    rounds = kills = deaths = actions = links = 0
    gone: list[Served] = []
    try:
        async with contextlib.AsyncExitStack() as stack:
            servers: list[Served] = [await stack.enter_async_context(served(*options)) for _ in range(PROCESSES)]
            switch = await stack.enter_async_context(Switch.to([server.url for server in servers]))
            until = time.monotonic() + SECONDS
            while time.monotonic() < until:
                rounds += 1
                async with contextlib.AsyncExitStack() as players:
                    tables = [await _seated(players, switch.url, number) for number in range(MATCHES)]
                    told = [[Told(seat) for _, seat in table] for table in tables]
                    played = Played()
                    playing = [
                        asyncio.create_task(play_out(client, seat, random.Random(number), played))
                        for table in tables
                        for number, (client, seat) in enumerate(table)
                    ]
                    while not all(task.done() for task in playing):
                        done, _ = await asyncio.wait(
                            playing, timeout=SECONDS_BETWEEN_KILLS, return_when=asyncio.FIRST_EXCEPTION
                        )
                        for task in done:
                            task.result()
                        if time.monotonic() > until + 120:
                            pytest.fail("the matches do not come to their end")
                        if time.monotonic() > until or len(done) == len(playing):
                            continue
                        kills += 1
                        number = chance.randrange(PROCESSES)
                        servers[number].kill()
                        gone.append(servers[number])
                        if kills % KILLS_OF_PROCESSES_FOR_ONE_OF_THE_STORE == 0:
                            deaths += 1
                            with redis.Redis.from_url(store.url) as client:
                                kill(int(client.info("server")["process_id"]))
                        servers[number] = await stack.enter_async_context(served(*options))
                        switch.urls[number] = servers[number].url
                    in_log = [
                        ref for table in tables for ref in refs_in(await table[0][0].transcript(table[0][1].match))
                    ]
                    assert len(in_log) == len(set(in_log))
                    assert set(played.acknowledged) <= set(in_log) <= set(played.sent)
                    assert all(seat.result == table[0][1].result for table in tables for _, seat in table)
                    actions += len(played.acknowledged)
                    for table, heard in zip(tables, told, strict=True):
                        links += _check_links(await _histories(servers, table[0][1].match), heard)
            for server in servers:
                assert await server.terminated() == 0
            for server in gone:
                await server.ended()
            assert _errors([*servers, *gone]) == []
    finally:
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)
        await store.stop()
    print(f"{rounds * MATCHES} matches, {actions} actions acknowledged, none lost; {kills} processes killed,")
    print(f"{deaths} times the store; {links} links that were told are those of {PROCESSES} processes,")
    print("and no process has an error in its log")
