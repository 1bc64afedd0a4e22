"""The table of settings in `deploy/README.md`: each row is that of the declaration."""

from pathlib import Path

import pytest
from quarterdeck_server.docs_build.settings_table import BEGIN, END, README, renewed, row, write
from quarterdeck_server.settings import DECLARATIONS, FOR_WORKERS

TOP = Path(__file__).parents[2]


@pytest.mark.parametrize("name", [name for name in DECLARATIONS if name not in FOR_WORKERS])
def test_the_readme_has_the_row_of_each_setting(name: str) -> None:
    right = row(DECLARATIONS[name])
    assert right in (TOP / README).read_text(encoding="utf-8"), f"`make schema` writes this row:\n{right}"


def test_the_table_has_nothing_else() -> None:
    readme = (TOP / README).read_text(encoding="utf-8")
    assert renewed(readme) == readme, "`make schema` writes the table"


def test_a_row_has_variable_default_right_values_and_words() -> None:
    assert row(DECLARATIONS["drain"]) == (
        "| `QUARTERDECK_DRAIN` | `0` | a number of seconds from 0 to 600 | Time after SIGTERM in which clients are"
        " asked one after the other to reconnect elsewhere. New clients are refused meanwhile. |\n"
    )


def test_the_table_is_written_where_it_differs(tmp_path: Path) -> None:
    (tmp_path / "deploy").mkdir()
    (tmp_path / README).write_text(f"before\n{BEGIN}old\n{END}after\n")
    assert write(tmp_path) == [README]
    written = (tmp_path / README).read_text()
    assert written.startswith(f"before\n{BEGIN}| variable |")
    assert written.endswith(f"|\n{END}after\n")
    assert write(tmp_path) == []


def test_a_readme_without_a_place_for_the_table_is_refused() -> None:
    with pytest.raises(ValueError, match=r"deploy/README\.md must contain the place"):
        renewed("no table")
