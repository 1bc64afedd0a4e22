"""Tables with owned cards: what is owned is looked at when one says what one plays, and held while it is played."""

from collections.abc import AsyncIterator

import msgspec
import pytest
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.collection.holdings import COLLECTIONS, Hold, HoldId, HoldKind
from quarterdeck_server.lobby.collection.movements import Cause, Copies, MovementId, exchange, grant
from quarterdeck_server.lobby.documents import IndexEntry
from quarterdeck_server.lobby.tables import transitions
from quarterdeck_server.lobby.tables.documents import TABLES
from quarterdeck_server.lobby.tables.owned_decks import HELD
from servers import Line, LiveServer, Message, live_server
from web.collection_cases import COPIES, DECK, OPENING


@pytest.fixture
async def server() -> AsyncIterator[LiveServer]:
    async with live_server() as running:
        yield running


async def id_of(line: Line) -> PlayerId:
    return PlayerId((await line.ask({"type": "get_account"}))["player"]["id"])


async def give(server: LiveServer, player: PlayerId, copies: Copies = COPIES) -> None:
    await server.services.ledger.move(grant(MovementId(f"gift:{len(player)}{player}"), Cause.GIFT, player, copies))


async def held(server: LiveServer, player: PlayerId) -> list[str]:
    (record,) = await COLLECTIONS.read(server.services.ledger.documents, [player])
    return [] if record is None else list(record.holds)


async def is_played(server: LiveServer, line: Line, **how: str) -> Message:
    """Begin a match with owned cards against a bot, and return its table."""
    opened = await line.ask({**OPENING, "deck": DECK, "time_limit": 3_600_000})
    table = opened["table"]["id"]
    added = await line.ask({"type": "add_bot", "table": table})
    assert added["type"] == "table_changed", added
    begun: Message = (await line.ask({"type": "ready", "table": table, **how}))["table"]
    return begun


async def is_over(line: Line, table: Message) -> None:
    """End a match, and wait until its table knows."""
    await line.ask({"type": "resign", "match": table["match"]})
    await line.until(lambda heard: heard["type"] == "table_changed" and heard["table"]["stage"] == "over")


async def test_anything_that_is_played_stays_until_the_match_has_ended_and_bots_own_everything(
    server: LiveServer,
) -> None:
    async with server.person("Ada") as ada, server.person("Bo") as bo:
        me, other = await id_of(ada), await id_of(bo)
        await give(server, me)
        table = await is_played(server, ada)
        assert (table["stage"], table["collection"]) == ("playing", "owned")
        assert await held(server, me) == [f"match:{table['match']}"]
        card = next(iter(COPIES))
        trade = exchange(MovementId("trade:1"), Cause.TRADE, me, {card: 1}, other, {})
        with pytest.raises(CommandRefused) as refused:
            await server.services.ledger.move(trade)
        assert refused.value.code is RefusalCode.COPIES_HELD
        await is_over(ada, table)
        assert await held(server, me) == []
        assert (await server.services.ledger.move(trade)).is_new
        assert await server.services.ledger.documents.listed(HELD, most=9) == []


async def test_a_player_who_no_longer_owns_what_they_brought_hears_of_it_when_the_match_would_begin(
    server: LiveServer,
) -> None:
    """S0:29"""
    async with server.person("Ada") as ada, server.person("Bo") as bo:
        me, other = await id_of(ada), await id_of(bo)
        await give(server, me)
        await give(server, other)
        opened = await ada.ask({**OPENING, "deck": DECK})
        table = opened["table"]["id"]
        assert (await ada.ask({"type": "ready", "table": table}))["type"] == "table_changed"
        await bo.ask({"type": "sit", "table": table, "deck": DECK})
        card = next(iter(COPIES))
        await server.services.ledger.move(exchange(MovementId("trade:1"), Cause.TRADE, me, {card: 1}, other, {}))
        refused = await bo.ask({"type": "ready", "table": table})
        assert (refused["code"], refused["where"]) == ("bad_deck", "$.table")
        assert [await held(server, player) for player in (me, other)] == [[], []]
        changed = await ada.ask({"type": "ready", "table": table, "deck": DECK})
        assert (changed["code"], changed["where"]) == ("not_owned", "$.deck")


@pytest.mark.parametrize("number", [0, 7])
@pytest.mark.parametrize("is_traded", [True, False])
async def test_an_opponent_is_told_of_a_deck_that_cannot_be_played_neither_card_nor_reason(
    server: LiveServer, number: int, is_traded: bool
) -> None:
    async with server.person("Ada") as ada, server.person("Bo") as bo:
        me, other = await id_of(ada), await id_of(bo)
        await give(server, me)
        await give(server, other)
        table = (await ada.ask({**OPENING, "deck": DECK}))["table"]["id"]
        await ada.ask({"type": "ready", "table": table})
        await bo.ask({"type": "sit", "table": table, "deck": DECK})
        copies = {list(COPIES)[number]: 1}
        if is_traded:
            await server.services.ledger.move(exchange(MovementId("trade:1"), Cause.TRADE, me, copies, other, {}))
        else:
            offered = Hold(id=HoldId("trade:1"), player=me, kind=HoldKind.OFFER, copies=copies)
            await server.services.ledger.hold(offered)
        fault = (
            "The deck at seat 0 cannot be played right now: its player has to send `ready` again or choose"
            " another deck."
        )
        refused = await bo.ask({"type": "ready", "table": table, "ref": "ready"})
        told = {"type": "refused", "ref": "ready", "code": "bad_deck", "where": "$.table", "text": fault}
        assert {name: said for name, said in refused.items() if said is not None} == {**told, "faults": [fault]}


async def test_at_an_open_table_everybody_plays_everything(server: LiveServer) -> None:
    async with server.player("Ada") as ada:
        opened = await ada.ask({"type": "open_table", "game": "amiibart", "deck": DECK})
        assert (opened["type"], opened["table"]["collection"]) == ("table_changed", "open")


async def test_anything_that_nobody_has_released_is_found_and_what_is_still_played_is_not_touched(
    server: LiveServer,
) -> None:
    async with server.person("Ada") as ada:
        me = await id_of(ada)
        await give(server, me)
        table = await is_played(server, ada)
        documents, owned = server.services.ledger.documents, server.services.tables.repository.owned
        ((member, at),) = await documents.listed(HELD, most=9)
        await documents.commit([], [IndexEntry(HELD, member, 0)])
        await owned.sweep()
        assert await held(server, me) == [f"match:{table['match']}"]
        ((_, later),) = await documents.listed(HELD, most=9)
        assert later > at - 1
        # the table and its match are lost, as with a store that was put back
        (document,) = await documents.read([TABLES.key(table["id"])])
        await documents.commit([TABLES.drop(table["id"], document)], [IndexEntry(HELD, member, 0)])
        await documents.commit([], [IndexEntry("unsettled", table["match"], None)])
        await owned.sweep()
        assert await held(server, me) == []
        assert await documents.listed(HELD, most=9) == []


async def test_entropy_holds_what_is_played_before_the_match_begins_and_a_refused_deal_lets_it_go(
    server: LiveServer,
) -> None:
    async with server.person("Ada") as ada:
        me = await id_of(ada)
        await give(server, me)
        revealing = await is_played(server, ada, entropy_hash="5" * 64)
        assert revealing["stage"] == "revealing"
        assert await held(server, me) == [f"match:{revealing['match']}"]
        documents, tables = server.services.ledger.documents, server.services.tables
        record = await tables.repository.read(revealing["id"])
        late = Milliseconds((record.reveal_until or 0) + 1)
        refused = transitions.refused_deal(record, late)
        assert refused is not None
        await tables.reveals._refuse(record, msgspec.structs.replace(refused, at=late))
        assert await held(server, me) == []
        assert await documents.listed(HELD, most=9) == []
