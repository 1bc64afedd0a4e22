"""How the program says that it can be started once more."""

import shutil
from importlib.metadata import version
from pathlib import Path

import pytest
from quarterdeck_server.program import program, revision, version_text


def test_a_module_is_started_as_a_module() -> None:
    typed = ["python3.11", "-m", "quarterdeck_server", "serve"]
    assert program(typed, "/lib/quarterdeck_server/__main__.py") == "python3.11 -m quarterdeck_server"


def test_a_script_is_started_where_it_is() -> None:
    assert program(["python", ".venv/bin/quarterdeck"], ".venv/bin/quarterdeck") == ".venv/bin/quarterdeck"
    assert program(["python", "my house/quarterdeck"], "my house/quarterdeck") == "'my house/quarterdeck'"


def test_anything_that_is_found_by_its_name_is_started_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "quarterdeck"
    script.touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert shutil.which("quarterdeck") == str(script)
    assert program(["python", str(script)], str(script)) == "quarterdeck"


def test_the_version_names_the_revision_of_a_build(tmp_path: Path) -> None:
    file = tmp_path / "revision.txt"
    assert version_text(file) == f"quarterdeck, version {version('quarterdeck')}"
    file.write_text("1a2b3c\n")
    assert revision(file) == "1a2b3c"
    assert version_text(file) == f"quarterdeck, version {version('quarterdeck')} (revision 1a2b3c)"
