"""The audit of trades: it finds nothing where all is right, and each damage with its trade, account and card."""

from collections.abc import Awaitable, Callable

import msgspec
import pytest
from lobby.collection_world import ADA, ASH, BO, CY, ELM, OAK
from lobby.trade_world import TradeWorld, acceptance, counter, offer
from quarterdeck_protocol.lobby.collection.trades import TradeId, TradeStage
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_server.lobby.collection.cause_audit import CauseAudit, audited_causes
from quarterdeck_server.lobby.collection.holdings import COLLECTIONS, HoldId, HoldKind, HoldRecord
from quarterdeck_server.lobby.collection.movements import MOVEMENTS, Cause, MovementId, MovementRecord, exchange
from quarterdeck_server.lobby.collection.trade_records import DAY, TRADERS, TRADES, TradeRecord
from quarterdeck_server.lobby.collection.trades import DONE
from quarterdeck_server.lobby.documents import IndexEntry


class Traded(TradeWorld):
    """A world with a trade that is done, one that is cancelled, and one that was countered and is open."""

    done: TradeId
    dropped: TradeId
    going: TradeId

    async def begin(self) -> None:
        await self.open(ADA, BO, CY)
        await self.give(ADA, {OAK: 5}, "gift:1")
        await self.give(BO, {ELM: 4}, "gift:2")
        await self.give(CY, {ASH: 1}, "gift:3")
        done = await self.trades.offer(ADA, offer(BO, {OAK: 2}, {ELM: 1}))
        self.done = (await self.trades.accept(BO, acceptance(done))).id
        dropped = await self.trades.offer(ADA, offer(BO, {OAK: 1}))
        self.dropped = (await self.trades.cancel(BO, dropped.id)).id
        going = await self.trades.offer(ADA, offer(BO, {OAK: 1}, {ELM: 1}))
        self.going = (await self.trades.counter(BO, counter(going, {ELM: 2}, {OAK: 2}))).id

    async def audit(self) -> CauseAudit:
        async def clock() -> Milliseconds:
            return self.now

        return await audited_causes(self.documents, clock)

    async def account(self, player: PlayerId) -> str:
        (record,) = await COLLECTIONS.read(self.documents, [player])
        assert record is not None
        return record.account

    async def change_trade(self, id_: TradeId, **changed: object) -> None:
        (document,) = await self.documents.read([TRADES.key(id_)])
        record = TRADES.of(document)
        assert record is not None
        changes = TRADES.put(id_, document, msgspec.structs.replace(record, **changed))
        await self.documents.commit([changes])

    async def drop_trade(self, id_: TradeId) -> None:
        (document,) = await self.documents.read([TRADES.key(id_)])
        await self.documents.commit([TRADES.drop(id_, document)])

    async def change_movement(self, change: Callable[[MovementRecord], MovementRecord | None]) -> None:
        """Change the movement of the trade that is done, or let it be none."""
        name = f"trade:{self.done}"
        (document,) = await self.documents.read([MOVEMENTS.key(name)])
        record = MOVEMENTS.of(document)
        assert record is not None
        changed = change(record)
        drop = MOVEMENTS.drop(name, document)
        await self.documents.commit([drop if changed is None else MOVEMENTS.put(name, document, changed)])

    async def hold(self, player: PlayerId, trade: TradeId, record: HoldRecord | None) -> None:
        """Let a player hold this for a trade, whatever it says itself."""
        (document,) = await self.documents.read([COLLECTIONS.key(player)])
        stored = COLLECTIONS.of(document)
        assert stored is not None
        holds = {id_: each for id_, each in stored.holds.items() if id_ != f"trade:{trade}"}
        if record is not None:
            holds[HoldId(f"trade:{trade}")] = record
        changed = msgspec.structs.replace(stored, holds=holds)
        await self.documents.commit([COLLECTIONS.put(player, document, changed)])

    async def trade(self, id_: TradeId) -> TradeRecord:
        (record,) = await TRADES.read(self.documents, [id_])
        assert record is not None
        return record

    async def forget_open(self, player: PlayerId) -> None:
        (document,) = await self.documents.read([TRADERS.key(player)])
        await self.documents.commit([TRADERS.drop(player, document)])


async def a_world() -> Traded:
    world = Traded()
    await world.begin()
    return world


async def test_where_all_is_right_it_counts_and_finds_nothing() -> None:
    world = await a_world()
    assert await world.audit() == CauseAudit(trades=1, claims=0, faults=())


async def test_where_time_has_ended_a_trade_or_is_about_to_it_finds_nothing() -> None:
    world = await a_world()
    ends = (await world.trade(world.going)).expires_at
    for now in (ends - 1, ends, ends + 1, ends + DAY):
        world.now = Milliseconds(now)
        assert (await world.audit()).faults == ()


async def test_where_players_are_deleted_it_finds_nothing() -> None:
    world = await a_world()
    await world.players.remove(ADA)
    assert await world.audit() == CauseAudit(trades=1, claims=0, faults=())
    await world.players.remove(BO)
    assert await world.audit() == CauseAudit(trades=1, claims=0, faults=())


def offered(**copies: int) -> HoldRecord:
    return HoldRecord(kind=HoldKind.OFFER, copies={{"oak": OAK, "elm": ELM}[tree]: n for tree, n in copies.items()})


def _more(movement: MovementRecord) -> MovementRecord:
    first, second = movement.legs
    return msgspec.structs.replace(
        movement,
        legs=(
            msgspec.structs.replace(first, copies=((ELM, 1), (OAK, -3))),
            msgspec.structs.replace(second, copies=((ELM, -1), (OAK, 3))),
        ),
    )


def _turned(movement: MovementRecord) -> MovementRecord:
    first, second = movement.legs
    legs = (
        msgspec.structs.replace(first, account=second.account, number=second.number),
        msgspec.structs.replace(second, account=first.account, number=first.number),
    )
    return msgspec.structs.replace(movement, legs=legs)


async def _once_more(world: Traded, of: str) -> None:
    movement = exchange(MovementId("trade:again"), Cause.TRADE, ADA, {OAK: 1}, BO, {}, of=of)
    await world.ledger.move(movement)


async def _until(world: Traded) -> None:
    due = (await world.trade(world.going)).hold
    assert due is not None
    await world.hold(BO, world.going, HoldRecord(kind=HoldKind.OFFER, copies=due.copies))  # type: ignore[arg-type]  # a dict


async def _with(world: Traded, **copies: int) -> None:
    until = (await world.trade(world.going)).expires_at
    await world.hold(BO, world.going, msgspec.structs.replace(offered(**copies), until=until))


Damage = Callable[[Traded], Awaitable[object]]

DAMAGES: dict[str, tuple[Damage, str]] = {
    "a trade that is gone": (
        lambda world: world.drop_trade(world.done),
        "trade {done}: it is listed as done, and is not",
    ),
    "a trade that is listed as done and cancelled": (
        lambda world: world.change_trade(world.done, stage=TradeStage.CANCELLED),
        "trade {done}: it is listed as done, and is cancelled",
    ),
    "a trade that has not moved": (
        lambda world: world.change_movement(lambda _: None),
        "trade {done}: it is done, and nothing has moved",
    ),
    "a trade that has moved more": (
        lambda world: world.change_movement(_more),
        "{ada}: trade {done} has moved forest/oak -3, not -2, by its revision 1",
    ),
    "a trade that has moved from the wrong one": (
        lambda world: world.change_movement(_turned),
        "trade {done}: its movement concerns {bo}, and not {ada}",
    ),
    "a trade that has moved to nobody": (
        lambda world: world.change_movement(lambda it: msgspec.structs.replace(it, legs=it.legs[:1])),
        "trade {done}: its movement, `trade:{done}`, is not one between two for it",
    ),
    "a trade with another revision": (
        lambda world: world.change_trade(world.done, gives=(((OAK, 1),), ((ELM, 1),))),
        "{bo}: trade {done} has moved forest/oak 2, not 1",
    ),
    "a trade that is not listed": (
        lambda world: world.documents.commit([], [IndexEntry(DONE, world.done, None)]),
        "trade {done}: it is done, and not listed as done",
    ),
    "a trade that has moved twice": (
        lambda world: _once_more(world, world.done),
        "trade {done}: `trade:again` was made for it, too",
    ),
    "a cancelled trade that has moved": (
        lambda world: _once_more(world, world.dropped),
        "trade {dropped}: `trade:again` was made for it, and it is cancelled",
    ),
    "a movement for no trade": (
        lambda world: _once_more(world, "nothing"),
        "trade nothing: `trade:again` was made for it, and it is not there",
    ),
    "an open trade that has moved": (
        lambda world: world.change_trade(world.done, stage=TradeStage.OPEN),
        "trade {done}: `trade:{done}` was made for it, and it is open",
    ),
    "an offer that is not held": (
        lambda world: world.hold(BO, world.going, None),
        "{bo}: it does not hold what it offers in trade {going}: forest/elm 2",
    ),
    "an offer that is held in part": (
        lambda world: _with(world, elm=1),
        "{bo}: it holds for trade {going} forest/elm 1, not 2",
    ),
    "an offer that is held for ever": (_until, "{bo}: it holds for trade {going} otherwise or for another time"),
    "what is asked for is held": (
        lambda world: world.hold(ADA, world.going, offered(oak=2)),
        "{ada}: it holds forest/oak 2 for trade {going}, in which it has offered nothing now",
    ),
    "a hold of a trade that is done": (
        lambda world: world.hold(ADA, world.done, offered(oak=2)),
        "{ada}: it holds forest/oak 2 for trade {done}, which is done",
    ),
    "a hold of a trade that is cancelled": (
        lambda world: world.hold(ADA, world.dropped, offered(oak=1)),
        "{ada}: it holds forest/oak 1 for trade {dropped}, which is cancelled",
    ),
    "a hold of somebody else's trade": (
        lambda world: world.hold(CY, world.going, offered(oak=1)),
        "{cy}: it holds forest/oak 1 for trade {going}, which is somebody else's",
    ),
    "a hold of no trade": (
        lambda world: world.hold(ADA, TradeId("nothing"), offered(oak=1)),
        "{ada}: it holds forest/oak 1 for trade nothing, which is not there",
    ),
    "more on offer than there is": (lambda world: _with(world, elm=9), "{bo}: it holds 9 of forest/elm, and owns 3"),
    "an open trade that is gone": (
        lambda world: world.drop_trade(world.going),
        "{ada}: trade {going} is among its open ones, and is not there",
    ),
    "an open trade that was cancelled": (
        lambda world: world.change_trade(world.going, stage=TradeStage.CANCELLED),
        "{bo}: it holds forest/elm 2 for trade {going}, which is cancelled",
    ),
    "an open trade of somebody who has none": (
        lambda world: world.forget_open(BO),
        "{bo}: trade {going} is open, and is not among its open ones",
    ),
}


@pytest.mark.parametrize("name", DAMAGES)
async def test_damage_is_found_with_its_trade_account_and_card(name: str) -> None:
    damage, found = DAMAGES[name]
    world = await a_world()
    ids = {"done": world.done, "dropped": world.dropped, "going": world.going}
    accounts = {str(player): await world.account(player) for player in (ADA, BO, CY)}
    await damage(world)
    faults = [str(fault) for fault in (await world.audit()).faults]
    assert [fault for fault in faults if found.format(**ids, **accounts) in fault], faults
    assert not [fault for fault in faults if fault.split(":")[0] in (ADA, BO, CY)], "no player is named"


async def test_anything_that_is_found_of_both_sides_is_said_once() -> None:
    world = await a_world()
    await _once_more(world, "nothing")
    assert len((await world.audit()).faults) == 1
