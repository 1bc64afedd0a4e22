"""Generator of the OpenAPI description of the HTTP interface, from the routes and the declarations beside them."""

import re
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

from aiohttp import web
from quarterdeck_protocol.http.problems import Problem
from quarterdeck_protocol.schema import components
from quarterdeck_protocol.sides import Scope

from quarterdeck_server.web.http.endpoints import SWITCHING_PROTOCOLS, Endpoint, Facets, endpoint_of
from quarterdeck_server.web.http.requests import UNCOUNTED, is_kept_open
from quarterdeck_server.web.rate_limit.quotas import CONNECT, HTTP

VERSION = "1"
PROBLEM = "application/problem+json"

LIMIT_HEADERS = {
    "RateLimit-Policy": (
        "The quota of which least is left: its name, how many it has at most, and its window in seconds.",
        "string",
    ),
    "RateLimit": ("How many are left of it, and in how many seconds it is full again.", "string"),
    "RateLimit-Limit": ("How many questions the quota has at most, of which least is left.", "integer"),
    "RateLimit-Remaining": ("How many are left of it.", "integer"),
    "RateLimit-Reset": ("In how many seconds it is full again.", "integer"),
}

PARAMETERS = {
    "game": "The name of a game, as `welcome` and `/v1/games` have it.",
    "match": "The id of a match.",
    "player": "The id of a player.",
    "other": "The id of another player.",
    "report": "The id of a report.",
    "tournament": "The id of a tournament.",
    "club": "The id of a club.",
    "trade": "The id of a trade.",
    "card": "The id of a card, or of a printing.",
    "page": "The name of a page, as its table of contents links to it.",
    "root": "`from-client`, `from-server` or `transcript`.",
    "digest": "The digest of the browser client's files.",
    "path": "The path of one of them.",
}
"""The parameters of paths."""

Document = dict[str, Any]


def endpoints_of(app: web.Application) -> Iterator[tuple[str, str, str, Endpoint]]:
    """Yield method, path, description and declaration of each HTTP endpoint. Raises `LookupError` for a route without a
    declaration."""
    for route in app.router.routes():
        if route.method == "HEAD" or route.resource is None:  # every GET answers HEAD too
            continue
        declared = endpoint_of(route.handler)
        if declared is None:
            missing = f"{route.method} {route.resource.canonical} is not declared: put @endpoint(…) below its route"
            raise LookupError(missing)
        yield route.method, route.resource.canonical, " ".join((route.handler.__doc__ or "").split()), declared


def openapi(app: web.Application) -> Document:
    """Return the OpenAPI description of all HTTP endpoints."""
    declared = list(endpoints_of(app))
    kinds = [each.answers for *_, each in declared if each.answers] + [each.body for *_, each in declared if each.body]
    shapes, schemas = components([Problem, *kinds], "#/components/schemas/")
    answers = dict(zip(map(id, [Problem, *kinds]), shapes, strict=True))
    paths: dict[str, Any] = {}
    for method, path, text, each in sorted(declared, key=lambda one: (one[1], one[0])):
        paths.setdefault(path, {})[method.lower()] = _operation(method, path, text, each, answers)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Quarterdeck over HTTP",
            "version": VERSION,
            "description": "What is asked over plain HTTP, beside the conversation over the socket.",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "servers": [{"url": "/", "description": "The server that serves this document."}],
        "tags": [{"name": name, "description": text} for name, text in TAGS.items()],
        "security": [],
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {
                "token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "A token of a session or of a program, as `sign_in` and `make_token` tell it.",
                }
            },
            "headers": {
                name: {"description": text, "schema": {"type": kind, **({"minimum": 0} if kind == "integer" else {})}}
                for name, (text, kind) in LIMIT_HEADERS.items()
            },
        },
    }


TAGS = {
    "games": "What is played here: rules, cards, schemas.",
    "cards": "The cards of all games.",
    "matches": "What has been played.",
    "players": "How players stand.",
    "me": "What only oneself may know.",
    "moderation": "For moderators.",
    "server": "The server itself.",
}


def _operation(method: str, path: str, text: str, declared: Endpoint, shapes: dict[int, Any]) -> Document:
    first, _, _ = text.partition(". ")
    said = [text, _whose(declared), _counted(path, declared)]
    operation: Document = {
        "operationId": _name(method, path),
        "summary": first.rstrip(".:").split(":")[0],
        "description": " ".join(each for each in said if each),
        "tags": [_tag(path)],
        "parameters": [*_in_path(path), *_in_query(declared)],
        "responses": _responses(path, declared, shapes),
        "security": [] if declared.scopes is None else [{"token": []}],
    }
    if declared.body is not None:
        body = {"application/json": {"schema": shapes[id(declared.body)]}}
        operation["requestBody"] = {"required": True, "content": body}
    return operation


def _responses(path: str, declared: Endpoint, shapes: dict[int, Any]) -> Document:
    schema = {} if declared.answers is None else {"schema": shapes[id(declared.answers)]}
    headers = {name: {"$ref": f"#/components/headers/{name}"} for name in LIMIT_HEADERS}
    answer: Document = {
        "description": "The answer." if declared.status < 300 and declared.kinds else "The conversation."
    }
    if path not in UNCOUNTED and declared.status != SWITCHING_PROTOCOLS:
        answer["headers"] = headers
    if declared.kinds:
        answer["content"] = dict.fromkeys(declared.kinds, schema)
    problem = {PROBLEM: {"schema": shapes[id(Problem)]}}
    refused = {"description": "Refused; `code` and `detail` say why.", "content": problem}
    return {
        str(declared.status): answer,
        **{str(int(status)): {**refused, "description": said} for status, said in _refusals(path, declared)},
        "default": refused,
    }


def _refusals(path: str, declared: Endpoint) -> Iterator[tuple[HTTPStatus, str]]:
    """Yield the HTTP error statuses of an endpoint, each with its description."""
    if declared.query or declared.body is not None:
        yield HTTPStatus.BAD_REQUEST, "The question is not well formed; `where` says at which place."
    if declared.scopes is not None:
        yield HTTPStatus.UNAUTHORIZED, "There is no token, or none that is known."
        yield HTTPStatus.FORBIDDEN, "The player of the token may not do this."
    if "{" in path:
        yield HTTPStatus.NOT_FOUND, "There is nothing of this name."
    if declared.body is not None:
        yield HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "The body is larger than what is read."
    if path not in UNCOUNTED:
        yield HTTPStatus.TOO_MANY_REQUESTS, "A quota is used up; `retry_in` says when there is more."


def _whose(declared: Endpoint) -> str:
    match declared.scopes:
        case None:
            return ""
        case ():
            return "It needs the token of a session of one's own; no program may ask it."
        case scopes:
            words = " or ".join(f"`{Scope(scope).value}`" for scope in scopes)
            return f"It needs a token; that of a program has to have the scope {words}."


def _counted(path: str, declared: Endpoint) -> str:
    if path in UNCOUNTED:
        return "It is not counted."
    every = CONNECT if is_kept_open(path) else HTTP
    words = " and ".join(f"`{quota.code.value}`" for quota in (every, *declared.quotas))
    return f"It takes from the quota {words}."


def _in_path(path: str) -> list[Document]:
    names = re.findall(r"\{(\w+)", path)
    return [
        {"name": name, "in": "path", "required": True, "description": PARAMETERS[name], "schema": {"type": "string"}}
        for name in names
    ]


def _in_query(declared: Endpoint) -> list[Document]:
    return [
        {
            "name": each.name,
            "in": "query",
            "required": False,
            "description": each.text,
            **({"style": "form", "explode": True} if isinstance(each, Facets) else {}),
            "schema": each.schema,
        }
        for each in declared.query
    ]


def _name(method: str, path: str) -> str:
    words = re.findall(r"[a-zA-Z]+", path.removeprefix("/v1"))
    return "_".join([method.lower(), *(words or ["doorstep"])])


def _tag(path: str) -> str:
    first = path.removeprefix("/v1").strip("/").partition("/")[0]
    return first if first in TAGS else "server"
