"""Claim codes over plain HTTP: players claim them, moderators make and inspect them. A code is only in the body of a
request, never in an address, because proxies and browsers log addresses."""

from aiohttp import web
from quarterdeck_protocol.lobby.claim_codes import (
    ClaimCode,
    CodeBatches,
    CodeClaimed,
    CodeHistory,
    CodesMade,
    CodesRevoked,
    GetCodeHistory,
    ListCodes,
    MakeCodes,
    RevokeCodes,
)

from quarterdeck_server.lobby.moderation.permissions import Permission
from quarterdeck_server.web.connection_services import SERVICES
from quarterdeck_server.web.http.endpoints import Word, endpoint
from quarterdeck_server.web.http.requests import body_of, identified, take
from quarterdeck_server.web.http.responses import as_json
from quarterdeck_server.web.http.routes.moderation_routes import LARGEST_ORDER, MODERATE, moderator
from quarterdeck_server.web.rate_limit.addresses import ADDRESSES
from quarterdeck_server.web.rate_limit.quotas import COLLECTION
from quarterdeck_server.web.scopes import check

BEFORE = Word("before", "What the page before said.")

codes_routes = web.RouteTableDef()


@codes_routes.post("/v1/me/codes")
@endpoint(CodeClaimed, body=ClaimCode, quotas=(COLLECTION,), scopes=ClaimCode.open_to)
async def post_claim(request: web.Request) -> web.Response:
    """Claim a code, and receive its cards and packs."""
    identity = await identified(request)
    message = await body_of(request, ClaimCode, LARGEST_ORDER)
    check(message, identity, "Authorization")
    take(request, COLLECTION, identity.player.id)
    address = request.app[ADDRESSES].of(request)
    return as_json(await request.app[SERVICES].code_claims.claim(identity.player.id, message, address))


@codes_routes.get("/v1/moderation/codes")
@endpoint(CodeBatches, query=(BEFORE,), scopes=MODERATE)
async def get_batches(request: web.Request) -> web.Response:
    """List the batches of claim codes, the newest first."""
    by = await moderator(request, Permission.GIVE)
    return as_json(await request.app[SERVICES].code_batches.listed(by, ListCodes(before=BEFORE.of(request))))


@codes_routes.post("/v1/moderation/codes")
@endpoint(CodesMade, body=MakeCodes, scopes=MODERATE)
async def post_batch(request: web.Request) -> web.Response:
    """Make a batch of claim codes. Only this answer contains the codes."""
    by = await moderator(request, Permission.GIVE)
    order = await body_of(request, MakeCodes, LARGEST_ORDER)
    return as_json(await request.app[SERVICES].code_batches.make(by, order))


@codes_routes.post("/v1/moderation/codes/revoke")
@endpoint(CodesRevoked, body=RevokeCodes, scopes=MODERATE)
async def post_revoke(request: web.Request) -> web.Response:
    """Revoke a batch of claim codes."""
    by = await moderator(request, Permission.GIVE)
    order = await body_of(request, RevokeCodes, LARGEST_ORDER)
    return as_json(await request.app[SERVICES].code_batches.revoke(by, order))


@codes_routes.post("/v1/moderation/codes/history")
@endpoint(CodeHistory, body=GetCodeHistory, scopes=MODERATE)
async def post_history(request: web.Request) -> web.Response:
    """Return the audit log of a batch of claim codes, or of one code."""
    by = await moderator(request, Permission.GIVE)
    question = await body_of(request, GetCodeHistory, LARGEST_ORDER)
    return as_json(await request.app[SERVICES].code_batches.history(by, question))
