"""The document of what is asked over HTTP says what the server's router knows, and nothing else."""

import json
from typing import Any

import pytest
from aiohttp import web
from quarterdeck_server.app import build
from quarterdeck_server.docs_build.files import PROTOCOL, PUBLISHED
from quarterdeck_server.docs_build.openapi import endpoints_of, openapi
from quarterdeck_server.settings import Settings
from quarterdeck_server.storage.memory import MemoryStore
from quarterdeck_server.web.http.requests import UNCOUNTED

DOCUMENT = json.loads((PROTOCOL / PUBLISHED / "openapi.json").read_bytes())


@pytest.fixture(scope="module")
def app() -> web.Application:
    return build(Settings(store="memory"), MemoryStore())


def operations() -> dict[tuple[str, str], Any]:
    return {
        (method.upper(), path): each for path, methods in DOCUMENT["paths"].items() for method, each in methods.items()
    }


def test_every_path_of_the_router_is_in_the_document_and_the_other_way_round(app: web.Application) -> None:
    routed = {
        (route.method, route.resource.canonical)
        for route in app.router.routes()
        if route.resource is not None and route.method not in ("HEAD", "OPTIONS")
    }
    assert routed == set(operations())


def test_anything_that_is_declared_is_what_the_document_says(app: web.Application) -> None:
    for method, path, text, declared in endpoints_of(app):
        said = operations()[method, path]
        query = [each["name"] for each in said["parameters"] if each["in"] == "query"]
        assert query == [parameter.name for parameter in declared.query], path
        assert said["description"].startswith(text)
        assert bool(said["security"]) is (declared.scopes is not None)
        statuses = list(said["responses"])
        assert (statuses[0], statuses[-1]) == (str(declared.status), "default")
        assert ("401" in statuses, "403" in statuses) == (declared.scopes is not None,) * 2
        assert ("404" in statuses, "413" in statuses) == ("{" in path, declared.body is not None)
        assert ("400" in statuses) is (bool(declared.query) or declared.body is not None)
        assert ("429" in statuses) is (path not in UNCOUNTED)
        assert ("requestBody" in said) is (declared.body is not None)
        assert [quota.code for quota in declared.quotas if f"`{quota.code.value}`" not in said["description"]] == []


def test_a_path_that_declares_nothing_is_found_when_the_document_is_written() -> None:
    async def silent(_: web.Request) -> web.Response:
        return web.Response()

    bare = web.Application()
    bare.router.add_get("/v1/silent", silent)
    with pytest.raises(LookupError, match="GET /v1/silent is not declared"):
        openapi(bare)


def test_every_operation_has_a_name_of_its_own_and_a_summary() -> None:
    names = [each["operationId"] for each in operations().values()]
    assert len(names) == len(set(names))
    assert [name for name, each in operations().items() if not each["summary"]] == []


def test_every_part_of_a_path_is_described() -> None:
    parts = [part for each in operations().values() for part in each["parameters"]]
    assert [part for part in parts if not part["description"]] == []
