"""The operator's console over plain HTTP: the state and figures of the server, orders about many players, and the match
inspector. Every path needs the scope `moderate` and a role with the permission."""

from collections.abc import Awaitable, Callable

from aiohttp import web
from quarterdeck_protocol.lobby.console import (
    FindPlayersOrder,
    FoundPlayers,
    InspectOrder,
    SanctionManyOrder,
    SanctionOutcomes,
    ServerFigures,
    ServerState,
)
from quarterdeck_protocol.transcripts.inspection import RawInspection

from quarterdeck_server.lobby.moderation.permissions import Permission
from quarterdeck_server.web.connection_services import SERVICES
from quarterdeck_server.web.http.endpoints import JSON, endpoint
from quarterdeck_server.web.http.replay_turns import making
from quarterdeck_server.web.http.requests import body_of, language_of
from quarterdeck_server.web.http.responses import as_json
from quarterdeck_server.web.http.routes.moderation_routes import LARGEST_ORDER, MODERATE, moderator

State = Callable[[str], Awaitable[ServerState]]
STATE: web.AppKey[State] = web.AppKey("server_state", Callable)  # type: ignore[arg-type]
"""Returns the state of this process and its server, with texts in a language."""

console_routes = web.RouteTableDef()


@console_routes.get("/v1/moderation/server")
@endpoint(ServerState, scopes=MODERATE)
async def get_server(request: web.Request) -> web.Response:
    """Return the health, queues and settings of the server, as the answering process knows them."""
    await moderator(request, Permission.READ_SERVER)
    return as_json(await request.app[STATE](language_of(request)))


@console_routes.get("/v1/moderation/figures")
@endpoint(ServerFigures, scopes=MODERATE)
async def get_figures(request: web.Request) -> web.Response:
    """Return the figures of the last days and weeks."""
    await moderator(request, Permission.READ_SERVER)
    return as_json(await request.app[SERVICES].figures.read())


@console_routes.post("/v1/moderation/players/found")
@endpoint(FoundPlayers, body=FindPlayersOrder, scopes=MODERATE)
async def post_find(request: web.Request) -> web.Response:
    """Find the players whom an order about many would concern. Nothing changes."""
    await moderator(request)
    return as_json(
        await request.app[SERVICES].many_players.find(await body_of(request, FindPlayersOrder, LARGEST_ORDER))
    )


@console_routes.post("/v1/moderation/sanctions/many")
@endpoint(SanctionOutcomes, body=SanctionManyOrder, scopes=MODERATE)
async def post_sanction_many(request: web.Request) -> web.Response:
    """Sanction many players. Each has an outcome and an entry in the audit log."""
    by = await moderator(request)
    order = await body_of(request, SanctionManyOrder, LARGEST_ORDER)
    return as_json(await request.app[SERVICES].many_players.sanction(by, order))


@console_routes.post("/v1/moderation/matches")
@endpoint(RawInspection, body=InspectOrder, scopes=MODERATE)
async def post_inspect(request: web.Request) -> web.Response:
    """Look at a match at any version with the eyes of any seat. The look is recorded in the audit log."""
    by = await moderator(request)
    order = await body_of(request, InspectOrder, LARGEST_ORDER)
    async with making(request):
        body = await request.app[SERVICES].match_inspector.inspect(by, order)
    return web.Response(body=body, content_type=JSON)
