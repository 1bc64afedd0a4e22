"""Trades over plain HTTP: a script makes them, and moderators see and freeze them."""

import aiohttp
import msgspec
from servers import LiveServer, Message, live_server
from web.commands.test_trades import me
from web.trade_cases import FIRST, accepting, give, of


def changed(heard: Message) -> bool:
    return bool(heard["type"] == "trade_changed")


async def asked(server: LiveServer, path: str, token: str, body: Message | None = None) -> tuple[int, Message]:
    headers = {"Authorization": f"Bearer {token}"}
    async with (
        aiohttp.ClientSession(headers=headers) as http,
        http.get(server.url + path) if body is None else http.post(server.url + path, json=body) as answer,
    ):
        return answer.status, msgspec.json.decode(await answer.read())


async def test_a_script_trades_over_http_with_a_token_that_may() -> None:
    async with live_server(trades_account_age=0) as server, server.person("Ada") as ada, server.person("Bo") as bo:
        await give(server, await me(ada), FIRST, 2)
        hers, his = [
            (await line.ask({"type": "make_token", "scopes": ["collection:trade"]}))["token"] for line in (ada, bo)
        ]
        looks = (await ada.ask({"type": "make_token", "scopes": ["collection:read"]}))["token"]
        offer = {"type": "offer_trade", "player": await me(bo), "gives": of(FIRST), "ref": "one"}
        assert (await asked(server, "/v1/me/trades/offer", looks, offer))[1]["code"] == "missing_scope"
        status, trade = await asked(server, "/v1/me/trades/offer", hers, offer)
        assert (status, trade["stage"]) == (200, "open")
        assert await asked(server, "/v1/me/trades/offer", hers, offer) == (200, trade)
        counter = {"type": "counter_trade", "trade": trade["id"], "revision": 1, "takes": of(FIRST, 2)}
        assert (await asked(server, "/v1/me/trades/counter", his, counter))[1]["revision"] == 2
        status, refused = await asked(server, "/v1/me/trades/accept", hers, accepting(trade["id"]))
        assert (status, refused["code"], refused["where"]) == (409, "stale_trade", "$.revision")
        done = (await asked(server, "/v1/me/trades/accept", hers, accepting(trade["id"], 2)))[1]
        assert done["stage"] == "done"
        assert (await asked(server, f"/v1/me/trades/{trade['id']}", looks))[1] == done
        assert (await asked(server, "/v1/me/trades", his))[1]["ended"] == [done]
        status, refused = await asked(
            server, "/v1/me/trades/cancel", his, {"type": "cancel_trade", "trade": trade["id"]}
        )
        assert (status, refused["code"]) == (409, "trade_over")


async def test_moderators_see_trades_and_freeze_them_and_the_log_says_so() -> None:
    async with (
        live_server(trades_account_age=0) as server,
        server.person("Ada") as ada,
        server.person("Bo") as bo,
        server.person("Mo") as mo,
    ):
        await server.services.moderation.make_first_admin("Mo")
        token = (await mo.ask({"type": "make_token", "scopes": ["moderate"]}))["token"]
        await give(server, await me(ada), FIRST, 2)
        offered = (await ada.ask({"type": "offer_trade", "player": await me(bo), "gives": of(FIRST)}))["trade"]
        assert (await asked(server, f"/v1/moderation/players/{await me(bo)}/trades", token))[1]["open"] == [offered]
        order = {"trade": offered["id"], "is_frozen": True, "why": "It looks like a swindle."}
        deed = (await asked(server, "/v1/moderation/trades", token, order))[1]
        assert (deed["what"], deed["detail"], deed["why"]) == ("freeze_trade", offered["id"], order["why"])
        await bo.until(lambda heard: changed(heard) and heard["trade"]["stage"] == "frozen")
        assert (await bo.ask(accepting(offered["id"])))["code"] == "trade_frozen"
        assert (await asked(server, f"/v1/moderation/trades/{offered['id']}", token))[1]["stage"] == "frozen"
        await asked(server, "/v1/moderation/trades", token, {**order, "is_frozen": False})
        assert (await bo.ask(accepting(offered["id"])))["trade"]["stage"] == "done"
        over = await asked(server, "/v1/moderation/trades", token, order)
        assert (over[0], over[1]["code"]) == (409, "trade_over")
        own = (await bo.ask({"type": "offer_trade", "player": await me(mo), "gives": of(FIRST)}))["trade"]
        refused = await asked(server, "/v1/moderation/trades", token, {**order, "trade": own["id"]})
        assert (refused[0], refused[1]["code"]) == (400, "not_yourself")
        assert (await asked(server, f"/v1/moderation/trades/{own['id']}", token))[1]["id"] == own["id"]
        missing = await asked(server, "/v1/moderation/trades/none", token)
        assert (missing[0], missing[1]["code"]) == (404, "unknown_trade")
