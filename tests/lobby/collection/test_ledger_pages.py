"""An index is read page by page, each member once, wherever a page ends."""

import pytest
from lobby.collection_world import ADA, OAK, World
from quarterdeck_server.lobby.collection.holdings import COLLECTIONS
from quarterdeck_server.lobby.collection.ledger_pages import AT_ONCE, movements_in, pages_of
from quarterdeck_server.lobby.documents import IndexEntry


@pytest.mark.parametrize("equal", [1, 2, 7, AT_ONCE, 3 * AT_ONCE], ids=str)
@pytest.mark.parametrize("count", [0, 1, AT_ONCE - 1, AT_ONCE, AT_ONCE + 1, 3 * AT_ONCE - 1], ids=str)
async def test_each_member_is_yielded_once_however_many_stand_at_the_same_number(count: int, equal: int) -> None:
    world = World()
    members = [f"m{number}" for number in range(count)]
    entries = [IndexEntry("some", member, number // equal) for number, member in enumerate(members)]
    await world.documents.commit([], entries)
    pages = [page async for page in pages_of(world.documents, "some")]
    assert sorted(member for page in pages for member in page) == sorted(members)
    assert all(len(page) <= AT_ONCE for page in pages)


async def test_the_movements_of_an_account_are_yielded_in_their_order_up_to_when_it_was_read() -> None:
    world = World()
    await world.open(ADA)
    for number in range(1, 4):
        await world.give(ADA, {OAK: number}, f"gift:{number}")
    (record,) = await COLLECTIONS.read(world.documents, [ADA])
    assert record is not None
    await world.give(ADA, {OAK: 4}, "gift:4")
    pages = [[movement.id for movement in page] async for page in movements_in(world.documents, record)]
    assert pages == [["gift:1", "gift:2", "gift:3"]]
