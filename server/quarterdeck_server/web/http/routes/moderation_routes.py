"""Moderation over plain HTTP: with a token of the scope `moderate`, and the role for it."""

from typing import TypeVar

import msgspec
from aiohttp import hdrs, web
from quarterdeck_protocol.lobby.announcements import AnnouncementOrder, Announcements, RemoveAnnouncementOrder
from quarterdeck_protocol.lobby.collection.trades import Trade, TradeId, Trades
from quarterdeck_protocol.lobby.moderation import (
    Audit,
    ClubOrder,
    Deed,
    FiledReports,
    FreezeOrder,
    MatchPause,
    PasswordReset,
    Patterns,
    PauseOrder,
    PlayerFile,
    RenameOrder,
    ResetPasswordOrder,
    ResolveOrder,
    RevokeOrder,
    RolesOrder,
    SanctionOrder,
)
from quarterdeck_protocol.names import Milliseconds, PlayerId, ReportId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Scope
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.identities import Identity, check_moderate_scope
from quarterdeck_server.lobby.moderation import audit, permissions
from quarterdeck_server.lobby.moderation.permissions import Permission
from quarterdeck_server.web.connection_services import SERVICES
from quarterdeck_server.web.http.endpoints import WholeNumber, Word, endpoint
from quarterdeck_server.web.http.requests import body_of, identified
from quarterdeck_server.web.http.responses import as_json
from quarterdeck_server.web.http.routes.ratings_routes import BEFORE

LISTED = 50
MOST_LISTED = 100
LARGEST_ORDER = 65_536

MODERATE = (Scope.MODERATE,)
NAME = Word("name", "The name of the account.")
STATE = Word("state", "Which reports.", ("open", "resolved"))
MOST = WholeNumber("most", 1, MOST_LISTED, f"How many at most; {LISTED} without it.")
OF = Word("of", "Acts of moderators, or refused orders about tournaments.", ("moderators", "refused_orders"))
BEFORE_ID = Word("before", "The id of the last one of the page before.")

Order = TypeVar("Order", bound=msgspec.Struct)

routes = web.RouteTableDef()


@routes.get("/v1/moderation/players")
@endpoint(PlayerFile, query=(NAME,), scopes=MODERATE)
async def get_named(request: web.Request) -> web.Response:
    """Return the moderators' view of the account with a name."""
    await moderator(request)
    name = NAME.of(request)
    if name is None:
        text = Text("Name an account with `?name=`.")
        raise CommandRefused(RefusalCode.MALFORMED, text, "?name")
    return as_json(await request.app[SERVICES].moderation.named(name))


@routes.get("/v1/moderation/players/{player}")
@endpoint(PlayerFile, scopes=MODERATE)
async def get_player(request: web.Request) -> web.Response:
    """Return the moderators' view of a player."""
    await moderator(request)
    return as_json(await request.app[SERVICES].moderation.file(PlayerId(request.match_info["player"])))


@routes.post("/v1/moderation/sanctions")
@endpoint(Deed, body=SanctionOrder, scopes=MODERATE)
async def post_sanction(request: web.Request) -> web.Response:
    """Mute, disconnect or ban a player."""
    by = await moderator(request)
    return as_json(await request.app[SERVICES].moderation.sanction(by, await _order(request, SanctionOrder)))


@routes.post("/v1/moderation/revoke")
@endpoint(Deed, body=RevokeOrder, scopes=MODERATE)
async def post_revoke(request: web.Request) -> web.Response:
    """End a mute or a ban before its time."""
    by = await moderator(request)
    return as_json(await request.app[SERVICES].moderation.revoke(by, await _order(request, RevokeOrder)))


@routes.post("/v1/moderation/rename")
@endpoint(Deed, body=RenameOrder, scopes=MODERATE)
async def post_rename(request: web.Request) -> web.Response:
    """Change a player's name."""
    by = await moderator(request)
    return as_json(await request.app[SERVICES].moderation.rename(by, await _order(request, RenameOrder)))


@routes.post("/v1/moderation/clubs")
@endpoint(Deed, body=ClubOrder, scopes=MODERATE)
async def post_club(request: web.Request) -> web.Response:
    """Rename or close a club."""
    by = await moderator(request)
    return as_json(await request.app[SERVICES].club_orders.carry_out(by, await _order(request, ClubOrder)))


@routes.post("/v1/moderation/password-reset")
@endpoint(PasswordReset, body=ResetPasswordOrder, scopes=MODERATE)
async def post_password_reset(request: web.Request) -> web.Response:
    """Reset the password of a player that has lost it and all recovery codes."""
    by = await moderator(request)
    return as_json(await request.app[SERVICES].moderation.reset_password(by, await _order(request, ResetPasswordOrder)))


@routes.post("/v1/moderation/roles")
@endpoint(Deed, body=RolesOrder, scopes=MODERATE)
async def post_roles(request: web.Request) -> web.Response:
    """Set which roles a player has; only an admin may."""
    by = await moderator(request, Permission.MANAGE)
    return as_json(await request.app[SERVICES].moderation.set_roles(by, await _order(request, RolesOrder)))


@routes.get("/v1/moderation/reports")
@endpoint(FiledReports, query=(STATE, BEFORE_ID, MOST), scopes=MODERATE)
async def get_reports(request: web.Request) -> web.Response:
    """List the open reports, or with `?state=resolved` the resolved ones."""
    identity = await moderator(request)
    state = STATE.of(request)
    before, most = _page(request)
    reports = request.app[SERVICES].reports
    return as_json(await reports.read(identity, resolved=state == "resolved", before=before, most=most))


@routes.post("/v1/moderation/reports/{report}/resolve")
@endpoint(Deed, body=ResolveOrder, scopes=MODERATE)
async def post_resolve(request: web.Request) -> web.Response:
    """Mark a report as resolved."""
    by = await moderator(request)
    report = ReportId(request.match_info["report"])
    return as_json(await request.app[SERVICES].reports.resolve(by, report, await _order(request, ResolveOrder)))


@routes.get("/v1/moderation/audit")
@endpoint(Audit, query=(OF, BEFORE_ID, MOST), scopes=MODERATE)
async def get_audit(request: web.Request) -> web.Response:
    """Return the actions of moderators, or with `?of=refused_orders` the refused ones of players about tournaments,
    newest first."""
    identity = await moderator(request)
    index = audit.REFUSED_ORDERS if OF.of(request) == "refused_orders" else audit.INDEX
    before, most = _page(request)
    log = request.app[SERVICES].moderation.audit
    return as_json(await log.read(before, most, index, reader=identity.player.id))


@routes.get("/v1/moderation/patterns")
@endpoint(Patterns, query=(BEFORE, MOST), scopes=MODERATE)
async def get_patterns(request: web.Request) -> web.Response:
    """Return the pairs of players whose matches were repeatedly not rated, newest first."""
    await moderator(request)
    before = BEFORE.of(request)
    most = MOST.of(request) or LISTED
    return as_json(await request.app[SERVICES].patterns.read(None if before is None else Milliseconds(before), most))


@routes.get("/v1/moderation/pause")
@endpoint(MatchPause, scopes=MODERATE)
async def get_pause(request: web.Request) -> web.Response:
    """Return the state of the pause on new matches, and the number of running ones."""
    await moderator(request, Permission.READ_SERVER)
    return as_json(await request.app[SERVICES].pause_orders.shown())


@routes.post("/v1/moderation/pause")
@endpoint(Deed, body=PauseOrder, scopes=MODERATE)
async def post_pause(request: web.Request) -> web.Response:
    """Pause new matches, or end the pause; only an admin may."""
    by = await moderator(request, Permission.MANAGE)
    return as_json(await request.app[SERVICES].pause_orders.carry_out(by, await _order(request, PauseOrder)))


@routes.get("/v1/moderation/players/{player}/trades")
@endpoint(Trades, query=(BEFORE,), scopes=MODERATE)
async def get_trades_of(request: web.Request) -> web.Response:
    """Return the open and the ended trades of a player."""
    by = await moderator(request)
    player, before = PlayerId(request.match_info["player"]), BEFORE.of(request)
    orders = request.app[SERVICES].trade_orders
    return as_json(await orders.listed(by, player, None if before is None else Milliseconds(before)))


@routes.get("/v1/moderation/trades/{trade}")
@endpoint(Trade, scopes=MODERATE)
async def get_any_trade(request: web.Request) -> web.Response:
    """Return any player's trade."""
    by = await moderator(request)
    return as_json(await request.app[SERVICES].trade_orders.shown(by, TradeId(request.match_info["trade"])))


@routes.post("/v1/moderation/trades")
@endpoint(Deed, body=FreezeOrder, scopes=MODERATE)
async def post_freeze(request: web.Request) -> web.Response:
    """Freeze a trade, so that neither player can accept or counter it, or unfreeze it. No copies move."""
    by = await moderator(request)
    return as_json(await request.app[SERVICES].trade_orders.carry_out(by, await _order(request, FreezeOrder)))


@routes.get("/v1/moderation/announcements")
@endpoint(Announcements, scopes=MODERATE)
async def get_announcements(request: web.Request) -> web.Response:
    """List the announcements in force and those that are planned."""
    by = await moderator(request, Permission.READ_SERVER)
    return as_json(await request.app[SERVICES].announcement_orders.listed(by))


@routes.post("/v1/moderation/announcements")
@endpoint(Deed, body=AnnouncementOrder, scopes=MODERATE)
async def post_announcement(request: web.Request) -> web.Response:
    """Announce something to all players, at once or later; only an organiser or an admin may."""
    by = await moderator(request, Permission.ANNOUNCE)
    order = await _order(request, AnnouncementOrder)
    return as_json(await request.app[SERVICES].announcement_orders.announce(by, order))


@routes.post("/v1/moderation/announcements/remove")
@endpoint(Deed, body=RemoveAnnouncementOrder, scopes=MODERATE)
async def post_remove_announcement(request: web.Request) -> web.Response:
    """Remove an announcement before its end; only an organiser or an admin may."""
    by = await moderator(request, Permission.ANNOUNCE)
    order = await _order(request, RemoveAnnouncementOrder)
    return as_json(await request.app[SERVICES].announcement_orders.remove(by, order))


async def moderator(request: web.Request, permission: Permission = Permission.MODERATE) -> Identity:
    """Return the identity of the caller. Raises `CommandRefused` unless the token has the scope and a role of the
    player has the permission, and for a change in a session unless the player has proved lately who they are;
    `Unavailable`."""
    identity = await identified(request)
    check_moderate_scope(identity, "Authorization")
    permissions.check(identity.roles, permission)
    if request.method == hdrs.METH_POST:
        await request.app[SERVICES].players.check_role(identity)
    return identity


async def _order(request: web.Request, kind: type[Order]) -> Order:
    return await body_of(request, kind, LARGEST_ORDER)


def _page(request: web.Request) -> tuple[str | None, int]:
    return BEFORE_ID.of(request), MOST.of(request) or LISTED
