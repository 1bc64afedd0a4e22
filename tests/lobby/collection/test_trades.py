"""Trades: two accept the same revision and both sides move at once, or nothing does, and who may not is told why."""

from collections.abc import Awaitable, Callable

import pytest
from lobby.collection_world import ADA, ASH, BO, CY, ELM, GUEST, NOON, OAK
from lobby.ratings_world import Fate, Shaky
from lobby.trade_world import SETTINGS, TradeWorld, acceptance, cards, counter, offer
from quarterdeck_protocol.limits import Quota, QuotaCode, QuotaHolder
from quarterdeck_protocol.lobby.accounts import Avoidance
from quarterdeck_protocol.lobby.collection.trades import AcceptTrade, OfferTrade, Trade, TradeCard, TradeStage
from quarterdeck_protocol.names import GameName, Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.collection.holdings import Hold, HoldId, HoldKind
from quarterdeck_server.lobby.collection.ledger_audit import audited
from quarterdeck_server.lobby.collection.trade_parties import MOST_BETWEEN_TWO, MOST_WAITING_FROM_ONE
from quarterdeck_server.lobby.collection.trade_records import DAY, TRADERS, TRADES, TradeSettings
from quarterdeck_server.lobby.collection.trades import PAGE
from quarterdeck_server.store_errors import Unavailable


@pytest.fixture
async def world() -> TradeWorld:
    made = TradeWorld()
    await made.open(ADA, BO, CY, GUEST)
    await made.give(ADA, {OAK: 3, ELM: 1}, "gift:ada")
    await made.give(BO, {ASH: 2}, "gift:bo")
    return made


async def refused(order: Awaitable[object]) -> CommandRefused:
    with pytest.raises(CommandRefused) as found:
        await order
    return found.value


async def sound(world: TradeWorld) -> None:
    """Whatever has happened, the ledger is right."""
    assert (await audited(world.documents)).faults == ()


# How it goes


async def test_anything_that_is_offered_stays_and_moves_both_ways_when_the_other_accepts(world: TradeWorld) -> None:
    """S0:9"""
    trade = await world.trades.offer(ADA, offer(BO, {OAK: 2}, {ASH: 1}))
    assert (trade.revision, trade.stage, trade.expires_at) == (1, TradeStage.OPEN, world.now + SETTINGS.lasts)
    assert [(side.player.id, side.has_accepted) for side in trade.sides] == [(ADA, True), (BO, False)]
    assert await world.stand(ADA, BO) == [({OAK: 3, ELM: 1}, {OAK: 1, ELM: 1}), ({ASH: 2}, {ASH: 2})]
    done = await world.trades.accept(BO, acceptance(trade))
    assert (done.stage, [side.has_accepted for side in done.sides]) == (TradeStage.DONE, [True, True])
    mine, theirs = {OAK: 1, ELM: 1, ASH: 1}, {OAK: 2, ASH: 1}
    assert await world.stand(ADA, BO) == [(mine, mine), (theirs, theirs)]
    for player in (ADA, BO):
        listed = await world.trades.listed(player)
        assert (listed.open, listed.ended, listed.before) == ((), (done,), None)
        ((made, _),) = await world.ledger.history(player, None, 1)
        assert (made.of, made.cause) == (trade.id, "trade")
    await sound(world)


async def test_a_player_who_would_have_it_otherwise_makes_the_next_revision(world: TradeWorld) -> None:
    first = await world.trades.offer(ADA, offer(BO, {OAK: 2}, {ASH: 2}))
    world.now = Milliseconds(world.now + 5)
    second = await world.trades.counter(BO, counter(first, {ASH: 1}, {OAK: 2, ELM: 1}))
    assert (second.revision, second.expires_at) == (2, world.now + SETTINGS.lasts)
    assert [side.has_accepted for side in second.sides] == [False, True]
    assert second.sides[0].gives[0].card == "elm"
    assert await world.stand(ADA, BO) == [({OAK: 3, ELM: 1}, {OAK: 3, ELM: 1}), ({ASH: 2}, {ASH: 1})]
    await world.trades.accept(ADA, acceptance(second))
    assert await world.owned(ADA) == {OAK: 1, ASH: 1}
    assert await world.owned(BO) == {ASH: 1, OAK: 2, ELM: 1}
    await sound(world)


async def test_one_may_make_their_own_revision_better(world: TradeWorld) -> None:
    first = await world.trades.offer(ADA, offer(BO, {OAK: 3}, {ASH: 2}))
    second = await world.trades.counter(ADA, counter(first, {OAK: 3, ELM: 1}, {ASH: 2}))
    assert (second.revision, second.sides[0].has_accepted) == (2, True)
    assert await world.free(ADA) == {}


async def test_something_may_be_given_for_nothing_or_asked_for(world: TradeWorld) -> None:
    given = await world.trades.offer(ADA, offer(BO, {OAK: 1}))
    asked = await world.trades.offer(ADA, offer(BO, None, {ASH: 1}))
    assert await world.free(BO) == {ASH: 2}, "asking holds nothing"
    await world.trades.accept(BO, acceptance(given))
    await world.trades.accept(BO, acceptance(asked))
    assert await world.owned(ADA) == {OAK: 2, ELM: 1, ASH: 1}
    await sound(world)


async def test_somebody_who_owns_nothing_may_be_given_something(world: TradeWorld) -> None:
    await world.trades.accept(CY, acceptance(await world.trades.offer(ADA, offer(CY, {OAK: 1}))))
    assert await world.owned(CY) == {OAK: 1}
    await sound(world)


@pytest.mark.parametrize("player", [ADA, BO])
async def test_either_may_end_it_and_nothing_has_moved(world: TradeWorld, player: PlayerId) -> None:
    trade = await world.trades.offer(ADA, offer(BO, {OAK: 2}, {ASH: 1}))
    ended = await world.trades.cancel(player, trade.id)
    assert (ended.stage, ended.cancelled_by) == (TradeStage.CANCELLED, player)
    assert await world.stand(ADA, BO) == [({OAK: 3, ELM: 1}, {OAK: 3, ELM: 1}), ({ASH: 2}, {ASH: 2})]
    assert [(await world.trades.listed(each)).ended for each in (ADA, BO)] == [(ended,), (ended,)]


async def test_its_time_ends_it_without_anybody_having_to_do_something(world: TradeWorld) -> None:
    trade = await world.trades.offer(ADA, offer(BO, {OAK: 2}, {ASH: 1}))
    world.now = trade.expires_at
    assert await world.free(ADA) == {OAK: 3, ELM: 1}
    (over,) = (await world.trades.listed(BO)).ended
    assert (over.stage, over.changed_at) == (TradeStage.EXPIRED, trade.expires_at)
    assert await world.ids(ADA) == []
    for order in (
        world.trades.accept(BO, acceptance(trade)),
        world.trades.counter(BO, counter(trade, {ASH: 1})),
        world.trades.cancel(ADA, trade.id),
    ):
        assert (await refused(order)).code is RefusalCode.TRADE_EXPIRED
    assert (await world.trades.get(ADA, trade.id)).stage is TradeStage.EXPIRED


async def test_those_that_came_to_nothing_are_forgotten_and_those_that_moved_never(world: TradeWorld) -> None:
    done = await world.trades.offer(ADA, offer(BO, {OAK: 1}))
    await world.trades.accept(BO, acceptance(done))
    dropped = await world.trades.offer(ADA, offer(BO, {OAK: 1}))
    await world.trades.cancel(ADA, dropped.id)
    world.now = Milliseconds(world.now + 91 * DAY)
    assert [each.id for each in (await world.trades.listed(ADA)).ended] == [done.id]
    later = await world.trades.offer(ADA, offer(BO, {OAK: 1}))
    assert [name for name, _ in await world.documents.listed(f"dropped_trades:{ADA}", most=9)] == [later.id]


async def test_a_long_history_comes_in_pages(world: TradeWorld) -> None:
    ids = []
    for number in range(PAGE + 3):
        world.now = Milliseconds(world.now + (number % 10 != 0))
        trade = await world.trades.offer(ADA, offer(BO, {OAK: 1}))
        ids.append((await world.trades.cancel(BO, trade.id)).id)
    first = await world.trades.listed(ADA)
    second = await world.trades.listed(ADA, first.before)
    assert sorted(each.id for each in (*first.ended, *second.ended)) == sorted(ids)
    assert second.before is None
    assert len(second.ended) in (2, 3)
    assert [each.id for each in await world.trades.all_of(ADA, None)] == [
        each.id for each in (*first.ended, *second.ended)
    ]
    assert len(await world.trades.all_of(ADA, 7)) == 7


# What is refused, and moves nothing


async def an_offer(world: TradeWorld) -> Trade:
    return await world.trades.offer(ADA, offer(BO, {OAK: 2}, {ASH: 1}))


Order = Callable[[TradeWorld], Awaitable[object]]


async def _an_older_revision(world: TradeWorld) -> object:
    first = await an_offer(world)
    await world.trades.counter(ADA, counter(first, {OAK: 1}, {ASH: 2}))
    return await world.trades.accept(BO, acceptance(first))


async def _an_older_counter(world: TradeWorld) -> object:
    first = await an_offer(world)
    await world.trades.counter(ADA, counter(first, {OAK: 1}, {ASH: 2}))
    return await world.trades.counter(BO, counter(first, {ASH: 1}))


async def _a_revision_to_come(world: TradeWorld) -> object:
    return await world.trades.accept(BO, AcceptTrade(trade=(await an_offer(world)).id, revision=2))


async def _ones_own(world: TradeWorld) -> object:
    return await world.trades.accept(ADA, acceptance(await an_offer(world)))


async def _somebody_elses(world: TradeWorld) -> object:
    return await world.trades.accept(CY, acceptance(await an_offer(world)))


async def _what_is_done(world: TradeWorld) -> object:
    trade = await an_offer(world)
    await world.trades.accept(BO, acceptance(trade))
    return await world.trades.cancel(ADA, trade.id)


async def _what_is_cancelled(world: TradeWorld) -> object:
    trade = await an_offer(world)
    await world.trades.cancel(ADA, trade.id)
    return await world.trades.accept(BO, acceptance(trade))


async def _what_is_gone(world: TradeWorld) -> object:
    trade = await an_offer(world)
    await world.trades.accept(CY, acceptance(await world.trades.offer(BO, offer(CY, {ASH: 2}))))
    return await world.trades.accept(BO, acceptance(trade))


async def _what_is_in_another_offer(world: TradeWorld) -> object:
    trade = await an_offer(world)
    await world.trades.offer(BO, offer(CY, {ASH: 2}))
    return await world.trades.accept(BO, acceptance(trade))


async def _what_is_in_a_match(world: TradeWorld) -> object:
    await world.ledger.hold(Hold(id=HoldId("match:1"), player=ADA, kind=HoldKind.MATCH, copies={OAK: 2}))
    return await an_offer(world)


async def _too_many(world: TradeWorld) -> object:
    for other in await world.others(SETTINGS.most_open):
        await world.trades.offer(ADA, offer(other, None, {ASH: 1}))
    return await an_offer(world)


async def _too_many_with_one(world: TradeWorld) -> object:
    for number in range(MOST_BETWEEN_TWO):
        one, other = ((ADA, BO), (BO, ADA))[number % 2]
        trade = await world.trades.offer(one, offer(other, None, {ELM: 1}))
        if one == ADA:  # so that it waits for her
            await world.trades.counter(BO, counter(trade, None, {ELM: 2}))
    return await an_offer(world)


async def _more_than_one_person_offers(world: TradeWorld) -> object:
    bot = await world.bot(ADA)
    for number in range(MOST_WAITING_FROM_ONE):
        one = (ADA, bot)[number % 2]
        await world.trades.offer(one, offer(BO, None, {ASH: 1}))
    return await an_offer(world)


async def _to_somebody_who_has_too_many(world: TradeWorld) -> object:
    for other in await world.others(SETTINGS.most_open):
        await world.trades.offer(other, offer(BO, None, {ASH: 1}))
    return await an_offer(world)


async def _with_whom_one_avoids(world: TradeWorld) -> object:
    await world.avoid(ADA, BO, how=Avoidance.MUTE)
    return await an_offer(world)


async def _with_whom_avoids_one(world: TradeWorld) -> object:
    await world.avoid(BO, ADA)
    return await an_offer(world)


async def _with_the_bot_of_whom_avoids_one(world: TradeWorld) -> object:
    bot = await world.bot(BO)
    await world.avoid(BO, ADA)
    return await world.trades.offer(ADA, offer(bot, {OAK: 1}))


async def _of_a_bot_whose_owner_is_avoided(world: TradeWorld) -> object:
    bot = await world.bot(ADA)
    await world.avoid(BO, ADA)
    return await world.trades.offer(bot, offer(BO, None, {ASH: 1}))


async def _with_the_bot_of_whom_one_avoids(world: TradeWorld) -> object:
    bot = await world.bot(BO)
    await world.avoid(ADA, BO)
    return await world.trades.offer(ADA, offer(bot, {OAK: 1}))


async def _accepting_whom_one_avoids_by_now(world: TradeWorld) -> object:
    trade = await an_offer(world)
    await world.avoid(BO, ADA)
    return await world.trades.accept(BO, acceptance(trade))


async def _countering_who_avoids_one_by_now(world: TradeWorld) -> object:
    trade = await an_offer(world)
    await world.avoid(ADA, BO)
    return await world.trades.counter(BO, counter(trade, {ASH: 1}))


async def _too_young(world: TradeWorld) -> object:
    world.now = Milliseconds(NOON + DAY - 1)
    return await an_offer(world)


async def _another_under_the_same_ref(world: TradeWorld) -> object:
    await world.trades.offer(ADA, offer(BO, {OAK: 1}, ref="one"))
    return await world.trades.offer(ADA, offer(BO, {OAK: 2}, ref="one"))


def said(message: OfferTrade) -> Order:
    return lambda world: world.trades.offer(ADA, message)


WOOD = TradeCard(game=GameName("forest"), card="plank")

REFUSED: dict[str, tuple[Order, RefusalCode, str, list[str] | None]] = {
    "an older revision": (_an_older_revision, RefusalCode.STALE_TRADE, "$.revision", None),
    "a counter to an older revision": (_an_older_counter, RefusalCode.STALE_TRADE, "$.revision", None),
    "a revision to come": (_a_revision_to_come, RefusalCode.STALE_TRADE, "$.revision", None),
    "one's own revision": (_ones_own, RefusalCode.OWN_REVISION, "$.revision", None),
    "somebody else's": (_somebody_elses, RefusalCode.UNKNOWN_TRADE, "$.trade", None),
    "what is done": (_what_is_done, RefusalCode.TRADE_OVER, "$.trade", None),
    "what is cancelled": (_what_is_cancelled, RefusalCode.TRADE_OVER, "$.trade", None),
    "what the accepter has not any more": (
        _what_is_gone,
        RefusalCode.NOT_OWNED,
        "$.trade",
        ["Bo owns 0 copies of forest/ash; 1 is needed."],
    ),
    "what the accepter has offered elsewhere": (
        _what_is_in_another_offer,
        RefusalCode.COPIES_HELD,
        "$.trade",
        ["Bo has 2 copies of forest/ash in open offers and running matches, which cannot move now."],
    ),
    "what is in a running match": (
        _what_is_in_a_match,
        RefusalCode.COPIES_HELD,
        "$.gives",
        ["Ada has 2 copies of forest/oak in open offers and running matches, which cannot move now."],
    ),
    "what one has not": (
        said(offer(BO, {OAK: 4, ASH: 1})),
        RefusalCode.NOT_OWNED,
        "$.gives",
        ["Ada owns 0 copies of forest/ash; 1 is needed.", "Ada owns 3 copies of forest/oak; 4 are needed."],
    ),
    "what there is not": (
        said(OfferTrade(player=BO, gives=cards({OAK: 1}), takes=(WOOD,))),
        RefusalCode.UNKNOWN_CARD,
        "$.takes",
        ["Players cannot own `plank` of `forest` here."],
    ),
    "a card twice": (
        said(OfferTrade(player=BO, gives=cards({OAK: 1}) + cards({OAK: 2}))),
        RefusalCode.BAD_TRADE,
        "$.gives",
        ["forest/oak is listed more than once: list it once, with a count."],
    ),
    "a card both ways": (
        said(offer(BO, {OAK: 2}, {OAK: 1})),
        RefusalCode.BAD_TRADE,
        "$.takes",
        ["forest/oak is on both sides of the trade: leave it out on one side."],
    ),
    "nothing": (
        said(offer(BO)),
        RefusalCode.BAD_TRADE,
        "$.gives",
        ["This trade is empty: name the cards that you give or ask for."],
    ),
    "with oneself": (said(offer(ADA, {OAK: 1})), RefusalCode.NOT_YOURSELF, "$.player", None),
    "with nobody": (said(offer(PlayerId("x"), {OAK: 1})), RefusalCode.UNKNOWN_PLAYER, "$.player", None),
    "with a guest": (said(offer(GUEST, {OAK: 1})), RefusalCode.NOT_REGISTERED, "$.player", None),
    "as a guest": (
        lambda world: world.trades.offer(GUEST, offer(BO, None, {ASH: 1})),
        RefusalCode.NOT_REGISTERED,
        "$.type",
        None,
    ),
    "too many": (_too_many, RefusalCode.TOO_MANY_TRADES, "$.type", None),
    "too many with one": (_too_many_with_one, RefusalCode.TOO_MANY_TRADES, "$.player", None),
    "to somebody who has too many": (_to_somebody_who_has_too_many, RefusalCode.NOT_TRADING, "$.player", None),
    "with whom one avoids": (_with_whom_one_avoids, RefusalCode.NOT_TRADING, "$.player", None),
    "with whom avoids one": (_with_whom_avoids_one, RefusalCode.NOT_TRADING, "$.player", None),
    "with the bot of who avoids one": (_with_the_bot_of_whom_avoids_one, RefusalCode.NOT_TRADING, "$.player", None),
    "of a bot whose owner is avoided": (_of_a_bot_whose_owner_is_avoided, RefusalCode.NOT_TRADING, "$.player", None),
    "with the bot of whom one avoids": (_with_the_bot_of_whom_one_avoids, RefusalCode.NOT_TRADING, "$.player", None),
    "of whom one avoids by now": (_accepting_whom_one_avoids_by_now, RefusalCode.NOT_TRADING, "$.player", None),
    "a counter to who avoids one": (_countering_who_avoids_one_by_now, RefusalCode.TRADE_OVER, "$.trade", None),
    "more than one person offers": (_more_than_one_person_offers, RefusalCode.TOO_MANY_TRADES, "$.player", None),
    "with an account that is too young": (_too_young, RefusalCode.TOO_NEW, "$.type", None),
    "another under the same ref": (_another_under_the_same_ref, RefusalCode.REF_REUSED, "$.ref", None),
}


async def test_a_player_who_may_offer_nothing_more_does_not_learn_by_whom_they_are_avoided(world: TradeWorld) -> None:
    others = [PlayerId(f"other-{number}") for number in range(SETTINGS.most_open)]
    await world.open(*others)
    for other in others:
        await world.trades.offer(ADA, offer(other, None, {OAK: 1}))
    await world.avoid(CY, ADA)
    told = [await refused(world.trades.offer(ADA, offer(player, None, {OAK: 1}))) for player in (BO, CY)]
    assert [each.code for each in told] == [RefusalCode.TOO_MANY_TRADES] * 2
    assert str(told[0].text) == str(told[1].text)


@pytest.mark.parametrize("what", REFUSED)
async def test_each_bad_input_has_its_own_refusal(world: TradeWorld, what: str) -> None:
    order, code, where, faults = REFUSED[what]
    found = await refused(order(world))
    assert (found.code, found.where) == (code, where)
    if faults is not None:
        assert [str(fault) for fault in found.faults] == faults
    assert (await world.owned(ADA)).get(ELM) == 1
    await sound(world)


async def test_anything_that_is_only_the_others_affair_is_told_in_one_way(world: TradeWorld) -> None:
    """Nobody learns from it that they are avoided."""
    sentences = set()
    for order in (
        _with_whom_avoids_one,
        _with_the_bot_of_whom_avoids_one,
        _of_a_bot_whose_owner_is_avoided,
        _to_somebody_who_has_too_many,
    ):
        here = TradeWorld()
        await here.open(ADA, BO)
        await here.give(ADA, {OAK: 3}, "gift:ada")
        sentences.add(str(await refused(order(here))))
    here = TradeWorld()
    await here.open(ADA)
    here.now = Milliseconds(NOON + DAY)
    await here.give(ADA, {OAK: 3}, "gift:ada")
    await here.open_later(BO, here.now)
    sentences.add(str(await refused(an_offer(here))))
    assert len(sentences) == 1


@pytest.mark.parametrize("how", [Avoidance.MUTE, Avoidance.BLOCK])
async def test_a_player_who_keeps_away_from_somebody_ends_what_is_open_with_them_and_their_bots(
    world: TradeWorld, how: Avoidance
) -> None:
    mine, theirs = await world.bot(ADA), await world.bot(BO)
    offered = [
        await world.trades.offer(one, offer(other, None, {ELM: 1}))
        for one, other in ((ADA, BO), (BO, ADA), (mine, BO), (theirs, ADA), (mine, theirs))
    ]
    kept = await world.trades.offer(ADA, offer(CY, {OAK: 1}))
    await world.avoid(ADA, BO, how=how)
    await world.trades.keep_apart(ADA, BO)
    await world.trades.keep_apart(ADA, BO)  # said again, it changes nothing
    ended = [await world.trades.get(trade.sides[1].player.id, trade.id) for trade in offered]
    assert [each.stage for each in ended] == [TradeStage.CANCELLED] * 5
    assert [each.cancelled_by for each in ended] == [ADA, ADA, mine, ADA, mine]
    assert await world.ids(ADA) == [kept.id]
    await sound(world)


@pytest.mark.parametrize("what", ["accept", "counter"])
async def test_a_player_who_answers_somebody_who_keeps_away_by_now_finds_that_it_was_cancelled(
    world: TradeWorld, what: str
) -> None:
    """As if the other had cancelled it by hand, whether what is open has been ended already or not."""
    told = []
    for is_ended in (True, False):
        trade = await world.trades.offer(ADA, offer(BO, {OAK: 1}, {ASH: 1}))
        if is_ended:
            await world.trades.cancel(ADA, trade.id)
        await world.avoid(ADA, BO)
        order = (
            world.trades.accept(BO, acceptance(trade))
            if what == "accept"
            else world.trades.counter(BO, counter(trade, {ASH: 2}))
        )
        found = await refused(order)
        after = await world.trades.get(BO, trade.id)
        told.append((found.code, str(found.text), found.where, after.stage, after.cancelled_by))
        await world.avoid(ADA, BO, how=Avoidance.NO)
    assert told == [told[0]] * 2
    assert told[0][3:] == (TradeStage.CANCELLED, ADA)
    assert await world.free(ADA) == {OAK: 3, ELM: 1}
    await sound(world)


# What waits for one's answer


async def test_anything_that_others_offer_keeps_nobody_from_offering(world: TradeWorld) -> None:
    for other in await world.others(SETTINGS.most_open):
        await world.trades.offer(other, offer(ADA, None, {OAK: 1}))
    assert (await world.trades.offer(ADA, offer(BO, {OAK: 1}))).stage is TradeStage.OPEN


async def test_a_worthless_offer_tells_nothing_of_who_keeps_away(world: TradeWorld) -> None:
    told = []
    for _ in range(2):
        found = await refused(world.trades.offer(ADA, offer(BO, {ASH: 1})))
        told.append((found.code, found.where, str(found)))
        await world.avoid(BO, ADA)
    assert told[0] == told[1]
    assert told[0][:2] == (RefusalCode.NOT_OWNED, "$.gives")


async def test_anything_that_is_open_is_bounded_though_counters_change_whose_turn_it_is(world: TradeWorld) -> None:
    others = await world.others(2 * SETTINGS.most_open)
    for other in others:
        trade = await world.trades.offer(ADA, offer(other, None, {OAK: 1}))
        await world.trades.counter(other, counter(trade, None, {OAK: 1}))
    assert (await refused(an_offer(world))).code is RefusalCode.TOO_MANY_TRADES
    assert (await refused(world.trades.offer(BO, offer(ADA, None, {OAK: 1})))).code is RefusalCode.NOT_TRADING


async def test_one_player_with_their_bots_offers_no_more_over_two_processes_than_over_one() -> None:
    """Each is kept for months, in the lists of both, whatever comes of it."""
    pace = Quota(code=QuotaCode.TRADE_OFFERS, per=QuotaHolder.PLAYER, at_once=6, per_minute=1)
    here = TradeWorld(pace=pace)
    there = TradeWorld(here.documents, pace=pace)
    await here.open(ADA, BO, CY)
    bot = await here.bot(ADA)
    for number, (world, sender) in enumerate(((here, ADA), (there, bot)) * 3):
        made = await world.trades.offer(sender, offer(BO, takes={OAK: 1}, ref=f"{number}"))
        assert await world.trades.offer(sender, offer(BO, takes={OAK: 1}, ref=f"{number}")) == made
        await world.trades.cancel(sender, made.id)
    for sender in (ADA, bot):
        told = await refused(there.trades.offer(sender, offer(BO, takes={OAK: 1})))
        assert (told.code, told.retry_in, told.remaining) == (RefusalCode.TOO_MANY, 60_000, 0)
    await there.trades.offer(CY, offer(BO, takes={OAK: 1}))
    here.now = Milliseconds(here.now + 60_000)
    await here.trades.offer(bot, offer(BO, takes={OAK: 1}))


async def test_where_the_host_wants_no_trades_there_are_none() -> None:
    world = TradeWorld(settings=TradeSettings(most_open=0))
    await world.open(ADA, BO)
    await world.give(ADA, {OAK: 3}, "gift:ada")
    found = await refused(an_offer(world))
    assert (found.code, found.where) == (RefusalCode.NOT_TRADING, "$.type")


# Lost answers, and others who are faster


async def test_anything_that_is_sent_again_is_done_once(world: TradeWorld) -> None:
    trade = await world.trades.offer(ADA, offer(BO, {OAK: 2}, {ASH: 1}, ref="one"))
    assert await world.trades.offer(ADA, offer(BO, {OAK: 2}, {ASH: 1}, ref="one")) == trade
    second = counter(trade, {ASH: 2}, {OAK: 2})
    countered = await world.trades.counter(BO, second)
    assert await world.trades.counter(BO, second) == countered
    done = await world.trades.accept(ADA, acceptance(countered))
    assert await world.trades.accept(ADA, acceptance(countered)) == done
    assert await world.trades.offer(ADA, offer(BO, {OAK: 2}, {ASH: 1}, ref="one")) == done
    other = await world.trades.offer(ADA, offer(BO, {OAK: 1}))
    ended = await world.trades.cancel(BO, other.id)
    assert await world.trades.cancel(BO, other.id) == ended
    assert (await refused(world.trades.cancel(ADA, other.id))).code is RefusalCode.TRADE_OVER
    assert await world.owned(BO) == {OAK: 2}
    await sound(world)


async def test_a_player_who_has_no_answer_asks_again_and_it_moves_once(world: TradeWorld) -> None:
    trade = await an_offer(world)
    shaky = Shaky(world.documents)
    process = TradeWorld(shaky)
    for fate in (Fate.LOST, Fate.UNANSWERED):
        shaky.fates = [fate]
        with pytest.raises(Unavailable):
            await process.trades.accept(BO, acceptance(trade))
    assert (await process.trades.accept(BO, acceptance(trade))).stage is TradeStage.DONE
    assert await world.owned(BO) == {OAK: 2, ASH: 1}
    await sound(world)


@pytest.mark.parametrize("what", ["cancel", "counter", "accept"])
async def test_of_two_who_answer_at_once_one_is_first(world: TradeWorld, what: str) -> None:
    trade = await an_offer(world)
    shaky = Shaky(world.documents)
    process = TradeWorld(shaky)
    faster: dict[str, tuple[Order, RefusalCode | None]] = {
        "cancel": (lambda here: here.trades.cancel(ADA, trade.id), RefusalCode.TRADE_OVER),
        "counter": (lambda here: here.trades.counter(ADA, counter(trade, {OAK: 1}, {ASH: 2})), RefusalCode.STALE_TRADE),
        "accept": (lambda here: here.trades.accept(BO, acceptance(trade)), None),
    }
    order, code = faster[what]
    shaky.before_commit = lambda: order(world)
    if code is None:
        assert (await process.trades.accept(BO, acceptance(trade))).stage is TradeStage.DONE
    else:
        assert (await refused(process.trades.accept(BO, acceptance(trade)))).code is code
        assert await world.owned(BO) == {ASH: 2}
    await sound(world)


# Going, and what is kept


@pytest.mark.parametrize("player", [ADA, BO])
async def test_a_deleted_account_ends_its_trades_and_frees_what_others_hold_for_them(
    world: TradeWorld, player: PlayerId
) -> None:
    done = await world.trades.offer(ADA, offer(BO, {ELM: 1}))
    await world.trades.accept(BO, acceptance(done))
    trade = await an_offer(world)
    other = BO if player == ADA else ADA
    world.now = Milliseconds(world.now + 1)
    await world.players.remove(player)
    ended = await world.trades.get(other, trade.id)
    assert (ended.stage, ended.cancelled_by) == (TradeStage.CANCELLED, None)
    assert [side.player.name for side in ended.sides if side.player.id == player] == ["Somebody who has left"]
    assert (await world.owned(other)) == (await world.free(other))
    assert await world.ids(other) == []
    assert [each.id for each in (await world.trades.listed(other)).ended] == [trade.id, done.id]
    assert (await TRADERS.read(world.documents, [player])) == [None]
    for prefix in ("done_trades", "dropped_trades"):
        assert await world.documents.count(f"{prefix}:{player}") == 0
    await sound(world)


async def test_a_trade_that_is_offered_while_its_player_goes_is_not_left_over(world: TradeWorld) -> None:
    shaky = Shaky(world.documents)
    process = TradeWorld(shaky)
    shaky.before_commit = lambda: world.trades.offer(BO, offer(ADA, {ASH: 1}))
    await process.players.remove(ADA)
    (ended,) = (await world.trades.listed(BO)).ended
    assert ended.stage is TradeStage.CANCELLED
    assert await world.free(BO) == {ASH: 2}


async def test_anything_that_is_kept_of_a_trade_names_no_account_of_the_ledger(world: TradeWorld) -> None:
    trade = await an_offer(world)
    await world.trades.accept(BO, acceptance(trade))
    (document,) = await world.documents.read([TRADES.key(trade.id)])
    assert document is not None
    for made, leg in await world.ledger.history(BO, None, 9):
        assert leg.account.encode() not in document.body, made.id
