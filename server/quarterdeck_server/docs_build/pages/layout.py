"""Layout of an HTML page: style, search, and links to the other pages. No page contains a script, or loads anything
from another server."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from quarterdeck_server.web.http.docs_search import LONGEST_QUESTION, QUESTION

STYLE = Path(__file__).with_name("style.css").read_text(encoding="utf-8")

SEARCH = "/docs/search"

NAVIGATION: Mapping[str, str] = {
    "/docs": "Overview",
    "/docs/quickstart": "Quick start",
    "/docs/protocol": "Protocol",
    "/docs/messages": "Messages",
    "/docs/http": "HTTP",
    "/docs/errors": "Refusals",
    "/docs/fairness": "Fairness",
    "/docs/changes": "Changes",
}
"""The first pages of all documents, in their order."""

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="stylesheet" href="/docs/style.css">
</head>
<body>
<header><a href="/docs">Quarterdeck</a> <a href="#documents">All pages</a>
<form action="{search}" role="search">
<input type="search" name="q"{question} maxlength="{longest}" required aria-label="Search the documents">
<button>Search</button>
</form>
</header>
<main>
{body}
</main>
<nav id="documents" aria-label="Documents">
{navigation}
</nav>
</body>
</html>
"""


@dataclass(frozen=True, slots=True)
class Page:
    """The content of an HTML page without the common layout."""

    address: str
    title: str
    body: str


Groups = Mapping[str, Sequence[Page]]
"""Pages below the first page of a document, by the title of their group."""


def framed(page: Page, below: Mapping[str, Groups]) -> str:
    """Return the HTML of a page. `below` has the further pages of each document, by the address of the document's first
    page."""
    inner = [each for groups in below.values() for pages in groups.values() for each in pages]
    around = _around(page, inner)
    title = "Quarterdeck's documents" if page.address == "/docs" else f"{page.title} · Quarterdeck"
    return _PAGE.format(
        title=escape(title),
        search=SEARCH,
        question=QUESTION,
        longest=LONGEST_QUESTION,
        body=_reached_by_keys(page.body) + around,
        navigation="\n".join(_navigation(page, below)),
    )


def file_of(address: str) -> str:
    """Return the path of a page's file below the folder of the documents."""
    return f"{address.removeprefix('/docs').removeprefix('/') or 'index'}.html"


def _reached_by_keys(body: str) -> str:
    """Return the HTML body of a page, in which parts that scroll sideways can be focused with the keyboard."""
    return body.replace("<pre>", '<pre tabindex="0">').replace("<table>", '<table tabindex="0">')


def _navigation(page: Page, below: Mapping[str, Groups]) -> Iterator[str]:
    yield "<ul>"
    for address, title in NAVIGATION.items():
        is_open = page.address == address or page.address.startswith(f"{address}/")
        groups = below.get(address, {}) if is_open else {}
        yield f"<li>{_link(address, title, page)}{''.join(_group(*each, page) for each in groups.items())}</li>"
    yield "</ul>"


def _group(title: str, pages: Sequence[Page], current: Page) -> str:
    head = f"<b>{escape(title)}</b>" if title else ""
    items = "".join(f"<li>{_link(each.address, each.title, current)}</li>" for each in pages)
    return f"\n{head}<ul>{items}</ul>"


def _link(address: str, title: str, current: Page) -> str:
    here = ' aria-current="page"' if address == current.address else ""
    return f'<a href="{address}"{here}>{escape(title)}</a>'


def _around(page: Page, pages: Sequence[Page]) -> str:
    """Return links to the previous and the next page, if the page is part of a document with several pages."""
    places = [number for number, each in enumerate(pages) if each.address == page.address]
    if not places:
        return ""
    parent = page.address.rpartition("/")[0]
    (at,) = places
    near = [
        each for each in (*pages[max(0, at - 1) : at], *pages[at + 1 : at + 2]) if each.address.startswith(f"{parent}/")
    ]
    links = " ".join(f'<a href="{each.address}">{escape(each.title)}</a>' for each in near)
    return f'\n<nav class="around" aria-label="Next pages">{links}</nav>' if near else ""
