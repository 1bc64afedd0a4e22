"""Search in the documents on the server: a search index that is built with them, and the page of results.

The server answers each search itself, so that no page has a script. A search costs some look-ups in a sorted list.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from html import escape

import msgspec

MOST_WORDS = 8
"""Most words of a search that are used."""

MOST_RESULTS = 40
LONGEST_QUESTION = 100

RESULTS = "<!-- results -->"
"""The marker in the search page that the results replace."""

QUESTION = ' value=""'
"""The empty field of the search in that page."""

_WORD = re.compile(r"[a-z0-9]+(?:_[a-z0-9]+)*")
_COMMON = frozenset(
    {
        "an",
        "and",
        "are",
        "as",
        "at",
        "by",
        "for",
        "from",
        "in",
        "is",
        "it",
        "its",
        "of",
        "on",
        "or",
        "that",
        "the",
        "to",
    }
)
"""Words that occur almost everywhere. They are not searched."""


class Section(msgspec.Struct, frozen=True, array_like=True):
    """A section of a page in the search index."""

    address: str
    title: str
    page: str
    """The title of the section's page."""

    text: str
    """The beginning of the section's text."""


class SearchIndex(msgspec.Struct, frozen=True):
    """The sections of all pages, in their order, and for each word the numbers of the sections that contain it."""

    sections: Sequence[Section]
    words: Mapping[str, Sequence[int]]


class DocsSearch:
    """Search engine of the documents on the server."""

    __slots__ = ("_index", "_titles", "_words")

    def __init__(self, index: SearchIndex) -> None:
        self._index = index
        self._words = sorted(index.words)
        self._titles = [frozenset(words_of(f"{each.title} {each.page}")) for each in index.sections]

    def found(self, question: str) -> list[Section]:
        """Return the sections that match a search, the best first. Each searched word must begin a word of the
        section."""
        asked = list(dict.fromkeys(words_of(question[:LONGEST_QUESTION])))[:MOST_WORDS]
        if not asked:
            return []
        numbers = reduce(frozenset.intersection, map(self._with, asked))
        best = sorted(numbers, key=lambda number: (-self._worth(number, asked), number))
        return [self._index.sections[number] for number in best]

    def _with(self, word: str) -> frozenset[int]:
        at = bisect_left(self._words, word)
        numbers: set[int] = set()
        while at < len(self._words) and self._words[at].startswith(word):
            numbers.update(self._index.words[self._words[at]])
            at += 1
        return frozenset(numbers)

    def _worth(self, number: int, asked: Sequence[str]) -> int:
        """Return how well a section fits a search: words in its title count most, then beginnings of words in the
        title, then its text."""
        titles = self._titles[number]
        worth = 0
        for word in asked:
            if word in titles:
                worth += 4
            elif any(title.startswith(word) for title in titles):
                worth += 2
            elif number in self._index.words.get(word, ()):
                worth += 1
        return worth


def words_of(text: str) -> Iterator[str]:
    """Yield the searchable words of a text in small letters; for a name such as `open_table` its parts too."""
    for word in _WORD.findall(text.lower()):
        for each in (word, *word.split("_")) if "_" in word else (word,):
            if len(each) > 1 and each not in _COMMON:
                yield each


def page_of(frame: str, question: str, found: Sequence[Section]) -> str:
    """Return the HTML page with the results of a search."""
    asked = question[:LONGEST_QUESTION].strip()
    if not asked:
        return frame
    items = "\n".join(
        f'<li><a href="{escape(each.address)}">{escape(each.title)}</a> <span class="from">{escape(each.page)}</span>'
        f"<br>{escape(each.text)}</li>"
        for each in found[:MOST_RESULTS]
    )
    results = f'<p role="status">{_counted(len(found))} for “{escape(asked)}”.</p>\n<ol class="found">\n{items}\n</ol>'
    return frame.replace(QUESTION, f' value="{escape(asked)}"', 1).replace(RESULTS, results, 1)


def _counted(number: int) -> str:
    if number == 0:
        return "No section"
    if number > MOST_RESULTS:
        return f"The first {MOST_RESULTS} of {number} sections"
    return f"{number} section{'s' if number > 1 else ''}"
