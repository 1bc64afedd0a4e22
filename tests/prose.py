"""How plainly docstrings and documents read, as counts of one kind of clause and of words in a sentence.

A clause with who, what or whether in the place of a noun is this project's commonest riddle ("Who is told later"). Six
comparable projects have 0.4 to 2.9 of them in 1,000 words of docstrings. The measure is a smoke detector: what counts
is a text that a stranger understands at first reading.
"""

import ast
import re
import statistics
import subprocess
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
_CLAUSE = re.compile(r"\b(?:who|whoever|what|whatever|whom|whose|whether)\b", re.IGNORECASE)
_OPENING = re.compile(r"(?:Who|Whoever|What|Whatever|Whose|Whom|Whether|How|Where)\b(?![^.?]*\?)")
_NOT_MEASURED = re.compile(r"(^|/)(RULES|CHANGELOG)\.md$|\.de\.md$")
"""Rule books quote their sources, a changelog its words; German has other clauses."""

LEAST_WORDS = 150
"""Documents with fewer words are not measured."""


def tracked(suffix: str) -> list[str]:
    """Return the names of all files in git with this suffix."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True)
    return [name for name in listed.stdout.split("\0") if name.endswith(suffix) and (ROOT / name).is_file()]


def docstrings() -> Iterator[tuple[str, str]]:
    """Yield file and text of each docstring of the product."""
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    for name in tracked(".py"):
        if not name.startswith("tests/"):
            for node in ast.walk(ast.parse((ROOT / name).read_text("utf-8"))):
                if isinstance(node, kinds) and (text := ast.get_docstring(node)):
                    yield name, text


_COMMENT = re.compile(r"/\*\*(.*?)\*/|((?:^[ \t]*//[^\n]*\n)+)", re.DOTALL | re.MULTILINE)
_TAG = re.compile(r"(?:^|\s)@(?:param|property|returns|typedef|type|template|import|deprecated|example|override)\b")


def comments_of_scripts() -> Iterator[tuple[str, str]]:
    """Yield file and description of each comment of the product's JavaScript, without its tags."""
    for name in tracked(".js"):
        if name.startswith(("client/javascript/src/", "client/web/src/")):
            for block, lines in _COMMENT.findall((ROOT / name).read_text("utf-8")):
                text = re.sub(r"^[ \t]*(?:\*|//)[ \t]?", "", block or lines, flags=re.MULTILINE)
                if description := _TAG.split(text)[0].strip():
                    yield name, description


def documents() -> Iterator[tuple[str, str]]:
    """Yield file and prose of each document: without code, tables and HTML."""
    for name in tracked(".md"):
        if not _NOT_MEASURED.search(name):
            text = re.sub(r"```.*?```", "", (ROOT / name).read_text("utf-8"), flags=re.DOTALL)
            yield name, re.sub(r"^\s*(?:\||<).*$", "", text, flags=re.MULTILINE)


def has_clause(text: str) -> bool:
    """True if a text has such a clause, or opens with one."""
    return _CLAUSE.search(text) is not None or opens_with_clause(text)


def opens_with_clause(text: str) -> bool:
    """True if a text opens with such a clause and is no question."""
    return _OPENING.match(text) is not None


def clauses_per_thousand(text: str) -> float:
    """Return the number of such clauses in 1,000 words."""
    return 1000 * len(_CLAUSE.findall(text)) / max(1, len(re.findall(r"[A-Za-z'’]+", text)))


def median_sentence(text: str) -> float:
    """Return the number of words of a sentence in the median."""
    sentences = re.split(r"(?<=[.!?])\s+|\n\s*\n|\n\s*[-*#] ", text)
    return statistics.median([len(each.split()) for each in sentences if len(each.split()) > 3] or [0])


def names_of_tests() -> Iterator[tuple[str, str]]:
    """Yield file and name of each test."""
    for name in tracked(".py"):
        if name.startswith(("tests/", "server/quarterdeck_testing/")):
            for node in ast.walk(ast.parse((ROOT / name).read_text("utf-8"))):
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                    yield name, node.name


_NAME_OPENING = re.compile(r"test_(?:who|whoever|what|whatever|whose|whom|whether|how|where)_")
_NAME_RIDDLE = re.compile(
    r"_(?:who|whoever|whom|whose|what|whatever|whether|nobody|everybody|somebody|anew|told|heard)(?:_|$)"
)


def opens_without_agent(name: str) -> bool:
    """True if the name of a test opens with a clause in the place of its subject."""
    return _NAME_OPENING.match(name) is not None


def is_riddle(name: str) -> bool:
    """True if the name of a test has such a clause, an unnamed agent or a word of our own."""
    return _NAME_RIDDLE.search(name) is not None
