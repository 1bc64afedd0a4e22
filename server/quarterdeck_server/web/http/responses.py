"""Common parts of every HTTP answer: JSON, problem details (RFC 9457), and headers that stop browsers from interpreting
the content."""

from collections.abc import Mapping
from http import HTTPStatus

from aiohttp import hdrs, web
from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.http.problems import Problem
from quarterdeck_protocol.refusals import RefusalCode

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.translations import ENGLISH, said

STATUS: Mapping[RefusalCode, HTTPStatus] = {
    RefusalCode.UNKNOWN_MATCH: HTTPStatus.NOT_FOUND,
    RefusalCode.UNKNOWN_GAME: HTTPStatus.NOT_FOUND,
    RefusalCode.UNKNOWN_RULES: HTTPStatus.NOT_FOUND,
    RefusalCode.NO_CARDS: HTTPStatus.NOT_FOUND,
    RefusalCode.NO_RULES: HTTPStatus.NOT_FOUND,
    RefusalCode.NO_LESSON: HTTPStatus.NOT_FOUND,
    RefusalCode.UNKNOWN_PLAYER: HTTPStatus.NOT_FOUND,
    RefusalCode.UNKNOWN_TABLE: HTTPStatus.NOT_FOUND,
    RefusalCode.UNKNOWN_PACK: HTTPStatus.NOT_FOUND,
    RefusalCode.NO_PACKS: HTTPStatus.NOT_FOUND,
    RefusalCode.UNKNOWN_TRADE: HTTPStatus.NOT_FOUND,
    RefusalCode.UNKNOWN_CHALLENGE: HTTPStatus.NOT_FOUND,
    RefusalCode.CHALLENGE_OVER: HTTPStatus.CONFLICT,
    RefusalCode.UNKNOWN_TOURNAMENT: HTTPStatus.NOT_FOUND,
    RefusalCode.UNKNOWN_CLUB: HTTPStatus.NOT_FOUND,
    RefusalCode.UNKNOWN_WEBHOOK: HTTPStatus.NOT_FOUND,
    RefusalCode.TOURNAMENT_CLOSED: HTTPStatus.CONFLICT,
    RefusalCode.WOULD_BE_UNRATED: HTTPStatus.CONFLICT,
    RefusalCode.STALE_TRADE: HTTPStatus.CONFLICT,
    RefusalCode.OWN_REVISION: HTTPStatus.CONFLICT,
    RefusalCode.TRADE_OVER: HTTPStatus.CONFLICT,
    RefusalCode.TRADE_EXPIRED: HTTPStatus.CONFLICT,
    RefusalCode.TRADE_FROZEN: HTTPStatus.CONFLICT,
    RefusalCode.UNKNOWN_CODE: HTTPStatus.NOT_FOUND,
    RefusalCode.SECOND_FACTOR_NEEDED: HTTPStatus.UNAUTHORIZED,
    RefusalCode.WRONG_SECOND_FACTOR: HTTPStatus.FORBIDDEN,
    RefusalCode.PROOF_NEEDED: HTTPStatus.FORBIDDEN,
    RefusalCode.LAST_SIGN_IN: HTTPStatus.CONFLICT,
    RefusalCode.UNKNOWN_DEVICE_CODE: HTTPStatus.NOT_FOUND,
    RefusalCode.UNKNOWN_BATCH: HTTPStatus.NOT_FOUND,
    RefusalCode.UNKNOWN_CARD: HTTPStatus.NOT_FOUND,
    RefusalCode.CODE_SPENT: HTTPStatus.GONE,
    RefusalCode.CODE_EXPIRED: HTTPStatus.GONE,
    RefusalCode.CODE_REVOKED: HTTPStatus.GONE,
    RefusalCode.ALREADY_CLAIMED: HTTPStatus.CONFLICT,
    RefusalCode.NOT_SIGNED_IN: HTTPStatus.UNAUTHORIZED,
    RefusalCode.UNKNOWN_TOKEN: HTTPStatus.UNAUTHORIZED,
    RefusalCode.MISSING_SCOPE: HTTPStatus.FORBIDDEN,
    RefusalCode.APPROVAL_PENDING: HTTPStatus.FORBIDDEN,
    RefusalCode.UNKNOWN_INVITE: HTTPStatus.FORBIDDEN,
    RefusalCode.REGISTRATION_CLOSED: HTTPStatus.FORBIDDEN,
    RefusalCode.TERMS_NOT_ACCEPTED: HTTPStatus.FORBIDDEN,
    RefusalCode.UNKNOWN_TERMS: HTTPStatus.CONFLICT,
    RefusalCode.MISSING_ROLE: HTTPStatus.FORBIDDEN,
    RefusalCode.CONFLICT_OF_INTEREST: HTTPStatus.FORBIDDEN,
    RefusalCode.BANNED: HTTPStatus.FORBIDDEN,
    RefusalCode.NO_SPECTATORS: HTTPStatus.FORBIDDEN,
    RefusalCode.UNKNOWN_ANNOUNCEMENT: HTTPStatus.NOT_FOUND,
    RefusalCode.UNKNOWN_REPORT: HTTPStatus.NOT_FOUND,
    RefusalCode.NOT_SANCTIONED: HTTPStatus.CONFLICT,
    RefusalCode.NAME_TAKEN: HTTPStatus.CONFLICT,
    RefusalCode.REF_REUSED: HTTPStatus.CONFLICT,
    RefusalCode.NOT_OVER_YET: HTTPStatus.CONFLICT,
    RefusalCode.NOT_SHOWN_YET: HTTPStatus.CONFLICT,
    RefusalCode.TOO_MANY_SPECTATORS: HTTPStatus.CONFLICT,
    RefusalCode.TOO_LARGE: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    RefusalCode.TOO_MANY: HTTPStatus.TOO_MANY_REQUESTS,
    RefusalCode.SLOW_DOWN: HTTPStatus.TOO_MANY_REQUESTS,
    RefusalCode.INTERNAL: HTTPStatus.INTERNAL_SERVER_ERROR,
    RefusalCode.PAUSED: HTTPStatus.SERVICE_UNAVAILABLE,
    RefusalCode.UNAVAILABLE: HTTPStatus.SERVICE_UNAVAILABLE,
}

NO_FRAMES = "frame-ancestors 'none'"
"""The part of a policy by which no other page shows an answer in a frame."""

SAFE: Mapping[str, str] = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
}
"""Headers of answers that are not pages: no sniffing of the type, no loading, no framing, no form targets. A page sets
its own headers instead.
"""


PAGE: Mapping[str, str] = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
"""Further headers of a page: no other window has access to it, and it requests no permission that it does not need."""


def harden(answer: web.StreamResponse) -> None:
    """Set the security headers that all HTTP answers have."""
    for name, value in SAFE.items():
        answer.headers.setdefault(name, value)
    if NO_FRAMES not in answer.headers["Content-Security-Policy"]:
        del answer.headers["X-Frame-Options"]
    if answer.content_type == "text/html":
        for name, value in PAGE.items():
            answer.headers.setdefault(name, value)
    answer.headers[hdrs.SERVER] = "quarterdeck"


def vary(answer: web.StreamResponse, name: str) -> None:
    """Add the name of a request header to the answer's `Vary` header."""
    known = [each.strip() for each in answer.headers.get(hdrs.VARY, "").split(",") if each.strip()]
    if name not in known:
        answer.headers[hdrs.VARY] = ", ".join([*known, name])


async def harden_prepared(_: web.Request, answer: web.StreamResponse) -> None:
    """Set the security headers of an answer just before it is sent."""
    harden(answer)


def as_json(body: object, status: int = 200, kind: str = "application/json") -> web.Response:
    """Return an HTTP answer with this body as JSON."""
    return web.Response(body=wire.encode(body), status=status, content_type=kind)


def problem_of(refusing: CommandRefused, remaining: int | None = None, language: str = ENGLISH) -> Problem:
    """Return a refusal as RFC 9457 problem details, in a language. `remaining` is the rest of the quota, unless the
    refusal has its own."""
    status = STATUS.get(refusing.code, HTTPStatus.BAD_REQUEST)
    return Problem(
        type=f"/docs/errors#{refusing.code.value}",
        title=status.phrase,
        status=status,
        detail=said(refusing.text, language),
        code=refusing.code,
        where=refusing.where,
        retry_in=refusing.retry_in,
        remaining=remaining if refusing.remaining is None else refusing.remaining,
        faults=tuple([said(fault, language) for fault in refusing.faults]),
    )


def takes_anything(request: web.Request) -> bool:
    """True if a client names no type that it prefers."""
    return all(each.strip() in ("", "*/*") for each in ",".join(request.headers.getall(hdrs.ACCEPT, [])).split(","))


def takes_html(request: web.Request) -> bool:
    """True if a client names HTML among the types that it accepts, as a browser does."""
    for part in ",".join(request.headers.getall(hdrs.ACCEPT, [])).split(","):
        kind, *parameters = (piece.strip().lower() for piece in part.split(";"))
        if kind == "text/html":
            return not any(piece.startswith("q=0") and not piece.strip("q=0.") for piece in parameters)
    return False
