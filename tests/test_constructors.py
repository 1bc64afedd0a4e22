"""Constructors take at most eight parameters. What belongs together is one value: a frozen struct with a name.

Records are exempt, because they are data: each value in them has its name where it is made. These are msgspec structs
(messages, documents, settings), named tuples, and the dataclasses of `RECORDS`.
"""

import ast
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGES = (
    "client/quarterdeck_client/",
    "protocol/quarterdeck_protocol/",
    "server/quarterdeck_games/",
    "server/quarterdeck_server/",
    "server/quarterdeck_testing/",
)
MOST = 8

RECORDS = {
    "quarterdeck_games/deck_support.py DeckSupport": "what a game says of its decks",
    "quarterdeck_server/services/foundation.py Foundation": "what the parts of a process share; made in one place",
    "quarterdeck_server/services/server_parts.py ServerParts": "the parts of a process; made in one place",
    "quarterdeck_server/telemetry/queues.py Queued": "the queues of a process, for their gauges",
    "quarterdeck_server/web/connection_services.py Services": "the services of a process; made in one place",
    "quarterdeck_testing/world.py World": "what tests must know of a game",
}
"""Dataclasses that are data: where each is, and what it has."""


@cache
def _classes() -> tuple[tuple[str, ast.ClassDef], ...]:
    return tuple(_parsed())


def _parsed() -> Iterator[tuple[str, ast.ClassDef]]:
    listed = subprocess.run(["git", "ls-files", "*.py"], cwd=ROOT, check=True, capture_output=True, text=True)
    for path in listed.stdout.splitlines():
        if path.startswith(PACKAGES):
            for node in ast.walk(ast.parse((ROOT / path).read_text("utf-8"))):
                if isinstance(node, ast.ClassDef):
                    yield f"{path.partition('/')[2]} {node.name}", node


def _parameters(node: ast.ClassDef) -> int:
    """Return the number of parameters that a class is made with, without `self`; 0 if none are written in it."""
    for each in node.body:
        if isinstance(each, ast.FunctionDef) and each.name == "__init__":
            arguments = each.args
            return len([*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]) - 1
    if any("dataclass" in ast.unparse(decorator) for decorator in node.decorator_list):
        return sum(isinstance(each, ast.AnnAssign) for each in node.body)
    return 0


def test_a_constructor_has_at_most_eight_parameters() -> None:
    found = {name: _parameters(node) for name, node in _classes()}
    assert len(found) > 1_000
    assert {name: number for name, number in found.items() if number > MOST and name not in RECORDS} == {}


def test_every_exempt_record_is_there_and_has_no_constructor_of_its_own() -> None:
    found = {name: node for name, node in _classes() if name in RECORDS}
    assert set(found) == set(RECORDS)
    for node in found.values():
        assert not any(isinstance(each, ast.FunctionDef) and each.name == "__init__" for each in node.body)
        assert _parameters(node) > MOST, "it needs no exemption any more"
