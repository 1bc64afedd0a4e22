"""A player's wish list, and the search for trading partners, over plain HTTP: the same as the WebSocket commands of
these names."""

from typing import TypeVar

from aiohttp import web
from quarterdeck_protocol.lobby.collection.wishes import (
    BeFound,
    ChangeWishes,
    FindTraders,
    GetWishes,
    TraderRole,
    Traders,
    Wishes,
)
from quarterdeck_protocol.names import GameName, PlayerId

from quarterdeck_server.web.connection_services import SERVICES
from quarterdeck_server.web.http.endpoints import WholeNumber, Word, endpoint
from quarterdeck_server.web.http.requests import body_of, identified, take
from quarterdeck_server.web.http.responses import as_json
from quarterdeck_server.web.rate_limit.quotas import TRADER_SEARCH, WISHES
from quarterdeck_server.web.scopes import check

LARGEST_BODY = 65_536

WHO = Word("who", "Those who have it, or those who wish for it.", (TraderRole.HAS.value, TraderRole.WISHES.value))
AFTER = WholeNumber("after", 0, 2**53, "Only those after this: what the page before said.")

Command = TypeVar("Command", ChangeWishes, BeFound)

wish_routes = web.RouteTableDef()


@wish_routes.get("/v1/me/wishes")
@endpoint(Wishes, quotas=(WISHES,), scopes=GetWishes.open_to)
async def get_wishes(request: web.Request) -> web.Response:
    """Return the caller's wish list, and its visibility to other traders."""
    identity = await identified(request)
    check(GetWishes(), identity, "Authorization")
    take(request, WISHES, identity.player.id)
    return as_json(await request.app[SERVICES].wishes.listed(identity.player.id))


@wish_routes.post("/v1/me/wishes")
@endpoint(Wishes, body=ChangeWishes, quotas=(WISHES,), scopes=ChangeWishes.open_to)
async def post_wishes(request: web.Request) -> web.Response:
    """Add cards to the caller's wish list, and remove others from it."""
    player, command = await _allowed(request, ChangeWishes)
    return as_json(await request.app[SERVICES].wishes.change(player, command))


@wish_routes.post("/v1/me/wishes/found")
@endpoint(Wishes, body=BeFound, quotas=(WISHES,), scopes=BeFound.open_to)
async def post_found(request: web.Request) -> web.Response:
    """Set the visibility of the caller to other traders, by their free copies and by their wishes."""
    player, command = await _allowed(request, BeFound)
    return as_json(await request.app[SERVICES].wishes.be_found(player, command.by))


@wish_routes.get("/v1/me/traders/{game}/{card}")
@endpoint(Traders, query=(WHO, AFTER), quotas=(TRADER_SEARCH,), scopes=FindTraders.open_to)
async def get_traders(request: web.Request) -> web.Response:
    """Return the players to whom the caller could offer a trade for a card or a printing."""
    identity = await identified(request)
    game, card = GameName(request.match_info["game"]), request.match_info["card"]
    command = FindTraders(
        who=TraderRole(WHO.of(request) or TraderRole.HAS), game=game, card=card, after=AFTER.of(request)
    )
    check(command, identity, "Authorization")
    take(request, TRADER_SEARCH, identity.player.id)
    return as_json(await request.app[SERVICES].trader_search.found(identity.player.id, command))


async def _allowed(request: web.Request, kind: type[Command]) -> tuple[PlayerId, Command]:
    identity = await identified(request)
    command = await body_of(request, kind, LARGEST_BODY)
    check(command, identity, "Authorization")
    take(request, WISHES, identity.player.id)
    return identity.player.id, command
