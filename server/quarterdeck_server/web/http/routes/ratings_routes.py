"""HTTP routes for ratings and standings, with the same answers as over the WebSocket."""

from aiohttp import web
from quarterdeck_protocol.lobby.export import Export
from quarterdeck_protocol.lobby.ratings import RatedAmong
from quarterdeck_protocol.lobby.standings import HeadToHead, History, Ladder, Profile, RefusedDeals
from quarterdeck_protocol.names import GameName, Milliseconds, PlayerId

from quarterdeck_server.lobby.export import encoded
from quarterdeck_server.lobby.ratings.standings import Standings
from quarterdeck_server.web.commands.ratings import exporting
from quarterdeck_server.web.connection_services import SERVICES
from quarterdeck_server.web.http.endpoints import WholeNumber, Word, endpoint
from quarterdeck_server.web.http.requests import identified, take
from quarterdeck_server.web.http.responses import as_json
from quarterdeck_server.web.rate_limit.quotas import EXPORT

LAST_PAGE = 1_000_000

PAGE = WholeNumber("page", 1, LAST_PAGE, "Which page, counted from 1; without it, the first.")
AMONG = Word("among", "The ladder of people, or that of players' bots.", (RatedAmong.PEOPLE, RatedAmong.BOTS))
BEFORE = WholeNumber("before", 0, 2**53, "Only what was before this time, by the store's clock.")

standing_routes = web.RouteTableDef()


@standing_routes.get("/v1/players/{player}")
@endpoint(Profile)
async def get_profile(request: web.Request) -> web.Response:
    """Return a player's ratings and results in every game."""
    standings = _standings(request)
    return as_json(await standings.profile(await standings.find(_player(request, "player"), None)))


@standing_routes.get("/v1/players/{player}/matches")
@endpoint(History, query=(BEFORE,))
async def get_history(request: web.Request) -> web.Response:
    """Return a player's matches, newest first."""
    standings = _standings(request)
    account = await standings.find(_player(request, "player"), None)
    return as_json(await standings.history(account, _before(request)))


@standing_routes.get("/v1/players/{player}/refused-deals")
@endpoint(RefusedDeals)
async def get_refused_deals(request: web.Request) -> web.Response:
    """Return the deals of cards that were refused because a player had not revealed their bound entropy."""
    standings = _standings(request)
    return as_json(await standings.refused_deals(await standings.find(_player(request, "player"), None)))


@standing_routes.get("/v1/players/{player}/against/{other}")
@endpoint(HeadToHead, query=(BEFORE,))
async def get_head_to_head(request: web.Request) -> web.Response:
    """Return the results of two players against each other."""
    standings = _standings(request)
    account = await standings.find(_player(request, "player"), None)
    return as_json(await standings.head_to_head(account, _player(request, "other"), _before(request)))


@standing_routes.get("/v1/games/{game}/ladder")
@endpoint(Ladder, query=(PAGE, AMONG))
async def get_ladder(request: web.Request) -> web.Response:
    """Return a page of a game's ladder."""
    page, among = PAGE.of(request), RatedAmong(AMONG.of(request) or RatedAmong.PEOPLE)
    return as_json(await _standings(request).ladder(GameName(request.match_info["game"]), page or 1, among))


@standing_routes.get("/v1/me/export")
@endpoint(Export, quotas=(EXPORT,), scopes=())
async def get_export(request: web.Request) -> web.Response:
    """Return all stored data about the caller."""
    player = exporting(await identified(request), "Authorization")
    take(request, EXPORT, player)
    body = await encoded(await request.app[SERVICES].exports.export(player, None))
    return web.Response(body=body, content_type="application/json")


def _standings(request: web.Request) -> Standings:
    return request.app[SERVICES].standings


def _player(request: web.Request, name: str) -> PlayerId:
    return PlayerId(request.match_info[name])


def _before(request: web.Request) -> Milliseconds | None:
    before = BEFORE.of(request)
    return None if before is None else Milliseconds(before)
