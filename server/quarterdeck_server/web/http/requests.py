"""Requests over plain HTTP: JSON, refusals as problem details (RFC 9457) with the codes of the WebSocket, and rate
limit headers."""

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from http import HTTPStatus
from typing import TypeVar

import msgspec
import structlog
from aiohttp import hdrs, web
from quarterdeck_protocol.encoding.file_kinds import MARK
from quarterdeck_protocol.encoding.strict_json import unknown_part
from quarterdeck_protocol.encoding.unambiguous_json import ambiguity_in
from quarterdeck_protocol.encoding.whole_numbers import decoded
from quarterdeck_protocol.http.problems import Problem
from quarterdeck_protocol.limits import Quota
from quarterdeck_protocol.names import Token
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Player
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.identities import Identity, check_overlay
from quarterdeck_server.store_errors import Unavailable
from quarterdeck_server.translations import language_for, said
from quarterdeck_server.web.connection_limits import CONNECTIONS, Stage
from quarterdeck_server.web.connection_services import SERVICES
from quarterdeck_server.web.frames.frame_decoder import malformed, not_json
from quarterdeck_server.web.http.responses import as_json, problem_of, vary
from quarterdeck_server.web.listener import ServerProtocol
from quarterdeck_server.web.rate_limit.addresses import ADDRESSES
from quarterdeck_server.web.rate_limit.quotas import CONNECT, HTTP, Left
from quarterdeck_server.web.scopes import admitted

UNCOUNTED = frozenset({"/healthz", "/readyz"})
"""Paths of health checks."""

OF_OTHER_SERVICES = frozenset({"/discord/interactions"})
"""Paths that count the requests for each user of another service, because all of them come from its addresses."""

FILES = ("/assets/", "/pictures/")
"""A page loads forty of these at once, from memory. Connection limits bound a client that requests too many."""

READING = frozenset({hdrs.METH_GET, hdrs.METH_HEAD})
"""Methods of requests that change nothing."""

SOCKET = "/v1/socket"
EVENTS = "/events"

Taken = list[tuple[Quota, str]]
LEFT_TODAY: web.RequestKey[Left] = web.RequestKey("left_today", Left)
"""The rest of a limit for a day, which is stored and has no quota."""

TAKEN: web.RequestKey[Taken] = web.RequestKey("taken", list)
"""The quotas that a request has used, with their holders."""

IS_PERSONAL: web.RequestKey[bool] = web.RequestKey("is_personal", bool)
"""True if the answer depends on the caller."""

BODY: web.RequestKey[bytearray] = web.RequestKey("body", bytearray)
"""The part of a request's body that was received."""

MOST_BEFORE_IDENTITY = 65_536
"""Bytes of a body that are received before its sender is identified: all that a route for players takes."""

_log = structlog.get_logger()

Body = TypeVar("Body", bound=msgspec.Struct)
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


async def identified(request: web.Request, *, for_overlay: bool | None = False) -> Identity:
    """Return the identity of the caller, by the token in `Authorization: Bearer …`, without starting a session. A
    request that acts is admitted as a sign-in is: guests may be banned at its address, and the address is marked.
    Raises `CommandRefused` if the token is unknown or its player is banned, or if only one of the token and the request
    is for an overlay (with `None` the caller checks this), or `Unavailable`. From then on the answer is private to the
    caller.

    The body is received first. Otherwise a thief could hold back its last byte until the owner has ended the session,
    and then carry out what was allowed to a session that is no more."""
    request[IS_PERSONAL] = True
    await _received(request, MOST_BEFORE_IDENTITY)
    token = bearer_token(request)
    if token is None:
        text = Text("Sign in for this: send a token as `Authorization: Bearer …`.")
        raise CommandRefused(RefusalCode.NOT_SIGNED_IN, text, "Authorization")
    services = request.app[SERVICES]
    try:
        identity = await services.players.holder(token)
        if request.method in READING:
            await services.moderation.check(identity)
        else:
            await services.moderation.admit(identity, request.app[ADDRESSES].of(request))
        if for_overlay is not None:
            check_overlay(identity, "Authorization", for_overlay=for_overlay)
    except CommandRefused as refusing:
        refusing.where = "Authorization"
        raise
    return admitted(identity, services.site)


def bearer_token(request: web.Request) -> Token | None:
    """Return the token in `Authorization: Bearer …`, or `None` without one."""
    scheme, _, token = request.headers.get(hdrs.AUTHORIZATION, "").partition(" ")
    return Token(token.strip()) if token and scheme.lower() == "bearer" else None


async def asker(request: web.Request) -> Identity | None:
    """Return the identity of the caller, as `identified`, or `None` for a request without a token."""
    request[IS_PERSONAL] = True
    return await identified(request) if hdrs.AUTHORIZATION in request.headers else None


async def known_asker(request: web.Request) -> Player | None:
    """Return the player of the caller's token; `None` without a token, or with an unknown one. It is for answers that
    everybody gets, from which something is left out for certain players. Raises `Unavailable`."""
    try:
        identity = await asker(request)
    except CommandRefused:  # whoever has no player here reads what everybody reads
        return None
    return None if identity is None else identity.player


async def body_of(request: web.Request, kind: type[Body], most: int) -> Body:
    """Return the JSON body of a request as this type of struct. Raises `CommandRefused` if it does not have the type,
    or is too large."""
    body = await bytes_of(request, most)
    read = read_struct(body, kind)
    if fault := unknown_part(body, kind):  # a word of which a reader of answers would take an unknown one as `other`
        raise CommandRefused(RefusalCode.MALFORMED, *fault)
    return read


async def file_of(request: web.Request, kind: type[Body], most: int) -> Body:
    """Return the struct in an uploaded file that another server may have written. Unknown fields are skipped, and a
    byte order mark may come first. Integers must be written in digits, because the file is verified byte by byte."""
    body = (await bytes_of(request, most)).removeprefix(MARK)
    file = read_struct(body, kind, to_the_letter=True)
    if (ambiguity := ambiguity_in(body)) is not None:
        text = Text("Programs may read this file differently: {ambiguity}.", ambiguity=ambiguity)
        raise CommandRefused(RefusalCode.MALFORMED, text, "$")
    return file


async def bytes_of(request: web.Request, most: int) -> bytes:
    """Return the body of a request. Raises `CommandRefused` if it is too large."""
    body = await _received(request, most)
    if len(body) > most:
        raise CommandRefused(RefusalCode.TOO_LARGE, Text("The limit is {most} bytes.", most=most), "$")
    return bytes(body)


async def _received(request: web.Request, most: int) -> bytearray:
    """Return the body of a request; of a larger one more than `most` bytes, but not all."""
    if BODY not in request:
        request[BODY] = bytearray()
    body = request[BODY]
    while len(body) <= most and (part := await request.content.readany()):  # one body may come in several parts
        body += part
    return body


def read_struct(body: bytes, kind: type[Body], *, to_the_letter: bool = False) -> Body:
    """Return the struct in a body. Raises `CommandRefused` if there is none."""
    decoder = msgspec.json.Decoder(kind)
    try:
        return decoder.decode(body) if to_the_letter else decoded(body, decoder)
    except msgspec.ValidationError as error:
        raise malformed(error, body, kind) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise not_json(error) from error


def take(request: web.Request, quota: Quota, holder: str) -> None:
    """Count this request against a quota of its holder. Raises `CommandRefused` if nothing of the quota is left."""
    request[TAKEN].append((quota, holder))
    request.app[SERVICES].quotas.take(quota, holder)


def language_of(request: web.Request) -> str:
    """Return the language in which a request is answered."""
    return language_for(request.headers.get(hdrs.ACCEPT_LANGUAGE))


def number_in(request: web.Request, name: str, least: int, most: int) -> int | None:
    """Return an integer from the query; `None` if it is absent. Raises `CommandRefused` if it is not an integer in this
    range."""
    text = request.query.get(name)
    if text is None:
        return None
    try:
        number = msgspec.convert(text, int, strict=False)
    except msgspec.ValidationError:
        number = least - 1
    if not least <= number <= most:
        raise CommandRefused(
            RefusalCode.MALFORMED,
            Text("`{name}` must be a whole number from {least} to {most}.", name=name, least=least, most=most),
            f"?{name}",
        )
    return number


@web.middleware
async def answered(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Middleware: answer every refusal and every unknown path in the same form, and add the rest of the quota to each
    answer."""
    request[TAKEN] = []
    try:
        answer = await handler(request)
    except CommandRefused as refusing:
        answer = _problem(request, refusing)
    except Unavailable:
        answer = _problem(
            request,
            CommandRefused(RefusalCode.UNAVAILABLE, Text("The store cannot be reached; ask again in a moment.")),
        )
    except web.HTTPException as error:
        if error.status < 400:
            raise
        answer = _http_error_text(request, error)
    except ConnectionError:  # the client has gone in the middle of the body: nobody reads the answer
        answer = web.Response(status=HTTPStatus.BAD_REQUEST)
    except Exception:
        _log.exception("an HTTP request failed", path=request.path)
        answer = _problem(
            request, CommandRefused(RefusalCode.INTERNAL, Text("The server had an internal error and has logged it."))
        )
    if IS_PERSONAL in request and not answer.prepared:
        vary(answer, hdrs.AUTHORIZATION)
    left = _left(request)
    if left is not None and not answer.prepared:
        answer.headers.update(rate_limit_headers(left))
    return answer


def rate_limit_headers(left: Left) -> Mapping[str, str]:
    """Return the headers with the rest of a quota: the two of draft-ietf-httpapi-ratelimit-headers, and the three of
    its versions before 08, which most clients read."""
    return {
        "RateLimit-Policy": f'"{left.code.value}";q={left.most};w={left.window}',
        "RateLimit": f'"{left.code.value}";r={left.left};t={left.seconds}',
        "RateLimit-Limit": str(left.most),
        "RateLimit-Remaining": str(left.left),
        "RateLimit-Reset": str(left.seconds),
    }


def progress_of(request: web.Request) -> Callable[[], None]:
    """Return a function that records that the client has received more of an answer.

    It does not refer to the request, which would keep an answer alive that refers to the function.
    """
    protocol = request.protocol
    return partial(request.app[CONNECTIONS].extend, protocol.held) if isinstance(protocol, ServerProtocol) else _nothing


def _nothing() -> None:
    """Do nothing."""


def refused_over_http(request: web.Request, refusing: CommandRefused) -> web.Response:
    """Return the answer to a refused request, after all other middlewares have finished."""
    answer = _problem(request, refusing)
    left = _left(request)
    if left is not None:
        answer.headers.update(rate_limit_headers(left))
    return answer


@web.middleware
async def held(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Middleware: record the beginning of a request on a connection, if there is room for it."""
    protocol = request.protocol
    if isinstance(protocol, ServerProtocol):
        address = request.app[ADDRESSES].of(request)
        request.app[CONNECTIONS].begin(protocol.held, _stage(request.path), address)
    return await handler(request)


def is_kept_open(path: str) -> bool:
    """True if the response to this path is a stream that stays open as long as the connection."""
    return path == SOCKET or path.endswith(EVENTS)


def _stage(path: str) -> Stage:
    if is_kept_open(path):
        return Stage.TALKING
    return Stage.CHECKING if path in UNCOUNTED else Stage.ASKING


@web.middleware
async def counted(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Middleware: count the requests of each address."""
    if request.path not in UNCOUNTED | OF_OTHER_SERVICES and not request.path.startswith(FILES):
        take(request, CONNECT if is_kept_open(request.path) else HTTP, request.app[ADDRESSES].of(request))
    return await handler(request)


def _left(request: web.Request) -> Left | None:
    """Return the rest of the quota of this request; of several, the one with the least left."""
    quotas = request.app[SERVICES].quotas
    lefts = [quotas.left(quota, holder) for quota, holder in request[TAKEN]]
    lefts.append(request.get(LEFT_TODAY))
    return min((left for left in lefts if left is not None), key=lambda left: left.left, default=None)


def _problem(request: web.Request, refusing: CommandRefused) -> web.Response:
    left = _left(request)
    language = language_of(request)
    problem = problem_of(refusing, None if left is None else left.left, language)
    answer = _answered(problem)
    in_language(answer, language)
    if refusing.retry_in is not None:
        answer.headers[hdrs.RETRY_AFTER] = str(-(-refusing.retry_in // 1000))
    if problem.status == HTTPStatus.UNAUTHORIZED:
        answer.headers[hdrs.WWW_AUTHENTICATE] = "Bearer"
    return answer


def in_language(answer: web.Response, language: str) -> None:
    """Set the HTTP headers for the language of an answer."""
    answer.headers[hdrs.CONTENT_LANGUAGE] = language
    vary(answer, hdrs.ACCEPT_LANGUAGE)


def _http_error_text(request: web.Request, error: web.HTTPException) -> web.Response:
    left = _left(request)
    remaining = None if left is None else left.left
    detail = said(_why(error), language_of(request))
    answer = _answered(Problem(title=error.reason, status=error.status, detail=detail, remaining=remaining))
    in_language(answer, language_of(request))
    if hdrs.ALLOW in error.headers:
        answer.headers[hdrs.ALLOW] = error.headers[hdrs.ALLOW]
    return answer


def _why(error: web.HTTPException) -> str:
    """Return the reason for a refusal by HTTP itself, with what would be right; aiohttp gives only the status."""
    match error:
        case web.HTTPMethodNotAllowed():
            return Text("This path allows {methods}.", methods=", ".join(sorted(error.allowed_methods)))
        case web.HTTPNotFound() if error.text == f"{error.status}: {error.reason}":
            return Text("There is no such path; `/v1/openapi.json` lists all paths.")
        case _:
            return error.text or error.reason


def _answered(problem: Problem) -> web.Response:
    return as_json(problem, problem.status, "application/problem+json")
