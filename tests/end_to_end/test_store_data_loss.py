"""A store comes back with less than it had acknowledged, under two servers that remember more: it is the store's word
that counts, everybody is told so, and nobody waits for ever."""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Awaitable
from pathlib import Path

import msgspec
import pytest
from failover_bots import Played, Switch, UpdateRecorder, play_out, refs_in
from faults.real_stores import ReplacedStore
from quarterdeck_client import Client, ClientError, FollowedMatch, GoneError, LostError, RefusedError
from quarterdeck_protocol.messages import Update, WatchMatch
from quarterdeck_protocol.names import MatchId, Ref, Version
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.verification.findings import Noted
from quarterdeck_server.verification.transcript_check import verify
from servers import SERVED, Served, line_to, served

MATCHES = 4
SOON = 120.0
"""How many seconds what must happen may take; it ends by what happens."""


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[ReplacedStore]:
    replaced = ReplacedStore(tmp_path / "store")
    await replaced.start()
    yield replaced
    await replaced.stop()


@pytest.fixture
async def servers(store: ReplacedStore) -> AsyncIterator[list[Served]]:
    async with contextlib.AsyncExitStack() as stack:
        options = ("--store", store.url, "--log-level", "error", "--quotas", "off")
        yield [await stack.enter_async_context(served(*options)) for _ in range(2)]


async def begun(ada: Client, bo: Client) -> tuple[FollowedMatch, FollowedMatch]:
    """Begin a match of two."""
    table = await ada.tables.open("density-deck", seats=2, options={"lives": 40, "round_cap": 50})
    await bo.tables.sit(table.id)
    one, other = await asyncio.gather(ada.begin(table.id), bo.begin(table.id))
    return one, other


async def test_two_servers_take_the_stores_side_and_every_match_goes_on_to_its_end(
    store: ReplacedStore, servers: list[Served], tmp_path: Path
) -> None:
    async with contextlib.AsyncExitStack() as stack:
        pairs = [
            [await stack.enter_async_context(Client(server.url, name=f"P{number}")) for server in servers]
            for number in range(MATCHES)
        ]
        seated = [(pair, await begun(*pair)) for pair in pairs]
        seen = [[UpdateRecorder(seat) for seat in seats] for _, seats in seated]
        played = Played()
        playing = [
            asyncio.create_task(play_out(client, seat, random.Random(number), played))
            for number, (pair, seats) in enumerate(seated)
            for client, seat in zip(pair, seats, strict=True)
        ]
        await played.have_been(10 * MATCHES)
        store.take(tmp_path / "earlier")
        before = len(played.acknowledged)
        await played.have_been(before + 20 * MATCHES)
        await store.put_back(tmp_path / "earlier")
        async with asyncio.timeout(SOON):
            await asyncio.gather(*playing)
        in_log: list[Ref] = []
        for (pair, seats), (one, other) in zip(seated, seen, strict=True):
            assert seats[0].result == seats[1].result is not None
            assert seats[0].latest.epoch == seats[1].latest.epoch == 1, "all agree which history it is"
            ends = one.links.keys() & other.links.keys()
            assert {at: one.links[at] for at in ends} == {at: other.links[at] for at in ends}, "there is one history"
            for each in (one, other):
                whole = next(update for update in each.updates if update.epoch == 1)
                assert (whole.since, whole.events) == (whole.version, ())
            for seat in seats:
                (rewound,) = seat.rewinds
                assert rewound.epoch == 1
                assert rewound.version <= rewound.was
            transcript = await pair[0].transcript(seats[0].match)
            notes = tuple(
                (Version(version), link) for each in (one, other) for (_, version), link in each.links.items()
            )
            found = verify(transcript, SERVED, Noted(links=notes))
            assert found.last_link == seats[0].latest.link
            assert found.losses >= 1, "the chain says so, and no note of what is gone is taken for a lie"
            in_log += refs_in(transcript)
        gone = {ref for _, seats in seated for seat in seats for rewound in seat.rewinds for ref in rewound.refs}
        assert len(in_log) == len(set(in_log))
        assert set(played.acknowledged) - set(in_log) <= gone, "what is gone was told to whoever did it"
        assert gone
    for server in servers:
        assert await server.terminated() == 0
        assert server.said == b""


async def test_what_servers_remember_is_written_back_and_nothing_is_lost(store: ReplacedStore, tmp_path: Path) -> None:
    options = ("--store", store.url, "--log-level", "error", "--quotas", "off", "--after-data-loss", "restore")
    async with contextlib.AsyncExitStack() as stack:
        servers = [await stack.enter_async_context(served(*options)) for _ in range(2)]
        pairs = [
            [await stack.enter_async_context(Client(server.url, name=f"P{number}")) for server in servers]
            for number in range(MATCHES)
        ]
        seated = [(pair, await begun(*pair)) for pair in pairs]
        seen = [[UpdateRecorder(seat) for seat in seats] for _, seats in seated]
        played = Played()
        playing = [
            asyncio.create_task(play_out(client, seat, random.Random(number), played))
            for number, (pair, seats) in enumerate(seated)
            for client, seat in zip(pair, seats, strict=True)
        ]
        await played.have_been(10 * MATCHES)
        store.take(tmp_path / "earlier")
        await played.have_been(len(played.acknowledged) + 20 * MATCHES)
        async with played.interval():  # else somebody could play on before the other server has come back
            await store.put_back(tmp_path / "earlier")
            for pair, seats in seated:
                for client, seat in zip(pair, seats, strict=True):
                    await its_log_is_whole(client, seat)
        async with asyncio.timeout(SOON):
            await asyncio.gather(*playing)
        in_log: list[Ref] = []
        for (pair, seats), both in zip(seated, seen, strict=True):
            assert [(seat.rewinds, seat.latest.epoch) for seat in seats] == [([], 0), ([], 0)]
            transcript = await pair[0].transcript(seats[0].match)
            notes = tuple((Version(version), link) for each in both for (_, version), link in each.links.items())
            found = verify(transcript, SERVED, Noted(links=notes))
            assert (found.noted, found.losses) == (len(notes), 0)
            in_log += refs_in(transcript)
        assert len(in_log) == len(set(in_log))
        assert set(played.acknowledged) <= set(in_log)


async def its_log_is_whole(client: Client, seat: FollowedMatch) -> None:
    """Wait until a match stands again, through this client's server, where it was told."""
    known = seat.raw_latest
    async with asyncio.timeout(SOON):
        while True:
            try:
                answer = await client.ask(WatchMatch(match=seat.match, since=known.version, link=known.link))
            except RefusedError as refused:
                if refused.code is not RefusalCode.UNAVAILABLE:
                    raise
                continue
            assert isinstance(answer, Update)
            assert (answer.version, answer.link) == (known.version, known.link)
            return


async def test_who_comes_back_to_servers_that_know_no_more_than_the_store_plays_on(
    store: ReplacedStore, tmp_path: Path
) -> None:
    """A backup is put back while everything is stopped: only the players remember what came after it."""
    options = ("--store", store.url, "--log-level", "error", "--quotas", "off")
    async with contextlib.AsyncExitStack() as stack:
        first = await stack.enter_async_context(served(*options))
        switch = await stack.enter_async_context(Switch.to([first.url]))
        pair = [await stack.enter_async_context(Client(switch.url, name=name)) for name in ("Ada", "Bo")]
        watcher = await stack.enter_async_context(Client(switch.url, name="Cy"))
        seats = await begun(pair[0], pair[1])
        watching = asyncio.create_task(every_update(await watcher.watch_match(seats[0].match)))
        played = Played()
        playing = [
            asyncio.create_task(play_out(client, seat, random.Random(number), played))
            for number, (client, seat) in enumerate(zip(pair, seats, strict=True))
        ]
        await played.have_been(10)
        store.take(tmp_path / "earlier")
        await played.have_been(len(played.acknowledged) + 20)
        assert await first.terminated() == 0
        await store.put_back(tmp_path / "earlier")
        second = await stack.enter_async_context(served(*options))
        switch.urls[:] = [second.url]
        async with asyncio.timeout(SOON):
            await asyncio.gather(*playing, watching)
        assert seats[0].result == seats[1].result is not None
        assert verify(await pair[0].transcript(seats[0].match), SERVED).last_link == seats[0].latest.link


async def words_of(waiting: Awaitable[object]) -> str:
    """Wait until it is said that this never comes, and return the words."""
    with pytest.raises(ClientError) as refused:
        await waiting
    assert isinstance(refused.value, GoneError | LostError)
    return str(refused.value)


async def every_update(seated: FollowedMatch) -> None:
    async for _ in seated.updates():
        pass


async def test_whoever_waits_for_what_an_empty_store_does_not_have_is_told_so_in_words(
    store: ReplacedStore, servers: list[Served]
) -> None:
    async with contextlib.AsyncExitStack() as stack:
        ada, bo, cy, di = [
            await stack.enter_async_context(Client(servers[number % 2].url, name=name))
            for number, name in enumerate(("Ada", "Bo", "Cy", "Di"))
        ]
        seats = await begun(ada, bo)
        table = await cy.tables.open("density-deck", seats=2)
        search = await di.seek(["density-deck"])
        waits = [*map(every_update, seats), cy.begin(table.id), search.begun()]
        sentences = asyncio.gather(*map(words_of, waits))
        async for newest in cy.tables.changes(table.id):
            if any(place.ready for place in newest.places):  # what is under way when the store goes is only refused
                break
        await store.put_back(None)
        async with asyncio.timeout(SOON):
            words = await sentences
        gone = ("no longer has match", "the table was closed", "was signed out")
        assert all(any(each in said for each in gone) for said in words), words
        # Who comes with a token that an empty store does not know is told so at once, and comes in anew without.
        with pytest.raises(RefusedError) as unknown:
            await Client(servers[1].url, token=str(ada.token)).__aenter__()
        assert unknown.value.code is RefusalCode.UNKNOWN_TOKEN
        async with Client(servers[0].url, name="Ada") as again, Client(servers[1].url, name="Bo") as too:
            played = Played()
            async with asyncio.timeout(SOON):
                both = await begun(again, too)
                await asyncio.gather(
                    *(
                        play_out(client, seat, random.Random(1), played)
                        for client, seat in zip((again, too), both, strict=True)
                    )
                )
            assert both[0].result is not None


async def test_a_bare_client_is_told_that_its_match_is_gone(store: ReplacedStore, servers: list[Served]) -> None:
    async with line_to(servers[0].url) as line:
        await line.sign_in()
        table = (await line.ask({"type": "open_table", "game": "tiny", "options": {"marks": 9}}))["table"]
        await line.ask({"type": "add_bot", "table": table["id"]})
        await line.ask({"type": "ready", "table": table["id"]})
        await line.ask({"type": "watch_match", "match": table["match"]})
        await store.put_back(None)
        notice = await line.until(lambda heard: heard["type"] == "match_unwatched")
        assert (notice["match"], notice["code"]) == (MatchId(table["match"]), "unknown_match")
        assert msgspec.json.encode(notice["text"])
        assert (await line.ask({"type": "watch_match", "match": table["match"]}))["code"] == "unknown_match"
