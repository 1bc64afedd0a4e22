"""Markdown documents of the repository as HTML pages, with links to the other pages of the server."""

import posixpath
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import pairwise
from pathlib import PurePosixPath

from markdown_it.token import Token

from quarterdeck_server.cards.rule_book_page import anchored_markdown
from quarterdeck_server.docs_build.pages.layout import NAVIGATION, Page
from quarterdeck_server.docs_build.pages.topics import headings, slug

GUIDES: Mapping[str, str] = {
    "QUICKSTART.md": "/docs/quickstart",
    "PROTOCOL.md": "/docs/protocol",
    "ERRORS.md": "/docs/errors",
    "FAIRNESS.md": "/docs/fairness",
    "CHANGELOG.md": "/docs/changes",
}
"""The addresses of documents, by their paths below the protocol folder. The pages of the protocol are below that of
PROTOCOL.md."""

WITH_CODES = "ERRORS.md"
"""The document whose rows have an anchor for each code."""

FEWEST_SECTIONS = 2
"""Number of sections from which on a page has a list of its sections."""

markdown = anchored_markdown()


def guide_pages(guides: Mapping[str, str]) -> Mapping[str, Page]:
    """Return an HTML page for each document, by its address. Raises `LookupError` for a link to a file that is not on
    the server."""
    addresses = {path: address_of(path) for path in guides}
    pages = [_page(path, guide, addresses) for path, guide in guides.items()]
    return {page.address: page for page in pages}


def address_of(document: str) -> str:
    """Return the address of a document's page, given its path below the protocol folder."""
    return GUIDES.get(document) or f"{GUIDES['PROTOCOL.md']}/{PurePosixPath(document).stem}"


def _page(path: str, guide: str, addresses: Mapping[str, str]) -> Page:
    address = addresses[path]
    title = NAVIGATION.get(address) or headings(guide)[0]
    tokens = markdown.parse("\n".join(line for line in guide.splitlines() if not line.startswith("<!--")))
    for heading, content in pairwise(tokens):
        if heading.type == "heading_open":
            heading.attrs["id"] = slug(content.content)
    for row, code in _rows_of_codes(tokens) if path == WITH_CODES else ():
        row.attrs["id"] = code
    for link in (each for token in tokens for each in token.children or () if each.type == "link_open"):
        link.attrs["href"] = _target(path, str(link.attrs["href"]), addresses)
    body = str(markdown.renderer.render(tokens, markdown.options, {}))
    head, end, rest = body.partition("</h1>\n")
    return Page(address, title, f"{head}{end}{_sections(guide)}{rest}" if end else body)


def _sections(guide: str) -> str:
    sections = headings(guide)[1:]
    if len(sections) < FEWEST_SECTIONS:
        return ""
    links = " ".join(f'<a href="#{slug(each)}">{escape(each.replace("`", ""))}</a>' for each in sections)
    return f'<nav class="sections" aria-label="On this page">{links}</nav>\n'


def _target(document: str, link: str, addresses: Mapping[str, str]) -> str:
    """Return the address to which a link in a document leads. Raises `LookupError` for a file that is not on the
    server."""
    if link.startswith(("/", "#")):
        return link
    path, mark, anchor = link.partition("#")
    target = posixpath.normpath(posixpath.join(posixpath.dirname(document), path))
    if target not in addresses:
        raise LookupError(f"{document} links to {link}, which the server does not show below /docs")
    return f"{addresses[target]}{mark}{anchor}"


def _rows_of_codes(tokens: Sequence[Token]) -> Iterator[tuple[Token, str]]:
    """Yield the table rows whose first cell is a refusal code, each with that code. Each code is returned once."""
    found: set[str] = set()
    for row, cell, content in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if row.type == "tr_open" and cell.type == "td_open":
            words = [each for each in content.children or () if each.type != "text" or each.content.strip()]
            if len(words) == 1 and words[0].type == "code_inline" and words[0].content not in found:
                found.add(words[0].content)
                yield row, words[0].content
