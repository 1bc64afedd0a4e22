"""Identifiers use standard terms. A banned word has a better one, and the number of definitions with it may only fall.

A definition is a class, a function, an argument, an attribute or a field in the Python and JavaScript of the product.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator

import pytest
from prose import ROOT, tracked

BANNED = {
    "anew": "again",
    "anybody": "the agent: a player, a viewer, a client",
    "dear": "expensive",
    "everybody": "all, or the agents: players, viewers",
    "hear": "receive",
    "heard": "received",
    "look": "read, check, refresh or show",
    "nobody": "none",
    "somebody": "the agent: a player, a viewer, a client",
    "speak": "the act: chat, notify, print",
    "talk": "chat",
    "talking": "chat",
    "tell": "notify, send or show",
    "told": "notified, sent, visible",
    "whether": "a predicate: is_…, has_…",
    "who": "the role: identity, recipient, holder, target",
    "whoever": "the agent: a player, a viewer, a client",
    "whom": "the role: player, recipient, target",
}
"""Banned words, each with what to write."""

LEFT: dict[str, int] = {
    "anybody": 1,
    "everybody": 2,
    "heard": 1,
    "look": 6,
    "speak": 1,
    "talk": 6,
    "told": 9,
    "who": 71,
    "whom": 3,
}
"""Definitions that still have a banned word. These numbers may only fall."""

_JAVASCRIPT = re.compile(
    r"(?:\bfunction\*?\s+|\bclass\s+|^\s+(?:static\s+|async\s+|get\s+|set\s+|\*)*)(#?[A-Za-z_]\w*)\s*(?:\(.*\{$|=|;$|\{$)",
    re.MULTILINE,
)
_KEYWORDS = {"if", "for", "while", "switch", "catch", "return", "else", "do", "try", "await", "const", "let", "super"}


def words_of(identifier: str) -> set[str]:
    """Return the words of an identifier in snake case, camel case or capitals."""
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", identifier)}


def python_definitions(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.arg(arg=name) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield name
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield name
            case _:
                pass


def javascript_definitions(source: str) -> Iterator[str]:
    return (name for name in _JAVASCRIPT.findall(source) if name not in _KEYWORDS)


def banned_in(names: Iterator[str]) -> Counter[str]:
    return Counter(word for name in names for word in words_of(name) & BANNED.keys())


@pytest.fixture(scope="module")
def found() -> Counter[str]:
    total: Counter[str] = Counter()
    for name in tracked(".py"):
        if not name.startswith("tests/"):
            total += banned_in(python_definitions((ROOT / name).read_text("utf-8")))
    for name in tracked(".js"):
        if name.startswith(("client/javascript/src/", "client/web/src/")):
            total += banned_in(javascript_definitions((ROOT / name).read_text("utf-8")))
    return total


@pytest.mark.parametrize("word", BANNED)
def test_no_new_definition_has_a_banned_word(found: Counter[str], word: str) -> None:
    assert found[word] <= LEFT.get(word, 0), f"an identifier with `{word}` is new; write {BANNED[word]}"


@pytest.mark.parametrize("word", LEFT)
def test_the_allowance_falls_with_the_number_of_definitions(found: Counter[str], word: str) -> None:
    assert LEFT[word] - found[word] <= 2, f"lower the allowance of `{word}` to {found[word]}"


def test_definitions_are_found_in_both_languages() -> None:
    python = "class Talk:\n    heard: int\n    def tell(self, whom):\n        self._told = whom\n"
    assert banned_in(python_definitions(python)) == {"talk": 1, "heard": 1, "tell": 1, "whom": 1, "told": 1}
    javascript = "export class Talk {\n  #heard = 1;\n  async tell(a) {\n  }\n}\nfunction lookAt(a) {\n}\n"
    assert banned_in(javascript_definitions(javascript)) == {"talk": 1, "heard": 1, "tell": 1, "look": 1}
    assert words_of("_BeganAnew") == {"began", "anew"}
    assert words_of("MOST_UNHEARD") == {"most", "unheard"}
