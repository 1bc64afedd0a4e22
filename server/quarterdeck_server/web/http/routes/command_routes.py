"""Commands over plain HTTP, for programs without a WebSocket. Each request is a connection with one command."""

import math

from aiohttp import hdrs, web
from quarterdeck_protocol.http.commands import PostedCommand
from quarterdeck_protocol.limits import QuotaCode
from quarterdeck_protocol.sides import FromServer

from quarterdeck_server.lobby.challenges.challenge_records import MOST_A_DAY
from quarterdeck_server.web.connection_services import SERVICES
from quarterdeck_server.web.http.endpoints import endpoint
from quarterdeck_server.web.http.requests import LEFT_TODAY, asker, bytes_of, language_of, read_struct
from quarterdeck_server.web.one_command import carried_out
from quarterdeck_server.web.rate_limit.addresses import ADDRESSES
from quarterdeck_server.web.rate_limit.quotas import Left
from quarterdeck_server.web.readiness import READINESS
from quarterdeck_server.web.socket import check_origin

LARGEST_BODY = 65_536
SECONDS_IN_A_DAY = 24 * 60 * 60
CREATE_CHALLENGE = "create_challenge"

command_routes = web.RouteTableDef()


@command_routes.post("/v1/commands")
@endpoint(FromServer, body=PostedCommand)
async def post_command(request: web.Request) -> web.Response:
    """Carry out one command of the WebSocket, and return its answer. With a token, its player gives the command.
    Idempotent: the same command with the same `ref` is carried out once."""
    request.app[READINESS].check()
    check_origin(request)
    identity = await asker(request)
    address = request.app[ADDRESSES].of(request)
    body = await bytes_of(request, LARGEST_BODY)
    command = read_struct(body, PostedCommand)
    services = request.app[SERVICES]
    try:
        answer = await carried_out(services, body, command.ref, identity, address, language_of(request))
    finally:  # a refusal has the rest of the limit too
        if command.type == CREATE_CHALLENGE and identity is not None:
            left, until_all = await services.challenges.left_today(identity.player.id)
            request[LEFT_TODAY] = Left(
                QuotaCode.CHALLENGES_A_DAY, MOST_A_DAY, left, math.ceil(until_all / 1000), SECONDS_IN_A_DAY
            )
    return web.Response(body=answer, content_type="application/json", headers={hdrs.CACHE_CONTROL: "no-store"})
