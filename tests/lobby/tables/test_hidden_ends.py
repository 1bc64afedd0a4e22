"""What others see of a table whose match has just ended, where they are told later: that it is being played."""

import pytest
from matches.processes import Hand
from quarterdeck_server.lobby.tables.documents import LISTED
from quarterdeck_server.lobby.tables.hidden_ends import MOST_HIDDEN, next_shown, seen_by, shown_to_all
from quarterdeck_server.storage.memory import Memory, MemoryStore
from servers import Line, LiveServer, Message, live_server

DELAY = 180_000


async def _opened(ada: Line, **options: str) -> Message:
    """Return a table whose match has begun."""
    opened = await ada.ask({"type": "open_table", "game": "tiny", "seats": 2, "spectator_delay": "3min", **options})
    table = opened["table"]["id"]
    await ada.ask({"type": "add_bot", "table": table})
    began: Message = (await ada.ask({"type": "ready", "table": table}))["table"]
    assert began["stage"] == "playing"
    return began


async def _ended(ada: Line, table: Message) -> None:
    await ada.ask({"type": "resign", "match": table["match"]})
    if not any(heard.get("table", {}).get("stage") == "over" for heard in ada.heard):
        await ada.until(lambda heard: heard["type"] == "table_changed" and heard["table"]["stage"] == "over")


async def _time(server: LiveServer, hand: Hand, milliseconds: int) -> None:
    hand.move(milliseconds)
    await server.services.matches.sweep()
    await server.services.tables.sweeper.sweep()


async def test_others_are_told_nothing_of_an_end_and_of_what_follows_until_it_is_time() -> None:
    hand = Hand()
    async with (
        live_server(MemoryStore(Memory(hand))) as server,
        server.player("Ada") as ada,
        server.player("Bo") as bo,
        server.player("Cy") as cy,
    ):
        table = await _opened(ada)
        other = await bo.ask({"type": "open_table", "game": "tiny"})
        watched = await cy.ask({"type": "watch_table", "table": table["id"]})
        listed = await cy.ask({"type": "watch_lobby"})
        lists = [await server.get("/v1/tables"), await server.get("/v1/tables?stage=playing")]
        tables = await cy.ask({"type": "list_tables"})
        refused = await cy.ask({"type": "sit", "table": table["id"]})
        refused_with_deck = await cy.ask({"type": "sit", "table": table["id"], "deck": "none at all"})
        await cy.quiet()
        await _ended(ada, table)
        await _time(server, hand, 1_000)
        again = await ada.ask({"type": "rematch", "table": table["id"]})
        assert again["table"]["stage"] == "gathering"
        assert await cy.quiet() == []
        for asked, answer in (
            ({"type": "watch_table", "table": table["id"]}, watched),
            ({"type": "list_tables"}, tables),
            ({"type": "sit", "table": table["id"]}, refused),
            ({"type": "sit", "table": table["id"], "deck": "none at all"}, refused_with_deck),
        ):
            assert {**await cy.ask(dict(asked)), "ref": None} == {**answer, "ref": None}
        assert [await server.get("/v1/tables"), await server.get("/v1/tables?stage=playing")] == lists
        assert {**await cy.ask({"type": "watch_lobby"}), "ref": None} == {**listed, "ref": None}
        assert other["table"]["id"] in {each["id"] for each in tables["tables"]}
        await cy.quiet()
        await _time(server, hand, DELAY)
        told = await cy.until(lambda heard: heard["type"] == "table_changed")
        assert (told["table"]["stage"], told["table"]["match"]) == ("gathering", again["table"]["match"])
        changed = await cy.until(lambda heard: heard["type"] == "lobby_changed")
        assert [each["stage"] for each in changed["tables"]] == ["gathering"]


async def test_a_table_that_all_have_left_is_gone_for_others_when_its_end_is_told() -> None:
    hand = Hand()
    async with live_server(MemoryStore(Memory(hand))) as server, server.player("Ada") as ada, server.player("Cy") as cy:
        table = await _opened(ada)
        await cy.ask({"type": "watch_table", "table": table["id"]})
        await _ended(ada, table)
        await ada.ask({"type": "stand", "table": table["id"]})
        assert await cy.quiet() == []
        assert (await cy.ask({"type": "watch_table", "table": table["id"]}))["table"]["stage"] == "playing"
        await _time(server, hand, DELAY + 1_000)
        assert (await cy.until(lambda heard: heard["type"] == "table_changed"))["gone"]
        assert (await cy.ask({"type": "watch_table", "table": table["id"]}))["code"] == "unknown_table"


@pytest.mark.parametrize("said", ["none", "end"])
async def test_an_end_is_told_at_once_where_it_is_not_hidden(said: str) -> None:
    hand = Hand()
    async with live_server(MemoryStore(Memory(hand))) as server, server.player("Ada") as ada, server.player("Cy") as cy:
        table = await _opened(ada, spectator_delay=said)
        await cy.ask({"type": "watch_table", "table": table["id"]})
        await _ended(ada, table)
        told = await cy.until(lambda heard: heard["type"] == "table_changed")
        assert told["table"]["stage"] == "over"


async def test_of_several_matches_that_have_ended_each_is_told_in_its_time() -> None:
    hand = Hand()
    async with live_server(MemoryStore(Memory(hand))) as server, server.player("Ada") as ada:
        table = await _opened(ada)
        repository = server.services.tables.repository
        matches = [table["match"]]
        for _ in range(MOST_HIDDEN + 1):
            await _ended(ada, {"match": matches[-1]})
            ada.heard.clear()
            await _time(server, hand, 1_000)
            await ada.ask({"type": "rematch", "table": table["id"]})
            again = await ada.ask({"type": "ready", "table": table["id"]})
            matches.append(again["table"]["match"])
        record = await repository.read(table["id"])
        now = hand()
        assert seen_by(record, None, now).match == matches[0]
        assert seen_by(record, record.host, now) is record
        assert await repository.read_some(5, index=LISTED) == [record]
        shown: list[str] = []
        while (until := next_shown(record)) is not None:
            assert until > now
            now, record = until, shown_to_all(record, until)
            shown.append(seen_by(record, None, now).match)
        assert shown == [matches[1], matches[2], matches[-1]], "of more, the oldest is shown for longer"
