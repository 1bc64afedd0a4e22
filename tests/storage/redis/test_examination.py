"""An examination: each fault is put into a real store on purpose, and is found, named and not touched."""

import asyncio
import importlib
import pkgutil
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import quarterdeck_server.lobby
import redis
from clusters import Cluster
from quarterdeck_protocol.names import MatchId
from quarterdeck_server.lobby.collections import Collection
from quarterdeck_server.lobby.documents import Key
from quarterdeck_server.matches.log import NEVER, START
from quarterdeck_server.storage import keys
from quarterdeck_server.storage.durability import FAST
from quarterdeck_server.storage.redis.examination import LASTING, LONG_AFTER, PASSING, Examined, examined
from quarterdeck_server.storage.redis.fitness import SLOTS_WITHOUT_NODE
from quarterdeck_server.storage.redis.redis_store import RedisStore
from quarterdeck_server.storage.redis.server_findings import Finding
from servers import bot, live_server, soon
from stores import (  # noqa: F401 - fixtures
    cluster_of_our_own,
    cluster_url,
    foreign_server,
    redis_url,
    server_of_our_own,
    until,
)

MATCH = keys.of_match(MatchId("match"))
FIT = {"appendonly": "yes", "appendfsync": "always", "maxmemory": "100mb", "maxmemory_policy": "noeviction"}


@pytest.fixture
def client(redis_url: str) -> Iterator[redis.Redis]:  # noqa: F811 - a fixture
    """The store with nothing in it, for whoever puts faults into it."""
    with redis.Redis.from_url(redis_url) as client:
        client.config_set("maxmemory", "100mb")
        yield client
        client.config_set("maxmemory", "0")


def document(kind: str, name: str) -> str:
    return keys.document(Key(kind, name))


def only(found: Examined) -> Finding:
    (finding,) = found.findings
    return finding


async def test_a_store_on_which_people_play_has_nothing_to_mend(
    client: redis.Redis,
    redis_url: str,  # noqa: F811 - a fixture
) -> None:
    async with live_server(RedisStore(redis_url)) as server, server.player() as line, server.person("Bo") as bo:
        players = [(await each.ask({"type": "get_account"}))["player"] for each in (line, bo)]
        await server.begin("running", players)
        await server.begin("ended", [bot(1), bot(2)], bot_delay=0)
        await bo.ask({"type": "open_table", "game": "tiny"})
        await line.ask({"type": "seek", "games": [{"game": "tiny"}]})
        await line.ask({"type": "watch_match", "match": "running"})
        await soon(lambda: client.exists(document("played", "ended")))
        found = await examined(redis_url)
    assert (found.findings, found.is_well, found.is_whole) == ([], True, True)
    assert found.keys > 10


FAULTS = {
    "deadlines of missing matches: 1 (gone)": ("zadd", MATCH.deadlines, {"gone": 1}),
    "documents `line` without expiry: 1 (abcd…)": ("set", document("line", "abcdefgh"), "1 {}"),
    "followers of matches without expiry: 1": ("sadd", MATCH.open, "qd:process:one"),
    "guests without expiry: 1 (abcd…)": ("set", document("account", "abcdefgh"), '1 {"kind":"guest"}'),
    "keys that are not Quarterdeck's: 1 (somebody:else)": ("set", "somebody:else", "1"),
    "keys that are not Quarterdeck's: 1 (wishes:abcd…)": ("set", document("wishes", "abcdefgh"), "1 {}"),
    "snapshots of matches without expiry: 1": ("set", keys.snapshot(MatchId("match")), "x"),
    "running matches without a clock: 1 (match)": ("xadd", MATCH.log, {"entry": "{}", "at": 1}),
}


@pytest.mark.parametrize("text", FAULTS)
async def test_anything_that_is_wrong_with_keys_is_found_and_left_as_it_is(
    text: str,
    client: redis.Redis,
    redis_url: str,  # noqa: F811 - a fixture
) -> None:
    command, key, value = FAULTS[text]
    getattr(client, command)(key, value)
    before = {each: client.dump(each) for each in client.scan_iter()}
    finding = only(await examined(redis_url))
    assert finding.text.startswith(text)
    assert finding.mend
    assert {each: client.dump(each) for each in client.scan_iter()} == before


async def test_a_match_that_has_ended_and_is_kept_for_ever_is_found(
    client: redis.Redis,
    redis_url: str,  # noqa: F811 - a fixture
) -> None:
    client.xadd(MATCH.log, {"entry": "{}", "at": 1}, id="1-0")
    client.hset(MATCH.head, mapping={"version": 1})
    client.set(document("played", "match"), "1 {}", ex=100)
    finding = only(await examined(redis_url))
    assert finding.text == "finished matches without expiry: 1 (match)"
    assert "2592000" in finding.mend


async def test_a_head_that_does_not_say_where_its_log_ends_is_found(
    client: redis.Redis,
    redis_url: str,  # noqa: F811 - a fixture
) -> None:
    client.xadd(MATCH.log, {"entry": "{}", "at": 1}, id="1-0")
    client.zadd(MATCH.deadlines, {"match": 1})
    client.hset(MATCH.head, mapping={"version": 2})
    assert only(await examined(redis_url)).text.endswith("does not match the end of their log: 1 (match)")


async def test_of_many_only_a_few_are_named_and_of_more_than_may_be_looked_at_it_says_so(
    client: redis.Redis,
    redis_url: str,  # noqa: F811 - a fixture
) -> None:
    for number in range(2_000):
        client.set(document("token", f"{number:04}-hash-of-a-token"), "1 {}")
    whole, part = await examined(redis_url), await examined(redis_url, most=700)
    assert only(whole).text.startswith("documents `token` without expiry: 2000 (")
    assert only(whole).text.count("…") == 4
    assert "hash-of-a-token" not in only(whole).text
    assert (whole.keys, whole.is_whole) == (2_000, True)
    assert 700 <= part.keys < 2_000
    assert not part.is_whole


@pytest.mark.parametrize("apart", [-5_000, 5_000])
async def test_a_clock_that_is_not_this_machines_is_found(
    apart: int,
    client: redis.Redis,
    redis_url: str,  # noqa: F811 - a fixture
) -> None:
    assert not client.keys()
    finding = only(await examined(redis_url, now=lambda: time.time_ns() // 1_000_000 + apart))
    assert ("behind" if apart > 0 else "ahead of") in finding.text


@pytest.mark.parametrize(
    ("settings", "text", "mend"),
    [
        ({"appendonly": "no"}, "no server can start with it", "`appendonly yes`"),
        ({"maxmemory_policy": "allkeys-lru"}, "no server can start with it", "noeviction"),
        ({"appendfsync": "everysec"}, "a power failure can lose", "appendfsync always"),
        ({"appendfsync": "no"}, "no server can start with it", "appendfsync everysec"),
        ({"maxmemory": "0"}, "its memory has no limit", "maxmemory"),
        ({"maxmemory": "1mb"}, "% of its memory is used", "raise `maxmemory`"),
    ],
)
async def test_a_server_that_is_set_up_wrongly_is_found(
    settings: dict[str, str], text: str, mend: str, tmp_path: Path
) -> None:
    async with foreign_server(tmp_path / "store", **{**FIT, **settings}) as address:
        finding = only(await examined(address))
    assert text in finding.text
    assert mend in finding.mend


async def test_anything_that_a_server_has_thrown_away_is_found_also_when_it_is_set_up_rightly_by_now(
    tmp_path: Path,
) -> None:
    wrong = {**FIT, "maxmemory": "3mb", "maxmemory_policy": "allkeys-lru"}
    async with foreign_server(tmp_path / "store", **wrong) as address:
        with redis.Redis.from_url(address) as client:
            for number in range(100):
                client.set(document("ticket", str(number)), b"1 " + b"1" * 100_000)
            client.config_set("maxmemory", "100mb")
            client.config_set("maxmemory-policy", "noeviction")
        finding = only(await examined(address))
    assert re.fullmatch(r"it has deleted [1-9]\d* keys since it started, because its memory was full", finding.text)
    assert "maxmemory-policy noeviction" in finding.mend
    assert finding.is_fault


async def test_a_disk_without_room_for_what_is_written_is_found(tmp_path: Path) -> None:
    directory = tmp_path / "kept"
    directory.mkdir()
    (directory / "appendonly.aof.manifest").write_text("file appendonly.aof.1.incr.aof seq 1 type i\n")
    (directory / "appendonly.aof.1.incr.aof").symlink_to("/dev/full")
    settings = {**FIT, "appendfsync": "everysec", "dir": str(tmp_path), "appenddirname": "kept"}
    async with foreign_server(tmp_path / "store", **settings) as address:
        with redis.Redis.from_url(address) as client:
            client.set(document("ticket", "one"), "1 {}")
            await until(lambda: client.info("persistence")["aof_last_write_status"] == "err")
        finding = only(await examined(address, durability=FAST))
    assert finding.text == "it could not write to its append-only file (aof_last_write_status: err)"
    assert "its disk is writable" in finding.mend
    assert finding.is_fault


async def test_an_append_only_file_that_cannot_be_rewritten_is_found(tmp_path: Path) -> None:
    async with foreign_server(tmp_path / "store", **FIT) as address:
        directory = tmp_path / "store" / "appendonlydir"
        directory.rename(tmp_path / "elsewhere")
        directory.write_text("no folder")
        with redis.Redis.from_url(address) as client:
            with pytest.raises(redis.ResponseError):
                client.bgrewriteaof()
            await until(lambda: client.info("persistence")["aof_last_bgrewrite_status"] == "err")
        finding = only(await examined(address))
    assert finding.text == "it could not rewrite its append-only file (aof_last_bgrewrite_status: err)"
    assert "its disk is writable" in finding.mend
    assert finding.is_fault


async def test_slots_of_a_cluster_that_no_node_has_are_found(tmp_path: Path) -> None:
    cluster = Cluster(tmp_path, primaries=1)
    try:
        await asyncio.to_thread(cluster.start)
        assert (await examined(cluster.url)).is_well
        cluster.nodes[0].client.execute_command("CLUSTER", "DELSLOTS", 0)
        faults = [finding for finding in (await examined(cluster.url)).findings if finding.is_fault]
    finally:
        cluster.stop()
    assert [finding.text for finding in faults] == ["some slots of the cluster have no node"]
    assert faults[0].mend == SLOTS_WITHOUT_NODE


async def test_all_nodes_of_a_cluster_are_looked_at(cluster_url: str) -> None:  # noqa: F811 - a fixture
    store = RedisStore(cluster_url)
    async with live_server(store) as server, server.player() as line:
        me = (await line.ask({"type": "get_account"}))["player"]
        for number in range(6):
            await server.begin(f"match-{number}", [me, bot()], bot_delay=60_000)
            await store.pipeline.ask("SADD", keys.of_match(MatchId(f"lost-{number}")).open, "qd:process:one")
        found = await examined(cluster_url)
    faults = [finding for finding in found.findings if finding.is_fault]
    assert [finding.text.partition(" (")[0] for finding in faults] == ["followers of matches without expiry: 6"]
    nodes = {finding.text.partition(": ")[0] for finding in found.findings if finding.text.startswith("node ")}
    assert len(nodes) in (0, 3), "all nodes are set up alike"


def collections() -> Iterator[Collection[object]]:
    """Every collection of the lobby."""
    package = quarterdeck_server.lobby
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        for value in vars(importlib.import_module(module.name)).values():
            if isinstance(value, Collection):
                yield value


def test_an_examination_knows_every_kind_of_document_that_there_is() -> None:
    assert {collection.key("").kind for collection in collections()} == LASTING | PASSING
    assert not LASTING & PASSING


async def test_packed_matches_are_well_and_what_says_nothing_of_its_match_is_found(
    client: redis.Redis,
    redis_url: str,  # noqa: F811 - a fixture
) -> None:
    store = RedisStore(redis_url)
    await store.start()
    await store.log.append(MatchId("match"), START, b"entry", NEVER, over=True)
    await store.log.pack(MatchId("match"))
    await store.close()
    assert (await examined(redis_url)).findings == []
    client.persist(MATCH.log)
    assert only(await examined(redis_url)).text == "finished matches without expiry: 1 (match)"
    client.set(MATCH.log, "no log", ex=60)
    assert only(await examined(redis_url)).text == "damaged packed logs: 1 (match)"


async def test_a_match_that_ended_long_ago_and_is_not_packed_is_found(
    client: redis.Redis,
    redis_url: str,  # noqa: F811 - a fixture
) -> None:
    store = RedisStore(redis_url)
    await store.start()
    ended = await store.log.append(MatchId("match"), START, b"entry", NEVER, over=True)
    assert (await examined(redis_url)).findings == []
    client.hset(MATCH.head, "at", int(ended) - LONG_AFTER - 60_000)
    found = only(await examined(redis_url))
    assert found.text == "matches that ended more than a day ago and are not packed: 1 (match)"
    assert ("quarterdeck archive pack" in found.mend, found.is_fault) == (True, False)
    await store.log.pack(MatchId("match"))
    await store.close()
    assert (await examined(redis_url)).findings == []
