"""The ledger: copies are made, moved, burnt and held in one piece or not at all, and once."""

from collections.abc import Sequence

import pytest
from lobby.collection_world import ADA, ASH, BO, CY, ELM, GUEST, NOON, OAK, World
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS
from quarterdeck_server.lobby.collection.holdings import COLLECTIONS, Hold, HoldId, HoldKind
from quarterdeck_server.lobby.collection.ledger import BURNT, HOLDERS, MADE, Posting, Release, movements_of
from quarterdeck_server.lobby.collection.movements import (
    MOVEMENTS,
    Cause,
    Copies,
    Leg,
    Movement,
    MovementId,
    burning,
    exchange,
    folded,
    grant,
    hash_of,
)
from quarterdeck_server.lobby.collections import Collection, Commit
from quarterdeck_server.lobby.documents import Change, Document, Key


@pytest.fixture
async def world() -> World:
    made = World()
    await made.open(ADA, BO, GUEST)
    return made


def trade(gives: Copies, returns: Copies, id_: str = "trade:1") -> Movement:
    return exchange(MovementId(id_), Cause.TRADE, ADA, gives, BO, returns, of="1")


def offer(player: PlayerId, copies: Copies, name: str = "1", until: Milliseconds | None = None) -> Hold:
    return Hold(id=HoldId(f"trade:{name}"), player=player, kind=HoldKind.OFFER, copies=copies, until=until)


def match(player: PlayerId, copies: Copies, name: str = "1") -> Hold:
    return Hold(id=HoldId(f"match:{name}"), player=player, kind=HoldKind.MATCH, copies=copies)


async def test_anything_that_is_given_is_owned_and_counted_as_made(world: World) -> None:
    await world.give(ADA, {OAK: 3, ELM: 1}, "gift:1")
    await world.give(ADA, {OAK: 1}, "gift:2")
    assert await world.owned(ADA) == await world.free(ADA) == {OAK: 4, ELM: 1}
    assert await world.total(MADE) == {OAK: 4, ELM: 1}
    assert await world.owned(BO) == {}


async def test_the_same_movement_again_is_nothing_again_and_is_told_so(world: World) -> None:
    gift = grant(MovementId("gift:1"), Cause.GIFT, ADA, {OAK: 3})
    first, second = await world.ledger.move(gift), await world.ledger.move(gift)
    assert (first.is_new, second.is_new) == (True, False)
    assert first.record == second.record
    assert await world.owned(ADA) == await world.total(MADE) == {OAK: 3}


@pytest.mark.parametrize(
    "other",
    [
        grant(MovementId("gift:1"), Cause.GIFT, ADA, {OAK: 4}),
        grant(MovementId("gift:1"), Cause.GIFT, BO, {OAK: 3}),
        grant(MovementId("gift:1"), Cause.CODE, ADA, {OAK: 3}),
    ],
)
async def test_an_id_names_one_movement_for_ever(world: World, other: Movement) -> None:
    await world.give(ADA, {OAK: 3}, "gift:1")
    with pytest.raises(CommandRefused) as refused:
        await world.ledger.move(other)
    assert refused.value.code is RefusalCode.REF_REUSED
    assert await world.total(MADE) == {OAK: 3}


async def test_an_exchange_moves_both_sides_and_makes_nothing(world: World) -> None:
    await world.give(ADA, {OAK: 3}, "gift:1")
    await world.give(BO, {ELM: 2}, "gift:2")
    await world.ledger.move(trade({OAK: 2}, {ELM: 2}))
    assert await world.owned(ADA) == {OAK: 1, ELM: 2}
    assert await world.owned(BO) == {OAK: 2}
    assert await world.total(MADE) == {OAK: 3, ELM: 2}
    assert await world.total(BURNT) == {}


@pytest.mark.parametrize(
    "wrong",
    [
        Movement(id=MovementId("trade:1"), cause=Cause.TRADE, legs=(Leg(ADA, {OAK: 1}),)),
        Movement(id=MovementId("trade:1"), cause=Cause.TRADE, legs=(Leg(ADA, {OAK: -2}), Leg(BO, {OAK: 1}))),
        grant(MovementId("gone:1"), Cause.DELETION, ADA, {OAK: 1}),
        burning(MovementId("gift:2"), Cause.GIFT, ADA, {OAK: 1}),
    ],
)
async def test_a_movement_makes_and_burns_only_what_its_cause_does(world: World, wrong: Movement) -> None:
    await world.give(ADA, {OAK: 3}, "gift:1")
    with pytest.raises(ValueError, match="does not make"):
        await world.ledger.move(wrong)
    assert (await world.owned(ADA), await world.total(MADE), await world.total(BURNT)) == ({OAK: 3}, {OAK: 3}, {})


async def test_nobody_exchanges_with_themselves() -> None:
    with pytest.raises(ValueError, match="themselves"):
        exchange(MovementId("trade:1"), Cause.TRADE, ADA, {OAK: 1}, ADA, {})


async def test_a_player_who_has_too_few_moves_nothing_and_hears_which_cards(world: World) -> None:
    await world.give(ADA, {OAK: 1, ASH: 5}, "gift:1")
    await world.give(BO, {ELM: 2}, "gift:2")
    with pytest.raises(CommandRefused) as refused:
        await world.ledger.move(trade({OAK: 2, ASH: 5}, {ELM: 2}))
    assert (refused.value.code, refused.value.faults) == (
        RefusalCode.NOT_OWNED,
        ("Ada owns 1 copy of forest/oak; 2 are needed.",),
    )
    assert [await world.owned(ADA), await world.owned(BO)] == [{OAK: 1, ASH: 5}, {ELM: 2}]


async def test_anything_that_is_burnt_is_counted_and_gone(world: World) -> None:
    await world.give(ADA, {OAK: 3}, "gift:1")
    await world.ledger.move(burning(MovementId("burnt:1"), Cause.DELETION, ADA, {OAK: 3}))
    assert await world.owned(ADA) == {}
    assert await world.total(BURNT) == await world.total(MADE) == {OAK: 3}


async def test_guests_and_who_is_not_there_receive_nothing(world: World) -> None:
    for player, code in ((GUEST, RefusalCode.NOT_REGISTERED), (CY, RefusalCode.UNKNOWN_PLAYER)):
        with pytest.raises(CommandRefused) as refused:
            await world.give(player, {OAK: 1}, "gift:1")
        assert refused.value.code is code
    assert await world.total(MADE) == {}


# Holds


async def test_anything_that_is_on_offer_stays_where_it_is(world: World) -> None:
    await world.give(ADA, {OAK: 3}, "gift:1")
    await world.ledger.hold(offer(ADA, {OAK: 2}))
    assert (await world.owned(ADA), await world.free(ADA)) == ({OAK: 3}, {OAK: 1})
    with pytest.raises(CommandRefused) as refused:
        await world.ledger.move(trade({OAK: 2}, {}))
    assert (refused.value.code, refused.value.faults) == (
        RefusalCode.COPIES_HELD,
        ("Ada has 2 copies of forest/oak in open offers and running matches, which cannot move now.",),
    )
    await world.ledger.move(trade({OAK: 1}, {}))
    await world.ledger.release(Release(ADA, HoldId("trade:1")))
    await world.ledger.release(Release(ADA, HoldId("trade:1")))
    assert await world.free(ADA) == {OAK: 2}


async def test_a_trade_takes_what_is_on_offer_in_it(world: World) -> None:
    await world.give(ADA, {OAK: 2}, "gift:1")
    await world.give(BO, {ELM: 1}, "gift:2")
    await world.ledger.hold(offer(ADA, {OAK: 2}), offer(BO, {ELM: 1}))
    hold = HoldId("trade:1")
    posting = Posting(movement=trade({OAK: 2}, {ELM: 1}), releases=(Release(ADA, hold), Release(BO, hold)))
    posted = await world.ledger.post(posting, (), lambda _: Commit("done"))
    assert posted.answer == "done"
    assert [await world.free(ADA), await world.free(BO)] == [{ELM: 1}, {OAK: 2}]


@pytest.mark.parametrize(
    ("holds", "fits"),
    [
        ([offer(ADA, {OAK: 2}), offer(ADA, {OAK: 1}, "2")], True),
        ([offer(ADA, {OAK: 2}), offer(ADA, {OAK: 2}, "2")], False),
        ([match(ADA, {OAK: 3}), match(ADA, {OAK: 3}, "2")], True),
        ([match(ADA, {OAK: 2}), offer(ADA, {OAK: 1})], True),
        ([match(ADA, {OAK: 2}), offer(ADA, {OAK: 2})], False),
        ([offer(ADA, {OAK: 3}), offer(ADA, {OAK: 1})], True),  # the same offer, with less in it
    ],
)
async def test_a_copy_is_in_one_offer_or_in_any_number_of_matches(
    world: World, holds: Sequence[Hold], fits: bool
) -> None:
    await world.give(ADA, {OAK: 3}, "gift:1")
    for hold in holds[:-1]:
        await world.ledger.hold(hold)
    if fits:
        await world.ledger.hold(holds[-1])
        return
    with pytest.raises(CommandRefused) as refused:
        await world.ledger.hold(holds[-1])
    assert refused.value.code is RefusalCode.COPIES_HELD


async def test_anything_that_is_not_owned_cannot_be_held(world: World) -> None:
    with pytest.raises(CommandRefused) as refused:
        await world.ledger.hold(offer(ADA, {OAK: 1}))
    assert refused.value.code is RefusalCode.NOT_OWNED


async def test_a_hold_with_an_end_is_none_afterwards_and_is_forgotten_with_the_next_change(world: World) -> None:
    await world.give(ADA, {OAK: 1}, "gift:1")
    await world.ledger.hold(offer(ADA, {OAK: 1}, until=Milliseconds(NOON + 10)))
    world.now = Milliseconds(NOON + 9)
    assert await world.free(ADA) == {}
    world.now = Milliseconds(NOON + 10)
    assert await world.free(ADA) == {OAK: 1}
    await world.ledger.move(trade({OAK: 1}, {}))
    (record,) = await COLLECTIONS.read(world.documents, [ADA])
    assert record is not None
    assert record.holds == {}


# What else is changed in the same piece

NOTES = Collection("note", str)
NOTE = NOTES.key("1")


async def test_anything_that_belongs_to_a_movement_is_written_with_it_or_neither_is(world: World) -> None:
    posting = Posting(movement=grant(MovementId("gift:1"), Cause.GIFT, ADA, {OAK: 1}))

    def write(stored: list[Document | None]) -> Commit[str]:
        return Commit("written", [NOTES.put("1", stored[0], "given")])

    def refuse(stored: list[Document | None]) -> Commit[str]:
        raise CommandRefused(RefusalCode.TOO_LATE, "Too late.")

    with pytest.raises(CommandRefused):
        await world.ledger.post(posting, [NOTE], refuse)
    assert await world.owned(ADA) == {}
    assert (await world.ledger.post(posting, [NOTE], write)).answer == "written"
    again = await world.ledger.post(posting, [NOTE], refuse)
    assert (again.answer, again.moved is not None and again.moved.is_new) == (None, False)
    assert await NOTES.read(world.documents, ["1"]) == ["given"]
    assert await world.owned(ADA) == {OAK: 1}


async def test_a_movement_costs_two_round_trips_and_is_made_again_when_somebody_was_faster(world: World) -> None:
    posting = Posting(movement=grant(MovementId("gift:1"), Cause.GIFT, ADA, {OAK: 1}))
    tries = 0

    class Meanwhile:
        """Documents that somebody else changes between reading and committing, once."""

        reads = commits = 0

        def __getattr__(self, name: str) -> object:
            return getattr(world.documents, name)

        async def read(self, keys: Sequence[Key]) -> list[Document | None]:
            self.reads += 1
            return await world.documents.read(keys)

        async def commit(self, *what: Sequence[Change]) -> None:
            self.commits += 1
            if self.commits == 1:
                await world.renamed(ADA, "Ada the Second")
            await world.documents.commit(*what)  # type: ignore[arg-type]  # as it was said

    meanwhile = Meanwhile()
    process = World(meanwhile)  # type: ignore[arg-type]  # the rest is the real one's

    def counted(_: list[Document | None]) -> Commit[None]:
        nonlocal tries
        tries += 1
        return Commit(None)

    await process.ledger.post(posting, (), counted)
    assert (tries, meanwhile.reads, meanwhile.commits) == (2, 2, 2)
    assert await world.owned(ADA) == {OAK: 1}


# The chain, and what is left of somebody who has gone


async def test_each_movement_names_the_one_before_and_the_balance_is_their_fold(world: World) -> None:
    await world.give(ADA, {OAK: 3}, "gift:1")
    await world.give(BO, {ELM: 2}, "gift:2")
    await world.ledger.move(trade({OAK: 2}, {ELM: 2}))
    (record,) = await COLLECTIONS.read(world.documents, [ADA])
    assert record is not None
    listed = await world.documents.listed(movements_of(record.account), most=9)
    assert listed == [("gift:1", 1), ("trade:1", 2)]
    documents = await world.documents.read([MOVEMENTS.key(name) for name, _ in listed])
    bodies = [document.body for document in documents if document is not None]
    made = [MOVEMENTS.of(document) for document in documents]
    legs = [leg for each in made if each is not None for leg in each.legs if leg.account == record.account]
    assert [leg.previous for leg in legs] == ["", hash_of(bodies[0])]
    assert (record.movements, record.head) == (2, hash_of(bodies[1]))
    assert record.copies == folded(legs)
    history = await world.ledger.history(ADA, None, 9)
    assert [(each.id, leg.number) for each, leg in history] == [("trade:1", 2), ("gift:1", 1)]
    assert [each.id for each, _ in await world.ledger.history(ADA, 2, 9)] == ["gift:1"]


async def test_a_player_who_is_deleted_leaves_movements_that_name_nobody_and_their_copies_are_burnt(
    world: World,
) -> None:
    await world.give(ADA, {OAK: 3}, "gift:1")
    await world.give(BO, {ELM: 1}, "gift:2")
    await world.ledger.move(trade({OAK: 1}, {ELM: 1}))
    await world.ledger.hold(match(ADA, {OAK: 2}))
    (record,) = await COLLECTIONS.read(world.documents, [ADA])
    assert record is not None
    await world.players.remove(ADA)
    assert await ACCOUNTS.read(world.documents, [ADA]) == [None]
    assert await world.owned(ADA) == {}
    assert await world.total(BURNT) == {OAK: 2, ELM: 1}
    assert {member for member, _ in await world.documents.listed(HOLDERS, most=9)} == {BO, record.account}
    (closed,) = await COLLECTIONS.read(world.documents, [record.account])
    assert closed is not None
    assert (closed.movements, closed.copies, closed.holds) == (3, {}, {})
    names = [name for name, _ in await world.documents.listed(movements_of(record.account), most=9)]
    kept = await world.documents.read([MOVEMENTS.key(name) for name in names])
    assert len(kept) == 3
    assert not any(b'"ada"' in document.body.lower() for document in kept if document is not None)


async def test_a_player_who_has_never_owned_anything_is_deleted_as_before(world: World) -> None:
    await world.players.remove(BO)
    assert await ACCOUNTS.read(world.documents, [BO]) == [None]
    assert await world.documents.listed(HOLDERS, most=9) == []
