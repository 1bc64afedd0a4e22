"""How questions over plain HTTP are answered: JSON, refusals as problems (RFC 9457) with the codes of the socket, and
headers that tell how much may still be asked."""

from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus

import msgspec
import structlog
from aiohttp import hdrs, web
from quarterdeck_protocol import wire
from quarterdeck_protocol.names import Token
from quarterdeck_protocol.problems import Problem
from quarterdeck_protocol.refusals import Refusal

from quarterdeck_server.lobby.identities import Identity
from quarterdeck_server.refusing import Refusing
from quarterdeck_server.storing import Unavailable
from quarterdeck_server.web.addresses import ADDRESSES
from quarterdeck_server.web.quotas import HTTP, Quotas
from quarterdeck_server.web.socket import HOUSE

UNCOUNTED = frozenset({"/healthz", "/readyz", "/v1/socket"})
"""What those ask who watch over the server; and the socket, which has limits of its own."""

_STATUS: Mapping[Refusal, HTTPStatus] = {
    Refusal.UNKNOWN_MATCH: HTTPStatus.NOT_FOUND,
    Refusal.UNKNOWN_GAME: HTTPStatus.NOT_FOUND,
    Refusal.NO_CARDS: HTTPStatus.NOT_FOUND,
    Refusal.UNKNOWN_PLAYER: HTTPStatus.NOT_FOUND,
    Refusal.UNKNOWN_TABLE: HTTPStatus.NOT_FOUND,
    Refusal.NOT_SIGNED_IN: HTTPStatus.UNAUTHORIZED,
    Refusal.UNKNOWN_TOKEN: HTTPStatus.UNAUTHORIZED,
    Refusal.MISSING_SCOPE: HTTPStatus.FORBIDDEN,
    Refusal.MISSING_ROLE: HTTPStatus.FORBIDDEN,
    Refusal.BANNED: HTTPStatus.FORBIDDEN,
    Refusal.UNKNOWN_REPORT: HTTPStatus.NOT_FOUND,
    Refusal.NOT_SANCTIONED: HTTPStatus.CONFLICT,
    Refusal.NAME_TAKEN: HTTPStatus.CONFLICT,
    Refusal.REF_REUSED: HTTPStatus.CONFLICT,
    Refusal.NOT_OVER_YET: HTTPStatus.CONFLICT,
    Refusal.TOO_MANY: HTTPStatus.TOO_MANY_REQUESTS,
    Refusal.SLOW_DOWN: HTTPStatus.TOO_MANY_REQUESTS,
    Refusal.INTERNAL: HTTPStatus.INTERNAL_SERVER_ERROR,
    Refusal.UNAVAILABLE: HTTPStatus.SERVICE_UNAVAILABLE,
}

_log = structlog.get_logger()

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def as_json(body: object, status: int = 200, kind: str = "application/json") -> web.Response:
    """Answer with this."""
    return web.Response(body=wire.encode(msgspec.to_builtins(body)), status=status, content_type=kind)


async def identified(request: web.Request) -> Identity:
    """Give who asks, by the token in `Authorization: Bearer …`. It takes no session up. Raises `Refusing` if nobody
    has it or who has it is banned, `Unavailable`."""
    scheme, _, token = request.headers.get(hdrs.AUTHORIZATION, "").partition(" ")
    if scheme.lower() != "bearer" or not token:
        text = "This needs a player: send a token as `Authorization: Bearer …`."
        raise Refusing(Refusal.NOT_SIGNED_IN, text, "Authorization")
    house = request.app[HOUSE]
    who = await house.players.holder(Token(token.strip()))
    await house.moderation.check(who)
    return who


@web.middleware
async def counted(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Count what each address asks, and tell how much is left."""
    if request.path in UNCOUNTED:
        return await handler(request)
    quotas, address = request.app[HOUSE].quotas, request.app[ADDRESSES].of(request)
    try:
        quotas.take(HTTP, address)
    except Refusing as refusing:
        answer: web.StreamResponse = _problem(refusing)
    else:
        answer = await handler(request)
    _tell_what_is_left(answer, quotas, address)
    return answer


@web.middleware
async def problems_as_json(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Answer every refusal and every unknown path in the one shape."""
    try:
        return await handler(request)
    except Refusing as refusing:
        return _problem(refusing)
    except Unavailable:
        return _problem(Refusing(Refusal.UNAVAILABLE, "The store cannot be reached; ask again in a moment."))
    except web.HTTPException as error:
        if error.status < 400:
            raise
        return _answered(Problem(title=error.reason, status=error.status, detail=error.text or error.reason))
    except ConnectionError:
        raise  # whoever asked has gone away, which is no mistake of anybody's; aiohttp lets it rest
    except Exception:
        _log.exception("a question failed", path=request.path)
        return _problem(Refusing(Refusal.INTERNAL, "The server made a mistake, and has noted it."))


def _problem(refusing: Refusing) -> web.Response:
    status = _STATUS.get(refusing.code, HTTPStatus.BAD_REQUEST)
    answer = _answered(
        Problem(
            title=status.phrase,
            status=status,
            detail=str(refusing),
            code=refusing.code,
            where=refusing.where,
            retry_in=refusing.retry_in,
            faults=refusing.faults,
        )
    )
    if refusing.retry_in is not None:
        answer.headers[hdrs.RETRY_AFTER] = str(-(-refusing.retry_in // 1000))
    return answer


def _answered(problem: Problem) -> web.Response:
    return as_json(problem, problem.status, "application/problem+json")


def _tell_what_is_left(answer: web.StreamResponse, quotas: Quotas, address: str) -> None:
    left = quotas.left(HTTP, address)
    if left is not None and not answer.prepared:
        answer.headers["RateLimit-Limit"] = str(left.most)
        answer.headers["RateLimit-Remaining"] = str(left.left)
        answer.headers["RateLimit-Reset"] = str(left.seconds)
