"""Where one sits, over plain HTTP."""

import aiohttp
import msgspec
from servers import PASSWORD, LiveServer, Message, live_server


async def seats_over_http(server: LiveServer, token: str) -> tuple[int, Message]:
    headers = {"Authorization": f"Bearer {token}"}
    async with aiohttp.ClientSession() as http, http.get(server.url + "/v1/me/seats", headers=headers) as answer:
        return answer.status, msgspec.json.decode(await answer.read())


async def test_a_script_finds_its_seats_over_http_with_the_token_of_a_program() -> None:
    async with live_server() as server, server.line() as line:
        await line.sign_in("Whoever")
        await line.ask({"type": "register", "name": "Ada", "password": PASSWORD})
        table = (await line.ask({"type": "open_table", "game": "tiny"}))["table"]
        await line.ask({"type": "seek", "games": ["tiny"], "rated": False})
        made = await line.ask({"type": "make_token", "scopes": ["play"]})
        moderates = await line.ask({"type": "make_token", "scopes": ["moderate"]})
        asked = await line.ask({"type": "get_seats"})
        status, answer = await seats_over_http(server, made["token"])
        assert (status, answer["type"], answer["ref"]) == (200, "seats", None)
        assert answer["ticket"]["games"][0]["game"] == "tiny"
        assert ([each["table"] for each in answer["seats"]], answer["seats"]) == ([table["id"]], asked["seats"])
        status, refused = await seats_over_http(server, moderates["token"])
        assert (status, refused["code"], refused["where"]) == (403, "missing_scope", "Authorization")
        status, refused = await seats_over_http(server, "nobody's")
        assert (status, refused["code"]) == (401, "unknown_token")
        assert (await server.get("/v1/me/seats"))[1]["code"] == "not_signed_in"
