"""The pages run nothing, load nothing but their style, and lead nowhere but where there is something."""

import re
from html.parser import HTMLParser

import pytest
from quarterdeck_server.docs_build.files import PROTOCOL, PUBLISHED
from quarterdeck_server.docs_build.html_documents import STYLE

PAGES = {path.stem: path.read_text(encoding="utf-8") for path in (PROTOCOL / PUBLISHED).glob("*.html")}


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
        if tag not in ("meta", "link", "br", "hr"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_there_are_seven() -> None:
    assert set(PAGES) == {"index", "quickstart", "protocol", "errors", "fairness", "messages", "http"}


@pytest.mark.parametrize("name", sorted(PAGES))
def test_a_page_runs_nothing_and_asks_nobody_else(name: str) -> None:
    tags = Tags(PAGES[name])
    assert not {"script", "style", "iframe", "img", "form", "object", "base"} & tags.names
    assert [each for each in tags.attributes if each.startswith("on") or each == "style"] == []
    assert [link for link in tags.links if not link.startswith(("/", "#"))] == []
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
