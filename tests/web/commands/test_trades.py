"""Trades over connections: the other is told at once, in whichever process."""

from typing import Any

from quarterdeck_protocol.names import PlayerId
from quarterdeck_server.storage.memory import Memory, MemoryStore
from servers import Message, live_server
from web.trade_cases import FIRST, PASSWORD, SECOND, accepting, give, of


def changed(heard: Message) -> bool:
    return bool(heard["type"] == "trade_changed")


async def me(line: Any) -> PlayerId:
    return PlayerId((await line.ask({"type": "get_account"}))["player"]["id"])


async def test_the_other_is_told_at_once_in_another_process_and_both_sides_move() -> None:
    memory = Memory()
    async with (
        live_server(MemoryStore(memory), trades_account_age=0) as here,
        live_server(MemoryStore(memory), trades_account_age=0) as there,
        here.person("Ada") as ada,
        there.person("Bo") as bo,
    ):
        await give(here, await me(ada), FIRST, 2)
        await give(here, await me(bo), SECOND, 1)
        command = {"type": "offer_trade", "player": await me(bo), "gives": of(FIRST, 2)}
        offered = (await ada.ask(command))["trade"]
        told = await bo.until(changed)
        assert (told["trade"], told["ref"]) == (offered, None)
        countering = {"type": "counter_trade", "trade": offered["id"], "revision": 1, "takes": of(FIRST)}
        await bo.ask({**countering, "gives": of(SECOND)})
        countered = await ada.until(lambda heard: changed(heard) and heard["trade"]["revision"] == 2)
        done = await ada.ask(accepting(offered["id"], countered["trade"]["revision"]))
        assert done["trade"]["stage"] == "done"
        assert (await bo.until(lambda heard: changed(heard) and heard["trade"]["stage"] == "done"))["trade"] == done[
            "trade"
        ]
        owned = (await bo.ask({"type": "get_collection"}))["copies"]
        assert [(each["card"], each["count"], each["free"]) for each in owned] == [(FIRST, 1, 1)]
        (ended,) = (await bo.ask({"type": "get_trades"}))["ended"]
        assert ended == (await ada.ask({"type": "get_trade", "trade": offered["id"]}))["trade"] == done["trade"]


async def test_when_something_may_have_been_missed_it_is_told_how_all_of_them_stand() -> None:
    memory = Memory()
    async with (
        live_server(MemoryStore(memory), trades_account_age=0) as here,
        live_server(MemoryStore(memory), trades_account_age=0) as there,
        here.person("Ada") as ada,
        there.person("Bo") as bo,
    ):
        await give(here, await me(ada), FIRST, 2)
        offered = (await ada.ask({"type": "offer_trade", "player": await me(bo), "gives": of(FIRST)}))["trade"]
        await bo.until(changed)
        await bo.quiet()
        memory.leave()
        memory.come_back()
        assert (await bo.until(changed))["trade"] == offered


async def test_a_caller_who_keeps_away_has_ended_what_was_open_as_if_by_hand_and_both_are_told() -> None:
    async with live_server(trades_account_age=0) as server, server.person("Ada") as ada, server.person("Bo") as bo:
        await give(server, await me(ada), FIRST, 1)
        offered = (await ada.ask({"type": "offer_trade", "player": await me(bo), "gives": of(FIRST)}))["trade"]
        await bo.until(changed)
        assert (await ada.ask({"type": "avoid", "player": await me(bo), "how": "block"}))["type"] == "account"
        told = (await bo.until(changed))["trade"]
        assert (told["id"], told["stage"], told["cancelled_by"]) == (offered["id"], "cancelled", await me(ada))
        assert (await bo.ask(accepting(offered["id"])))["code"] == "trade_over"
        assert (await ada.ask({"type": "get_trades"}))["ended"] == [told]
        assert (await ada.ask({"type": "avoid", "player": await me(bo), "how": "no"}))["type"] == "account"


async def test_when_an_account_is_deleted_its_partner_is_told_that_the_trade_has_ended() -> None:
    memory = Memory()
    async with (
        live_server(MemoryStore(memory), trades_account_age=0) as here,
        live_server(MemoryStore(memory), trades_account_age=0) as there,
        here.person("Ada") as ada,
        there.person("Bo") as bo,
    ):
        await give(there, await me(bo), SECOND, 1)
        offered = (await bo.ask({"type": "offer_trade", "player": await me(ada), "gives": of(SECOND)}))["trade"]
        await ada.ask({"type": "delete_account", "password": PASSWORD})
        told = (await bo.until(lambda heard: changed(heard) and heard["trade"]["stage"] != "open"))["trade"]
        assert (told["id"], told["stage"], told["cancelled_by"]) == (offered["id"], "cancelled", None)
        assert [side["player"]["name"] for side in told["sides"]] == ["Bo", "Somebody who has left"]
        assert (await bo.ask({"type": "get_trades"}))["ended"] == [told]
        (owned,) = (await bo.ask({"type": "get_collection"}))["copies"]
        assert (owned["count"], owned["free"]) == (1, 1)


async def test_a_token_that_may_not_look_at_what_one_owns_is_told_of_no_trade() -> None:
    async with (
        live_server(trades_account_age=0) as server,
        server.person("Ada") as ada,
        server.person("Bo") as bo,
        server.line() as program,
        server.line() as trader,
    ):
        for line, scope in ((program, "play"), (trader, "collection:trade")):
            await line.sign_in(token=(await bo.ask({"type": "make_token", "scopes": [scope]}))["token"])
        await give(server, await me(ada), FIRST, 1)
        await ada.ask({"type": "offer_trade", "player": await me(bo), "gives": of(FIRST)})
        await trader.until(changed)
        assert [heard for heard in await program.quiet() if changed(heard)] == []
