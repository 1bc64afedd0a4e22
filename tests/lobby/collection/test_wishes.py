"""Wish lists: what stands on one, whatever two windows do at once, and that one is found only if one has said so."""

from collections.abc import Awaitable

import msgspec
import pytest
from lobby.collection_world import ADA, ASH, BO, ELM, GUEST, OAK
from lobby.interrupted_documents import Interrupted
from lobby.trade_world import FACES
from lobby.wish_world import WishWorld, faces_of, wished
from quarterdeck_protocol.lobby.collection.wishes import MOST_WISHES, ChangeWishes, FoundBy, WishCard
from quarterdeck_protocol.names import GameName, Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import PlayerKind
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.accounts import AccountRecord
from quarterdeck_server.lobby.accounts.documents import keep
from quarterdeck_server.lobby.collection.holdings import COLLECTIONS
from quarterdeck_server.lobby.collection.ledger_audit import audited
from quarterdeck_server.lobby.collection.movements import Face, face_of
from quarterdeck_server.lobby.collection.trader_index import having, wishing
from quarterdeck_server.lobby.collection.wishes import WishService

BOT = PlayerId("bot-1")


@pytest.fixture
async def world() -> WishWorld:
    made = WishWorld()
    await made.open(ADA, BO, GUEST)
    return made


async def refused(order: Awaitable[object]) -> CommandRefused:
    with pytest.raises(CommandRefused) as found:
        await order
    return found.value


async def listed(world: WishWorld, index: str) -> list[str]:
    return [member for member, _ in await world.documents.listed(index, most=9)]


async def test_anything_that_is_added_stands_there_newest_first_until_it_is_removed(world: WishWorld) -> None:
    first = await world.wish(ADA, OAK)
    assert (faces_of(first), first.wishes[0].at, first.found_by) == ([OAK], world.now, FoundBy.NOBODY)
    world.now = Milliseconds(world.now + 5)
    assert faces_of(await world.wish(ADA, ELM, ASH)) == [ASH, ELM, OAK]
    assert faces_of(await world.wish(ADA, no_more=[ELM])) == [ASH, OAK]
    assert await world.wishes.listed(ADA) == await world.wish(ADA)
    assert faces_of(await world.wishes.listed(BO)) == []
    assert faces_of(await world.wish(ADA, no_more=[OAK, ASH])) == []


async def test_anything_that_is_sent_twice_is_done_once_and_what_is_both_added_and_removed_stays(
    world: WishWorld,
) -> None:
    first = await world.wish(ADA, OAK, OAK)
    world.now = Milliseconds(world.now + 5)
    assert await world.wish(ADA, OAK) == first, "since when it stands there stays"
    assert await world.wish(ADA, OAK, no_more=[OAK]) == first
    assert await world.wish(ADA, no_more=[ELM]) == first
    assert faces_of(await world.wish(ADA, ELM, no_more=[ELM])) == [ELM, OAK]


async def test_two_windows_keep_what_the_other_has_added(world: WishWorld) -> None:
    there = WishWorld(Interrupted(world.documents))
    assert isinstance(there.documents, Interrupted)
    there.documents.before_the_next_commit = lambda: world.wish(ADA, OAK)
    assert faces_of(await there.wish(ADA, ELM)) == [ELM, OAK]
    assert faces_of(await world.wishes.listed(ADA)) == [ELM, OAK]


async def test_nobody_is_listed_anywhere_before_they_say_so_and_all_of_it_goes_with_a_word(world: WishWorld) -> None:
    await world.give(ADA, {OAK: 2}, "gift:1")
    await world.wish(ADA, ELM)
    indexes = (having(OAK), wishing(ELM))
    assert [await listed(world, index) for index in indexes] == [[], []]
    assert (await world.wishes.be_found(ADA, FoundBy.TRADERS)).found_by is FoundBy.TRADERS
    assert [await listed(world, index) for index in indexes] == [[ADA], [ADA]]
    assert (await world.wishes.be_found(ADA, FoundBy.TRADERS)).found_by is FoundBy.TRADERS
    assert (await world.wishes.be_found(ADA, FoundBy.NOBODY)).found_by is FoundBy.NOBODY
    assert [await listed(world, index) for index in indexes] == [[], []]


async def test_a_player_who_is_not_found_is_taken_out_of_every_index_though_it_was_forgotten_that_they_were(
    world: WishWorld,
) -> None:
    await world.give(ADA, {OAK: 2}, "gift:1")
    await world.wishes.be_found(ADA, FoundBy.TRADERS)
    (document,) = await world.documents.read([COLLECTIONS.key(ADA)])
    record = COLLECTIONS.of(document)
    assert record is not None
    forgotten = msgspec.structs.replace(record, is_found=False)  # as a server that knows no such word writes it
    await world.documents.commit([COLLECTIONS.put(ADA, document, forgotten)])
    assert await listed(world, having(OAK)) == [ADA]
    assert (await world.wishes.be_found(ADA, FoundBy.NOBODY)).found_by is FoundBy.NOBODY
    assert await listed(world, having(OAK)) == []


async def test_one_may_be_found_before_one_has_anything(world: WishWorld) -> None:
    await world.show(ADA)
    assert (await audited(world.documents)).faults == ()
    await world.wish(ADA, ELM)
    await world.give(ADA, {OAK: 1}, "gift:1")
    assert [await listed(world, index) for index in (having(OAK), wishing(ELM))] == [[ADA], [ADA]]
    await world.wish(ADA, no_more=[ELM])
    assert await listed(world, wishing(ELM)) == []


async def test_a_player_who_hides_while_something_is_added_is_found_by_nothing(world: WishWorld) -> None:
    await world.show(ADA)
    there = WishWorld(Interrupted(world.documents))
    assert isinstance(there.documents, Interrupted)
    there.documents.before_the_next_commit = lambda: world.hide(ADA)
    assert (await there.wish(ADA, ELM)).found_by is FoundBy.NOBODY
    assert await listed(world, wishing(ELM)) == []
    there.documents.before_the_next_commit = lambda: world.wish(ADA, OAK)
    await there.show(ADA)
    assert [await listed(world, wishing(face)) for face in (OAK, ELM)] == [[ADA], [ADA]]


async def test_a_deleted_account_leaves_no_wish_and_no_place(world: WishWorld) -> None:
    await world.give(ADA, {OAK: 2}, "gift:1")
    await world.wish(ADA, ELM)
    await world.show(ADA)
    await world.players.remove(ADA)
    assert [await listed(world, index) for index in (having(OAK), wishing(ELM))] == [[], []]
    assert faces_of(await world.wishes.listed(ADA)) == []
    assert (await audited(world.documents)).faults == ()
    await world.wish(BO, ELM)
    await world.hide(BO)
    await world.players.remove(BO)
    assert faces_of(await world.wishes.listed(BO)) == []


async def test_a_guest_keeps_no_list_and_nobody_finds_a_bot(world: WishWorld) -> None:
    bot = AccountRecord(id=BOT, name="Bot", kind=PlayerKind.BOT, owner=ADA, made_at=world.now)
    await world.documents.commit([keep(bot, None)])
    for order in (world.wish(GUEST, OAK), world.wishes.be_found(GUEST, FoundBy.TRADERS)):
        found = await refused(order)
        assert (found.code, found.where) == (RefusalCode.NOT_REGISTERED, "$.type")
    assert faces_of(await world.wish(BOT, OAK)) == [OAK]
    assert (await refused(world.wishes.be_found(BOT, FoundBy.TRADERS))).code is RefusalCode.NOT_REGISTERED
    assert (await refused(world.wish(PlayerId("gone"), OAK))).code is RefusalCode.UNKNOWN_TOKEN
    assert await listed(world, wishing(OAK)) == []


async def test_anything_that_nobody_can_own_is_not_wished_for_but_may_be_removed(world: WishWorld) -> None:
    plank, stone = (WishCard(game=GameName("forest"), card=card) for card in ("plank", "stone"))
    found = await refused(world.wishes.change(ADA, ChangeWishes(adds=(plank, *wished([OAK]), stone))))
    assert (found.code, found.where) == (RefusalCode.UNKNOWN_CARD, "$.adds")
    assert [str(each) for each in found.faults] == [
        "Players cannot own `plank` of `forest` here.",
        "Players cannot own `stone` of `forest` here.",
    ]
    assert (await world.wishes.change(ADA, ChangeWishes(removes=(plank,)))).wishes == ()
    assert (await refused(world.wishes.be_found(ADA, FoundBy.OTHER))).where == "$.by"


async def test_a_list_has_a_bound_and_what_is_removed_makes_room(world: WishWorld) -> None:
    many = [face_of(GameName("forest"), f"tree-{number}") for number in range(MOST_WISHES)]
    service = WishService(world.documents, world.ledger, FACES | {Face(each) for each in many}, lambda: world.now)
    await service.change(ADA, ChangeWishes(adds=wished(many)))
    found = await refused(service.change(ADA, ChangeWishes(adds=wished([OAK]))))
    assert (found.code, found.where) == (RefusalCode.TOO_MANY_KEPT, "$.adds")
    after = await service.change(ADA, ChangeWishes(adds=wished([OAK]), removes=wished(many[:1])))
    assert (len(after.wishes), OAK in faces_of(after)) == (MOST_WISHES, True)
