"""The paths have a page for each tag; shapes that a message has are linked to its page."""

import json

from quarterdeck_server.docs_build.files import PROTOCOL, PUBLISHED
from quarterdeck_server.docs_build.pages.http_pages import http_pages

OPENAPI = json.loads((PROTOCOL / PUBLISHED / "openapi.json").read_bytes())
SHOWN = {"Seats": "/docs/messages/seats#seats", "Unasked": "/docs/messages/tables#unasked"}
FIRST, *PAGES = http_pages(OPENAPI, SHOWN)
BY_ADDRESS = {page.address: page for page in PAGES}


def test_every_path_stands_on_the_page_of_its_tag_and_on_the_first() -> None:
    for path, methods in OPENAPI["paths"].items():
        for operation in methods.values():
            page, name = f"/docs/http/{operation['tags'][0]}", operation["operationId"]
            assert f'<section id="{name}">' in BY_ADDRESS[page].body, path
            assert f'<li id="{name}"><a href="{page}#{name}">' in FIRST.body, path


def test_a_shape_of_a_message_is_linked_to_its_page_and_others_stand_here() -> None:
    assert 'with <a href="/docs/messages/seats#seats">Seats</a>' in BY_ADDRESS["/docs/http/me"].body
    shapes = BY_ADDRESS["/docs/http/shapes"].body
    assert '<section id="Problem">' in shapes
    assert '<section id="Seats">' not in shapes
    assert "Unasked" not in FIRST.body


def test_parameters_and_bodies_are_described() -> None:
    body = BY_ADDRESS["/docs/http/games"].body
    assert "<dt><code>game (path)</code>" in body
    assert 'Takes <a href="/docs/http/shapes#DeckQuestion">DeckQuestion</a>' in body
