"""A player's seats over plain HTTP, for a script before it opens a WebSocket."""

from aiohttp import web
from quarterdeck_protocol.lobby.seats import GetSeats, Seats

from quarterdeck_server.web.connection_services import SERVICES
from quarterdeck_server.web.http.endpoints import endpoint
from quarterdeck_server.web.http.requests import identified, take
from quarterdeck_server.web.http.responses import as_json
from quarterdeck_server.web.rate_limit.quotas import SEATS
from quarterdeck_server.web.scopes import check

seats_routes = web.RouteTableDef()


@seats_routes.get("/v1/me/seats")
@endpoint(Seats, quotas=(SEATS,), scopes=GetSeats.open_to)
async def get_seats(request: web.Request) -> web.Response:
    """Return the caller's seats, ticket and offer."""
    who = await identified(request)
    check(GetSeats(), who, "Authorization")
    take(request, SEATS, who.player.id)
    return as_json(await request.app[SERVICES].seats.of(who.player.id))
