"""The repository has the folders that CONTRIBUTING's map shows, and nothing lies about beside them."""

import ast
import re
import subprocess
import tomllib
from collections import Counter
from graphlib import TopologicalSorter
from pathlib import Path

import grimp
from quarterdeck_games import GAMES

ROOT = Path(__file__).parent.parent
FOLDERS = {"client", "deploy", "protocol", "server", "tests"}
PACKAGES = (
    "quarterdeck_protocol",
    "quarterdeck_games",
    "quarterdeck_server",
    "quarterdeck_client",
    "quarterdeck_testing",
)
FILES = {"CHANGELOG.md", "LICENSE", "Makefile", "README.md", "docker-compose.yml", "pyproject.toml"}


def _tracked() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True)
    return [Path(name) for name in listed.stdout.split("\0") if name]


def test_nothing_but_the_folders_of_the_map_stands_at_the_top() -> None:
    tops = {path.parts[0] for path in _tracked() if not path.parts[0].startswith(".")}
    assert tops == FOLDERS | FILES


def test_the_packages_are_typed_for_whoever_imports_them() -> None:
    marked = {path.parent.name for path in _tracked() if path.name == "py.typed"}
    assert marked == set(PACKAGES)


MOST_MODULES = 20
"""How many modules a room has at most: a folder of more is one that nobody can picture."""

OTHER_BOUNDS = {
    "server/quarterdeck_games": 24,
    "server/quarterdeck_games/amfibido": 28,
    "server/quarterdeck_games/amiibart": 26,
    "server/quarterdeck_games/myacards": 30,
    "server/quarterdeck_server": 15,
    "server/quarterdeck_server/commands": 27,
    "server/quarterdeck_server/lobby/collection": 29,
    "server/quarterdeck_server/matches": 33,
}
"""Rooms with a bound of their own. Those above 20 are to shrink, and never grow."""


def test_a_room_has_no_more_modules_than_its_bound() -> None:
    modules = [path for path in _tracked() if path.suffix == ".py" and not path.stem.startswith("__")]
    rooms = Counter(path.parent.as_posix() for path in modules if path.parts[1:2] and path.parts[1] in PACKAGES)
    assert len(rooms) > 50
    bounds = {room: OTHER_BOUNDS.get(room, MOST_MODULES) for room in rooms}
    crowded = {room: number for room, number in rooms.items() if number > bounds[room]}
    assert crowded == {}, "make a room for some of them"
    roomy = {room for room, bound in OTHER_BOUNDS.items() if bound > MOST_MODULES and rooms[room] < bound}
    assert roomy == set(), "say so in `OTHER_BOUNDS`"


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Not even for types only: of two modules one can be understood without the other."""
    graph = grimp.build_graph(*PACKAGES, cache_dir=None)
    imported = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    assert sum(map(len, imported.values())) > 2_000
    TopologicalSorter(imported).prepare()


def test_the_tests_and_the_top_folders_are_no_packages() -> None:
    strays = [path for path in _tracked() if path.name == "__init__.py" and path.parts[0] == "tests"]
    strays += [path for path in _tracked() if path.name == "__init__.py" and len(path.parts) == 2]
    assert strays == []


def test_no_text_waits_to_be_written() -> None:
    texts = [path for path in _tracked() if path.suffix == ".md"]
    assert [path for path in texts if re.search(r"\b(FIGURES|TODO|MEASURED)\b", (ROOT / path).read_text())] == []


def test_no_merge_has_left_its_marks() -> None:
    marked = subprocess.run(["git", "grep", "-lE", "^(<{7}|>{7}) "], cwd=ROOT, capture_output=True, check=False)
    assert marked.stdout == b""


def test_the_glossary_explains_every_word_once() -> None:
    rows = [line for line in (ROOT / "server" / "GLOSSARY.md").read_text().splitlines() if line.startswith("| **")]
    words = [line.split("**")[1] for line in rows]
    assert len(words) == len(set(words)) >= 50


def test_the_front_page_is_short() -> None:
    text = (ROOT / "README.md").read_text()
    assert len(text.splitlines()) <= 110
    assert len(text.split()) <= 700


def test_the_page_of_figures_has_the_newest_ones_alone() -> None:
    """Each figure has a date. Older ones are in the history, and the reasons for a choice in its decision."""
    text = (ROOT / "server" / "BENCHMARKS.md").read_text()
    assert len(text.splitlines()) <= 120
    for section in text.split("\n## ")[1:]:
        assert re.search(r"\d+ \w+ 20\d\d", section), section.splitlines()[0]


def test_the_community_files_are_where_a_forge_looks_for_them() -> None:
    """GitHub and Forgejo read these names below `.github/`."""
    names = {"CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md", "pull_request_template.md"}
    assert names <= {path.name for path in _tracked() if path.parts[0] == ".github"}


def test_in_every_game_whose_cards_can_be_added_to_a_contract_keeps_the_rules_from_the_shipped_ones() -> None:
    """A rule that looks a card up in the shipped set fails at the first card of a host."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    protections = [each for each in contracts if each["type"] == "protected"]
    guarded = {module.split(".")[1] for contract in protections for module in contract["protected_modules"]}
    assert guarded == {name for name, game in GAMES.items() if game.catalogue is not None}
    for contract in protections:
        outside = {module.split(".")[-1] for module in contract["allowed_importers"]}
        assert outside <= {"rules", "sets", "cards"}, "who says which set there is, and nobody else"


MOST_IMPORTS = 0.084
"""The part of the lines of Python. Comparable projects have 0.7 to 4.9 %."""

NAMED = {
    "client/quarterdeck_client/client.py": "which types ship",
    "client/quarterdeck_client/commands/bots.py": "the default of an option",
    "client/quarterdeck_client/commands/play.py": "the default of an option",
    "client/quarterdeck_client/conformance/clients/client_check.py": "the default of an option",
    "client/quarterdeck_client/conformance/servers/playthrough.py": "which game is played for all other points",
    "client/quarterdeck_client/conformance/servers/redaction.py": "of these games it is known what is hidden",
    "client/quarterdeck_client/game_types.py": "which types ship",
    "client/quarterdeck_client/load.py": "the bench's own game",
    "client/quarterdeck_client/terminal/games/boards.py": "which boards ship",
    "client/quarterdeck_client/terminal/plan.py": "the default of an option",
    "server/quarterdeck_server/commands/bench.py": "the default of an option",
}
"""Where a program names a shipped game, beside its benches and what the documents are recorded from."""


def test_nothing_outside_the_games_asks_which_game_it_is() -> None:
    """What is done for a shipped game is done for one of others: a game brings it (`Game`, entry points)."""
    packages = {type(game).__module__.rpartition(".")[0] for game in GAMES.values()}
    named, imported = set(), set()
    for path in _tracked():
        name = path.as_posix()
        if path.suffix != ".py" or not name.startswith(("server/quarterdeck_server/", "client/quarterdeck_client/")):
            continue
        if name.startswith(("server/quarterdeck_server/evaluation/", "server/quarterdeck_server/docs_build/")):
            continue
        for node in ast.walk(ast.parse((ROOT / path).read_text("utf-8"))):
            if isinstance(node, ast.Constant) and node.value in GAMES:
                named.add(name)
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith(tuple(packages)):
                imported.add(name)
    assert named == set(NAMED)
    assert imported == set()


def test_the_product_measures_only_for_commands() -> None:
    """A bench that no command runs is the project's own, and stands in `tests/bench`, outside of the wheel."""
    graph = grimp.build_graph("quarterdeck_server", cache_dir=None)
    measuring = graph.find_descendants("quarterdeck_server.evaluation")
    assert len(measuring) >= 15
    served = graph.find_upstream_modules("quarterdeck_server.commands", as_package=True)
    rooms = {module.rpartition(".")[0] for module in measuring}
    assert measuring - served - rooms == set()


def test_few_lines_of_the_product_are_imports() -> None:
    """Many small files, and a line for each imported name, have their price. It was 8.9 % on 29 November 2026."""
    lines = imports = 0
    for path in _tracked():
        if path.suffix == ".py" and path.parts[0] in {"client", "protocol", "server"}:
            text = (ROOT / path).read_text("utf-8")
            found = [node for node in ast.parse(text).body if isinstance(node, ast.Import | ast.ImportFrom)]
            lines += len(text.splitlines())
            imports += sum((node.end_lineno or node.lineno) - node.lineno + 1 for node in found)
    assert imports / lines <= MOST_IMPORTS


def test_the_promises_come_with_a_plugin_wherever_the_server_is_installed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    (plugin,) = project["entry-points"]["pytest11"].values()
    assert (ROOT / "server" / Path(*plugin.split("."))).with_suffix(".py").is_file()
    assert {each.partition(">")[0] for each in project["optional-dependencies"]["testing"]} >= {"hypothesis", "pytest"}
