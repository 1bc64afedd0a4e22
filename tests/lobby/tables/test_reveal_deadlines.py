"""Entropy that is not revealed in time: the deal is refused, by any process, once, seen by all; and nothing else is."""

import asyncio
import copy
from collections.abc import Sequence
from contextlib import suppress
from functools import partial

import msgspec
import pytest
from faults.virtual_time import Owner, VirtualLoop, context_of, run
from lobby.table_worlds import ADA, BO, CY, TableWorld, nobody, places, refusal, worlds
from quarterdeck_protocol.fairness.bound_entropy import entropy_hash
from quarterdeck_protocol.lobby.tables import BoundRules, Kick, Reveal, TableChanged, TableStage, TransferHost
from quarterdeck_protocol.names import Milliseconds, PlayerId, Ref, Seat, TableId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.lobby.collections import NOTHING, ExtraWrites
from quarterdeck_server.lobby.ratings import refused_deals
from quarterdeck_server.lobby.tables import transitions
from quarterdeck_server.lobby.tables.model import TableRecord, shown
from quarterdeck_server.lobby.tables.repository import TIME_TO_REVEAL
from quarterdeck_server.lobby.tables.reveal_deadlines import A_GAP, GRACE
from quarterdeck_server.store_errors import Unavailable
from servers import soon


async def asked(world: TableWorld, *, sought: bool = False) -> TableRecord:
    """Return a table at which Ada and Bo have bound their names, and Bo has not revealed his."""
    table = await world.full()
    if sought:
        await world.tables.repository.change(table, lambda record: msgspec.structs.replace(record, is_sought=True))
    await world.bind(table, ADA, BO)
    return await world.reveal(table, ADA)


def _is_newer(world: TableWorld, than: int) -> bool:
    return world.received[-1].table.changed > than


async def wait(world: TableWorld, table: TableId, milliseconds: int) -> None:
    """Let so much time pass in a process that looks at a table all the while, but for the last moment."""
    until = Milliseconds(world.now + milliseconds)
    while world.now < until:
        await world.tables.reveals.end(table)
        world.now = min(until, Milliseconds(world.now + 1_000))


async def wait_too_long(world: TableWorld, table: TableId) -> None:
    await wait(world, table, TIME_TO_REVEAL + GRACE + 1)


async def test_all_hashes_and_until_when_are_told_before_any_share_and_no_share_ever_is() -> None:
    async with worlds() as several:
        world = await several.start()
        table = await world.full()
        assert shown(await world.bind(table, ADA)).reveal_until is None
        told = shown(await world.bind(table, BO))
        assert (told.stage, told.reveal_until) == (TableStage.REVEALING, world.now + TIME_TO_REVEAL)
        assert [place.entropy_hash for place in told.places] == [entropy_hash("Ada"), entropy_hash("Bo")]
        await world.tables.repository.change(table, lambda record: msgspec.structs.replace(record, opened_at=7))
        frame = msgspec.json.encode(shown(await world.reveal(table, BO)))
        assert b'"revealed":true' in frame
        assert b'"entropy":' not in frame


async def test_a_player_who_binds_nothing_has_nothing_to_reveal() -> None:
    async with worlds() as several:
        world = await several.start()
        table = await world.full()
        await world.ready(table, BO)
        assert (await world.bind(table, ADA)).stage is TableStage.REVEALING
        assert await refusal(world.reveal(table, BO)) is RefusalCode.NOTHING_TO_REVEAL
        assert (await world.reveal(table, ADA)).stage is TableStage.PLAYING
        assert several.begun[0].entropy == ("Ada", "")
        assert several.begun[0].entropy_hashes == (entropy_hash("Ada"), None)


async def test_without_any_share_the_match_begins_at_once_as_it_always_did() -> None:
    async with worlds() as several:
        world = await several.start()
        table = await world.full()
        assert (await world.ready(table, ADA, BO)).stage is TableStage.PLAYING
        assert b"entropy_hashes" not in msgspec.json.encode(several.begun[0])


async def test_a_deal_is_refused_when_its_time_is_over_and_not_before() -> None:
    async with worlds() as several:
        world = await several.start()
        was = await asked(world)
        await world.tables.reveals.end(was.id)
        assert await world.tables.repository.read(was.id) == was
        await wait_too_long(world, was.id)
        assert await world.tables.repository.read(was.id) == was
        await world.tables.sweeper.sweep()
        now = await world.tables.repository.read(was.id)
        deal = now.refused
        assert deal is not None
        assert (deal.match, deal.commitment, deal.missing) == (was.match, was.commitment, (1,))
        assert deal.entropy_hashes == (entropy_hash("Ada"), entropy_hash("Bo"))
        assert (places(now), now.stage, now.reveal_until) == (["Ada", None], TableStage.GATHERING, None)
        assert not {now.match, now.seed, now.commitment} & {was.match, was.seed, was.commitment}
        assert several.begun == []
        assert await refusal(world.reveal(was.id, BO)) is RefusalCode.TOO_LATE
        assert await refusal(world.reveal(was.id, ADA)) is RefusalCode.NOTHING_TO_REVEAL
        assert await refusal(world.reveal(was.id, CY)) is RefusalCode.NOT_AT_TABLE


async def test_a_deal_is_left_to_a_process_with_the_rules_that_were_told_and_refused_if_there_is_none() -> None:
    async with worlds() as several:
        told, other = await several.start(), await several.start()
        version = told.games["tiny"].version
        newer = other.games["tiny"] = copy.copy(told.games["tiny"])
        newer.version = version + 1  # type: ignore[misc]  # of this copy alone

        async def left() -> TableRecord:
            table = await told.full()
            assert shown(await told.bind(table, ADA, BO)).bound_rules == BoundRules(version=version)
            other.now = told.now
            return await other.reveal(table, ADA, BO)

        was = await left()
        assert (was.stage, was.may_begin) == (TableStage.REVEALING, True)
        await told.tables.reveals.end(was.id)
        assert [(each.match, each.rules) for each in several.begun] == [(was.match, version)]
        was = await left()
        table = was.id
        await wait_too_long(other, table)
        await other.tables.reveals.end(table)
        now = await other.tables.repository.read(table)
        assert now.refused is not None
        assert (now.refused.match, now.refused.missing, now.stage) == (was.match, (), TableStage.GATHERING)
        assert (places(now), shown(now).bound_rules) == (["Ada", "Bo"], msgspec.UNSET)
        assert now.match != was.match
        assert len(several.begun) == 1


async def test_a_player_who_sits_down_again_after_a_refused_deal_is_told_that_a_share_comes_too_soon() -> None:
    async with worlds() as several:
        world = await several.start()
        table = (await asked(world)).id
        await wait_too_long(world, table)
        await world.tables.reveals.end(table)
        await world.lobby.sit(table, BO, None, None)
        await world.lobby.ready(table, BO.id, entropy_hash("another"), None)
        too_soon = world.lobby.reveal(Reveal(table=table, entropy="another"), BO.id)
        assert await refusal(too_soon) is RefusalCode.NOTHING_TO_REVEAL
        assert await refusal(world.reveal(table, BO)) is RefusalCode.TOO_LATE


async def test_a_player_who_is_blocked_after_a_refused_deal_is_told_of_no_such_table() -> None:
    async with worlds() as several:
        world = await several.start()
        table = (await asked(world)).id
        await wait_too_long(world, table)
        await world.tables.reveals.end(table)
        await world.tables.repository.change(table, lambda record: transitions.blocking(record, ADA.id, {BO.id}))
        assert await refusal(world.reveal(table, BO)) is RefusalCode.UNKNOWN_TABLE


async def test_the_host_stays_who_it_is_while_entropy_is_revealed() -> None:
    async with worlds() as several:
        world = await several.start()
        table = (await asked(world)).id
        before = await world.tables.repository.read(table)
        transfer = TransferHost(table=table, player=BO.id)
        assert await refusal(world.lobby.transfer_host(transfer, ADA.id)) is RefusalCode.MATCH_RUNNING
        assert await world.tables.repository.read(table) == before


async def test_a_share_that_comes_late_counts_as_long_as_the_deal_stands() -> None:
    async with worlds() as several:
        world = await several.start()
        table = (await asked(world)).id
        await wait_too_long(world, table)
        record = await world.reveal(table, BO)
        assert (record.stage, [each.match for each in several.begun]) == (TableStage.PLAYING, [record.match])
        await world.tables.reveals.end(table)
        assert await world.tables.repository.read(table) == record


async def test_another_process_refuses_the_deal_if_that_of_the_players_has_died_and_it_is_done_once() -> None:
    async with worlds() as several:
        dying, one, other = [await several.start() for _ in range(3)]
        table = (await asked(dying)).id
        await several.end(dying)
        for living in (one, other):
            living.now = dying.now
            await wait_too_long(living, table)
        for living in (one, other):
            await living.tables.sweeper.sweep()
        (record,) = await refused_deals.of(one.store.documents, BO.id, 9)
        assert (record.players, record.missing) == ((ADA.id, BO.id), (1,))
        assert await refused_deals.count(one.store.documents, BO.id) == 1
        assert await refused_deals.count(one.store.documents, ADA.id) == 0
        assert (await one.tables.repository.read(table)).refused is not None


async def refuses_when_it_has_been_up_for_long_enough(world: TableWorld, was: TableRecord) -> None:
    """See a process that was away refuse a deal whose time is long over, and only when its own time is over too."""
    await world.tables.sweeper.sweep()
    await wait(world, was.id, TIME_TO_REVEAL - 1)
    await world.tables.sweeper.sweep()
    assert await world.tables.repository.read(was.id) == was
    world.now = Milliseconds(world.now + 1)
    await world.tables.sweeper.sweep()
    deal = (await world.tables.repository.read(was.id)).refused
    assert deal is not None
    assert (deal.match, deal.missing) == (was.match, (1,))


async def test_when_all_processes_were_down_nothing_is_refused_until_one_has_been_up_for_as_long() -> None:
    async with worlds() as several:
        dying = await several.start()
        was = await asked(dying)
        await wait(dying, was.id, 1_000)
        await several.end(dying)
        fresh = await several.start()
        fresh.now = Milliseconds(dying.now + 3_600_000)
        await refuses_when_it_has_been_up_for_long_enough(fresh, was)


@pytest.mark.parametrize("away", [A_GAP + 1, TIME_TO_REVEAL, 3_600_000])
async def test_when_all_processes_were_frozen_nothing_is_refused_until_one_has_run_for_as_long(away: int) -> None:
    async with worlds() as several:
        world = await several.start()
        was = await asked(world)
        await wait(world, was.id, TIME_TO_REVEAL - 1_000)
        await world.tables.reveals.end(was.id)
        world.now = Milliseconds(world.now + away)
        await refuses_when_it_has_been_up_for_long_enough(world, was)


async def test_while_the_store_is_away_no_time_to_reveal_passes() -> None:
    async with worlds() as several:
        world = await several.start()
        was = await asked(world)
        await world.tables.reveals.end(was.id)
        world.losing.is_away = True
        for _ in range(30):
            with suppress(Unavailable):
                await wait(world, was.id, 1_000)
            world.now = Milliseconds(world.now + 1_000)
        world.losing.is_away = False
        await refuses_when_it_has_been_up_for_long_enough(world, was)


async def test_a_player_who_reveals_when_the_house_is_back_has_lost_nothing() -> None:
    async with worlds() as several:
        dying = await several.start()
        table = (await asked(dying)).id
        await several.end(dying)
        fresh = await several.start()
        fresh.now = Milliseconds(dying.now + 3_600_000)
        await fresh.tables.sweeper.sweep()
        assert (await fresh.reveal(table, BO)).stage is TableStage.PLAYING
        await wait_too_long(fresh, table)
        assert await refused_deals.count(fresh.store.documents, BO.id) == 0


async def test_a_share_that_the_store_has_forgotten_is_asked_for_once_more_and_costs_nobody_anything() -> None:
    async with worlds() as several:
        world, other = await several.start(), await several.start()
        table = await world.full()
        await world.bind(table, ADA, BO)
        world.tables.subscribers.subscribe(table, world.received.append, lambda: ADA)
        other.tables.subscribers.subscribe(table, other.received.append, lambda: BO)
        kept = copy.deepcopy(vars(several.memory.documents))
        await world.reveal(table, ADA)
        told = world.received[-1].table
        assert [place.revealed for place in told.places] == [True, False]
        await wait(world, table, TIME_TO_REVEAL - 1_000)
        vars(several.memory.documents).update(kept)
        for each in (world, other):
            each.event_bus._missed()  # as after a gap in what was heard
        for each in (world, other):  # or nobody would take it in
            await soon(partial(_is_newer, each, told.changed))
        again = world.received[-1].table
        assert [place.revealed for place in again.places] == [False, False]
        await wait(world, table, TIME_TO_REVEAL - 1_000)
        assert (await world.tables.repository.read(table)).stage is TableStage.REVEALING
        assert (await world.reveal(table, ADA, BO)).stage is TableStage.PLAYING
        assert await refused_deals.count(world.store.documents, ADA.id) == 0


async def _bound(world: TableWorld, table: TableId) -> None:
    await world.bind(table, ADA, BO)
    await world.reveal(table, ADA)


async def _time_passes(world: TableWorld) -> None:
    while True:
        await asyncio.sleep(0.1)
        world.now = Milliseconds(world.now + 100)


@pytest.mark.parametrize("frozen", [0, 60])
def test_a_process_refuses_by_itself_and_one_that_was_frozen_gives_as_much_time_again(frozen: int) -> None:
    owner = Owner("process")

    async def seconds_until_it_is_refused() -> float:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualLoop)
        async with worlds() as several:
            world = await several.start()
            passing = loop.create_task(_time_passes(world))
            table = await world.full()
            refused = asyncio.Event()

            def told(now: TableChanged) -> None:
                if now.table.refused is not None:
                    refused.set()

            world.tables.subscribers.subscribe(table, told, nobody)
            await loop.create_task(_bound(world, table), context=context_of(owner))
            began = loop.time()
            if frozen:
                owner.is_frozen = True
                await asyncio.sleep(frozen)
                loop.thaw(owner)
            async with asyncio.timeout(100):  # of the loop's time
                await refused.wait()
            passing.cancel()
            return loop.time() - began

    seconds = run(seconds_until_it_is_refused())
    assert frozen + TIME_TO_REVEAL / 1000 < seconds < frozen + (TIME_TO_REVEAL + GRACE) / 1000 + 2


async def test_a_deal_that_nobody_reveals_for_closes_its_table() -> None:
    async with worlds() as several:
        world = await several.start()
        table = await world.full()
        await world.bind(table, ADA, BO)
        world.tables.subscribers.subscribe(table, world.received.append, nobody)
        await wait_too_long(world, table)
        await world.tables.reveals.end(table)
        assert world.received[-1].gone
        assert [await refused_deals.count(world.store.documents, each.id) for each in (ADA, BO)] == [1, 1]


async def test_a_deal_that_the_server_cannot_deal_is_published_and_counts_for_nobody() -> None:
    async def fail() -> None:
        raise RuntimeError("the rules have failed")

    async with worlds() as several:
        world = await several.start()
        was = await asked(world)
        world.tables.subscribers.subscribe(was.id, world.received.append, nobody)
        world.dealing.meanwhile = fail
        with pytest.raises(RuntimeError, match="the rules have failed"):
            await world.reveal(was.id, BO)
        closed = world.received[-1]
        assert (closed.gone, closed.table.stage) == (True, TableStage.REVEALING)
        deal = closed.table.refused
        assert deal is not None
        assert (deal.match, deal.commitment, deal.missing) == (was.match, was.commitment, ())
        assert deal.entropy_hashes == (entropy_hash("Ada"), entropy_hash("Bo"))
        documents = world.store.documents
        for each in (ADA, BO):
            assert await refused_deals.count(documents, each.id) == 0
            (kept,) = await refused_deals.of(documents, each.id, 100)
            assert (kept.match, kept.commitment, kept.missing) == (was.match, was.commitment, ())


async def test_nothing_but_the_shares_changes_while_they_are_revealed() -> None:
    async with worlds() as several:
        world = await several.start()
        was = await asked(world)
        lobby, table = world.lobby, was.id
        for tried in (
            lobby.sit(table, BO, Seat(0), None),
            lobby.sit(table, CY, None, None),
            lobby.stand(table, BO.id, None, None),
            lobby.kick(Kick(table=table, seat=Seat(1)), ADA.id),
            lobby.rematch(table, BO.id, None),
            world.bot(table),
        ):
            assert await refusal(tried) is RefusalCode.MATCH_RUNNING
        assert await lobby.ready(table, BO.id, entropy_hash("another"), None) == was
        await lobby.leave_all(BO.id)
        await world.tables.sweeper.gone(table, BO.id)
        await lobby.rename(msgspec.structs.replace(BO, name="Another"))
        another = Reveal(table=table, entropy="another", ref=Ref("x"))
        assert await refusal(lobby.reveal(another, BO.id)) is RefusalCode.WRONG_ENTROPY
        assert await world.tables.repository.read(table) == was


async def test_in_quick_match_it_is_an_offer_that_was_missed_as_well() -> None:
    async with worlds() as several:
        world = await several.start()
        missed: list[tuple[Sequence[PlayerId], Milliseconds]] = []

        async def note(players: Sequence[PlayerId], now: Milliseconds) -> ExtraWrites:
            missed.append((players, now))
            return NOTHING

        world.tables.reveals.penalty = note
        for sought in (False, True):
            table: TableId = (await asked(world, sought=sought)).id
            await wait_too_long(world, table)
            await world.tables.reveals.end(table)
        assert missed == [([BO.id], world.now)]
