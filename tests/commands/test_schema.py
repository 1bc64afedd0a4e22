"""`quarterdeck schema --write`: all schemas into a folder, or the files of a checkout."""

from pathlib import Path

from click.testing import CliRunner
from quarterdeck_server.__main__ import main
from quarterdeck_server.docs_build.files import PROTOCOL, PUBLISHED, SCHEMA


def _written(*words: str) -> tuple[int, str]:
    ended = CliRunner().invoke(main, ["schema", *words])
    return ended.exit_code, ended.output


def test_all_schemas_and_documents_are_written_into_a_folder_as_they_are_served(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "schemas"
    code, said = _written("--write", str(folder))
    there = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.json")}
    built = {path.relative_to(PROTOCOL / SCHEMA).as_posix(): path for path in (PROTOCOL / SCHEMA).rglob("*.json")}
    built |= {name: PROTOCOL / PUBLISHED / name for name in ("openapi.json", "asyncapi.json")}
    assert code == 0
    assert there == {name: path.read_bytes() for name, path in built.items()}
    assert set(said.split()) == {str(folder / name) for name in there}
    assert len(there) >= 29


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    code, said = _written("--write", str(tmp_path / "taken"))
    assert code == 1
    assert f"The schemas cannot be written into {tmp_path / 'taken'}: " in said


def test_freezing_is_for_a_checkout_alone(tmp_path: Path) -> None:
    code, said = _written("--freeze", "--write", str(tmp_path))
    assert code == 1
    assert "--freeze changes `protocol/` of a checkout" in said
    assert list(tmp_path.iterdir()) == []
