"""Who is found has what they are found by: an audit tells each entry that is missing, left over or elsewhere."""

from collections.abc import Awaitable, Callable

import msgspec
import pytest
from lobby.collection_world import ADA, ASH, BO, CY, ELM, OAK
from lobby.interrupted_documents import Interrupted
from lobby.wish_world import WishWorld
from quarterdeck_protocol.names import PlayerId
from quarterdeck_server.lobby.collection.cause_audit import CauseAudit, audited_causes
from quarterdeck_server.lobby.collection.holdings import COLLECTIONS
from quarterdeck_server.lobby.collection.movements import HolderId
from quarterdeck_server.lobby.collection.trader_audit import TraderAuditor
from quarterdeck_server.lobby.collection.trader_index import having, place_of, wishing
from quarterdeck_server.lobby.collection.wish_records import WISH_LISTS
from quarterdeck_server.lobby.documents import IndexEntry


@pytest.fixture
async def world() -> WishWorld:
    """Ada is found by an oak, and by an elm that she wishes for; Bo, who has the same, is not."""
    made = WishWorld()
    await made.open(ADA, BO, CY)
    for player in (ADA, BO):
        await made.give(player, {OAK: 2}, f"gift:{player}")
        await made.wish(player, ELM)
    await made.show(ADA)
    return made


async def audit(world: WishWorld) -> CauseAudit:
    async def now() -> int:
        return world.now

    return await audited_causes(world.documents, now)  # type: ignore[arg-type]  # a clock of whole numbers


async def account(world: WishWorld, player: PlayerId) -> HolderId:
    (record,) = await COLLECTIONS.read(world.documents, [player])
    assert record is not None
    return record.account


async def test_where_all_is_right_it_counts_and_finds_nothing(world: WishWorld) -> None:
    found = await audit(world)
    assert (found.found, found.faults) == (1, ())
    await world.hide(ADA)
    await world.show(BO)
    await world.players.remove(BO)
    found = await audit(world)
    assert (found.found, found.faults) == (0, ())


Damage = Callable[[WishWorld], Awaitable[str]]


async def _a_missing_copy(world: WishWorld) -> str:
    await world.documents.commit([], [IndexEntry(having(OAK), ADA, None)])
    return f"{await account(world, ADA)}: it stands in `having:{OAK}` nowhere"


async def _a_missing_wish(world: WishWorld) -> str:
    await world.documents.commit([], [IndexEntry(wishing(ELM), ADA, None)])
    return f"{await account(world, ADA)}: it stands in `wishing:{ELM}` nowhere"


async def _another_place(world: WishWorld) -> str:
    await world.documents.commit([], [IndexEntry(having(OAK), ADA, 7)])
    return f"{await account(world, ADA)}: it stands in `having:{OAK}` at 7, and not at its place"


async def _one_who_hides(world: WishWorld) -> str:
    await world.documents.commit([], [IndexEntry(having(OAK), BO, 7)])
    return f"{await account(world, BO)}: it stands in `having:{OAK}`, and lets nobody find it"


async def _one_who_wishes_no_more(world: WishWorld) -> str:
    (document,) = await world.documents.read([WISH_LISTS.key(ADA)])
    await world.documents.commit([WISH_LISTS.drop(ADA, document)])
    return f"{await account(world, ADA)}: it stands in `wishing:{ELM}`, and has it not"


async def _one_who_has_left(world: WishWorld) -> str:
    await world.documents.commit([], [IndexEntry(having(OAK), CY, 7)])
    return f"somebody who has left: it stands in `having:{OAK}`, and lets nobody find it"


@pytest.mark.parametrize(
    "damage",
    [_a_missing_copy, _a_missing_wish, _another_place, _one_who_hides, _one_who_wishes_no_more, _one_who_has_left],
)
async def test_damage_is_found_with_its_account_and_card(world: WishWorld, damage: Damage) -> None:
    fault = await damage(world)
    assert [str(each) for each in (await audit(world)).faults] == [fault]


async def test_anything_that_changes_while_it_is_read_is_read_again(world: WishWorld) -> None:
    class Changing(Interrupted):
        """A store in which somebody hides between two readings, and shows themselves again."""

        left = 3

        async def number_of(self, index: str, member: str) -> float | None:
            if self.left:
                self.left -= 1
                await (world.hide(ADA) if self.left % 2 else world.show(ADA))
            return await world.documents.number_of(index, member)

    auditor = TraderAuditor(Changing(world.documents))
    await auditor.judge_account(ADA)
    await auditor.read_indexes()
    assert auditor.faults == {}


async def test_a_place_is_another_one_for_each_card_and_stays(world: WishWorld) -> None:
    own = await account(world, ADA)
    assert len({place_of(own, face) for face in (OAK, ELM, ASH)}) == 3
    (document,) = await world.documents.read([COLLECTIONS.key(ADA)])
    before = COLLECTIONS.of(document)
    assert before is not None
    assert await world.documents.number_of(having(OAK), ADA) == place_of(own, OAK)
    await world.hide(ADA)
    await world.show(ADA)
    assert await world.documents.number_of(having(OAK), ADA) == place_of(own, OAK)
    (after,) = await COLLECTIONS.read(world.documents, [ADA])
    assert msgspec.json.encode(after) == msgspec.json.encode(before)
