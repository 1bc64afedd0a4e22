"""Wish lists over plain HTTP: a script keeps one, and finds whom to trade with."""

from servers import PASSWORD, live_server
from web.commands.test_trades import me
from web.http.test_trade_routes import asked
from web.trade_cases import FIRST, GAME, give
from web.wish_cases import card, names


async def test_a_script_keeps_a_wish_list_and_finds_whom_to_trade_with() -> None:
    async with live_server(trades_account_age=0) as server, server.person("Ada") as ada, server.person("Bo") as bo:
        await give(server, await me(ada), FIRST, 2)
        hers, his = [
            (await line.ask({"type": "make_token", "scopes": ["collection:trade"]}))["token"] for line in (ada, bo)
        ]
        looks = (await bo.ask({"type": "make_token", "scopes": ["collection:read"]}))["token"]
        change = {"type": "change_wishes", "adds": [card(FIRST)]}
        found = {"type": "be_found", "by": "traders"}
        path = f"/v1/me/traders/{GAME}/{FIRST}"
        for where, body in (("/v1/me/wishes", change), ("/v1/me/wishes/found", found), (path, None)):
            status, refused = await asked(server, where, looks, body)
            assert (status, refused["code"], refused["where"]) == (403, "missing_scope", "Authorization"), where
        status, wished = await asked(server, "/v1/me/wishes", his, change)
        assert (status, [each["card"] for each in wished["wishes"]]) == (200, [FIRST])
        assert (await asked(server, "/v1/me/wishes", looks))[1] == wished
        assert names((await asked(server, path, his))[1]) == set()
        for token, name in ((hers, "Ada"), (his, "Bo")):
            status, refused = await asked(server, "/v1/me/wishes/found", token, found)
            assert (status, refused["code"]) == (403, "missing_scope"), "who finds somebody is not for a program to say"
            async with server.line() as line:
                session = await line.ask({"type": "sign_in", "name": name, "password": PASSWORD})
                told = await asked(server, "/v1/me/wishes/found", session["token"], found)
            assert (told[0], told[1]["found_by"]) == (200, "traders")
        assert names((await asked(server, path, his))[1]) == {"Ada"}
        assert names((await asked(server, f"{path}?who=wishes", hers))[1]) == {"Bo"}
        assert names((await asked(server, f"{path}?who=wishes&after=4503599627370495", hers))[1]) == set()
        status, refused = await asked(server, f"{path}?who=wishes", his)
        assert (status, refused["code"]) == (400, "not_owned")
        status, refused = await asked(server, f"{path}?who=sells", his)
        assert (status, refused["code"], refused["where"]) == (400, "malformed", "?who")
        status, refused = await asked(server, f"/v1/me/traders/{GAME}/nothing", his)
        assert (status, refused["code"]) == (404, "unknown_card")
