"""A store that cannot keep matches is found out: at the start, and by readiness. Real servers, set up wrongly."""

import asyncio
from pathlib import Path

import msgspec
import pytest
import redis
from clusters import Cluster, Replicated, free_ports
from clusters import until as until_met
from quarterdeck_server.storage.durability import FAST, FSYNC, UNCHECKED, Durability, replica
from quarterdeck_server.storage.redis.fitness import durability_held, report_in, why_unfit, why_unfit_at
from quarterdeck_server.storage.redis.redis_store import RedisStore
from quarterdeck_server.store_errors import Unavailable, Unfit
from servers import LiveServer, live_server, served
from stores import SOON, foreign_server, until_it_answers
from structlog.testing import capture_logs

FIT = {"appendonly": "yes", "maxmemory_policy": "noeviction"}


UNFIT = "The store answers but cannot save matches; the server's log says why."
"""What strangers are told: not which machine the store is."""


def free_port() -> str:
    return str(*free_ports(1))


async def is_red(server: LiveServer) -> None:
    """Wait until the server is not ready and says that it is not for want of an answer."""
    async with asyncio.timeout(SOON):
        while True:
            status, answer = await server.get("/readyz")
            if status == 503 and answer["detail"] == UNFIT:
                return


async def green(server: LiveServer) -> None:
    async with asyncio.timeout(SOON):
        while (await server.get("/readyz"))[0] != 200:
            pass


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"appendonly": "no"}, "set `appendonly yes`"),
        ({"maxmemory_policy": "allkeys-lru"}, "(`maxmemory-policy allkeys-lru`): set `maxmemory-policy noeviction`"),
        ({"maxmemory_policy": "volatile-ttl"}, "set `maxmemory-policy noeviction`"),
        ({"replicaof": "127.0.0.1 9"}, "name its primary (127.0.0.1:9) in --store"),
        ({"cluster_enabled": "yes"}, "set `cluster-enabled no`"),
    ],
)
async def test_a_store_that_cannot_keep_matches_is_refused_at_the_start_and_says_what_to_set(
    settings: dict[str, str], says: str, tmp_path: Path
) -> None:
    if "cluster_enabled" in settings:
        settings = {**settings, "port": free_port(), "cluster_port": free_port()}
    async with (
        foreign_server(tmp_path / "store", **{**FIT, **settings}) as address,
        served("--store", address, folder=tmp_path) as server,
    ):
        assert await server.ended() == 1
        assert server.greeting == "", "it does not say that it listens"
        assert says in server.said.decode().replace("\n", " ")
        assert b"Traceback" not in server.said
        with capture_logs() as log:
            async with live_server(RedisStore(address)) as running:  # as when it becomes so later
                await is_red(running)
        assert says in str([line for line in log if line["log_level"] == "error"])


async def test_a_node_of_a_cluster_that_cannot_keep_matches_is_refused_and_named(
    cluster_url: str, cluster_of_our_own: Cluster, tmp_path: Path
) -> None:
    assert await why_unfit_at(cluster_url) is None
    node = cluster_of_our_own.nodes[1]
    node.client.config_set("maxmemory-policy", "allkeys-lru")
    try:
        says = f"The store's node {node.place} cannot store matches safely. It deletes matches"
        async with served("--store", cluster_url, folder=tmp_path) as server:
            assert await server.ended() == 1
            assert says in server.said.decode().replace("\n", " ")
        with capture_logs() as log:
            async with live_server(RedisStore(cluster_url)) as running:
                await is_red(running)
                assert says in str([line for line in log if line["log_level"] == "error"])
                node.client.config_set("maxmemory-policy", "noeviction")
                await green(running)
    finally:
        node.client.config_set("maxmemory-policy", "noeviction")


async def test_anything_that_stands_by_for_a_node_is_looked_at_too(tmp_path: Path) -> None:
    cluster = Cluster(tmp_path, primaries=1, replicas=1)
    try:
        await asyncio.to_thread(cluster.start)
        await asyncio.to_thread(until_met, lambda: all(len(node.slots()[0]) == 4 for node in cluster.nodes))
        assert await why_unfit_at(cluster.url) is None
        replica = cluster.nodes[-1]
        replica.client.config_set("appendonly", "no")
        assert str(await why_unfit_at(cluster.url)).startswith(
            f"The store's node {replica.place} cannot store matches safely. It loses every match"
        )
    finally:
        cluster.stop()


async def test_a_cluster_in_which_a_slot_has_no_node_is_refused(tmp_path: Path) -> None:
    cluster = Cluster(tmp_path)
    try:
        await asyncio.to_thread(cluster.start)
        for node in cluster.nodes:
            node.client.execute_command("CLUSTER", "DELSLOTS", 0)
        assert "Some slots of the cluster have no node" in str(await why_unfit_at(cluster.url))
    finally:
        cluster.stop()


async def test_a_single_server_that_is_named_as_a_cluster_says_how_to_name_it(tmp_path: Path) -> None:
    port = free_port()
    settings = {**FIT, "port": port, "bind": "127.0.0.1"}
    async with (
        foreign_server(tmp_path / "store", **settings),
        served("--store", f"redis+cluster://127.0.0.1:{port}", folder=tmp_path) as server,
    ):
        assert await server.ended() == 1
        assert "name it in --store as redis://host:port" in server.said.decode().replace("\n", " ")


async def test_a_primary_behind_sentinels_is_looked_at(sentinel_url: str, replicated_of_our_own: Replicated) -> None:
    assert await why_unfit_at(sentinel_url) is None
    primary = replicated_of_our_own.primary()
    primary.client.config_set("maxmemory-policy", "volatile-lru")
    try:
        assert "noeviction" in str(await why_unfit_at(sentinel_url))
    finally:
        primary.client.config_set("maxmemory-policy", "noeviction")


async def test_sentinels_that_know_no_such_primary_say_so_and_give_no_password_away(
    sentinel_url: str, replicated_of_our_own: Replicated
) -> None:
    place = replicated_of_our_own.sentinels[0].place
    with pytest.raises(Unavailable) as away:
        await why_unfit_at(f"redis+sentinel://me:secret@{place}/another?sentinel_password=")
    assert str(away.value) == (
        f"Redis cannot be reached: None of the answering Sentinels knows a reachable primary:"
        f" the primary of another, as {place} know it"
    )


async def test_all_that_is_wrong_is_said_at_once(tmp_path: Path) -> None:
    wrong = {"appendonly": "no", "maxmemory_policy": "allkeys-random"}
    async with foreign_server(tmp_path / "store", **wrong) as address:
        why = await why_unfit_at(address)
    assert why is not None
    assert "appendonly yes" in why
    assert "noeviction" in why


@pytest.mark.parametrize(
    ("settings", "durability", "right"),
    [
        ({"appendfsync": "everysec"}, FSYNC, "`CONFIG SET appendfsync always`"),
        ({"appendfsync": "everysec"}, FSYNC, "or start with `--durability fast`"),
        ({"appendfsync": "no"}, FAST, "`CONFIG SET appendfsync everysec`"),
        ({"appendfsync": "no"}, replica(1), "It has no replicas, and `--durability replica:1` waits for 1"),
        ({}, replica(2), "start with `--durability fsync`"),
        ({"appendonly": "no"}, replica(1), "start with `--durability unchecked`"),
    ],
)
async def test_a_store_that_promises_less_than_is_asked_is_refused_with_what_would_be_right(
    settings: dict[str, str], durability: Durability, right: str, tmp_path: Path
) -> None:
    async with foreign_server(tmp_path / "store", **{**FIT, "appendfsync": "always", **settings}) as address:
        why = await why_unfit_at(address, durability)
    assert why is not None
    assert right in why


@pytest.mark.parametrize(
    ("settings", "durability"),
    [
        ({"appendfsync": "always"}, FSYNC),
        ({"appendfsync": "always"}, FAST),
        ({"appendfsync": "everysec"}, FAST),
        ({"appendonly": "no"}, UNCHECKED),
        ({"appendfsync": "no"}, UNCHECKED),
    ],
)
async def test_a_store_that_promises_what_is_asked_or_more_is_fit(
    settings: dict[str, str], durability: Durability, tmp_path: Path
) -> None:
    async with foreign_server(tmp_path / "store", **{**FIT, **settings}) as address:
        assert await why_unfit_at(address, durability) is None


async def test_a_store_is_fit_for_as_many_replicas_as_follow_it_and_no_more(sentinel_url: str) -> None:
    assert await why_unfit_at(sentinel_url, replica(2)) is None
    why = await why_unfit_at(sentinel_url, replica(3))
    assert why is not None
    assert "It has 2 replicas, and `--durability replica:3` waits for 3" in why
    assert "start with `--durability replica:2`" in why


async def test_a_server_whose_replicas_have_gone_is_not_ready_and_says_why(tmp_path: Path) -> None:
    async with foreign_server(tmp_path / "store", **FIT) as address:
        store = RedisStore(address, durability=replica(1), confirmed_within=0.05, patience=SOON, silence=SOON)
        async with live_server(store) as server:
            await is_red(server)
            with pytest.raises(Unfit, match="It has no replicas, and `--durability replica:1` waits for 1"):
                await store.ping()


async def test_a_server_that_does_not_tell_its_settings_is_not_held_to_them(tmp_path: Path) -> None:
    async with foreign_server(tmp_path / "store", **{**FIT, "appendfsync": "everysec"}) as address:
        with redis.Redis.from_url(address) as client:
            client.execute_command("ACL", "SETUSER", "default", "-config")
        assert await why_unfit_at(address, FSYNC) is None
        assert durability_held([report_in(b"aof_enabled:1")]) == (FAST,), "and promises nothing that it does not report"


async def test_a_store_as_it_should_be_is_fit(tmp_path: Path) -> None:
    async with foreign_server(tmp_path / "store", **FIT) as address:
        assert await why_unfit_at(address) is None


@pytest.mark.parametrize(
    ("said", "is_fit"),
    [
        ("redis_version:6.2.14", False),
        ("redis_version:7.0.0", True),
        ("redis_version:8.2.1", True),
        ("redis_version:7.2.4\r\nvalkey_version:7.2.11", True),
        ("redis_version:7.2.4\r\nvalkey_version:7.0.1", False),
        ("redis_version:7.2.4\r\nvalkey_version:9.1.2", True),
        ("redis_version:unknown", False),
        ("", True),
    ],
)
def test_a_version_that_is_too_old_is_refused(said: str, *, is_fit: bool) -> None:
    why = why_unfit(report_in(f"# Server\r\n{said}\r\nrole:master\r\n".encode()))
    assert (why is None) is is_fit
    assert why is None or "too old: install Redis 7.0, Valkey 7.2 or newer" in why


async def test_a_store_that_is_full_is_not_ready_until_there_is_room(tmp_path: Path) -> None:
    async with foreign_server(tmp_path / "store", **FIT) as address, live_server(RedisStore(address)) as server:
        await green(server)
        with redis.Redis.from_url(address) as client:
            client.config_set("maxmemory", "1")
            await is_red(server)
            client.config_set("maxmemory", "0")
        await green(server)


async def test_a_primary_that_becomes_a_replica_is_not_ready_until_it_is_a_primary_again(tmp_path: Path) -> None:
    async with foreign_server(tmp_path / "store", **FIT) as address, live_server(RedisStore(address)) as server:
        await green(server)
        with redis.Redis.from_url(address) as client:
            client.replicaof("127.0.0.1", 9)
            await is_red(server)
            client.replicaof("NO", "ONE")
        await green(server)


async def test_anything_that_was_set_wrongly_and_is_mended_is_fit_without_a_restart(tmp_path: Path) -> None:
    wrong = {**FIT, "appendonly": "no"}
    async with foreign_server(tmp_path / "store", **wrong) as address, live_server(RedisStore(address)) as server:
        await is_red(server)
        with redis.Redis.from_url(address) as client:
            client.config_set("appendonly", "yes")
        await green(server)


async def test_anything_that_readiness_writes_is_gone_a_moment_later(tmp_path: Path) -> None:
    async with foreign_server(tmp_path / "store", **FIT) as address:
        store = RedisStore(address)
        await store.start()
        await until_it_answers(store)
        await store.ping()
        await store.close()
        with redis.Redis.from_url(address) as client:
            tried = [key for key in client.scan_iter() if b"trial" in key]
            assert len(tried) == 2, "a log and its head, and not anew for every question"
            assert all(0 < client.pttl(key) <= 1000 for key in tried)


async def test_a_server_whose_store_is_away_greets_when_it_is_there(tmp_path: Path) -> None:
    port = free_port()
    address = f"redis://127.0.0.1:{port}"
    async with served("--store", address, folder=tmp_path, greeting_ends=b"nobody can play yet") as server:
        assert "nobody can play yet: the store cannot be reached" in server.greeting
        assert "listening" not in server.greeting
        async with foreign_server(tmp_path / "store", **{**FIT, "port": port, "bind": "127.0.0.1"}):
            await server.greeted()
            assert [msgspec.json.decode(line)["level"] for line in server.greeting.splitlines()] == ["warning", "info"]
            assert await server.terminated() == 0


async def test_a_store_that_is_not_there_is_unavailable(tmp_path: Path) -> None:
    with pytest.raises(Unavailable):
        await why_unfit_at(f"unix://{tmp_path}/nowhere")
