"""The search index of the documents: the sections of all pages, and the words of each section."""

from collections import defaultdict
from collections.abc import Iterable
from html.parser import HTMLParser

from quarterdeck_server.docs_build.pages.layout import Page
from quarterdeck_server.web.http.docs_search import SearchIndex, Section, words_of

EXCERPT = 160
"""The most characters of a section that are shown."""

_HEADINGS = frozenset({"h1", "h2"})
_BEGINS = frozenset({"section", "tr"})
"""Elements that are a section if they have an anchor: of a message, and of a refusal's code."""

_NOT_READ = frozenset({"nav", "pre", "summary"})
"""Lists of links, and recorded frames."""


def search_index(pages: Iterable[Page]) -> SearchIndex:
    """Return the search index of these pages, in their order."""
    sections: list[Section] = []
    words: dict[str, set[int]] = defaultdict(set)
    for page in pages:
        for anchor, title, text in _Sections(page).found:
            for word in words_of(f"{page.title} {title} {text}"):
                words[word].add(len(sections))
            address = f"{page.address}#{anchor}" if anchor else page.address
            sections.append(Section(address, title or page.title, page.title, _excerpt(text)))
    return SearchIndex(sections, {word: sorted(words[word]) for word in sorted(words)})


def _excerpt(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= EXCERPT else f"{words[:EXCERPT].rpartition(' ')[0]} …"


class _Sections(HTMLParser):
    """Parser that collects the sections of an HTML page: anchor, title and text."""

    def __init__(self, page: Page) -> None:
        super().__init__()
        self._all: list[list[str]] = [["", "", ""]]
        self._skipped = 0
        self._is_title = False
        self._names_row = False
        self.feed(page.body)
        self.close()

    @property
    def found(self) -> list[tuple[str, str, str]]:
        return [(anchor, title.strip(), text) for anchor, title, text in self._all if title.strip() or text.strip()]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        anchor = dict(attrs).get("id")
        if tag in _NOT_READ:
            self._skipped += 1
        if tag == "h1":
            self._is_title = True
        elif tag in _BEGINS and anchor:
            self._all.append([anchor, "", ""])
            self._names_row = tag == "tr"
        elif tag == "h2":
            self._is_title = True
            if anchor:
                self._all.append([anchor, "", ""])
        elif tag == "code" and self._names_row:
            self._is_title = True

    def handle_endtag(self, tag: str) -> None:
        if tag in _NOT_READ:
            self._skipped -= 1
        if tag in _HEADINGS or (tag == "code" and self._names_row):
            self._is_title = self._names_row = False
        elif tag in ("p", "li", "td", "th", "dt", "dd", "tr"):
            self._all[-1][2] += " "

    def handle_data(self, data: str) -> None:
        if not self._skipped:
            self._all[-1][1 if self._is_title else 2] += data
