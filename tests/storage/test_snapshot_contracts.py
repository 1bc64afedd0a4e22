"""What is kept of the snapshots of a match, held against memory and real stores alike."""

import asyncio
from collections.abc import Awaitable, Callable

from quarterdeck_protocol.names import MatchId
from quarterdeck_server.matches.log import NEVER
from quarterdeck_server.storage.store import Store
from stores import before

AnotherProcess = Callable[[], Awaitable[Store]]

MATCH, OTHER = MatchId("match"), MatchId("other")
EVERY_BYTE = bytes(range(256))


async def ended(store: Store) -> None:
    await asyncio.gather(
        *(store.log.append(MATCH, before(version), b"entry", NEVER, over=version == 2) for version in (1, 2))
    )


async def test_fields_are_kept_beside_those_that_are_there_and_again_alone(another_process: AnotherProcess) -> None:
    one, two = await another_process(), await another_process()
    assert await one.log.snapshot(MATCH) == {}
    await one.log.store_snapshot(MATCH, {"128": EVERY_BYTE, "standing": b"1"}, replaces_all=True)
    await two.log.store_snapshot(MATCH, {"256": b"", "standing": b"2"}, replaces_all=False)
    assert await one.log.snapshot(MATCH) == {"128": EVERY_BYTE, "256": b"", "standing": b"2"}
    await one.log.store_snapshot(MATCH, {"standing": b"3"}, replaces_all=True)
    assert await two.log.snapshot(MATCH) == {"standing": b"3"}
    assert await two.log.snapshot(OTHER) == {}


async def test_many_fields_are_kept_whole(another_process: AnotherProcess) -> None:
    store = await another_process()
    fields = {str(number): b"%d" % number for number in range(100)}
    await store.log.store_snapshot(MATCH, fields, replaces_all=True)
    assert await store.log.snapshot(MATCH) == fields


async def test_packing_a_match_and_dropping_it_leave_no_snapshot(another_process: AnotherProcess) -> None:
    store = await another_process()
    await ended(store)
    await store.log.store_snapshot(MATCH, {"standing": b"1"}, replaces_all=True)
    assert await store.log.pack(MATCH)
    assert await store.log.snapshot(MATCH) == {}
    await store.log.store_snapshot(MATCH, {"standing": b"1"}, replaces_all=False)
    assert await store.log.drop(MATCH, (await store.log.heads([MATCH]))[MATCH])
    assert await store.log.snapshot(MATCH) == {}
