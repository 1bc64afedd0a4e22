"""What one owns, one's packs, and the odds of packs, over plain HTTP."""

from aiohttp import web
from quarterdeck_protocol.collection import Collection, GetCollection, GetPacks, PackOdds, Packs
from quarterdeck_protocol.names import GameName

from quarterdeck_server.web.connection_services import SERVICES
from quarterdeck_server.web.http.endpoints import Word, endpoint
from quarterdeck_server.web.http.requests import identified, take
from quarterdeck_server.web.http.responses import as_json
from quarterdeck_server.web.rate_limit.quotas import COLLECTION
from quarterdeck_server.web.scopes import check, scopes_of

collection_routes = web.RouteTableDef()

GAME = Word("game", "Only cards of this game.")


@collection_routes.get("/v1/me/collection")
@endpoint(Collection, query=(GAME,), quotas=(COLLECTION,), scopes=scopes_of(GetCollection))
async def get_collection(request: web.Request) -> web.Response:
    """Return the copies of cards that whoever asks owns."""
    who = await identified(request)
    name = GAME.of(request)
    check(GetCollection(), who, "Authorization")
    take(request, COLLECTION, who.player.id)
    owned = request.app[SERVICES].owned_copies
    return as_json(await owned.listed(who.player.id, None if name is None else GameName(name), "?game"))


@collection_routes.get("/v1/me/packs")
@endpoint(Packs, quotas=(COLLECTION,), scopes=scopes_of(GetPacks))
async def get_packs(request: web.Request) -> web.Response:
    """Return the packs that whoever asks has and has not opened."""
    who = await identified(request)
    check(GetPacks(), who, "Authorization")
    take(request, COLLECTION, who.player.id)
    return as_json(await request.app[SERVICES].packs.listed(who.player.id))


@collection_routes.get("/v1/packs/odds")
@endpoint(PackOdds)
async def get_pack_odds(request: web.Request) -> web.Response:
    """Return the odds of packs, the lists from which they are drawn, and all packs that were ever opened, counted."""
    return as_json(await request.app[SERVICES].packs.odds())
