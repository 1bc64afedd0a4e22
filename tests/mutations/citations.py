"""Citations of rules: a mark of a rule book, the tests that cite it, and the places of the product that carry it out.

A test cites what stands anywhere in it, its decorators and comments among them, and what stands in a value, a class or
another function of its file that it names. A place is the function, or the value outside of functions, that cites the
mark in the game's own modules.
"""

import ast
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rule_books import BOOKS, GAMES, ROOT, Rule, citations, rules

Functions = (ast.FunctionDef, ast.AsyncFunctionDef)
PROTOCOL = ROOT / "protocol" / "quarterdeck_protocol" / "games"


@dataclass(frozen=True, slots=True)
class Place:
    """Lines of a module."""

    path: Path
    lines: range


@dataclass(frozen=True, slots=True)
class CitedRule:
    """A mark that tests cite."""

    mark: str
    game: str
    rule: Rule
    tests: Sequence[str]
    """As pytest calls them, without parameters."""

    def places(self) -> list[Place]:
        """Return where the game cites the mark or, where it does not, another mark of the same rule."""
        modules = modules_of(self.game)
        found = [place for module in modules for place in _places_in(module, {self.mark})]
        return found or [place for module in modules for place in _places_in(module, set(self.rule.marks))]


def cited_rules(game: str) -> list[CitedRule]:
    """Return every mark of a game's rules that can be shown and that tests cite, in the order of the book."""
    tests = _tests_by_mark()
    book = [rule for rule in rules(BOOKS / game / "RULES.md") if not rule.note]
    marks = [(mark, rule) for rule in book for mark in rule.anchors if "-fact-" not in mark]
    return [CitedRule(mark, game, rule, tests[mark]) for mark, rule in marks if mark in tests]


def drawn(each: int, seed: int) -> list[CitedRule]:
    """Return so many citations of each game: the same ones for the same seed, whatever rules are added."""
    by_lot = {game: sorted(cited_rules(game), key=lambda one: _lot(one, seed)) for game in GAMES}
    return [one for game in GAMES for one in by_lot[game][:each]]


def _lot(cited: CitedRule, seed: int) -> float:
    return random.Random(f"{seed} {cited.mark}").random()


def modules_of(game: str) -> list[Path]:
    """Return the modules that play a game, and that of its messages."""
    return [*sorted((BOOKS / game).rglob("*.py")), PROTOCOL / f"{game}.py"]


@cache
def _tests_by_mark() -> dict[str, list[str]]:
    """Return the tests that cite each mark: those beside the games, and others only where there are none."""
    near, far = dict[str, list[str]](), dict[str, list[str]]()
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        if path.name != "test_rule_books.py":
            found = near if (ROOT / "tests" / "games") in path.parents else far
            for test, marks in _tests_in(path):
                for mark in marks:
                    found.setdefault(mark, []).append(test)
    return far | near


def _tests_in(path: Path) -> Iterator[tuple[str, set[str]]]:
    text = path.read_text()
    if not _marks(text):
        return
    lines, tree = text.splitlines(), ast.parse(text)
    others = {
        name: _marks("\n".join(lines[_first(node) - 1 : node.end_lineno]))
        for node in tree.body
        for name in _names_of(node)
        if not name.startswith("test_")
    }
    for prefix, node in _tests(tree, str(path.relative_to(ROOT))):
        marks = _marks("\n".join(lines[_first(node) - 1 : node.end_lineno]))
        for name in {each.id for each in ast.walk(node) if isinstance(each, ast.Name)} & others.keys():
            marks |= others[name]
        if marks:
            yield f"{prefix}::{node.name}", marks


def _tests(
    tree: ast.Module | ast.ClassDef, prefix: str
) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield from _tests(node, f"{prefix}::{node.name}")
        elif isinstance(node, Functions) and node.name.startswith("test_"):
            yield prefix, node


def _names_of(node: ast.stmt) -> list[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
        case ast.Assign(targets=targets):
            return [each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name)]
        case ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
        case _:
            return []


def _first(node: ast.stmt) -> int:
    decorators = node.decorator_list if isinstance(node, (*Functions, ast.ClassDef)) else []
    return min([node.lineno, *(each.lineno for each in decorators)])


def _marks(text: str) -> set[str]:
    return {mark for each in citations(text) for mark in each.marks}


def _places_in(path: Path, marks: set[str]) -> list[Place]:
    text = path.read_text()
    if not marks & _marks(text):
        return []
    tree = ast.parse(text)
    cited = {number for number, line in enumerate(text.splitlines(), 1) if marks & _marks(line)}
    found = dict[range, None]()
    for line in sorted(cited):
        lines = _place_of(tree, line)
        if lines is not None:
            found[lines] = None
    return [Place(path, lines) for lines in found]


def _place_of(tree: ast.Module, line: int) -> range | None:
    """Return the innermost function around a line, else the value that it is said of, else the class around it."""
    around: ast.Module | ast.ClassDef = tree
    while True:
        at = next((n for n, each in enumerate(around.body) if line <= (each.end_lineno or 0)), None)
        if at is None:
            return None
        node = around.body[at]
        if not isinstance(node, ast.ClassDef) or line < _first(node):
            break
        around = node
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):  # a docstring: of what stands before it
        if at:
            node = around.body[at - 1]
        elif isinstance(around, ast.Module):
            return None
        else:
            return range(_first(around), (around.end_lineno or 0) + 1)
    return range(_first(node), (node.end_lineno or 0) + 1)
