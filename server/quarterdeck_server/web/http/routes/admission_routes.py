"""Invites and approvals over plain HTTP, for moderators. A code is only in the body of one answer, never in an
address."""

from aiohttp import web
from quarterdeck_protocol.lobby.admission import (
    Applicants,
    ApprovalOrder,
    InviteMade,
    InviteOrder,
    Invites,
    RevokeInviteOrder,
)
from quarterdeck_protocol.lobby.moderation import Deed

from quarterdeck_server.lobby.moderation.permissions import Permission
from quarterdeck_server.web.connection_services import SERVICES
from quarterdeck_server.web.http.endpoints import endpoint
from quarterdeck_server.web.http.requests import body_of
from quarterdeck_server.web.http.responses import as_json
from quarterdeck_server.web.http.routes.moderation_routes import (
    BEFORE_ID,
    LARGEST_ORDER,
    LISTED,
    MODERATE,
    MOST,
    moderator,
)

admission_routes = web.RouteTableDef()


@admission_routes.get("/v1/moderation/invites")
@endpoint(Invites, query=(BEFORE_ID, MOST), scopes=MODERATE)
async def get_invites(request: web.Request) -> web.Response:
    """List the invites, newest first, with the players that registered with them."""
    await moderator(request, Permission.ADMIT)
    before, most = BEFORE_ID.of(request), MOST.of(request) or LISTED
    return as_json(await request.app[SERVICES].invite_orders.listed(before, most))


@admission_routes.post("/v1/moderation/invites")
@endpoint(InviteMade, body=InviteOrder, scopes=MODERATE)
async def post_invite(request: web.Request) -> web.Response:
    """Make an invite. Only this answer contains its code."""
    by = await moderator(request, Permission.ADMIT)
    order = await body_of(request, InviteOrder, LARGEST_ORDER)
    return as_json(await request.app[SERVICES].invite_orders.make(by, order))


@admission_routes.post("/v1/moderation/invites/revoke")
@endpoint(Deed, body=RevokeInviteOrder, scopes=MODERATE)
async def post_revoke_invite(request: web.Request) -> web.Response:
    """Revoke an invite."""
    by = await moderator(request, Permission.ADMIT)
    order = await body_of(request, RevokeInviteOrder, LARGEST_ORDER)
    return as_json(await request.app[SERVICES].invite_orders.revoke(by, order))


@admission_routes.get("/v1/moderation/applicants")
@endpoint(Applicants, query=(BEFORE_ID, MOST), scopes=MODERATE)
async def get_applicants(request: web.Request) -> web.Response:
    """List the players that wait for approval, newest first."""
    await moderator(request, Permission.ADMIT)
    before, most = BEFORE_ID.of(request), MOST.of(request) or LISTED
    return as_json(await request.app[SERVICES].approvals.listed(before, most))


@admission_routes.post("/v1/moderation/applicants")
@endpoint(Deed, body=ApprovalOrder, scopes=MODERATE)
async def post_approval(request: web.Request) -> web.Response:
    """Approve or reject the account of a player that waits."""
    by = await moderator(request, Permission.ADMIT)
    order = await body_of(request, ApprovalOrder, LARGEST_ORDER)
    return as_json(await request.app[SERVICES].approvals.decide(by, order))
