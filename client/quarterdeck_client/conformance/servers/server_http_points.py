"""Conformance checks ("points") of a server's HTTP endpoints."""

import gzip
from collections.abc import Sequence
from typing import Any

from quarterdeck_protocol.encoding.wire import PROTOCOL_VERSION

from quarterdeck_client.conformance.points import Point
from quarterdeck_client.conformance.servers.server_point import Check, point
from quarterdeck_client.conformance.servers.visit import HttpAnswer, NotAsServed, NotOffered, Visit

ORIGIN = "https://conform.example"
LARGE = 1024


async def _games(visit: Visit) -> Sequence[str]:
    async with visit.connection() as connection:
        welcome = await connection.ask("hello", protocol=PROTOCOL_VERSION)
    answer = await visit.http("GET", "/v1/games")
    if answer.status != 200:
        return [f"It was answered with status {answer.status}."]
    same = answer.json().get("games") == welcome.get("games")
    return [] if same else ["The games are not those of `welcome`."]


async def _etag(visit: Visit) -> Sequence[str]:
    tag = (await visit.http("GET", "/v1/games")).headers.get("ETag")
    if tag is None:
        return ["There is no `ETag`."]
    again = await visit.http("GET", "/v1/games", If_None_Match=tag)
    if again.status != 304 or again.body:
        return [f"Asked again with the tag, the status is {again.status}, with {len(again.body)} bytes."]
    return []


async def _cors(visit: Visit) -> Sequence[str]:
    try:
        async with visit.connection(origin=ORIGIN):
            pass
    except NotAsServed as refused:
        raise NotOffered("The host has named the origins whose pages may come.") from refused
    answer = await visit.http("GET", "/v1/games", Origin=ORIGIN)
    allowed = answer.headers.get("Access-Control-Allow-Origin")
    return [] if allowed in ("*", ORIGIN) else [f"`Access-Control-Allow-Origin` is {allowed}."]


async def _preflight(visit: Visit) -> Sequence[str]:
    answer = await visit.http(
        "OPTIONS",
        "/v1/me/seats",
        Origin=ORIGIN,
        Access_Control_Request_Method="GET",
        Access_Control_Request_Headers="authorization",
    )
    if answer.status not in (200, 204):
        return [f"`OPTIONS` was answered with status {answer.status}."]
    allowed = answer.headers.get("Access-Control-Allow-Headers", "").lower()
    return [] if "authorization" in allowed or allowed == "*" else ["`Authorization` may not be sent."]


async def _quota_headers(visit: Visit) -> Sequence[str]:
    async with visit.connection() as connection:
        welcome = await connection.ask("hello", protocol=PROTOCOL_VERSION)
    if not any(quota.get("code") == "http_requests" for quota in welcome.get("limits", {}).get("quotas", [])):
        raise NotOffered("The server has no quota of requests over HTTP.")
    answer = await visit.http("GET", "/v1/games")
    names = ("RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset")
    return [f"`{name}` is {answer.headers.get(name)}." for name in names if not _is_count(answer.headers.get(name))]


def _is_count(text: str | None) -> bool:
    return text is not None and text.isdigit()


async def _problem(visit: Visit) -> Sequence[str]:
    answer = await visit.http("GET", "/v1/matches/no-such-match")
    faults = [] if answer.status == 404 else [f"The status is {answer.status}."]
    kind = answer.headers.get("Content-Type", "")
    if not kind.startswith("application/problem+json"):
        return [*faults, f"It comes as {kind}."]
    said = answer.json()
    if said.get("code") != "unknown_match" or said.get("status") != 404:
        faults.append(f"It says the code `{said.get('code')}` and the status {said.get('status')}.")
    return faults


async def _not_kept(visit: Visit) -> Sequence[str]:
    answer = await visit.http("GET", "/v1/matches/no-such-match")
    caching = answer.headers.get("Cache-Control", "")
    return [] if "no-store" in caching else [f"`Cache-Control` of a refusal is {caching or 'not there'}."]


async def _unauthorized(visit: Visit) -> Sequence[str]:
    answer = await visit.http("GET", "/v1/me/seats", Authorization="Bearer of-nobody")
    if answer.status != 401:
        return [f"The status is {answer.status}."]
    where = answer.json().get("where")
    return [] if where == "Authorization" else [f"`where` is {where}."]


async def _packed(visit: Visit) -> Sequence[str]:
    answer = await visit.http("GET", "/v1/schema", Accept_Encoding="gzip")
    plain = await visit.http("GET", "/v1/schema")
    if len(plain.body) <= LARGE:
        raise NotOffered("The schema has no more than 1 KB.")
    if answer.headers.get("Content-Encoding") != "gzip":
        return ["The schema did not come packed."]
    # the client's library has unpacked it already, where it knows how
    body = gzip.decompress(answer.body) if answer.body[:2] == b"\x1f\x8b" else answer.body
    return [] if body == plain.body else ["Unpacked, it is not what comes plain."]


async def _schema(visit: Visit) -> Sequence[str]:
    faults = []
    for root in ("from-client", "from-server"):
        answer = await visit.http("GET", f"/v1/schema/{root}.json")
        faults += _document(answer, root, "$schema", "https://json-schema.org/draft/2020-12/schema")
        if not faults and answer.json().get("$id") != f"urn:quarterdeck:v1:{root}":
            faults.append(f"The `$id` of {root} is {answer.json().get('$id')}.")
    return faults


async def _openapi(visit: Visit) -> Sequence[str]:
    answer = await visit.http("GET", "/v1/openapi.json")
    faults = _document(answer, "The document", "openapi", "3.1")
    return faults or ([] if "/v1/games" in answer.json().get("paths", {}) else ["It has no path /v1/games."])


async def _asyncapi(visit: Visit) -> Sequence[str]:
    answer = await visit.http("GET", "/v1/asyncapi.json")
    return _document(answer, "The document", "asyncapi", "3.")


def _document(answer: HttpAnswer, name: str, field: str, wanted: str) -> list[str]:
    if answer.status != 200:
        return [f"{name} was answered with status {answer.status}."]
    said: Any = answer.json()
    version = said.get(field) if isinstance(said, dict) else None
    return [] if str(version).startswith(wanted) else [f"{name} says `{field}` {version}."]


async def _lobby_events(visit: Visit) -> Sequence[str]:
    there = await visit.first_line_of("/v1/lobby/events", "event: lobby_snapshot")
    return [] if there else ["No `lobby_snapshot` came."]


async def _alive(visit: Visit) -> Sequence[str]:
    statuses = {path: (await visit.http("GET", path)).status for path in ("/healthz", "/readyz")}
    return [f"{path} is answered with {status}." for path, status in statuses.items() if status != 200]


HTTP = "Over plain HTTP"

HTTP_POINTS: tuple[tuple[Point, Check], ...] = (
    (point("http-games", "`GET /v1/games` has the games of `welcome`.", HTTP), _games),
    (point("http-etag", "An answer has an `ETag`, and asked again with it is 304.", HTTP), _etag),
    (point("http-cors", "Every page may read the answers, unless origins are named.", HTTP), _cors),
    (point("http-preflight", "`OPTIONS` says that `Authorization` may be sent.", HTTP), _preflight),
    (point("http-quotas", "Answers have the headers of their quota.", "Limits"), _quota_headers),
    (point("http-problem", "A refusal is a problem with the code of the socket.", HTTP), _problem),
    (point("http-no-store", "A refusal is not to be kept.", HTTP), _not_kept),
    (point("http-unauthorized", "A token that nobody has is 401.", HTTP), _unauthorized),
    (point("http-packed", "What is larger than 1 KB comes packed to who asks for it.", HTTP), _packed),
    (point("http-schema", "The schema of each direction is there, in draft 2020-12.", "Schema"), _schema),
    (point("http-openapi", "The OpenAPI document is there.", HTTP), _openapi),
    (point("http-asyncapi", "The AsyncAPI document is there.", HTTP), _asyncapi),
    (point("http-lobby-events", "The lobby is told as server-sent events.", HTTP), _lobby_events),
    (point("http-health", "The server says that it is alive and ready.", HTTP), _alive),
)
