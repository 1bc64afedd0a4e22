"""A backup put back: what was there is there, into whatever store, and only into one that nobody uses."""

from pathlib import Path

import pytest
import redis
from filled_stores import ACCOUNTS, ENDED, ENTRIES, GOING_ON, fill, match
from quarterdeck_protocol.names import Epoch, MatchId, Milliseconds
from quarterdeck_server.lobby.documents import Key
from quarterdeck_server.matches.log import History
from quarterdeck_server.storage import keys
from quarterdeck_server.storage.backup import restoration
from quarterdeck_server.storage.backup.backup import make_backup
from quarterdeck_server.storage.backup.backup_file import BackupReader, DamagedBackup
from quarterdeck_server.storage.backup.backup_records import KeyRecord, MatchRecord, Record, StoredKey
from quarterdeck_server.storage.backup.restoration import NotEmpty, restoration_to, restore_backup
from quarterdeck_server.store_errors import Unavailable
from stores import (  # noqa: F401 - fixtures
    cluster_of_our_own,
    cluster_url,
    foreign_server,
    patient_store,
    redis_url,
    server_of_our_own,
)

# ruff: noqa: F811 - fixtures

WAY = ["from one server to a cluster", "from a cluster to one server"]


async def histories(url: str) -> dict[MatchId, History]:
    store = patient_store(url)
    await store.start()
    try:
        found = {match(number): await store.log.read(match(number)) for number in range(GOING_ON + ENDED)}
        documents = await store.documents.read([Key("account", f"a{number}") for number in range(ACCOUNTS)])
        assert [each and each.body for each in documents] == [b'{"number":%d}' % number for number in range(ACCOUNTS)]
        listed = await store.documents.listed("ladder", most=1_000)
        assert listed == [(f"a{number}", number / 7) for number in range(ACCOUNTS)]
        return found
    finally:
        await store.close()


@pytest.mark.parametrize("way", WAY)
@pytest.mark.parametrize("same_history", [False, True], ids=["played on meanwhile", "the same history"])
async def test_anything_that_was_there_is_there_and_matches_that_go_on_are_in_a_new_epoch(
    redis_url: str, cluster_url: str, tmp_path: Path, way: str, same_history: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(restoration, "COMMANDS_AT_ONCE", 7)
    monkeypatch.setattr(restoration, "PARTS_AT_ONCE", 4)
    source, target = (redis_url, cluster_url) if way == WAY[0] else (cluster_url, redis_url)
    await fill(source)
    before = await histories(source)
    totals, census = await make_backup(source, tmp_path / "backup", "0.1.0")
    assert (census.matches, census.going_on, census.entries) == (GOING_ON + ENDED, GOING_ON, ENTRIES * len(before))
    assert (totals.records, totals.matches) == (census.records, census.matches)
    *_, there = await restore_backup(target, tmp_path / "backup", same_history=same_history)
    assert (there.matches, there.going_on, there.entries, there.broken) == (
        *(census.matches, census.going_on, census.entries),
        0,
    )
    after = await histories(target)
    for number in range(GOING_ON + ENDED):
        rises = not same_history and number < GOING_ON
        assert after[match(number)] == History(Epoch(1 if rises else 0), before[match(number)].entries)
    await it_goes_on(target)


async def it_goes_on(url: str) -> None:
    """The clocks of the matches that go on are set, and what ends does so when it would have."""
    store = patient_store(url)
    await store.start()
    for number in range(GOING_ON + ENDED):
        of_match = keys.of_match(match(number))
        due, log, head = (
            store.pipeline.ask("ZSCORE", of_match.deadlines, match(number)),
            *(store.pipeline.ask("PTTL", key) for key in (of_match.log, of_match.head)),
        )
        assert (await due is not None, await log == -1, await head == -1) == (number < GOING_ON,) * 3
        assert await store.pipeline.ask("EXISTS", of_match.open) == 0, "whoever followed it there does not do so here"
    assert 0 < await store.pipeline.ask("PTTL", keys.document(Key("token", "t1"))) <= 100_000_000
    await store.close()


async def test_every_kind_of_key_is_put_back_as_it_was(redis_url: str, tmp_path: Path) -> None:
    with redis.Redis.from_url(redis_url) as client:
        client.set("qd:a", b"\x00\xff")
        client.hset("qd:b", mapping={"x": "1", "y": "2"})
        client.rpush("qd:c", *range(1_200))
        client.sadd("qd:d", *range(1_200))
        client.zadd("qd:e", {str(number): number / 3 for number in range(1_200)})
        client.xadd("qd:f", {"x": "1"}, id="5-3")
        client.pexpireat("qd:f", 4_000_000_000_000)
        dumped = {key: (client.dump(key), client.execute_command("PEXPIRETIME", key)) for key in client.scan_iter()}
        await make_backup(redis_url, tmp_path / "backup", "0.1.0")
        client.flushall()
        await restore_backup(redis_url, tmp_path / "backup")
        assert set(client.keys()) == set(dumped)
        assert client.zrange("qd:e", 0, -1, withscores=True)[1] == (b"1", 1 / 3)
        assert client.lrange("qd:c", 0, -1) == [b"%d" % number for number in range(1_200)]
        assert client.smembers("qd:d") == {b"%d" % number for number in range(1_200)}
        assert client.xrange("qd:f") == [(b"5-3", {b"x": b"1"})]
        assert client.execute_command("PEXPIRETIME", "qd:f") == 4_000_000_000_000
        assert (client.get("qd:a"), client.hgetall("qd:b")) == (b"\x00\xff", {b"x": b"1", b"y": b"2"})


async def test_a_store_that_has_something_is_left_alone_unless_it_is_to_be_replaced(
    redis_url: str, tmp_path: Path
) -> None:
    with redis.Redis.from_url(redis_url) as client:
        client.set("qd:old", "1")
        await make_backup(redis_url, tmp_path / "backup", "0.1.0")
        client.flushall()
        client.set("qd:new", "1")
        client.set("somebody:else", "1")
        with pytest.raises(NotEmpty, match=r"it has 2 keys\. Restore into an empty one, or delete Quarterdeck"):
            await restore_backup(redis_url, tmp_path / "backup")
        assert set(client.keys()) == {b"qd:new", b"somebody:else"}
        await restore_backup(redis_url, tmp_path / "backup", replace=True)
        assert set(client.keys()) == {b"qd:old", b"somebody:else"}


@pytest.fixture(params=["redis_url", "cluster_url"])
def url(request: pytest.FixtureRequest) -> str:
    """One server and a cluster, started before a test's own event loop runs."""
    return str(request.getfixturevalue(request.param))


@pytest.mark.parametrize("replace", [False, True])
async def test_a_store_that_servers_use_is_left_alone(url: str, tmp_path: Path, replace: bool) -> None:
    store = patient_store(url)
    await store.start()
    try:
        await make_backup(url, tmp_path / "backup", "0.1.0")
        with pytest.raises(NotEmpty, match="1 server processes use this store"):
            await restore_backup(url, tmp_path / "backup", replace=replace)
    finally:
        await store.close()


async def test_a_damaged_file_changes_nothing_even_if_the_store_may_be_replaced(redis_url: str, tmp_path: Path) -> None:
    await fill(redis_url)
    path = tmp_path / "backup"
    await make_backup(redis_url, path, "0.1.0")
    content = path.read_bytes()
    with redis.Redis.from_url(redis_url) as client:
        before = {key: client.dump(key) for key in client.scan_iter()}
        for damaged in (content[:-1], content[:200], content[:500] + bytes([content[500] ^ 1]) + content[501:]):
            path.write_bytes(damaged)
            with pytest.raises(DamagedBackup):
                await restore_backup(redis_url, path, replace=True)
        assert {key: client.dump(key) for key in client.scan_iter()} == before


async def test_of_a_match_that_stands_there_twice_the_last_word_counts(redis_url: str, tmp_path: Path) -> None:
    await fill(redis_url)
    await make_backup(redis_url, tmp_path / "backup", "0.1.0")
    with (tmp_path / "backup").open("rb") as file:
        records = [record for frame in BackupReader(file).frames() for record in frame]
    (goes_on,) = [each for each in records if isinstance(each, MatchRecord) and each.match == match(0)]
    (ended,) = [each for each in records if isinstance(each, MatchRecord) and each.match == match(GOING_ON)]
    names = keys.of_match(match(0))
    later = StoredKey(names.log.encode(), ended.log.held, ended.log.until)
    assert goes_on.due is not None
    with redis.Redis.from_url(redis_url) as client:
        client.flushall()
        async with restoration_to(redis_url) as restoration:
            await restoration.put([goes_on, MatchRecord(match(0), later, None, None)], same_history=False)
        assert client.keys() == [names.log.encode()]


async def test_anything_that_is_over_by_now_is_not_written(redis_url: str, tmp_path: Path) -> None:
    with redis.Redis.from_url(redis_url) as client:
        client.set("qd:over", "1", ex=100_000)
        client.set("qd:lasts", "1")
        await make_backup(redis_url, tmp_path / "backup", "0.1.0")
        with (tmp_path / "backup").open("rb") as file:
            (records,) = BackupReader(file).frames()
        client.flushall()
        async with restoration_to(redis_url) as restoration:
            await restoration.put([long_ago(record) for record in records], same_history=False)
        assert client.keys() == [b"qd:lasts"]


def long_ago(record: Record) -> Record:
    """Return a record of a key that has come to its end, if it has one."""
    assert isinstance(record, KeyRecord)
    until = None if record.kept.until is None else Milliseconds(1_000_000_000_000)
    return KeyRecord(StoredKey(record.kept.key, record.kept.held, until))


async def test_anything_that_a_store_refuses_is_told(redis_url: str, tmp_path: Path) -> None:
    with redis.Redis.from_url(redis_url) as client:
        client.set("qd:lasts", "1")
        await make_backup(redis_url, tmp_path / "backup", "0.1.0")
    async with foreign_server(tmp_path / "small", maxmemory="1", maxmemory_policy="noeviction") as full:
        with pytest.raises(Unavailable, match="command not allowed when used memory"):
            await restore_backup(full, tmp_path / "backup")
