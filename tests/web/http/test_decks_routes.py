"""The decks that one keeps, over plain HTTP."""

import aiohttp
import msgspec
from servers import Line, LiveServer, Message, live_server


async def keep(line: Line, name: str, game: str, deck: str) -> Message:
    answer = await line.ask({"type": "keep_deck", "game": game, "name": name, "deck": deck})
    assert answer["type"] == "deck_kept", answer
    return answer


async def test_a_script_reads_them_over_http_with_the_token_of_a_program() -> None:
    async with live_server() as server, server.person("Ada") as ada:
        saved = await keep(ada, "Mine", "amiibart", "4 alley-cat")
        await keep(ada, "Giants", "myacards", "giants-abroad")
        tokens = [
            (await ada.ask({"type": "make_token", "scopes": [scope]}))["token"] for scope in ("play", "lobby:read")
        ]
        asked = await over_http(server, "", tokens[0])
        assert asked == (200, {"type": "decks", "ref": None, "decks": (await ada.ask({"type": "list_decks"}))["decks"]})
        assert (await over_http(server, "?game=amiibart", tokens[0]))[1]["decks"] == [saved["deck"]]
        status, refused = await over_http(server, "?game=chess", tokens[0])
        assert (status, refused["code"], refused["where"]) == (404, "unknown_game", "?game")
        status, refused = await over_http(server, "", tokens[1])
        assert (status, refused["code"]) == (403, "missing_scope")
        assert (await server.get("/v1/me/decks"))[1]["code"] == "not_signed_in"


async def over_http(server: LiveServer, query: str, token: str) -> tuple[int, Message]:
    headers = {"Authorization": f"Bearer {token}"}
    async with aiohttp.ClientSession() as http, http.get(f"{server.url}/v1/me/decks{query}", headers=headers) as answer:
        return answer.status, msgspec.json.decode(await answer.read())
