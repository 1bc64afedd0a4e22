"""Paths of a private server: strangers and guests get one answer for all that are not public."""

import aiohttp
from quarterdeck_protocol.lobby.moderation import SanctionKind
from quarterdeck_protocol.lobby.site import GuestAccess, Registration
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.sides import Scope
from quarterdeck_server.lobby.moderation.documents import SANCTIONS
from quarterdeck_server.lobby.moderation.sanction_rules import SanctionRecord, SanctionsRecord
from quarterdeck_server.web.http.private_server import OF_ONES_ACCOUNT, is_public
from servers import PASSWORD
from web.http.test_browser_routes import HTML, SCREENS
from web.owned_objects import GUEST, NOBODY, OWNER, STRANGER, TOKENS, OwnedObjects
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
            *("/.well-known/security.txt", "/open"),
            *("/", "/.well-known/quarterdeck", "/healthz", "/readyz", "/assets/{digest}/{path}", "/site/{page}"),
            *("/site/logo", "/site/page.css", "/site/client.css", "/site/app.webmanifest", "/site/pictures/{path}"),
            *("/pictures/credits", "/pictures/{game}/{digest}/{card}.png", "/pictures/{game}/{digest}/{card}"),
            *("/v1/socket", "/v1/commands", "/v1/keys", "/v1/schema", "/v1/schema/{root}.json"),
            *(
                "/v1/games/{game}/lesson",
                "/.well-known/oauth-authorization-server",
                "/oauth/token",
                "/oauth/revoke",
                "/oauth/device_authorization",
            ),
            *("/v1/openapi.json", "/v1/asyncapi.json", "/discord/interactions"),
            *("/sign-on/providers", "/sign-on/start", "/sign-on/finish"),
            *("/sign-on/passkeys/options", "/sign-on/passkeys/use"),
            *("/sign-on/email/confirm", "/sign-on/email/recovery", "/sign-on/email/unsubscribe"),
        }


async def test_no_path_answers_a_banned_or_rejected_player_on_a_private_server() -> None:
    """Their tokens stay valid: each request is refused for what the player may not do, whatever is at its path."""
    async with private_world() as world:
        await sanction(world, STRANGER)
        waiting = await an_applicant(world)
        expected = {STRANGER: {(403, "banned")}, waiting: {(403, "approval_pending")}}
        answers: dict[str, set[tuple[int, str]]] = {STRANGER: set(), waiting: set()}
        for name in sorted({name for name, _ in routes_of(world.server)} | {"GET /v1/nothing"}):
            method, _, path = name.partition(" ")
            if is_public(path):
                continue
            for asker in answers:
                if asker == waiting and path in OF_ONES_ACCOUNT:
                    continue
                status, body = await world.call(asker, method, path.replace("{", "").replace("}", ""), None)
                answers[asker].add((status, body.get("code", f"an answer of {name}")))
        assert answers == expected


async def test_the_scopes_of_a_token_hold_for_each_path_of_a_private_server() -> None:
    """A program reads over HTTP what it may read over the WebSocket, and nothing else about other players."""
    watching = {
        *("GET /v1/games/{game}/ladder", "GET /v1/lobby/events", "GET /v1/players/{player}", "GET /v1/tables"),
        *("GET /v1/players/{player}/against/{other}", "GET /v1/players/{player}/matches"),
        *("GET /v1/players/{player}/refused-deals", "GET /v1/tournaments", "GET /v1/tournaments/{tournament}"),
        *("GET /v1/clubs", "GET /v1/clubs/{club}", "GET /v1/transcripts"),
    }
    matches = {f"GET /v1/matches/{{match}}{rest}" for rest in ("", "/events", "/replay")}
    async with private_world() as world:
        refused: dict[Scope, set[str]] = {scope: set() for scope in TOKENS.values()}
        for name, declared in routes_of(world.server):
            method, _, path = name.partition(" ")
            if is_public(path) or declared.scopes is not None:
                continue
            for asker, scope in TOKENS.items():
                status, body = await world.call(asker, method, path.replace("{", "").replace("}", ""), None)
                if body.get("code") == "missing_scope":
                    assert status == 403
                    refused[scope].add(name)
        assert refused == {
            scope: set() if scope is Scope.LOBBY_READ else watching if scope is Scope.PLAY else watching | matches
            for scope in TOKENS.values()
        }


async def sanction(world: OwnedObjects, player: str) -> None:
    """Ban a player, with a ban of which no connection is notified."""
    ban = SanctionRecord(kind=SanctionKind.BAN, why="loud", by=PlayerId("mo"), at=Milliseconds(0), until=None)
    id_ = PlayerId(world.ids[player])
    await world.documents.commit([SANCTIONS.put(id_, None, SanctionsRecord((ban,)))])


async def an_applicant(world: OwnedObjects) -> str:
    """Add a player whose account waits for approval."""
    admit(world.server, Registration.APPROVAL, GuestAccess.OFF)
    async with world.server.line() as line:
        world.tokens["applicant"] = (await line.sign_in("Whoever"))["token"]
        account = await line.ask({"type": "register", "name": "Zoe", "password": PASSWORD})
        assert account["state"] == "waiting"
    return "applicant"


async def test_a_browser_gets_the_page_at_each_of_its_addresses() -> None:
    """With and without the token of an admitted player: the page signs in by itself."""
    async with private_world() as world, aiohttp.ClientSession(world.server.url, headers=HTML) as http:
        pages = set()
        for asker in (NOBODY, GUEST, OWNER):
            token = world.tokens.get(asker)
            for path in (*SCREENS, f"/t/{world.ids['open']}", f"/m/{world.ids['open_match']}", "/nothing"):
                async with http.get(path, headers={} if token is None else bearer(token)) as answer:
                    assert (answer.status, answer.content_type) == (200, "text/html")
                    pages.add(await answer.text())
        assert len(pages) == 1
        async with http.get("/v1/tables") as answer:
            assert answer.status == 401


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}
