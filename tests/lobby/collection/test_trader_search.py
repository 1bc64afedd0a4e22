"""Who has it, and who wishes for it: nobody is told of who has not said so, has it no more, or keeps away."""

import asyncio
from collections.abc import Awaitable

import msgspec
import pytest
from lobby.collection_world import ADA, ASH, BO, CY, ELM, GUEST, NOON, OAK
from lobby.trade_world import SETTINGS, acceptance, offer
from lobby.wish_world import WishWorld, asking
from quarterdeck_protocol.lobby.accounts import Avoidance
from quarterdeck_protocol.lobby.collection.wishes import MOST_NAMED, MOST_TRADERS, NamedCard, TraderRole
from quarterdeck_protocol.lobby.moderation import SanctionKind
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import PlayerKind
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.accounts import AccountRecord
from quarterdeck_server.lobby.accounts.documents import keep
from quarterdeck_server.lobby.collection.holdings import COLLECTIONS, Hold, HoldId, HoldKind
from quarterdeck_server.lobby.collection.ledger import Release
from quarterdeck_server.lobby.collection.movements import Face, parts_of
from quarterdeck_server.lobby.collection.trade_records import DAY
from quarterdeck_server.lobby.collection.trader_index import having, wishing
from quarterdeck_server.lobby.collection.trader_search import LOOKED_AT_IN_A_TURN, READ_FIRST, READ_THEN
from quarterdeck_server.lobby.documents import IndexEntry
from quarterdeck_server.lobby.moderation.documents import SANCTIONS
from quarterdeck_server.lobby.moderation.sanction_rules import SanctionRecord, SanctionsRecord
from quarterdeck_server.storage.memory import Memory, MemoryStore
from stores import patient_store, redis_url, server_of_our_own  # noqa: F401 - fixtures

BOT = PlayerId("bot-1")


@pytest.fixture
async def world() -> WishWorld:
    """Ada asks; Bo and Cy have an oak each and wish for an elm, and both may be found."""
    made = WishWorld()
    await made.open(ADA, BO, CY, GUEST)
    await made.give(ADA, {ELM: 2}, "gift:ada")
    for player in (BO, CY):
        await made.give(player, {OAK: 1}, f"gift:{player}")
        await made.wish(player, ELM)
    await made.show(BO, CY)
    return made


async def refused(order: Awaitable[object]) -> CommandRefused:
    with pytest.raises(CommandRefused) as found:
        await order
    return found.value


def named(*faces: Face) -> tuple[NamedCard, ...]:
    return tuple(NamedCard(game=game, card=card) for game, card in map(parts_of, faces))


async def test_a_player_who_has_a_card_and_who_wishes_for_their_own_is_told_with_what_a_trade_could_be_about(
    world: WishWorld,
) -> None:
    await world.wish(ADA, OAK, ASH)
    found = await world.find(ADA, TraderRole.HAS, OAK)
    assert {each.player.name for each in found.traders} == {"Bo", "Cy"}
    assert {(each.has, each.wishes) for each in found.traders} == {(named(OAK), named(ELM))}
    assert (found.who, found.game, found.card, found.after) == (TraderRole.HAS, "forest", "oak", None)
    wishing_for = await world.find(ADA, TraderRole.WISHES, ELM)
    assert wishing_for.traders == (await world.find(ADA, TraderRole.WISHES, ELM)).traders
    assert {each.player.id for each in wishing_for.traders} == {BO, CY}
    assert await world.having(ADA, ASH) == set()


async def test_a_player_who_has_not_said_that_they_may_be_found_is_not(world: WishWorld) -> None:
    await world.hide(BO)
    assert await world.having(ADA, OAK) == await world.wishing(ADA, ELM) == {CY}
    assert await world.having(BO, OAK) == {CY}, "who is not found may ask, and is never told of themselves"
    assert await world.having(CY, OAK) == set()


async def test_anything_that_is_on_offer_or_gone_is_nobodys_to_give(world: WishWorld) -> None:
    trade = await world.trades.offer(BO, offer(CY, {OAK: 1}))
    assert await world.having(ADA, OAK) == {CY}
    await world.trades.cancel(BO, trade.id)
    assert await world.having(ADA, OAK) == {BO, CY}
    trade = await world.trades.offer(CY, offer(BO, {OAK: 1}))
    await world.trades.accept(ADA, acceptance(await world.trades.offer(BO, offer(ADA, {OAK: 1}))))
    assert await world.having(ADA, OAK) == set()
    assert [each for each, _ in await world.documents.listed(having(OAK), most=9)] == [CY]
    await world.wish(BO, no_more=[ELM])
    assert await world.wishing(ADA, ELM) == {CY}
    await world.players.remove(CY)
    assert await world.wishing(ADA, ELM) == set()


async def test_anything_that_a_match_holds_changes_nothing_that_others_are_told(world: WishWorld) -> None:
    async def told() -> list[object]:
        searches = [(ADA, TraderRole.HAS, OAK), (ADA, TraderRole.WISHES, ELM), (BO, TraderRole.HAS, OAK)]
        return [await world.find(*search) for search in searches]

    await world.wish(ADA, OAK, ASH)
    await world.give(CY, {ASH: 2, ELM: 1}, "gift:more")
    before = await told()
    match = Hold(id=HoldId("match:1"), player=CY, kind=HoldKind.MATCH, copies={OAK: 1, ASH: 2})
    await world.ledger.hold(match)
    assert await told() == before
    await world.ledger.release(Release(CY, match.id))
    assert await told() == before


async def test_the_owner_is_told_what_their_own_match_holds(world: WishWorld) -> None:
    await world.wish(BO, OAK)
    (bo,) = [each for each in (await world.find(CY, TraderRole.HAS, OAK)).traders if each.player.id == BO]
    assert bo.wishes == named(OAK)
    await world.ledger.hold(Hold(id=HoldId("match:1"), player=CY, kind=HoldKind.MATCH, copies={OAK: 1}))
    (bo,) = [each for each in (await world.find(CY, TraderRole.HAS, OAK)).traders if each.player.id == BO]
    assert bo.wishes == ()
    assert (await refused(world.find(CY, TraderRole.WISHES, OAK))).code is RefusalCode.NOT_OWNED


async def test_an_entry_that_was_left_over_shows_nothing_that_is_not_so(world: WishWorld) -> None:
    left_over = [
        IndexEntry(having(ASH), BO, 7),
        IndexEntry(having(ASH), PlayerId("gone"), 8),
        IndexEntry(wishing(ELM), ADA, 9),
    ]
    await world.documents.commit([], left_over)
    assert await world.having(ADA, ASH) == set()
    assert await world.wishing(ADA, ELM) == {BO, CY}
    (document,) = await world.documents.read([COLLECTIONS.key(BO)])
    record = COLLECTIONS.of(document)
    assert record is not None
    hidden = msgspec.structs.replace(record, is_found=False)
    await world.documents.commit([COLLECTIONS.put(BO, document, hidden)])
    assert await world.having(ADA, OAK) == await world.wishing(ADA, ELM) == {CY}


@pytest.mark.parametrize("how", [Avoidance.BLOCK, Avoidance.MUTE])
async def test_a_player_who_keeps_away_is_left_out_both_ways_as_who_has_nothing_is(
    world: WishWorld, how: Avoidance
) -> None:
    await world.hide(BO)
    without = [await world.find(ADA, TraderRole.HAS, OAK), await world.find(ADA, TraderRole.WISHES, ELM)]
    await world.show(BO, ADA)
    await world.avoid(BO, ADA, how=how)
    told = [await world.find(ADA, TraderRole.HAS, OAK), await world.find(ADA, TraderRole.WISHES, ELM)]
    assert told == without, "not a byte says that there is somebody"
    assert await world.having(CY, OAK) == {BO}
    assert await world.having(BO, ELM) == set(), "whom one keeps away from one is not told of either"


async def test_a_player_who_would_take_no_offer_is_not_told_of(world: WishWorld) -> None:
    others = [PlayerId(f"player-{number}") for number in range(SETTINGS.most_open)]
    await world.open(*others)
    for other in others:
        await world.trades.offer(other, offer(BO, None, {OAK: 1}))
    assert await world.having(ADA, OAK) == {CY}
    await world.open_later(PlayerId("new"), Milliseconds(world.now - SETTINGS.age + 1))
    await world.give(PlayerId("new"), {OAK: 1}, "gift:new")
    await world.show(PlayerId("new"))
    assert await world.having(ADA, OAK) == {CY}
    world.now = Milliseconds(world.now + SETTINGS.lasts)  # by now nothing waits any more
    assert await world.having(ADA, OAK) == {BO, CY, PlayerId("new")}


async def test_a_player_who_is_banned_is_not_told_of_until_the_ban_is_over(world: WishWorld) -> None:
    over = Milliseconds(world.now + DAY)
    sanctions = [
        SanctionRecord(kind=kind, why="", by=ADA, at=world.now, until=over)
        for kind in (SanctionKind.MUTE, SanctionKind.BAN)
    ]
    await world.documents.commit([SANCTIONS.put(CY, None, SanctionsRecord((sanctions[0],)))])
    assert await world.having(ADA, OAK) == await world.wishing(ADA, ELM) == {BO, CY}, "a mute shuts nobody out"
    await world.documents.commit([SANCTIONS.put(BO, None, SanctionsRecord((sanctions[1],)))])
    assert await world.having(ADA, OAK) == await world.wishing(ADA, ELM) == {CY}
    world.now = over
    assert await world.having(ADA, OAK) == await world.wishing(ADA, ELM) == {BO, CY}


async def test_whom_one_keeps_away_from_does_not_count_among_those_who_are_read(world: WishWorld) -> None:
    others = [PlayerId(f"player-{number}") for number in range(READ_FIRST + READ_THEN)]
    await world.open(*others)
    for other in others:
        await world.give(other, {ELM: 1}, f"gift:{other}")
        await world.show(other)
    await world.avoid(ADA, *others[:-5])
    found = await world.find(ADA, TraderRole.HAS, ELM)
    assert {trader.player.id for trader in found.traders} >= set(others[-5:])
    assert found.after is None, "else who asks could choose at whose place an answer ends"


async def test_each_bad_input_has_its_own_refusal(world: WishWorld) -> None:
    bot = AccountRecord(id=BOT, name="Bot", kind=PlayerKind.BOT, owner=ADA, made_at=NOON)
    await world.documents.commit([keep(bot, None)])
    cases = [
        (GUEST, asking(TraderRole.HAS, OAK), RefusalCode.NOT_REGISTERED, "$.type"),
        (BOT, asking(TraderRole.HAS, OAK), RefusalCode.NOT_REGISTERED, "$.type"),
        (PlayerId("gone"), asking(TraderRole.HAS, OAK), RefusalCode.UNKNOWN_TOKEN, "$.token"),
        (ADA, asking(TraderRole.HAS, Face("forest/plank")), RefusalCode.UNKNOWN_CARD, "$.card"),
        (ADA, asking(TraderRole.OTHER, OAK), RefusalCode.MALFORMED, "$.who"),
        (ADA, asking(TraderRole.WISHES, OAK), RefusalCode.NOT_OWNED, "$.card"),
    ]
    for player, message, code, where in cases:
        found = await refused(world.search.found(player, message))
        assert (found.code, found.where) == (code, where), (player, message)
    await world.trades.offer(ADA, offer(BO, {ELM: 2}))
    assert (await refused(world.wishing(ADA, ELM))).code is RefusalCode.NOT_OWNED
    world.now = Milliseconds(NOON + DAY - 1)
    assert (await refused(world.having(ADA, OAK))).code is RefusalCode.TOO_NEW
    world.trades.settings = msgspec.structs.replace(SETTINGS, most_open=0)
    assert (await refused(world.having(ADA, OAK))).code is RefusalCode.NOT_TRADING


async def test_many_come_in_pages_that_stay_and_nobody_is_left_out_or_told_twice(world: WishWorld) -> None:
    many = [PlayerId(f"player-{number}") for number in range(3 * MOST_TRADERS)]
    await world.open(*many)
    for player in many:
        await world.give(player, {OAK: 1}, f"gift:{player}")
    await world.show(*many)
    told: list[PlayerId] = []
    after: int | None = None
    while True:
        page = await world.find(ADA, TraderRole.HAS, OAK, after)
        assert page == await world.find(ADA, TraderRole.HAS, OAK, after)
        assert 0 < len(page.traders) <= MOST_TRADERS
        told += [each.player.id for each in page.traders]
        after = page.after
        if after is None:
            break
        await world.hide(told[0])  # whoever goes or comes meanwhile moves nobody else
        await world.show(told[0])
    assert len(told) == len(set(told))
    assert set(told) == {BO, CY, *many}
    orders = [[each for each, _ in await world.documents.listed(wishing(face), most=99)] for face in (ELM, OAK)]
    for player in many:
        await world.wish(player, OAK, ELM)
    orders = [
        [each for each, _ in await world.documents.listed(wishing(face), most=99) if each in many]
        for face in (ELM, OAK)
    ]
    assert sorted(orders[0]) == sorted(orders[1]) == sorted(many)
    assert orders[0] != orders[1], "nobody is always asked first"


async def test_where_most_may_not_be_told_of_a_page_goes_on_and_says_so(world: WishWorld) -> None:
    many = [PlayerId(f"player-{number}") for number in range(READ_FIRST + READ_THEN)]
    await world.open(*many)
    for player in many:
        await world.give(player, {OAK: 1}, f"gift:{player}")
    await world.show(*many)
    for player in many:
        await world.avoid(player, ADA)
    told: set[PlayerId] = set()
    pages, after = 0, None
    while True:
        page = await world.find(ADA, TraderRole.HAS, OAK, after)
        told |= {each.player.id for each in page.traders}
        pages, after = pages + 1, page.after
        if after is None:
            break
    assert (told, pages) == ({BO, CY}, 2)


async def test_no_more_is_named_of_one_than_is_needed_for_an_offer() -> None:
    trees = [Face(f"forest/tree-{number:02}") for number in range(MOST_NAMED + 5)]
    world = WishWorld(MemoryStore(Memory()).documents)
    world.trades.faces = frozenset({*trees, OAK})
    world.wishes = type(world.wishes)(world.documents, world.ledger, frozenset(trees), lambda: world.now)
    await world.open(ADA, BO)
    await world.give(BO, dict.fromkeys(trees, 1), "gift:bo")
    await world.wish(ADA, *trees)
    await world.show(BO)
    (bo,) = (await world.find(ADA, TraderRole.HAS, trees[0])).traders
    assert bo.has == named(*trees[:MOST_NAMED])


async def test_many_are_looked_at_over_many_turns_of_the_event_loop(world: WishWorld) -> None:
    many = [PlayerId(f"player-{number}") for number in range(READ_FIRST + READ_THEN)]
    await world.open(*many)
    for player in many:
        await world.give(player, {OAK: 1}, f"gift:{player}")
        await world.ledger.hold(Hold(id=HoldId("trade:1"), player=player, kind=HoldKind.OFFER, copies={OAK: 1}))
    await world.show(*many)
    turns = 0

    async def others() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    going_on = asyncio.create_task(others())
    assert await world.having(ADA, OAK) <= {BO, CY}
    going_on.cancel()
    assert turns >= (READ_FIRST + READ_THEN) // LOOKED_AT_IN_A_TURN


async def test_an_answer_costs_two_round_trips_and_at_most_four(redis_url: str) -> None:  # noqa: F811 - a fixture
    store = patient_store(redis_url)
    await store.start()
    try:
        world = WishWorld(store.documents)
        many = [PlayerId(f"player-{number}") for number in range(READ_FIRST + 5)]
        await world.open(ADA, *many)
        for player in many:
            await world.give(player, {OAK: 1}, f"gift:{player}")
        await world.wish(ADA, OAK)
        await world.show(*many[:5])

        async def cost(order: Awaitable[object]) -> int:
            before = store.pipeline.batches
            await order
            return store.pipeline.batches - before

        assert await cost(world.find(ADA, TraderRole.HAS, OAK)) == 2
        await world.show(*many)
        assert await cost(world.find(ADA, TraderRole.HAS, OAK)) == 2, "a page is full"
        for player in many:
            await world.avoid(player, ADA)
        assert await cost(world.find(ADA, TraderRole.HAS, OAK)) == 4
        assert await cost(world.wish(ADA, ELM)) == 2
        assert await cost(world.wishes.listed(ADA)) == 1
        assert await cost(world.show(ADA)) == 2
    finally:
        await store.close()
