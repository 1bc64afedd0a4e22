"""Clubs over plain HTTP: those that everybody finds."""

from aiohttp import web
from quarterdeck_protocol.lobby.clubs import ClubChanged, ClubId, Clubs

from quarterdeck_server.web.connection_services import SERVICES
from quarterdeck_server.web.http.endpoints import Word, endpoint
from quarterdeck_server.web.http.responses import as_json

BEFORE = Word("before", "The cursor of the last page; without it, the first page.")

club_routes = web.RouteTableDef()


@club_routes.get("/v1/clubs")
@endpoint(Clubs, query=(BEFORE,))
async def get_clubs(request: web.Request) -> web.Response:
    """Return the clubs that everybody finds, newest first."""
    return as_json(await request.app[SERVICES].clubs.listed(None, BEFORE.of(request)))


@club_routes.get("/v1/clubs/{club}")
@endpoint(ClubChanged)
async def get_club(request: web.Request) -> web.Response:
    """Return a club that everybody finds, with its members."""
    return as_json(ClubChanged(club=await request.app[SERVICES].clubs.shown(ClubId(request.match_info["club"]), None)))
