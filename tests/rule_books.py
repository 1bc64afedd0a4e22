"""The rule books as a program reads them, and the citations in code, tests and documents that point to them.

A mark is one place of a rule book: `S0:128`, line 128 of a published text; `AM-35`, a ruling; `AF-fact-3`, a fact from
elsewhere. A rule is a line of a `RULES.md` that begins with the anchors of its marks and ends with the marks in
parentheses:

    - <a id="S0:128"></a><a id="AM-35"></a>
      **6.1** A Fighter attacks once in a turn … (S0:128, AM-35)

An anchor stands where its mark occurs for the first time. A rule that no test can show says why behind its marks:
`(AF-fact-23; not a rule of play: here there are no dice)`.
"""

import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
BOOKS = ROOT / "server" / "quarterdeck_games"
GAMES = ("density_deck", "amfibido", "amiibart", "myacards")
NOT_OF_PLAY = "not a rule of play: "

_DASH = "‐‑–-"
_MARK = rf"(?P<source>S\d):(?P<line>\d+)|(?P<letters>AF|AM|DD|G|MY)(?P<fact> fact |-fact-|[{_DASH}])(?P<number>\d+)"
_NEXT = rf"(?P<{{}}>S\d:|(?:AF|AM|DD|G|MY)[{_DASH}])"
_CITATION = re.compile(
    rf"(?<![\w{_DASH}])(?:{_MARK})"
    rf"(?:\s?(?:…|\.\.\.?|[{_DASH}])\s?{_NEXT.format('again')}?(?P<last>\d+)\b"
    rf"|\sto\s{_NEXT.format('onward')}(?P<end>\d+)\b)?"
)
_RULE = re.compile(r"^- (?=<a id=|\*\*\d)(?P<text>.*(?:\n  .*)*)", re.MULTILINE)
_ANCHOR = re.compile(r'<a id="([^"]*)"></a>')
_NUMBER = re.compile(r"\*\*(\d+)\.(\d+)\*\* ")
_TAIL = re.compile(r"\((?P<marks>[^()]*?)(?:; (?P<note>[^()]*))?\)$")


@dataclass(frozen=True)
class Rule:
    """One numbered rule of a book."""

    book: Path
    number: tuple[int, int]
    text: str
    anchors: tuple[str, ...]
    marks: tuple[str, ...]
    note: str
    """Why no test shows it; empty for every rule that one can."""


@dataclass(frozen=True)
class Citation:
    """A place in a text that names a rule, or a row of them."""

    text: str
    """As it is written."""

    first: str
    last: str
    """The same as the first, unless a row is cited."""

    @property
    def marks(self) -> tuple[str, ...]:
        """All marks of the row, blank lines of a published text among them."""
        stem, first = _stem(self.first)
        return tuple(f"{stem}{number}" for number in range(first, _stem(self.last)[1] + 1))

    def resolves(self, anchors: frozenset[str]) -> bool:
        """Whether all of it is in a book; of a row in a published text, both ends are."""
        return anchors.issuperset((self.first, self.last) if self.first.startswith("S") else self.marks)


def citations(text: str) -> Iterator[Citation]:
    """Yield every citation in a text."""
    for found in _CITATION.finditer(text):
        stem = (
            f"{found['source']}:" if found["source"] else f"{found['letters']}-" + "fact-" * ("fact" in found["fact"])
        )
        first = int(found["line"] or found["number"])
        again = (found["again"] or found["onward"] or stem).translate(dict.fromkeys(map(ord, _DASH), "-"))
        last = int(found["last"] or found["end"] or first) if again == stem else first
        if last < first:
            msg = f"“{found[0]}” ends before it begins"
            raise ValueError(msg)
        yield Citation(found[0], f"{stem}{first}", f"{stem}{last}")


def rules(book: Path) -> list[Rule]:
    """Return the numbered rules of a book, in its order."""
    return [_rule(book, found["text"]) for found in _RULE.finditer(book.read_text())]


def books() -> list[Path]:
    """Return the rule book of each game, and the one for all."""
    return [*(BOOKS / game / "RULES.md" for game in GAMES), BOOKS / "RULES.md"]


def texts() -> Iterator[tuple[Path, str]]:
    """Yield every text of the repository but the rule books, by its place.

    What has a zero byte is no text (git's own rule): among the bytes of a picture anything can look like a citation.
    """
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True)
    for name in filter(None, listed.stdout.split("\0")):
        place = ROOT / name
        if place.name == "RULES.md" or not place.is_file():
            continue
        content = place.read_bytes()
        if b"\0" not in content:
            yield Path(name), content.decode()


def _rule(book: Path, text: str) -> Rule:
    number, tail = _NUMBER.search(text), _TAIL.search(" ".join(text.split()))
    if number is None or tail is None:
        msg = f"{book}: a rule has a number, and ends with its marks in parentheses: {text[:120]}"
        raise ValueError(msg)
    return Rule(
        book=book,
        number=(int(number[1]), int(number[2])),
        text=" ".join(text[number.end() :].split()),
        anchors=tuple(_ANCHOR.findall(text)),
        marks=tuple(mark for cited in citations(tail["marks"]) for mark in cited.marks),
        note=tail["note"] or "",
    )


def _stem(mark: str) -> tuple[str, int]:
    stem, number = re.fullmatch(r"(.*?)(\d+)", mark[2:]).groups()  # type: ignore[union-attr]  # a mark ends in digits
    return mark[:2] + stem, int(number)
