"""The pages run nothing, load nothing but their style, and lead nowhere but where there is something."""

import re
from html.parser import HTMLParser

import pytest
from protocol_document import PAGES as TOPICS
from quarterdeck_server.docs_build.files import PROTOCOL, PUBLISHED
from quarterdeck_server.docs_build.pages.layout import STYLE
from quarterdeck_server.docs_build.pages.topics import OLD_ANCHORS

SERVED = PROTOCOL / PUBLISHED
PAGES = {
    path.relative_to(SERVED).with_suffix("").as_posix(): path.read_text(encoding="utf-8")
    for path in SERVED.rglob("*.html")
}


MOST_BYTES = 100_000
"""The size of a page. The page of the messages had 381,000, that of the protocol 223,000."""


class Tags(HTMLParser):
    """What stands in a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.attributes: set[str] = set()
        self.links: list[str] = []
        self.ids: list[str] = []
        self.open: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.add(tag)
        said = dict(attrs)
        self.attributes |= said.keys()
        self.links += [said[name] or "" for name in ("href", "src", "action") if name in said]
        self.ids += [said["id"] or ""] if "id" in said else []
        if tag not in ("meta", "link", "br", "hr", "input"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_there_is_a_page_for_each_document_and_each_topic() -> None:
    documents = {"index", "quickstart", "protocol", "errors", "fairness", "messages", "http", "changes", "search"}
    topics = {f"protocol/{name}" for name in TOPICS}
    reference = {name for name in PAGES if name.startswith(("messages/", "http/"))}
    assert set(PAGES) == documents | topics | reference
    assert {"messages/tables", "messages/matches", "messages/shared", "http/me", "http/shapes"} <= reference
    assert len(reference) > 20


def test_a_page_is_short_enough_to_be_read() -> None:
    assert {name: len(page) for name, page in PAGES.items() if len(page) > MOST_BYTES} == {}


def ids_of(address: str) -> set[str]:
    """Return the anchors of a served page, by its address."""
    return set(Tags(PAGES[address.removeprefix("/docs").removeprefix("/") or "index"]).ids)


def test_every_link_between_pages_leads_to_a_place() -> None:
    links = {link for page in PAGES.values() for link in Tags(page).links if link.startswith("/docs")}
    dead = []
    for link in links - {"/docs/style.css", "/docs/search"}:
        address, _, anchor = link.partition("#")
        if anchor and anchor not in ids_of(address):
            dead.append(link)
    assert dead == []
    assert len(links) > 100


def test_old_anchors_of_the_protocol_lead_to_its_pages() -> None:
    assert OLD_ANCHORS.keys() <= ids_of("/docs/protocol")
    for old, target in OLD_ANCHORS.items():
        assert f'<a id="{old}"></a>' in PAGES["protocol"]
        link = PAGES["protocol"].partition(f'<a id="{old}"></a>')[2].partition('href="')[2].partition('"')[0]
        assert link == f"/docs/protocol/{target}"


@pytest.mark.parametrize("name", sorted(PAGES))
def test_a_page_runs_nothing_and_asks_nobody_else(name: str) -> None:
    tags = Tags(PAGES[name])
    assert not {"script", "style", "iframe", "img", "object", "base"} & tags.names
    assert [each for each in tags.attributes if each.startswith("on") or each == "style"] == []
    assert [link for link in tags.links if not link.startswith(("/", "#"))] == []
    assert PAGES[name].count("<form") == PAGES[name].count('<form action="/docs/search" role="search">') == 1
    assert tags.open == []


@pytest.mark.parametrize("name", sorted(PAGES))
def test_every_link_within_a_page_leads_somewhere(name: str) -> None:
    tags = Tags(PAGES[name])
    assert len(tags.ids) == len(set(tags.ids))
    assert {link[1:] for link in tags.links if link.startswith("#")} <= set(tags.ids)


def test_the_style_is_for_small_and_large_dark_and_light() -> None:
    assert "color-scheme: light dark" in STYLE
    assert "overflow-wrap: anywhere" in STYLE
    assert not re.search(r"@import|url\(", STYLE)
    for page in PAGES.values():
        assert '<meta name="viewport" content="width=device-width, initial-scale=1">' in page
        assert '<html lang="en">' in page


def test_old_anchors_of_messages_and_paths_lead_to_their_sections() -> None:
    for page, anchors in {
        "messages": ["open_table", "Table", "RefusalCode"],
        "http": ["get_docs", "Problem", "Table"],
    }.items():
        assert set(anchors) <= ids_of(f"/docs/{page}")
        for anchor in anchors:
            link = PAGES[page].partition(f'<li id="{anchor}">')[2].partition('href="')[2].partition('"')[0]
            address, _, target = link.partition("#")
            assert target == anchor
            assert anchor in ids_of(address)
