"""PROTOCOL.md is a table of contents: each page and section stands in it once, and old anchors lead to them."""

from pathlib import Path

import pytest
from protocol_document import ENTRY, PAGES
from quarterdeck_client.conformance.clients import client_check
from quarterdeck_client.conformance.points import Point
from quarterdeck_client.conformance.servers import server_check
from quarterdeck_server.docs_build.pages.topics import OLD_ANCHORS, contents, headings, pages_in, slug

SECTIONS = {f"{name}#{slug(each)}" for name, page in PAGES.items() for each in headings(page)[1:]}
MOST_WORDS = 1300
"""Words of prose in a page. PROTOCOL.md had 16,800 as one page."""


def test_every_page_and_section_is_in_the_contents() -> None:
    for name in PAGES:
        assert ENTRY.count(f"(docs/{name}.md)") >= 1, name
    for section in SECTIONS:
        name, _, anchor = section.partition("#")
        assert ENTRY.count(f"(docs/{name}.md#{anchor})") == 1, section


def test_old_anchors_lead_to_pages_and_sections_that_exist() -> None:
    assert set(OLD_ANCHORS.values()) <= SECTIONS | set(PAGES)
    assert len(OLD_ANCHORS) == 37
    for old in OLD_ANCHORS:
        assert ENTRY.count(f'<a id="{old}"></a>') == 1, old


def test_a_page_has_one_topic() -> None:
    long = {name: words for name, page in PAGES.items() if (words := len(prose_of(page).split())) > MOST_WORDS}
    assert long == {}


def prose_of(page: str) -> str:
    """Return a page without its blocks of code and its tables."""
    outside = "".join(page.split("```")[::2])
    return "\n".join(line for line in outside.splitlines() if not line.startswith(("|", "<")))


@pytest.mark.parametrize("point", [*client_check.POINTS, *server_check.POINTS], ids=lambda point: point.name)
def test_a_point_of_conformance_names_a_heading(point: Point) -> None:
    assert point.section in {each for page in PAGES.values() for each in headings(page)}


def test_a_page_without_a_group_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "news.md").write_text("# News", encoding="utf-8")
    with pytest.raises(LookupError, match="news"):
        pages_in(tmp_path)


def test_the_contents_are_a_table_for_each_group() -> None:
    table = contents(dict.fromkeys(PAGES, "# A title\n\n## `ref`\n\n```sh\n# a remark\n```"))
    assert "| Connections | sections |\n| --- | --- |\n" in table
    assert "[A title](docs/replays.md) | [`ref`](docs/replays.md#ref) |" in table
    assert "remark" not in table


def test_a_slug_is_that_of_github() -> None:
    assert slug("`seen`") == "seen"
    assert slug("Pages of other origins (CORS)") == "pages-of-other-origins-cors"
    assert slug("Change, delete, sign out") == "change-delete-sign-out"
