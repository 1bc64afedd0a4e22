"""HTTP routes of the documents: OpenAPI, AsyncAPI, and HTML pages. They are built with the package, and sent
unchanged."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

import msgspec
from aiohttp import hdrs, web

from quarterdeck_server.web.http.catalogues import StaticAnswer
from quarterdeck_server.web.http.docs_search import DocsSearch, SearchIndex, page_of
from quarterdeck_server.web.http.endpoints import Word, endpoint

POLICY = (
    "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)
"""A page runs nothing and loads nothing but its style, from here. Its form asks the search, here too."""

KINDS: Mapping[str, str] = {"html": "text/html", "css": "text/css", "json": "application/json"}

QUESTION = Word("q", "The words to look for, or their beginnings.")

docs_routes = web.RouteTableDef()


@docs_routes.get("/v1/openapi.json")
@endpoint(dict)
async def get_openapi(request: web.Request) -> web.Response:
    """Return the OpenAPI description of all HTTP endpoints."""
    return _file("openapi.json").answer(request)


@docs_routes.get("/v1/asyncapi.json")
@endpoint(dict)
async def get_asyncapi(request: web.Request) -> web.Response:
    """Return the AsyncAPI description of the WebSocket protocol."""
    return _file("asyncapi.json").answer(request)


@docs_routes.get("/docs")
@endpoint(kinds=("text/html",))
async def get_docs(request: web.Request) -> web.Response:
    """Show an overview of all documents, as a page."""
    return _page(request, "index.html")


@docs_routes.get("/docs/protocol")
@endpoint(kinds=("text/html",))
async def get_guide(request: web.Request) -> web.Response:
    """Show the guide to the protocol, as a page."""
    return _page(request, "protocol.html")


@docs_routes.get("/docs/protocol/{page}")
@endpoint(kinds=("text/html",))
async def get_topic(request: web.Request) -> web.Response:
    """Show a page of the guide to the protocol, about one topic."""
    return _page(request, f"protocol/{request.match_info['page']}.html")


@docs_routes.get("/docs/quickstart")
@endpoint(kinds=("text/html",))
async def get_quickstart(request: web.Request) -> web.Response:
    """Show how to play a first match, as a page."""
    return _page(request, "quickstart.html")


@docs_routes.get("/docs/errors")
@endpoint(kinds=("text/html",))
async def get_errors(request: web.Request) -> web.Response:
    """Show every refusal and the right reaction to it, as a page."""
    return _page(request, "errors.html")


@docs_routes.get("/docs/fairness")
@endpoint(kinds=("text/html",))
async def get_fairness(request: web.Request) -> web.Response:
    """Show the verification of a match, as a page."""
    return _page(request, "fairness.html")


@docs_routes.get("/docs/changes")
@endpoint(kinds=("text/html",))
async def get_changes(request: web.Request) -> web.Response:
    """Show the changes of the protocol, by date, as a page."""
    return _page(request, "changes.html")


@docs_routes.get("/docs/messages")
@endpoint(kinds=("text/html",))
async def get_messages(request: web.Request) -> web.Response:
    """Show every message of the WebSocket protocol, as a page."""
    return _page(request, "messages.html")


@docs_routes.get("/docs/http")
@endpoint(kinds=("text/html",))
async def get_paths(request: web.Request) -> web.Response:
    """Show every HTTP endpoint, as a page."""
    return _page(request, "http.html")


@docs_routes.get("/docs/messages/{page}")
@endpoint(kinds=("text/html",))
async def get_messages_of_a_topic(request: web.Request) -> web.Response:
    """Show the messages of one topic, as a page."""
    return _page(request, f"messages/{request.match_info['page']}.html")


@docs_routes.get("/docs/http/{page}")
@endpoint(kinds=("text/html",))
async def get_paths_of_a_topic(request: web.Request) -> web.Response:
    """Show the HTTP endpoints of one topic, as a page."""
    return _page(request, f"http/{request.match_info['page']}.html")


@docs_routes.get("/docs/search")
@endpoint(kinds=("text/html",), query=(QUESTION,))
async def get_search(request: web.Request) -> web.Response:
    """Show the sections of these documents that contain all searched words, as a page."""
    question = QUESTION.of(request) or ""
    page = page_of(_file("search.html").plain.decode(), question, _search().found(question))
    return _guarded(StaticAnswer(page.encode(), "text/html", charset="utf-8").answer(request))


@docs_routes.get("/docs/style.css")
@endpoint(kinds=("text/css",))
async def get_style(request: web.Request) -> web.Response:
    """Return the style sheet of the pages."""
    return _page(request, "style.css")


def _page(request: web.Request, name: str) -> web.Response:
    if name not in _names():
        raise web.HTTPNotFound
    return _guarded(_file(name).answer(request))


def _guarded(response: web.Response) -> web.Response:
    response.headers[hdrs.CONTENT_SECURITY_POLICY] = POLICY
    return response


@cache
def _search() -> DocsSearch:
    """Return the search engine of the documents. Its index is read at the first search."""
    return DocsSearch(msgspec.json.decode(_bytes("search.json"), type=SearchIndex))


@cache
def _names() -> frozenset[str]:
    """Return the paths of all files of the documents."""
    top = published()
    folders = [each for each in top.iterdir() if each.is_dir()]
    inner = (f"{folder.name}/{each.name}" for folder in folders for each in folder.iterdir())
    return frozenset([*(each.name for each in top.iterdir()), *inner])


@cache
def published() -> Path:
    """Return the folder of the built documents, in the installation or in the checkout. Raises `FileNotFoundError`."""
    installed = Path(str(files("quarterdeck_server"))) / "published"
    checkout = Path(__file__).parents[5] / "protocol" / "published"
    for folder in (installed, checkout):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"The documents are not built: there is no {checkout}; `make schema` writes it.")


@cache
def _file(name: str) -> StaticAnswer:
    """Return one of the files of the documents. It is read only once, because it is part of the installation."""
    kind = KINDS[name.rpartition(".")[2]]
    charset = None if kind == KINDS["json"] else "utf-8"
    return StaticAnswer(_bytes(name), kind, charset=charset)


def _bytes(name: str) -> bytes:
    return (published() / name).read_bytes()
