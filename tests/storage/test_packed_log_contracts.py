"""What becomes of the log of a match that has ended, held against memory and real stores alike."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from quarterdeck_protocol.names import Epoch, MatchId, Milliseconds, Version
from quarterdeck_server.matches.log import NEVER, START, Head, Remembered, Stamped
from quarterdeck_server.storage.lifetimes import LIFETIMES
from quarterdeck_server.storage.store import Store
from quarterdeck_server.store_errors import Conflict
from stores import Backup, Ears, before, next_of

AnotherProcess = Callable[[], Awaitable[Store]]

MATCH = MatchId("match")
EVERY_BYTE = bytes(range(256))


async def played(store: Store, *, entries: int = 3) -> list[Stamped]:
    """Write a match to its end."""
    await asyncio.gather(
        *(
            store.log.append(MATCH, before(version), EVERY_BYTE + b"%d" % version, NEVER, over=version == entries)
            for version in range(1, entries + 1)
        )
    )
    return list((await store.log.read(MATCH)).entries)


async def head_of(store: Store) -> Head:
    return (await store.log.heads([MATCH]))[MATCH]


async def test_a_packed_log_reads_as_before_in_every_process(another_process: AnotherProcess) -> None:
    one, two = await another_process(), await another_process()
    written = await played(one)
    head = await head_of(one)
    assert await one.log.pack(MATCH)
    for store in (one, two):
        assert (await store.log.read(MATCH)).entries == written
        assert (await store.log.read(MATCH, Version(1))).entries == written[1:]
        assert (await store.log.read(MATCH, Version(9))).entries == []
        assert (await head_of(store), await store.log.versions([MATCH])) == (head, {MATCH: 3})
        assert await store.log.due(9) == []


async def test_a_long_log_is_packed_whole(another_process: AnotherProcess) -> None:
    store = await another_process()
    written = await played(store, entries=1203)
    assert await store.log.pack(MATCH)
    assert (await store.log.read(MATCH)).entries == written


async def test_packing_twice_at_once_and_once_more_does_it_once(another_process: AnotherProcess) -> None:
    one, two = await another_process(), await another_process()
    written = await played(one)
    assert all(await asyncio.gather(one.log.pack(MATCH), two.log.pack(MATCH), one.log.pack(MATCH)))
    assert await two.log.pack(MATCH)
    assert (await two.log.read(MATCH)).entries == written


async def test_a_match_that_goes_on_is_not_packed_nor_one_that_is_not_there(another_process: AnotherProcess) -> None:
    store = await another_process()
    assert not await store.log.pack(MATCH)
    await store.log.append(MATCH, before(1), b"entry", NEVER, over=False)
    assert not await store.log.pack(MATCH)
    assert not await store.log.drop(MATCH, await head_of(store))
    await store.log.append(MATCH, before(2), b"entry", NEVER, over=False)
    assert await store.log.versions([MATCH]) == {MATCH: 2}


@pytest.mark.parametrize("version", [3, 4])
async def test_nothing_is_added_to_a_packed_log(another_process: AnotherProcess, version: int) -> None:
    store = await another_process()
    written = await played(store)
    await store.log.pack(MATCH)
    with pytest.raises(Conflict):
        await store.log.append(MATCH, before(version), b"late", NEVER, over=True)
    assert (await store.log.read(MATCH)).entries == written


async def test_a_store_that_has_forgotten_that_it_packed_a_log_packs_it_again(
    another_process: AnotherProcess, backup: Callable[[], Backup]
) -> None:
    store = await another_process()
    written = await played(store)
    earlier = backup()
    await store.log.pack(MATCH)
    earlier.put_back()
    assert (await store.log.read(MATCH)).entries == written


async def test_another_history_is_rewound_though_it_is_packed(
    another_process: AnotherProcess, backup: Callable[[], Backup]
) -> None:
    one, two = await another_process(), await another_process()
    rung: asyncio.Queue[tuple[Epoch, Stamped]] = asyncio.Queue()
    two.log.set_callbacks(lambda _, epoch, stamped: rung.put_nowait((epoch, stamped)), lambda: None)
    empty = backup()
    await one.log.append(MATCH, START, b"forgotten", NEVER, over=False)
    known = await head_of(one)
    empty.put_back()
    written = await played(one)
    await one.log.pack(MATCH)
    await two.log.subscribe(MATCH)
    await asyncio.gather(one.log.rewind(MATCH, known), two.log.rewind(MATCH, known))
    assert await next_of(rung) == (1, written[-1])
    assert await head_of(one) == Head(Epoch(1), Version(3), written[-1].digest)
    assert (await one.log.read(MATCH)).entries == written
    assert await one.log.pack(MATCH)
    history = await two.log.read(MATCH)
    assert (history.epoch, history.entries) == (1, written)


async def test_the_history_that_is_known_is_left_as_it_is(another_process: AnotherProcess) -> None:
    store = await another_process()
    await played(store)
    known = await head_of(store)
    await store.log.pack(MATCH)
    await store.log.rewind(MATCH, known)
    assert await head_of(store) == known


async def test_anything_that_follows_a_packed_log_is_written_back(
    another_process: AnotherProcess, backup: Callable[[], Backup]
) -> None:
    store = await another_process()
    written = await played(store, entries=2)
    await store.log.pack(MATCH)
    forgotten = Stamped(Version(3), b"more", written[-1].at, "d1" * 20)
    remembered = Remembered(epoch=Epoch(0), entries=[forgotten], until=None, over=True)
    await store.log.restore(MATCH, await head_of(store), remembered)
    assert (await store.log.read(MATCH)).entries == [*written, forgotten]
    with pytest.raises(Conflict):
        await store.log.restore(MATCH, Head(version=Version(2)), remembered)


async def test_packing_rings_nobody(another_process: AnotherProcess) -> None:
    one, two = await another_process(), await another_process()
    await played(one, entries=2)
    ears = Ears(two)
    await two.log.subscribe(MATCH)
    await one.log.pack(MATCH)
    other = MatchId("other")
    await two.log.subscribe(other)
    await one.log.append(other, START, b"entry", NEVER, over=False)
    assert (await next_of(ears.entries))[0] == other


@pytest.mark.parametrize("is_packed", [False, True], ids=["a stream", "packed"])
async def test_a_log_that_is_kept_elsewhere_leaves_the_store(another_process: AnotherProcess, is_packed: bool) -> None:
    one, two = await another_process(), await another_process()
    await played(one)
    head = await head_of(one)
    if is_packed:
        await one.log.pack(MATCH)
    for other in (Head(Epoch(1), head.version, head.digest), Head(head.epoch, Version(2)), Head(digest="0" * 40)):
        with pytest.raises(Conflict):
            await one.log.drop(MATCH, other)
    assert (await two.log.versions([MATCH])) == {MATCH: 3}
    assert all(await asyncio.gather(one.log.drop(MATCH, head), two.log.drop(MATCH, head)))
    assert (await head_of(two), (await two.log.read(MATCH)).entries) == (START, [])


async def test_a_match_that_was_over_for_long_and_is_gone_is_not_written_back(another_process: AnotherProcess) -> None:
    store = await another_process()
    written = await played(store)
    await store.log.drop(MATCH, await head_of(store))
    long_ago = Milliseconds(await store.log.now() - LIFETIMES.unmoved * 1000)
    old = [Stamped(each.version, each.entry, long_ago, each.digest) for each in written]
    with pytest.raises(Conflict, match="left the store"):
        await store.log.restore(MATCH, START, Remembered(epoch=Epoch(0), entries=old, until=None, over=True))
    assert await head_of(store) == START
    await store.log.restore(MATCH, START, Remembered(epoch=Epoch(0), entries=written, until=None, over=True))
    assert (await store.log.read(MATCH)).entries == written, "that was a loss"
