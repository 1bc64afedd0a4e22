"""The rule books: each rule has a number, its marks and a test; each citation, wherever it stands, leads to one."""

import ast
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from rule_books import BOOKS, GAMES, NOT_OF_PLAY, Citation, books, citations, rules, texts

ALL = [rule for book in books() for rule in rules(book)]
ANCHORS = frozenset(anchor for rule in ALL for anchor in rule.anchors)
LETTERS = {"density_deck": ("S2", "DD"), "amfibido": ("S3", "AF"), "amiibart": ("S0", "AM"), "myacards": ("S4", "MY")}
RULINGS = {"DD": 43, "AF": 56, "AM": 75, "MY": 69, "G": 11}

ITSELF = ("test_rule_books.py", "rule_books.py")
"""What speaks of citations, and shows no rule."""


@pytest.fixture(scope="module")
def cited() -> Counter[str]:
    """How often tests cite each mark: in a test or beside it, not in what a whole file is called."""
    return Counter(
        mark
        for place, text in texts()
        if place.parts[0] == "tests" and place.suffix == ".py" and place.name not in ITSELF
        for citation in citations(_below_the_title(text))
        for mark in citation.marks
    )


def _below_the_title(text: str) -> str:
    tree = ast.parse(text)
    title = tree.body[0].end_lineno if tree.body and ast.get_docstring(tree) is not None else 0
    return "\n".join(text.splitlines()[title:])


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("S0:128", "S0:128", "S0:128"),
        ("(AM-35)", "AM-35", "AM-35"),
        ("AM‑35", "AM-35", "AM-35"),
        ("S0:7–13", "S0:7", "S0:13"),
        ("S0:134…141", "S0:134", "S0:141"),
        ("AF-53 … AF-56", "AF-53", "AF-56"),
        ("MY-30 to MY-36", "MY-30", "MY-36"),
        ("MY-40…MY-50", "MY-40", "MY-50"),
        ("S4:58 to S4:61", "S4:58", "S4:61"),
        ("AF fact 3", "AF-fact-3", "AF-fact-3"),
        ("AM-65 to 90 seconds", "AM-65", "AM-65"),
    ],
)
def test_a_citation_is_read_in_every_way_in_which_it_is_written(text: str, first: str, last: str) -> None:
    assert [(one.first, one.last) for one in citations(text)] == [(first, last)]


def test_a_list_of_citations_is_as_many() -> None:
    assert [one.first for one in citations("S0:65, S0:69, AM-54: and AM-55 (S0:71).")] == [
        "S0:65",
        "S0:69",
        "AM-54",
        "AM-55",
        "S0:71",
    ]


def test_anything_that_only_looks_like_a_citation_is_none() -> None:
    assert list(citations("UTF-8, HMAC-256, XAM-3, 2020-11, S0, S12:3, AF-, RSVP-G-7x")) == []


def test_a_row_leads_somewhere_only_if_both_of_its_ends_do() -> None:
    (row,) = citations("S0:134…199")
    assert not row.resolves(frozenset({"S0:134", "S0:135"}))
    assert not Citation("AM-1…3", "AM-1", "AM-3").resolves(frozenset({"AM-1", "AM-3"}))


@pytest.mark.parametrize("book", books(), ids=lambda book: book.parent.name)
def test_rules_are_numbered_without_holes(book: Path) -> None:
    numbers = [rule.number for rule in rules(book)]
    assert numbers[0] == (1, 1)
    for before, after in pairwise(numbers):
        assert after in ((before[0], before[1] + 1), (before[0] + 1, 1))
    sections = [int(number) for number in re.findall(r"^## (\d+)\. ", book.read_text(), re.MULTILINE)]
    assert sections == sorted({section for section, _ in numbers})


@pytest.mark.parametrize("book", books(), ids=lambda book: book.parent.name)
def test_an_anchor_stands_where_its_mark_occurs_first(book: Path) -> None:
    seen: set[str] = set()
    for rule in rules(book):
        new = tuple(mark for mark in rule.marks if mark not in seen)
        assert rule.marks, rule.number
        assert rule.anchors == new, f"{book.parent.name} {rule.number}"
        seen.update(new)
    assert len(re.findall("<a ", book.read_text())) == len(seen), "an anchor stands nowhere but before a rule"


@pytest.mark.parametrize(("game", "letters"), LETTERS.items())
def test_a_book_has_the_marks_of_its_own_game(game: str, letters: tuple[str, str]) -> None:
    source, rulings = letters
    marks = [anchor for rule in rules(BOOKS / game / "RULES.md") for anchor in rule.anchors]
    assert [mark for mark in marks if not mark.startswith((f"{source}:", f"{rulings}-"))] == []


@pytest.mark.parametrize(("letters", "last"), RULINGS.items())
def test_every_ruling_is_in_a_book(letters: str, last: int) -> None:
    found = {int(mark.removeprefix(f"{letters}-")) for mark in ANCHORS if re.fullmatch(rf"{letters}-\d+", mark)}
    assert found == set(range(1, last + 1))


@pytest.mark.parametrize("game", GAMES)
def test_a_book_opens_with_how_to_play(game: str) -> None:
    headings = re.findall(r"^#+ .*", (BOOKS / game / "RULES.md").read_text(), re.MULTILINE)
    assert re.match(r"# The rules of ", headings[0])
    assert headings[1:3] == ["## How to play", "## The rules"]


def test_every_citation_leads_to_a_rule() -> None:
    """In code, tests, documents, decisions, schemas, recorded frames, golden files and phrases."""
    lost = [
        f"{place}: {cited.text}"
        for place, text in texts()
        if place.name not in ITSELF
        for cited in citations(text)
        if not cited.resolves(ANCHORS)
    ]
    assert lost == []


def test_a_citation_has_a_plain_hyphen() -> None:
    """So that one search finds all of them."""
    odd = [
        f"{place}: {cited.text}"
        for place, text in [*texts(), *((book, book.read_text()) for book in books())]
        if place.name not in ITSELF
        for cited in citations(text)
        if cited.first.startswith(("AF", "AM", "DD", "G", "MY"))
        and cited.text[len(cited.first.split("-")[0])] not in "- "
    ]
    assert odd == []


@pytest.mark.parametrize("game", GAMES)
def test_anything_that_a_game_refuses_by_stands_in_its_own_book_or_in_that_of_all_games(game: str) -> None:
    """Else the link of a refusal would lead to a page without that place."""
    served = {
        anchor
        for book in (BOOKS / game / "RULES.md", BOOKS / "RULES.md")
        for rule in rules(book)
        for anchor in rule.anchors
    }
    cited = {
        node.value
        for module in sorted((BOOKS / game).rglob("*.py"))
        for node in ast.walk(ast.parse(module.read_text()))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and [one.text for one in citations(node.value)] == [node.value]
    }
    assert len(cited) > 10
    assert cited - served == set()


def test_the_books_cite_only_what_is_in_them() -> None:
    lost = [
        f"{book.parent.name}: {cited.text}"
        for book in books()
        for cited in citations(book.read_text())
        if not cited.resolves(ANCHORS)
    ]
    assert lost == []


def test_every_rule_is_shown_by_a_test_that_cites_it(cited: Counter[str]) -> None:
    """Or says why none can: `not a rule of play: …`, which nothing but a remark about cardboard does."""
    silent = [
        f"{rule.book.parent.name} {rule.number[0]}.{rule.number[1]} {', '.join(rule.marks)}"
        for rule in ALL
        if not rule.note and not any(cited[mark] for mark in rule.marks)
    ]
    assert silent == []


def test_every_line_and_ruling_that_a_rule_carries_out_is_cited_by_a_test_too(cited: Counter[str]) -> None:
    """Where one rule carries out several, each of them; what has been published elsewhere only supports a rule."""
    marks = [mark for rule in ALL if not rule.note for mark in rule.anchors if "-fact-" not in mark]
    assert [mark for mark in marks if not cited[mark]] == []


def test_anything_that_no_test_shows_says_why_in_one_form() -> None:
    notes = [rule.note for rule in ALL if rule.note]
    assert [note for note in notes if not note.startswith(NOT_OF_PLAY) or len(note) < len(NOT_OF_PLAY) + 10] == []
    assert len(notes) <= 4, "few rules cannot be tested: rather write the test"
