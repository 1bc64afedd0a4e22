"""Of a query, what is not declared is refused, with what would be right."""

from collections.abc import Iterator
from typing import Any

import pytest
from quarterdeck_server.web.http.endpoints import (
    STRICT,
    SWITCHING_PROTOCOLS,
    Facets,
    Flag,
    Parameter,
    WholeNumber,
    Word,
    Words,
    endpoint_of,
)
from servers import LiveServer, live_server

NAMES = {
    "game": "tiny",
    "root": "from-client",
    "match": "m",
    "player": "p",
    "other": "q",
    "trade": "t",
    "tournament": "u",
    "club": "b",
    "card": "c",
}
"""What stands in the place of what a path names; before that is looked for, the query is looked at."""


@pytest.mark.parametrize(
    ("path", "where", "text"),
    [
        ("/v1/games?gaem=tiny", "?gaem", "There is no parameter `gaem`: this path has none."),
        ("/v1/games/tiny/ladder?pgae=2", "?pgae", "There is no parameter `pgae`: there are `page`, `among`."),
        ("/v1/games/tiny/ladder?page=two", "?page", "`page` must be a whole number from 1 to 1000000."),
        ("/v1/tables?stage=over", "?stage", "`stage` must be one of `gathering`, `playing`."),
        ("/v1/tables?rated=true&rated=false", "?rated", "`rated` can be given only once."),
    ],
)
async def test_a_slip_in_a_query_is_refused_with_its_place(path: str, where: str, text: str) -> None:
    async with live_server() as server:
        status, refused = await server.get(path)
        assert (status, refused["code"], refused["where"]) == (400, "malformed", where)
        assert refused["detail"] == text


def readable(server: LiveServer) -> Iterator[tuple[str, tuple[Parameter, ...]]]:
    """Return every path below `/v1/` that is read, with the parameters that it declares."""
    for route in server.app.router.routes():
        path = route.resource.canonical if route.resource is not None else ""
        declared = endpoint_of(route.handler)
        if route.method == "GET" and path.startswith(STRICT):
            assert declared is not None, path
            if declared.status != SWITCHING_PROTOCOLS:
                yield path.format_map(NAMES), declared.query


def wrong_values(parameter: Parameter) -> list[str]:
    """Return queries with values that this parameter does not take."""
    match parameter:
        case WholeNumber(name=name, least=least, most=most):
            return [f"{name}={value}" for value in ("", "two", "1.5", least - 1, most + 1)]
        case Flag(name=name):
            return [f"{name}=", f"{name}=perhaps"]
        case Words(name=name, most=most):
            return ["&".join([f"{name}=tiny"] * (most + 1))]
        case Facets(name=name, most=most):
            return ["&".join([f"{name}=tiny"] * (most + 1))]
        case Word(name=name, words=words):
            return [f"{name}=", f"{name}=nonsense"] if words else []


async def test_no_path_lets_a_parameter_pass_that_it_does_not_know_or_that_says_what_is_none() -> None:
    async with live_server() as server:
        paths = list(readable(server))
        assert len(paths) > 20
        for path, parameters in paths:
            names = [parameter.name for parameter in parameters]
            unknown = await server.get(f"{path}?nope=1")
            assert_malformed(unknown, "?nope", path, *(names or ["none"]))
            for parameter in parameters:
                for query in wrong_values(parameter):
                    assert_malformed(await server.get(f"{path}?{query}"), f"?{parameter.name}", path, parameter.name)
                if not isinstance(parameter, Words | Facets):
                    twice = await server.get(f"{path}?{parameter.name}=1&{parameter.name}=1")
                    assert_malformed(twice, f"?{parameter.name}", path, "once")


def assert_malformed(answer: tuple[int, Any], where: str, path: str, *said: str) -> None:
    status, refused = answer
    assert (status, refused["code"], refused["where"]) == (400, "malformed", where), path
    assert all(word in refused["detail"] for word in said), refused["detail"]


@pytest.mark.parametrize("path", ["/v1/tables", "/v1/lobby/events"])
async def test_tables_of_a_game_that_is_none_are_not_an_empty_list(path: str) -> None:
    async with live_server() as server:
        status, refused = await server.get(f"{path}?game=tiny&game=nope")
        assert (status, refused["code"], refused["where"]) == (404, "unknown_game", "?game")
        assert refused["detail"] == (
            "This server does not offer `nope`. It offers `density-deck`, `amfibido`, `amiibart`, `myacards`."
        )


async def test_nor_are_they_over_the_socket() -> None:
    async with live_server() as server, server.line() as line:
        listed = await line.ask({"type": "list_tables", "game": "nope"})
        watched = await line.ask({"type": "watch_lobby", "games": ["tiny", "nope"]})
        refusals = [(refused["code"], refused["where"]) for refused in (listed, watched)]
        assert refusals == [("unknown_game", "$.game"), ("unknown_game", "$.games[1]")]


async def test_a_caller_who_watches_over_a_server_may_add_what_they_like() -> None:
    async with live_server() as server:
        assert (await server.get("/healthz?probe=7"))[0] == 200
