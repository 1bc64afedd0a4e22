"""The house has the rooms that the README's map shows, and nothing lies about beside them."""

import re
import subprocess
from pathlib import Path

HOUSE = Path(__file__).parent.parent
ROOMS = {"client", "deploy", "protocol", "server", "tests"}
PAPERS = {"LICENSE", "Makefile", "README.md", "docker-compose.yml", "pyproject.toml"}


def _tracked() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=HOUSE, check=True, capture_output=True, text=True)
    return [Path(name) for name in listed.stdout.split("\0") if name]


def test_nothing_but_the_rooms_of_the_map_stands_at_the_top() -> None:
    tops = {path.parts[0] for path in _tracked() if not path.parts[0].startswith(".")}
    assert tops == ROOMS | PAPERS


def test_the_four_packages_are_typed_for_whoever_imports_them() -> None:
    marked = {path.parent.name for path in _tracked() if path.name == "py.typed"}
    assert marked == {"quarterdeck_protocol", "quarterdeck_games", "quarterdeck_server", "quarterdeck_client"}


def test_the_tests_and_the_top_folders_are_no_packages() -> None:
    strays = [path for path in _tracked() if path.name == "__init__.py" and path.parts[0] == "tests"]
    strays += [path for path in _tracked() if path.name == "__init__.py" and len(path.parts) == 2]
    assert strays == []


def test_no_text_waits_to_be_written() -> None:
    texts = [path for path in _tracked() if path.suffix == ".md"]
    assert [path for path in texts if re.search(r"\b(FIGURES|TODO|MEASURED)\b", (HOUSE / path).read_text())] == []


def test_the_readme_explains_every_word_of_the_glossary_once() -> None:
    rows = [line for line in (HOUSE / "README.md").read_text().splitlines() if line.startswith("| **")]
    words = [line.split("**")[1] for line in rows]
    assert len(words) == len(set(words)) >= 18
