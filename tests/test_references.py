"""What a text of the repository points to is there: files, links, decisions."""

import ast
import os
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DECISIONS = ROOT / "server" / "decisions"

_LISTED = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True)
FILES = frozenset(name for name in _LISTED.stdout.split("\0") if name)
BUILT = ("protocol/schema", "protocol/published", "client/javascript/types")
"""Folders that are built and not kept in git; what a text names in them must be built."""

_BUILT_FILES = {path.relative_to(ROOT).as_posix() for folder in BUILT for path in (ROOT / folder).rglob("*.*")}
PLACES = {str(place) for name in FILES | _BUILT_FILES for place in (name, *Path(name).parents)}
ENDS = {place[at + 1 :] for place in PLACES for at, sign in enumerate(place) if sign == "/"}
"""Every end of such a path that begins with a whole name."""

_SUFFIXES = "json|lua|md|py|sh|toml|txt|yml"
_PATH = re.compile(rf"`([\w.-]+(?:/[\w.-]+)+/?|[\w-]+\.(?:{_SUFFIXES}))`")
_BARE = re.compile(rf"\b((?:client|deploy|protocol|server|tests)/[\w./-]+\.(?:{_SUFFIXES}))\b")
_BLOCK = re.compile(r"^```\w+ (\S+)$", re.MULTILINE)
"""A file that stands whole in a document."""

_LINK = re.compile(r"\]\(([^)#:\s]+)[^)]*\)")
_DECISION = re.compile(r"\b[Dd]ecisions? (\d+)")
_OUTSIDE = re.compile(r"\bDESIGN\b|\bshared/|\brulings\.md\b|\bsource\.(?:md|txt)\b")
"""The plan and the texts from which the house was built, which are not in it."""

NO_FILES = frozenset({"5/4/6", "text/html", "site.toml"})
"""What only looks like a path, or is a host's own."""

MADE = ("build/", ".venv/")
"""Where things lie that are made on each machine."""


@cache
def _texts() -> tuple[tuple[Path, str], ...]:
    """Return every document, and what every module says of itself and its parts."""
    return tuple(_read())


def _read() -> Iterator[tuple[Path, str]]:
    for name in sorted(FILES - {"tests/test_references.py"}):
        place = ROOT / name
        if place.suffix == ".md" and place.is_file():
            yield Path(name), place.read_text("utf-8")
        elif place.suffix == ".py" and place.is_file():
            yield Path(name), "\n".join(_docstrings(ast.parse(place.read_text("utf-8"))))


def _docstrings(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.value.value


def _is_there(document: Path, path: str) -> bool:
    """Whether a path leads somewhere: from the document, from the top, or as the end of one that is known."""
    path = path.rstrip("/")
    tried = {os.path.normpath(document.parent / path), path}
    return bool(tried & PLACES) or path in ENDS


def test_every_file_that_a_text_names_is_there() -> None:
    dead = [
        f"{document}: {path}"
        for document, text in _texts()
        for pattern in (_PATH, _BARE)
        for path in pattern.findall(text)
        if path not in NO_FILES and not path.startswith(MADE) and not _is_there(document, path)
        if path not in _BLOCK.findall(text)
    ]
    assert dead == []


def test_every_link_between_documents_leads_to_one() -> None:
    dead = [
        f"{document}: {link}"
        for document, text in _texts()
        if document.suffix == ".md"
        for link in _LINK.findall(text)
        if os.path.normpath(document.parent / link) not in PLACES
    ]
    assert dead == []


def test_no_text_sends_anybody_to_what_is_not_in_the_house() -> None:
    assert [f"{document}: {found}" for document, text in _texts() for found in _OUTSIDE.findall(text)] == []


def test_every_decision_that_a_text_names_has_a_page() -> None:
    pages = {int(page.name[:4]) for page in DECISIONS.glob("0*.md")}
    named = {(str(document), int(number)) for document, text in _texts() for number in _DECISION.findall(text)}
    assert sorted((document, number) for document, number in named if number not in pages) == []


_INDEXED = re.compile(r"\| \[(\d+)\]\(([\w-]+\.md)\) \| (.+)\. \| \S.* \|")
"""A row of the index: number, page, title, and words to search for."""


def test_the_index_has_every_decision_with_its_title() -> None:
    rows = _INDEXED.findall((DECISIONS / "README.md").read_text("utf-8"))
    pages = sorted(DECISIONS.glob("[0-9]*.md"))
    titles = [page.read_text("utf-8").splitlines()[0] for page in pages]
    assert [(page, f"# {number}. {title}") for number, page, title in rows] == [
        (page.name, title) for page, title in zip(pages, titles, strict=True)
    ]


def test_the_decisions_are_numbered_without_holes_and_the_index_is_in_their_order() -> None:
    numbers = [
        int(number) for number in re.findall(r"^\| \[(\d+)\]", (DECISIONS / "README.md").read_text("utf-8"), re.M)
    ]
    pages = sorted(DECISIONS.glob("[0-9]*.md"))
    assert numbers == [int(page.name[:4]) for page in pages] == list(range(1, len(pages) + 1))


_HEADINGS = ("Context", "Decision", "Reasons", "Consequences", "Alternatives", "Tests")


@pytest.mark.parametrize("page", sorted(DECISIONS.glob("[0-9]*.md")), ids=lambda page: page.name)
def test_a_decision_has_a_number_a_status_a_date_and_the_usual_headings(page: Path) -> None:
    title, _, status, *rest = page.read_text("utf-8").splitlines()
    assert title.startswith(f"# {int(page.name[:4])}. ")
    assert re.fullmatch(r"Status: (Proposed|Accepted|Superseded by \d+) · Date: \d{4}-\d\d-\d\d", status)
    headings = [line.removeprefix("## ") for line in rest if line.startswith("## ")]
    assert "Decision" in headings
    assert headings == [name for name in _HEADINGS if name in headings]
