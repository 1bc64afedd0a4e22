"""HTTP routes for a player's card copies, their history, packs, and the odds of packs."""

from aiohttp import web
from quarterdeck_protocol.lobby.collection.owned_copies import (
    ClaimPacks,
    Collection,
    GetCollection,
    GetMovements,
    GetPacks,
    Movements,
    OpenPack,
    PackOdds,
    PackOpened,
    Packs,
)
from quarterdeck_protocol.names import GameName

from quarterdeck_server.web.connection_services import SERVICES
from quarterdeck_server.web.http.endpoints import WholeNumber, Word, endpoint
from quarterdeck_server.web.http.requests import body_of, identified, take
from quarterdeck_server.web.http.responses import as_json
from quarterdeck_server.web.rate_limit.addresses import ADDRESSES
from quarterdeck_server.web.rate_limit.quotas import COLLECTION
from quarterdeck_server.web.scopes import check

collection_routes = web.RouteTableDef()

LARGEST_BODY = 4_096

GAME = Word("game", "Only cards of this game.")
BEFORE = WholeNumber("before", 0, 2**53, "Only those before this number: what the page before said.")


@collection_routes.get("/v1/me/collection")
@endpoint(Collection, query=(GAME,), quotas=(COLLECTION,), scopes=GetCollection.open_to)
async def get_collection(request: web.Request) -> web.Response:
    """Return the copies of cards that the caller owns."""
    identity = await identified(request)
    name = GAME.of(request)
    check(GetCollection(), identity, "Authorization")
    take(request, COLLECTION, identity.player.id)
    owned = request.app[SERVICES].owned_copies
    return as_json(await owned.listed(identity.player.id, None if name is None else GameName(name), "?game"))


@collection_routes.get("/v1/me/movements")
@endpoint(Movements, query=(BEFORE,), quotas=(COLLECTION,), scopes=GetMovements.open_to)
async def get_movements(request: web.Request) -> web.Response:
    """Return the newest ledger entries of the caller's copies, or those before a number."""
    identity = await identified(request)
    before = BEFORE.of(request)
    check(GetMovements(before=before), identity, "Authorization")
    take(request, COLLECTION, identity.player.id)
    return as_json(await request.app[SERVICES].owned_copies.movements(identity.player.id, before))


@collection_routes.get("/v1/me/packs")
@endpoint(Packs, quotas=(COLLECTION,), scopes=GetPacks.open_to)
async def get_packs(request: web.Request) -> web.Response:
    """Return the caller's unopened packs."""
    identity = await identified(request)
    check(GetPacks(), identity, "Authorization")
    take(request, COLLECTION, identity.player.id)
    packs = request.app[SERVICES].packs
    return as_json(await packs.listed(identity.player.id, request.app[ADDRESSES].of(request)))


@collection_routes.post("/v1/me/packs/claim")
@endpoint(Packs, body=ClaimPacks, quotas=(COLLECTION,), scopes=ClaimPacks.open_to)
async def post_claim_packs(request: web.Request) -> web.Response:
    """Claim all packs that are due to the caller."""
    identity = await identified(request)
    command = await body_of(request, ClaimPacks, LARGEST_BODY)
    check(command, identity, "Authorization")
    take(request, COLLECTION, identity.player.id)
    address = request.app[ADDRESSES].of(request)
    return as_json(await request.app[SERVICES].packs.claim(identity.player.id, command.game, address))


@collection_routes.post("/v1/me/packs/open")
@endpoint(PackOpened, body=OpenPack, quotas=(COLLECTION,), scopes=OpenPack.open_to)
async def post_open_pack(request: web.Request) -> web.Response:
    """Open a pack of the caller. A pack that was opened before gives the same answer again."""
    identity = await identified(request)
    command = await body_of(request, OpenPack, LARGEST_BODY)
    check(command, identity, "Authorization")
    take(request, COLLECTION, identity.player.id)
    return as_json(await request.app[SERVICES].packs.open(identity.player.id, command))


@collection_routes.get("/v1/packs/odds")
@endpoint(PackOdds)
async def get_pack_odds(request: web.Request) -> web.Response:
    """Return the odds of packs, the lists from which they are drawn, and how often each card came in all packs opened
    so far."""
    return as_json(await request.app[SERVICES].packs.odds())
