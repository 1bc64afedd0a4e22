"""Wish lists over connections: two windows of one player, and two players in two processes who find each other."""

from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.web.rate_limit.quotas import TRADER_SEARCH
from servers import live_server
from web.commands.test_trades import me
from web.trade_cases import FIRST, SECOND, give
from web.wish_cases import card, finding, names


async def test_two_find_each_other_over_two_processes_and_trade() -> None:
    memory = Memory()
    async with (
        live_server(MemoryStore(memory), trades_account_age=0) as here,
        live_server(MemoryStore(memory), trades_account_age=0) as there,
        here.person("Ada") as ada,
        there.person("Bo") as bo,
    ):
        await give(here, await me(ada), FIRST, 1)
        await give(here, await me(bo), SECOND, 1)
        assert (await ada.ask({"type": "get_wishes"}))["wishes"] == []
        wished = await ada.ask({"type": "change_wishes", "adds": [card(SECOND)]})
        assert ([each["card"] for each in wished["wishes"]], wished["found_by"]) == ([SECOND], "nobody")
        await bo.ask({"type": "change_wishes", "adds": [card(FIRST)]})
        assert names(await ada.ask(finding("has", SECOND))) == set()
        for line in (ada, bo):
            assert (await line.ask({"type": "be_found", "by": "traders"}))["found_by"] == "traders"
        found = await ada.ask(finding("has", SECOND))
        assert (names(found), found["traders"][0]["has"]) == ({"Bo"}, [card(SECOND)])
        assert found["traders"][0]["wishes"] == [card(FIRST)]
        assert names(await bo.ask(finding("wishes", SECOND))) == {"Ada"}
        offering = {"type": "offer_trade", "player": found["traders"][0]["player"]["id"]}
        trade = await ada.ask({**offering, "gives": [card(FIRST)], "takes": [card(SECOND)]})
        await bo.ask({"type": "accept_trade", "trade": trade["trade"]["id"], "revision": 1})
        assert names(await bo.ask(finding("has", FIRST))) == set(), "what has gone is shown of nobody"
        assert names(await ada.ask(finding("has", SECOND))) == set()
        assert names(await bo.ask(finding("wishes", FIRST))) == set(), "nobody is told of themselves"
        await ada.ask({"type": "change_wishes", "removes": [card(SECOND)]})


async def test_a_caller_who_asks_for_card_after_card_is_slowed_down() -> None:
    async with live_server(trades_account_age=0, quotas="on", clock=lambda: 0.0) as server, server.person("Ada") as ada:
        for _ in range(TRADER_SEARCH.at_once):
            assert (await ada.ask(finding("has", FIRST)))["type"] == "traders"
        refused = await ada.ask(finding("has", FIRST))
        assert (refused["code"], refused["remaining"]) == ("too_many", 0)
        assert 0 < refused["retry_in"] <= 60_000
        assert (await ada.ask({"type": "get_wishes"}))["type"] == "wishes"
