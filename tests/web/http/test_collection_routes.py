"""What one owns, and the odds of packs, over plain HTTP."""

import aiohttp
import msgspec
from servers import PASSWORD, LiveServer, Message, live_server


async def told(server: LiveServer, path: str, token: str) -> tuple[int, Message]:
    headers = {"Authorization": f"Bearer {token}"}
    async with aiohttp.ClientSession() as http, http.get(server.url + path, headers=headers) as answer:
        return answer.status, msgspec.json.decode(await answer.read())


async def test_a_script_reads_what_one_owns_with_a_token_that_may_and_everybody_the_odds() -> None:
    async with live_server(packs_account_age=0) as server, server.line() as line:
        await line.sign_in("Whoever")
        await line.ask({"type": "register", "name": "Ada", "password": PASSWORD})
        reads = (await line.ask({"type": "make_token", "scopes": ["collection:read"]}))["token"]
        plays = (await line.ask({"type": "make_token", "scopes": ["play"]}))["token"]
        (pack, *others) = (await line.ask({"type": "claim_packs", "game": "amiibart"}))["packs"]
        opened = await line.ask({"type": "open_pack", "pack": pack["id"]})

        status, owned = await told(server, "/v1/me/collection?game=amiibart", reads)
        assert (status, sum(each["count"] for each in owned["copies"])) == (200, len(opened["cards"]))
        status, packs = await told(server, "/v1/me/packs", reads)
        assert (status, [each["id"] for each in packs["packs"]]) == (200, [each["id"] for each in others])
        for path in ("/v1/me/collection", "/v1/me/packs"):
            status, refused = await told(server, path, plays)
            assert (status, refused["code"], refused["where"]) == (403, "missing_scope", "Authorization")
            assert (await server.get(path))[1]["code"] == "not_signed_in"
        status, refused = await told(server, "/v1/me/collection?game=chess", reads)
        assert (refused["code"], refused["where"]) == ("unknown_game", "?game")

        status, odds = await server.get("/v1/packs/odds")
        (pool,) = [each for each in odds["pools"] if each["packs"]]
        assert (status, pool["packs"], pool["pool"]) == (200, 1, opened["pool"])
        assert sum(pool["fifth"].values()) == 1


async def sent(server: LiveServer, path: str, body: Message, token: str | None = None) -> tuple[int, Message]:
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    async with aiohttp.ClientSession() as http, http.post(server.url + path, json=body, headers=headers) as answer:
        return answer.status, msgspec.json.decode(await answer.read())


async def test_a_script_claims_and_opens_packs_and_reads_how_copies_came_with_tokens_that_may() -> None:
    async with live_server(packs_account_age=0) as server, server.line() as line:
        await line.sign_in("Whoever")
        await line.ask({"type": "register", "name": "Ada", "password": PASSWORD})
        reads = (await line.ask({"type": "make_token", "scopes": ["collection:read"]}))["token"]
        trades = (await line.ask({"type": "make_token", "scopes": ["collection:trade"]}))["token"]
        plays = (await line.ask({"type": "make_token", "scopes": ["play"]}))["token"]

        status, claimed = await sent(server, "/v1/me/packs/claim", {"game": "amiibart"}, trades)
        assert (status, claimed["type"], claimed["earned"]) == (200, "packs", len(claimed["packs"])), claimed
        pack = claimed["packs"][0]
        order = {"type": "open_pack", "pack": pack["id"], "entropy": "a penny in the fountain"}
        status, opened = await sent(server, "/v1/me/packs/open", order, trades)
        assert (status, opened["pack"], opened["entropy"]) == (200, pack["id"], "a penny in the fountain")
        again = await sent(server, "/v1/me/packs/open", {"pack": pack["id"], "entropy": "another"}, trades)
        assert again == (200, opened)
        assert (await line.ask({"type": "open_pack", "pack": pack["id"]}))["cards"] == opened["cards"]

        status, public_ratings = await told(server, "/v1/me/movements", reads)
        assert (status, [each["of"] for each in public_ratings["movements"]]) == (200, [pack["id"]])
        assert (await told(server, "/v1/me/movements?before=1", trades))[1]["movements"] == []

        for path, body in (("claim", {"game": "amiibart"}), ("open", {"pack": pack["id"]})):
            for token, code in ((reads, "missing_scope"), (plays, "missing_scope"), (None, "not_signed_in")):
                assert (await sent(server, f"/v1/me/packs/{path}", body, token))[1]["code"] == code
        assert (await told(server, "/v1/me/movements", plays))[1]["code"] == "missing_scope"
        assert (await sent(server, "/v1/me/packs/open", {"pack": "nothing"}, trades))[1]["code"] == "unknown_pack"
        assert (await sent(server, "/v1/me/packs/claim", {"game": "chess"}, trades))[1]["code"] == "no_packs"
