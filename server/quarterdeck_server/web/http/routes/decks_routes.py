"""A player's saved decks over plain HTTP, for tools without a WebSocket."""

from aiohttp import web
from quarterdeck_protocol.lobby.kept_decks import Decks, ListDecks
from quarterdeck_protocol.names import GameName

from quarterdeck_server.web.connection_services import SERVICES
from quarterdeck_server.web.http.endpoints import Word, endpoint
from quarterdeck_server.web.http.requests import identified, take
from quarterdeck_server.web.http.responses import as_json
from quarterdeck_server.web.rate_limit.quotas import KEPT_DECKS
from quarterdeck_server.web.scopes import check

decks_routes = web.RouteTableDef()

GAME = Word("game", "Only decks for this game.")


@decks_routes.get("/v1/me/decks")
@endpoint(Decks, query=(GAME,), quotas=(KEPT_DECKS,), scopes=ListDecks.open_to)
async def get_decks(request: web.Request) -> web.Response:
    """Return the decks that are saved in the caller's account."""
    identity = await identified(request)
    name = GAME.of(request)
    check(ListDecks(), identity, "Authorization")
    take(request, KEPT_DECKS, identity.player.id)
    return as_json(
        await request.app[SERVICES].decks.listed(identity.player.id, None if name is None else GameName(name), "?game")
    )
