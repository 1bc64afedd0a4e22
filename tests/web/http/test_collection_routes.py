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
