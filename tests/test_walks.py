"""The walks through the code that a newcomer follows name only what is there: every file, class, function and word."""

import ast
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
WALKED = ROOT / "server" / "README.md"
KNOWN = (
    "client/javascript/src/",
    "client/quarterdeck_client/",
    "client/web/src/",
    "protocol/",
    "server/",
    "tests/games/",
)

_WALK = re.compile(r"^## (The life of .*?)\n(.*?)(?=^## )", re.MULTILINE | re.DOTALL)
_FRAME = re.compile(r"`\{[^`]*\}`|`on=[^`]*`", re.DOTALL)
"""A whole frame, or a piece of a card: no name of anything."""

_NAME = re.compile(r"`([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)`(?:\s+\((?:its step )?`([\w/.-]+\.(?:py|lua|js))`)?")
_STATION = re.compile(r"`([\w/-]+\.(?:py|lua|js))`(?=\s*(?:→|\.\s+A frame|\.\s+All paths))")
"""A file of the line that says which way a walk takes."""


def _walks() -> dict[str, str]:
    return {title: _FRAME.sub("", text) for title, text in _WALK.findall(WALKED.read_text("utf-8"))}


@cache
def _files() -> tuple[str, ...]:
    listed = subprocess.run(
        ["git", "ls-files", "*.py", "*.lua", "*.js"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    return tuple(path for path in listed.stdout.splitlines() if path.startswith(KNOWN))


def _found(path: str) -> list[str]:
    return [each for each in _files() if f"/{each}".endswith(f"/{path}")]


@cache
def _defined(path: str) -> frozenset[str]:
    """Return what a module defines: functions, classes, attributes, and in classes each with the class before it."""
    if path.endswith(".js"):
        return frozenset(_names_of_script((ROOT / path).read_text("utf-8")))
    if not path.endswith(".py"):
        return frozenset()
    return frozenset(_names(ast.parse((ROOT / path).read_text("utf-8")), ""))


_IN_SCRIPT = re.compile(
    r"^(?:export )?(?P<kind>class|(?:async )?function\*?|const|let) (?P<name>\w+)"
    r"|^  +(?:async |get |static )*(?:const )?#?(?P<inside>\w+)(?= ?[(=])",
    re.MULTILINE,
)
"""A definition of JavaScript: at the top of a module, or in a class or a function of it."""


def _names_of_script(text: str) -> Iterator[str]:
    outer = ""
    for found in _IN_SCRIPT.finditer(text):
        if found["name"] is not None:
            outer = found["name"]
            yield outer
        else:
            yield from (found["inside"], f"{outer}.{found['inside']}")


def _names(node: ast.AST, before: str) -> Iterator[str]:
    for each in ast.iter_child_nodes(node):
        match each:
            case ast.ClassDef(name=name):
                yield name
                yield from _names(each, f"{name}.")
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield from (name, before + name)
                yield from _names(each, before)
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield from (name, before + name)
            case ast.arg(arg=name) | ast.keyword(arg=str(name)):
                yield name
                yield from _names(each, before)
            case ast.Constant(value=str(word)) if word.isidentifier():
                yield word
            case _:
                yield from _names(each, before)


def _is_there(name: str, path: str) -> bool:
    """Whether a module defines this: that of the path if one is named, or that with which the name begins."""
    module, _, inside = name.partition(".")
    if inside and module.islower():
        return any(inside in _defined(place) for place in _found(f"{module}.py"))
    places = _found(path) if path.endswith((".py", ".js")) else _files()
    return any(name in _defined(place) for place in places)


def test_there_are_walks_of_an_action_a_ticket_a_cards_text_a_chat_line_and_a_click() -> None:
    assert set(_walks()) >= {
        "The life of one action",
        "The life of a ticket",
        "The life of a card's text",
        "The life of a chat line, and of a ban",
        "The life of a click",
    }


@pytest.mark.parametrize("walk", _walks())
def test_every_step_of_a_walk_names_what_is_there_and_where_it_says(walk: str) -> None:
    named = [(name, path) for name, path in _NAME.findall(_walks()[walk]) if not name.endswith((".py", ".lua", ".js"))]
    assert [f"{name} ({path})" for name, path in named if not _is_there(name, path)] == []


@pytest.mark.parametrize("walk", _walks())
def test_each_station_of_a_walk_is_one_file(walk: str) -> None:
    stations = _STATION.findall(_walks()[walk])
    assert [path for path in stations if not _found(path)] == []
    assert [path for path in stations if len([each for each in _found(path) if "quarterdeck_server" in each]) > 1] == []


def test_a_name_that_is_gone_is_noticed() -> None:
    assert not _is_there("MatchCommands.act_by_hand", "")
    assert not _is_there("MatchCommands.act_at_once", "web/connection.py")
    assert _is_there("MatchCommands.act_at_once", "web/commands/matches.py")
    assert _is_there("Store.change", "state/store.js")
    assert not _is_there("Store.alter", "state/store.js")
    assert not _is_there("act", "state/store.js")
