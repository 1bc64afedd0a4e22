"""Paths of a private server: strangers and guests get one answer for all that are not public."""

import aiohttp
from quarterdeck_protocol.lobby.site import GuestAccess
from quarterdeck_server.web.http.private_server import OF_ONES_ACCOUNT, is_public
from servers import live_server
from web.owned_objects import GUEST, NOBODY
from web.test_admission import admit, private_world
from web.test_object_access import routes_of


async def test_every_path_that_is_not_public_has_one_answer_on_a_private_server() -> None:
    async with private_world() as world:
        paths = {name for name, _ in routes_of(world.server)} | {"GET /v1/nothing", "PUT /v1/tables", "GET /nothing"}
        hidden = sorted(name for name in paths if not is_public(name.partition(" ")[2]))
        assert len(hidden) > 50
        answers = set()
        for name in hidden:
            method, _, path = name.partition(" ")
            for asker in (NOBODY, GUEST):
                if asker == GUEST and path in OF_ONES_ACCOUNT:
                    continue
                status, body = await world.call(asker, method, path.replace("{", "").replace("}", ""), None)
                answers.add((status, body["code"], body["detail"], body["where"]))
        refused = "Only players with an account may come in. Sign in with yours."
        assert answers == {(401, "not_signed_in", refused, "Authorization")}
        public = {path for name in paths if is_public(path := name.partition(" ")[2]) and not path.startswith("/docs")}
        assert public == {
            *("/", "/.well-known/quarterdeck", "/healthz", "/readyz", "/assets/{digest}/{path}", "/site/{page}"),
            *("/site/logo", "/site/page.css", "/site/client.css", "/site/app.webmanifest", "/site/pictures/{path}"),
            *("/pictures/credits", "/pictures/{game}/{digest}/{card}.png", "/pictures/{game}/{digest}/{card}"),
            *("/v1/socket", "/v1/commands", "/v1/keys", "/v1/schema", "/v1/schema/{root}.json"),
            *("/v1/openapi.json", "/v1/asyncapi.json"),
        }


async def test_a_browser_gets_the_page_at_each_of_its_addresses() -> None:
    async with live_server() as server, aiohttp.ClientSession(server.url, headers={"Accept": "text/html"}) as http:
        admit(server, guests=GuestAccess.OFF)
        pages = set()
        for path in ("/", "/lobby", "/t/hidden", "/nothing"):
            async with http.get(path) as answer:
                assert (answer.status, answer.content_type) == (200, "text/html")
                pages.add(await answer.text())
        assert len(pages) == 1
        async with http.get("/v1/tables") as answer:
            assert answer.status == 401
