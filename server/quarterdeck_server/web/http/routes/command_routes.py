"""Commands over plain HTTP, for programs without a WebSocket. Each request is a connection with one command."""

import math

import msgspec
from aiohttp import hdrs, web
from quarterdeck_protocol.http.commands import PostedCommand
from quarterdeck_protocol.limits import QuotaCode
from quarterdeck_protocol.messages import Refused
from quarterdeck_protocol.names import Ref
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import FromServer
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.challenges.challenge_records import MOST_A_DAY
from quarterdeck_server.web.caller import FrameOutput
from quarterdeck_server.web.connection import Connection
from quarterdeck_server.web.connection_services import SERVICES
from quarterdeck_server.web.http.endpoints import endpoint
from quarterdeck_server.web.http.requests import LEFT_TODAY, asker, bytes_of, language_of, read_struct
from quarterdeck_server.web.rate_limit.addresses import ADDRESSES
from quarterdeck_server.web.rate_limit.quotas import Left
from quarterdeck_server.web.readiness import READINESS
from quarterdeck_server.web.socket import check_origin

LARGEST_BODY = 65_536
SECONDS_IN_A_DAY = 24 * 60 * 60
CREATE_CHALLENGE = "create_challenge"

command_routes = web.RouteTableDef()


class _Head(msgspec.Struct, frozen=True):
    """The fields of an answer that are needed here."""

    type: str
    ref: Ref | None = None


_head = msgspec.json.Decoder(_Head)
_refused = msgspec.json.Decoder(Refused)


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
    answer = _Answer(command.ref)
    connection = Connection(request.app[SERVICES], FrameOutput(answer.take, answer.take), _stay, address)
    try:
        await connection.receive_alone(body, identity, language_of(request))
    finally:
        await connection.end()
    if command.type == CREATE_CHALLENGE and identity is not None:
        left, until_all = await request.app[SERVICES].challenges.left_today(identity.player.id)
        request[LEFT_TODAY] = Left(
            QuotaCode.CHALLENGES_A_DAY, MOST_A_DAY, left, math.ceil(until_all / 1000), SECONDS_IN_A_DAY
        )
    return web.Response(body=answer.frame(), content_type="application/json", headers={hdrs.CACHE_CONTROL: "no-store"})


class _Answer:
    """The answer to the command with this `ref`, among all frames that its connection was sent."""

    def __init__(self, ref: Ref) -> None:
        self._ref = ref
        self._frame: bytes | None = None

    def take(self, frame: bytes) -> None:
        """Keep a frame if it is the answer to the HTTP request's command; drop other messages."""
        if self._frame is None and _head.decode(frame).ref == self._ref:
            self._frame = frame

    def frame(self) -> bytes:
        """Return the answer. Raises `CommandRefused` if the command was refused."""
        if self._frame is None:
            raise CommandRefused(RefusalCode.UNAVAILABLE, Text("The command has no answer yet; send it again."))
        if _head.decode(self._frame).type == "refused":
            refused = _refused.decode(self._frame)
            raise CommandRefused(
                refused.code,
                refused.text,
                refused.where,
                refused.faults,
                retry_in=refused.retry_in,
                remaining=refused.remaining,
            )
        return self._frame


def _stay(code: int, reason: str) -> None:
    """Ignore that the connection should close: it ends with the request."""
