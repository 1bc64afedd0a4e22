"""Tournaments over plain HTTP: the list, and one of them with its standings and pairings."""

from aiohttp import web
from quarterdeck_protocol.lobby.tournaments import TournamentChanged, TournamentId, Tournaments

from quarterdeck_server.web.connection_services import SERVICES
from quarterdeck_server.web.http.endpoints import endpoint
from quarterdeck_server.web.http.responses import as_json

tournament_routes = web.RouteTableDef()


@tournament_routes.get("/v1/tournaments")
@endpoint(Tournaments)
async def get_tournaments(request: web.Request) -> web.Response:
    """Return the tournaments: open and running ones first, then ended ones, newest first."""
    return as_json(Tournaments(tournaments=await request.app[SERVICES].tournaments.listed()))


@tournament_routes.get("/v1/tournaments/{tournament}")
@endpoint(TournamentChanged)
async def get_tournament(request: web.Request) -> web.Response:
    """Return a tournament with its standings and pairings."""
    tournament = TournamentId(request.match_info["tournament"])
    return as_json(TournamentChanged(tournament=await request.app[SERVICES].tournaments.shown(tournament)))
