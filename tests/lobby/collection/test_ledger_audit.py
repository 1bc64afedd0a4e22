"""The audit of the ledger: it finds nothing where all is right, also while copies move, and every lie at its place."""

from collections.abc import Awaitable, Callable

import msgspec
import pytest
from lobby.collection_world import ADA, BO, CY, ELM, GUEST, OAK, World
from quarterdeck_server.lobby.collection.holdings import COLLECTIONS, CollectionRecord
from quarterdeck_server.lobby.collection.ledger import BURNT, HOLDERS, MADE, movements_of
from quarterdeck_server.lobby.collection.ledger_audit import LedgerAudit, audited
from quarterdeck_server.lobby.collection.movements import (
    MOVEMENTS,
    Cause,
    LegRecord,
    MovementId,
    MovementRecord,
    exchange,
)
from quarterdeck_server.lobby.documents import IndexAddition, IndexEntry


async def a_world() -> World:
    """Return a world in which copies were given, traded and burnt."""
    world = World()
    await world.open(ADA, BO, CY, GUEST)
    await world.give(ADA, {OAK: 3, ELM: 1}, "gift:1")
    await world.give(BO, {ELM: 2}, "gift:2")
    await world.give(CY, {OAK: 1}, "gift:3")
    await world.ledger.move(exchange(MovementId("trade:1"), Cause.TRADE, ADA, {OAK: 2}, BO, {ELM: 1}))
    await world.players.remove(CY)
    await world.give(ADA, {OAK: 1}, "gift:4")
    return world


async def test_where_all_is_right_it_counts_and_finds_nothing() -> None:
    world = await a_world()
    expected = LedgerAudit(accounts=3, movements=6, made=8, burnt=1, owned=7, faults=())
    assert await audited(world.documents) == expected


async def test_of_nothing_it_finds_nothing() -> None:
    expected = LedgerAudit(accounts=0, movements=0, made=0, burnt=0, owned=0, faults=())
    assert await audited(World().documents) == expected


async def _account(world: World) -> str:
    (record,) = await COLLECTIONS.read(world.documents, [ADA])
    assert record is not None
    return record.account


async def _summary(world: World, **changed: object) -> None:
    (document,) = await world.documents.read([COLLECTIONS.key(ADA)])
    record = COLLECTIONS.of(document)
    assert record is not None
    await world.documents.commit([COLLECTIONS.put(ADA, document, msgspec.structs.replace(record, **changed))])


async def _movement(world: World, name: str, change: Callable[[MovementRecord], MovementRecord | None]) -> None:
    (document,) = await world.documents.read([MOVEMENTS.key(name)])
    record = MOVEMENTS.of(document)
    assert record is not None
    changed = change(record)
    drop = MOVEMENTS.drop(name, document)
    await world.documents.commit([drop if changed is None else MOVEMENTS.put(name, document, changed)])


def _with_more(record: MovementRecord) -> MovementRecord:
    legs = [msgspec.structs.replace(leg, copies=(*leg.copies, (ELM, 5))) for leg in record.legs]
    return msgspec.structs.replace(record, legs=tuple(legs))


def _to_one_only(record: MovementRecord) -> MovementRecord:
    return msgspec.structs.replace(record, legs=record.legs[:1])


def _of_somebody_else(record: MovementRecord) -> MovementRecord:
    legs = (*record.legs, LegRecord(account=record.legs[0].account[::-1], number=1, previous="", copies=()))  # type: ignore[arg-type]
    return msgspec.structs.replace(record, legs=legs)


Lie = Callable[[World], Awaitable[object]]

LIES: dict[str, tuple[Lie, str]] = {
    "a copy more": (
        lambda world: _summary(world, copies={OAK: 3, ELM: 2}),
        "what it is said to own is not what its movements come to: forest/oak 3, not 2",
    ),
    "another end": (lambda world: _summary(world, head="5eed"), "its newest movement is not the one"),
    "a movement less": (lambda world: _summary(world, movements=2), "listed after its 2 movements"),
    "a movement more": (lambda world: _summary(world, movements=4), "movements 1 to 4 are not all listed"),
    "another account": (lambda world: _summary(world, account="nobody"), "are not all listed"),
    "a movement that is gone": (lambda world: _movement(world, "gift:1", lambda _: None), "`gift:1`, is not there"),
    "a movement that was changed": (
        lambda world: _movement(world, "gift:1", _with_more),
        "movement 2, `trade:1`, does not name the one before",
    ),
    "a trade with one side": (lambda world: _movement(world, "trade:1", _to_one_only), "trade:1"),
    "a trade that makes copies": (lambda world: _movement(world, "trade:1", _with_more), "does not make"),
    "a movement of nobody": (lambda world: _movement(world, "gift:4", _of_somebody_else), "does not stand there"),
    "copies nobody has made": (
        lambda world: world.documents.commit([], [IndexAddition(MADE, OAK, 1)]),
        "forest/oak: the movements have made 5 copies, and `copies_made` counts 6",
    ),
    "burnt ones that were not": (
        lambda world: world.documents.commit([], [IndexAddition(BURNT, ELM, 1)]),
        "forest/elm: the movements have burnt 0 copies, and `copies_burnt` counts 1",
    ),
    "somebody who is not listed": (
        lambda world: world.documents.commit([], [IndexEntry(HOLDERS, ADA, None)]),
        "concerns it, and it is not listed",
    ),
    "somebody who is listed and owns nothing": (
        lambda world: world.documents.commit([], [IndexEntry(HOLDERS, "somebody", 1)]),
        "somebody: it is listed, and nothing says what it owns",
    ),
    "the same account twice": (lambda world: _twice(world), "two documents say what it owns"),
    "a movement that is listed as another": (lambda world: _listed_as_another(world), "is another one"),
    "a movement before the first": (lambda world: _before_the_first(world), "listed before its first"),
}


async def _twice(world: World) -> None:
    record = CollectionRecord(account=await _account(world))  # type: ignore[arg-type]
    await world.documents.commit(
        [COLLECTIONS.put("again", None, record)], [IndexEntry(HOLDERS, "again", 2_000_000_000_000)]
    )


async def _listed_as_another(world: World) -> None:
    index = movements_of(await _account(world))  # type: ignore[arg-type]
    await world.documents.commit([], [IndexEntry(index, "gift:1", None), IndexEntry(index, "gift:2", 1)])


async def _before_the_first(world: World) -> None:
    index = movements_of(await _account(world))  # type: ignore[arg-type]
    await world.documents.commit([], [IndexEntry(index, "gift:0", 0)])


@pytest.mark.parametrize("name", LIES)
async def test_a_lie_is_found_at_its_place(name: str) -> None:
    lie, found = LIES[name]
    world = await a_world()
    await lie(world)
    faults = [str(fault) for fault in (await audited(world.documents)).faults]
    assert [fault for fault in faults if found in fault], faults
