"""The audit of claims: as many as are counted have moved copies, and no more are counted than may be."""

import pytest
from lobby.codes_world import A_PACK, BOTH, Codes
from lobby.collection_world import ADA, BO, OAK
from quarterdeck_server.lobby.collection.cause_audit import CauseAudit, audited_causes
from quarterdeck_server.lobby.collection.code_records import BATCH_INDEX, BATCHES, CLAIMED
from quarterdeck_server.lobby.collection.movements import Cause, MovementId, grant
from quarterdeck_server.lobby.documents import IndexAddition, IndexEntry


@pytest.fixture
async def world() -> Codes:
    made = Codes()
    await made.open(ADA, BO)
    await made.employ()
    return made


async def found(world: Codes) -> list[str]:
    """Return what is wrong."""
    return [str(fault) for fault in (await audited_causes(world.documents)).faults]


async def a_batch(world: Codes) -> str:
    """Return a batch of which both players have claimed a code."""
    made = await world.made(BOTH, codes=2, uses=2)
    await world.claimed(ADA, made.codes[0])
    await world.claimed(BO, made.codes[1])
    return made.batch.id


async def test_where_all_is_right_it_counts_and_finds_nothing(world: Codes) -> None:
    await a_batch(world)
    packs = await world.made(A_PACK)
    await world.claimed(ADA, packs.codes[0])
    assert await audited_causes(world.documents) == CauseAudit(trades=0, claims=2, faults=())
    await world.players.remove(BO)
    assert await audited_causes(world.documents) == CauseAudit(trades=0, claims=2, faults=())


async def test_a_claim_that_was_counted_and_has_moved_nothing_is_found(world: Codes) -> None:
    batch = await a_batch(world)
    await world.documents.commit([], [IndexAddition(CLAIMED, batch, 1)])
    assert await found(world) == [f"batch {batch}: 2 claims have moved copies, and 3 that do are counted"]


async def test_a_claim_that_has_moved_and_was_not_counted_is_found(world: Codes) -> None:
    batch = await a_batch(world)
    await world.documents.commit([], [IndexAddition(CLAIMED, batch, -1)])
    assert await found(world) == [f"batch {batch}: 2 claims have moved copies, and 1 that do are counted"]


async def test_more_claims_than_may_be_are_found(world: Codes) -> None:
    batch = await a_batch(world)
    await world.documents.commit([], [IndexAddition(CLAIMED, batch, 3)])
    assert f"batch {batch}: 5 claims are counted, and 4 may be" in await found(world)


async def test_copies_for_a_code_that_gives_none_are_found(world: Codes) -> None:
    batch = (await world.made(A_PACK)).batch.id
    await world.ledger.move(grant(MovementId(f"code:{batch}:1:1"), Cause.CODE, ADA, {OAK: 1}, of=batch))
    assert await found(world) == [f"batch {batch}: 1 claims have moved copies, and 0 that do are counted"]


async def test_a_movement_that_is_no_claim_is_found(world: Codes) -> None:
    batch = await a_batch(world)
    await world.ledger.move(grant(MovementId("code:one"), Cause.CODE, ADA, {OAK: 1}, of=batch))
    assert f"batch {batch}: `code:one` is no claim of its codes" in await found(world)


async def test_a_batch_that_is_gone_or_is_not_listed_is_found(world: Codes) -> None:
    batch = await a_batch(world)
    (document,) = await world.documents.read([BATCHES.key(batch)])
    await world.documents.commit([BATCHES.drop(batch, document)])
    assert await found(world) == [f"batch {batch}: it is listed, and is not there"]
    await world.documents.commit([], [IndexEntry(BATCH_INDEX, batch, None)])
    assert await found(world) == [f"batch {batch}: its codes have moved copies, and it is not listed"]
