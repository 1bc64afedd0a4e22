"""What every answer over HTTP is made of: JSON, problems (RFC 9457), and what tells a browser to do nothing with it."""

from collections.abc import Mapping
from http import HTTPStatus

import msgspec
from aiohttp import hdrs, web
from quarterdeck_protocol import wire
from quarterdeck_protocol.problems import Problem
from quarterdeck_protocol.refusals import Refusal

from quarterdeck_server.command_refused import Refusing

STATUS: Mapping[Refusal, HTTPStatus] = {
    Refusal.UNKNOWN_MATCH: HTTPStatus.NOT_FOUND,
    Refusal.UNKNOWN_GAME: HTTPStatus.NOT_FOUND,
    Refusal.NO_CARDS: HTTPStatus.NOT_FOUND,
    Refusal.NO_RULES: HTTPStatus.NOT_FOUND,
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
    Refusal.TOO_LARGE: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    Refusal.TOO_MANY: HTTPStatus.TOO_MANY_REQUESTS,
    Refusal.SLOW_DOWN: HTTPStatus.TOO_MANY_REQUESTS,
    Refusal.INTERNAL: HTTPStatus.INTERNAL_SERVER_ERROR,
    Refusal.UNAVAILABLE: HTTPStatus.SERVICE_UNAVAILABLE,
}

SAFE: Mapping[str, str] = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
}
"""For what is no page: it is what it says it is, and loads, frames and sends nothing. A page says itself what it needs,
which then stands."""


def harden(answer: web.StreamResponse) -> None:
    """Give an answer the headers that all have."""
    for name, value in SAFE.items():
        answer.headers.setdefault(name, value)
    answer.headers[hdrs.SERVER] = "quarterdeck"


async def harden_prepared(_: web.Request, answer: web.StreamResponse) -> None:
    """Do so just before an answer is sent, whoever made it."""
    harden(answer)


def as_json(body: object, status: int = 200, kind: str = "application/json") -> web.Response:
    """Answer with this."""
    return web.Response(body=wire.encode(msgspec.to_builtins(body)), status=status, content_type=kind)


def problem_of(refusing: Refusing, remaining: int | None = None) -> Problem:
    """Give a refusal as a problem, with how much is left of what is counted if it does not say so itself."""
    status = STATUS.get(refusing.code, HTTPStatus.BAD_REQUEST)
    return Problem(
        title=status.phrase,
        status=status,
        detail=str(refusing),
        code=refusing.code,
        where=refusing.where,
        retry_in=refusing.retry_in,
        remaining=remaining if refusing.remaining is None else refusing.remaining,
        faults=refusing.faults,
    )
