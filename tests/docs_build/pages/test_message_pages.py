"""The messages have a page for each topic, on which their shapes stand, and a first page with links to all."""

import json

import pytest
from quarterdeck_server.docs_build.files import PROTOCOL, PUBLISHED
from quarterdeck_server.docs_build.pages.message_pages import addresses_of, message_pages, topics_of_classes

ASYNCAPI = json.loads((PROTOCOL / PUBLISHED / "asyncapi.json").read_bytes())
FIRST, *PAGES = message_pages(ASYNCAPI)
BY_ADDRESS = {page.address: page for page in PAGES}


def test_a_message_stands_on_one_page_with_its_fields_its_frame_and_its_answers() -> None:
    page = BY_ADDRESS["/docs/messages/tables"].body
    section = page.partition('<section id="sit">')[2].partition("</section>")[0]
    assert 'Answered by <a href="/docs/messages/tables#table_changed"><code>table_changed</code></a>' in section
    assert "<dt><code>password</code>" in section
    assert "A recorded frame" in section
    assert sum('<section id="sit">' in each.body for each in PAGES) == 1


def test_every_message_and_shape_is_linked_from_the_first_page() -> None:
    for name, address in addresses_of(ASYNCAPI).items():
        page, _, anchor = address.partition("#")
        assert f'id="{anchor}"' in BY_ADDRESS[page].body, name
        assert f'<li id="{anchor}"><a href="{address}">' in FIRST.body, name


@pytest.mark.parametrize(
    ("name", "topic"), [("Table", "tables"), ("Hello", "matches"), ("Pack", "collection"), ("Player", "shared")]
)
def test_a_shape_belongs_to_the_topic_of_its_module(name: str, topic: str) -> None:
    assert topics_of_classes()[name] == topic


def test_a_topic_has_a_title() -> None:
    assert BY_ADDRESS["/docs/messages/claim-codes"].title == "Claim codes"
    assert BY_ADDRESS["/docs/messages/matches"].title == "Connections and matches"
