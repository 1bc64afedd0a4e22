"""A store that is read while it is used: nothing is missing, and what belongs together is of one moment."""

from collections.abc import AsyncIterator
from pathlib import Path

import clusters
import pytest
import redis
from filled_stores import ACCOUNTS, DUE, ENDED, ENTRIES, GOING_ON, fill, go_on, match, play
from quarterdeck_protocol.names import MatchId
from quarterdeck_server.storage import keys
from quarterdeck_server.storage.backup import snapshot
from quarterdeck_server.storage.backup.backup_records import (
    GoneRecord,
    KeyRecord,
    MatchRecord,
    Record,
    SortedSet,
    StoredKey,
    Text,
)
from quarterdeck_server.storage.backup.log_chains import chained_entries
from quarterdeck_server.storage.backup.snapshot import Passed, Snapshot, snapshot_of
from quarterdeck_server.storage.redis.embedded import EmbeddedStore
from quarterdeck_server.store_errors import Unavailable
from stores import (  # noqa: F401 - fixtures
    cluster_of_our_own,
    cluster_url,
    patient_store,
    redis_url,
    replicated_of_our_own,
    sentinel_url,
    server_of_our_own,
)

# ruff: noqa: F811 - fixtures

LOBBY = keys.LOBBY_PREFIX.encode()


@pytest.fixture(params=["redis_url", "sentinel_url", "cluster_url"], ids=["one", "sentinel", "cluster"])
def url(request: pytest.FixtureRequest) -> str:
    return str(request.getfixturevalue(request.param))


async def read(url: str, passed: Passed = lambda _: None) -> tuple[dict[bytes, StoredKey], dict[MatchId, MatchRecord]]:
    """Return what a store keeps, by key, and its matches."""
    found: dict[bytes, StoredKey] = {}
    matches: dict[MatchId, MatchRecord] = {}
    async with snapshot_of(url, passed) as store:
        for part in (store.lobby(), store.matches()):
            async for records in part:
                for record in records:
                    match record:
                        case KeyRecord(each):
                            found[each.key] = each
                        case GoneRecord(key):
                            found.pop(key, None)
                        case MatchRecord():
                            matches[record.match] = record
    return found, matches


async def test_all_that_is_kept_is_read_and_nothing_that_is_passing(url: str) -> None:
    await fill(url)
    passed: list[int] = []
    found, matches = await read(url, passed.append)
    assert set(matches) == {match(number) for number in range(GOING_ON + ENDED)}
    assert [chained_entries(each) for each in matches.values()] == [ENTRIES] * len(matches)
    for number in range(GOING_ON + ENDED):
        goes_on = number < GOING_ON
        each = matches[match(number)]
        assert (each.due is not None, each.log.until is None) == (goes_on, goes_on)
        assert (each.head is None) == isinstance(each.log.held, Text) == (number == GOING_ON), "which one is packed"
        assert each.head is None or (each.head.until is None) == goes_on
        assert each.due is None or float(each.due) == DUE
    assert len(found) == 2 * ACCOUNTS + 1
    account, token = found[LOBBY + b"document:account:a7"], found[LOBBY + b"document:token:t7"]
    assert (account.held, account.until, token.until is None) == (Text(b'1 {"number":7}'), None, False)
    ladder = found[LOBBY + b"index:ladder"].held
    assert isinstance(ladder, SortedSet)
    assert {member: float(number) for member, number in ladder.members} == {
        b"a%d" % number: number / 7 for number in range(ACCOUNTS)
    }
    shards = {keys.deadlines(keys.shard(match(number))) for number in range(GOING_ON)}
    assert sum(passed) == len(found) + 2 * len(matches) - 1 + 1 + len(shards), (
        "the follower's and the deadlines were seen"
    )


async def test_the_lobby_is_of_one_moment_however_it_changes_meanwhile(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Documents that are changed together have the same revision in every moment; one of them is read long before the
    other."""
    monkeypatch.setattr(snapshot, "KEYS_AT_ONCE", 20)
    monkeypatch.setattr(snapshot, "READ_IN_ONE_PIECE", 7)
    pairs = 60
    with redis.Redis.from_url(redis_url) as client:

        def change(revision: int) -> None:
            with client.pipeline(transaction=True) as together:
                for number in range(pairs):
                    for half in ("one", "other"):
                        together.set(f"qd:{{lobby}}:document:{half}:{number}", f"{revision} {{}}")
                together.set("qd:{lobby}:confirmation", "")
                together.execute()

        change(1)
        batches = 0

        def passed(_: int) -> None:
            nonlocal batches
            batches += 1
            change(1 + batches)
            client.set(f"qd:{{lobby}}:document:new:{batches}", "1 {}")
            client.delete(f"qd:{{lobby}}:document:new:{batches - 1}")

        async with snapshot_of(redis_url, passed) as store:
            found: dict[bytes, StoredKey] = {}
            async for records in store.lobby():
                for record in records:
                    if isinstance(record, KeyRecord):
                        found[record.kept.key] = record.kept
                    elif isinstance(record, GoneRecord):
                        found.pop(record.key, None)
    assert batches >= 5
    revisions = {each.held for key, each in found.items() if b":new:" not in key}
    assert revisions == {Text(b"%d {}" % (1 + batches))}
    assert len(found) == 2 * pairs + 1
    assert found[LOBBY + b"document:new:%d" % batches].held == Text(b"1 {}")


async def test_a_match_that_is_played_between_two_batches_is_whole_up_to_a_moment(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshot, "KEYS_AT_ONCE", 4)
    store = patient_store(redis_url)
    await store.start()
    heads = {number: await play(store, match(number), 5) for number in range(GOING_ON)}
    read_of: dict[MatchId, int] = {}
    batches = 0
    async with snapshot_of(redis_url) as being_read:
        async for records in being_read.matches():
            read_now = {each.match: chained_entries(each) for each in records if isinstance(each, MatchRecord)}
            assert set(read_now.values()) <= {5 + batches}, "each is as it was when it was read"
            read_of |= read_now
            batches += 1
            for number, head in heads.items():
                heads[number] = await go_on(store, match(number), head)
    await store.close()
    assert set(read_of) == {match(number) for number in heads}
    assert batches > 2


async def test_anything_that_is_of_an_unknown_name_is_carried_and_what_is_somebody_elses_is_not(redis_url: str) -> None:
    with redis.Redis.from_url(redis_url) as client:
        client.set("somebody:else", "1")
        client.set("qd:unknown", "1")
        client.rpush("qd:{lobby}:list", "a", "b")
        client.sadd("qd:{s1}:set", "a")
    found, _ = await read(redis_url)
    assert set(found) == {b"qd:unknown", b"qd:{lobby}:list", b"qd:{s1}:set"}


class Restarted(EmbeddedStore):
    """A store whose server is started anew, at the same address."""

    async def restart(self) -> None:
        await self._end()
        await self._launch()


@pytest.mark.parametrize("part", ["lobby", "matches"])
async def test_a_server_that_is_started_again_meanwhile_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    """It lists its keys in another order then, so that going on could leave some of them out."""
    monkeypatch.setattr(snapshot, "KEYS_AT_ONCE", 10)
    store = Restarted(tmp_path / "store")
    await store.start()
    try:
        await fill(store.url)
        async with snapshot_of(store.url) as being_read:
            with pytest.raises(Unavailable):
                await read_while_it_restarts(being_read.lobby() if part == "lobby" else being_read.matches(), store)
    finally:
        await store.stop()


async def read_while_it_restarts(records: AsyncIterator[list[Record]], store: Restarted) -> None:
    """Read all of this, and start the server anew after the first of it."""
    async for _ in records:
        if store.starts == 1:
            await store.restart()


async def test_slots_that_move_meanwhile_are_noticed(cluster_of_our_own: clusters.Cluster, cluster_url: str) -> None:
    await fill(cluster_url)
    empty = keys.slot(keys.deadlines(next(shard for shard in range(keys.SHARDS) if shard not in shards_in_use())))
    before = cluster_of_our_own.owner(empty)
    try:
        async with snapshot_of(cluster_url) as store:
            with pytest.raises(Unavailable, match="slots of the cluster moved"):
                await read_while_a_slot_moves(store, cluster_of_our_own, empty)
    finally:
        cluster_of_our_own.move(empty, before)


async def read_while_a_slot_moves(store: Snapshot, cluster: clusters.Cluster, slot: int) -> None:
    """Read all matches, and let a slot move after the first of them."""
    has_moved = False
    async for _ in store.matches():
        if not has_moved:
            cluster.move(slot, cluster.another_than(slot))
            has_moved = True


def shards_in_use() -> set[int]:
    return {keys.shard(match(number)) for number in range(GOING_ON + ENDED)}
