"""Texts of strangers: what is taken out of them, what stays, and that no command and no screen goes another way."""

import ast
import unicodedata
from pathlib import Path

import msgspec
import pytest
import quarterdeck_client
import quarterdeck_server
from quarterdeck_protocol.safe_text import MARK, safe, safe_json
from rich.cells import cell_len

SEEN_OR_NEEDED = "".join(map(chr, (0xAD, 0x200C, 0x200D, *range(0x1BCA0, 0x1BCA4), *range(0x1D173, 0x1D17B))))
"""Hyphens, joiners, signs of shorthand and of music: they turn and obey nothing."""

EVERYTHING = [chr(each) for each in range(0x110000)]
CLIENT, SERVER = (Path(each.__file__ or "").parent for each in (quarterdeck_client, quarterdeck_server))
COMMANDS = sorted([*(CLIENT / "commands").glob("*.py"), *(SERVER / "commands").glob("*.py")])
SCREENS = sorted((CLIENT / "terminal").rglob("*.py"))


def test_every_control_character_and_every_mark_of_direction_is_taken_out() -> None:
    harmful = [
        each
        for each in EVERYTHING
        if unicodedata.category(each) in ("Cc", "Cs", "Zl", "Zp")
        or unicodedata.bidirectional(each) in ("LRE", "RLE", "PDF", "LRO", "RLO", "LRI", "RLI", "FSI", "PDI", "BN")
        or each in "\u200e\u200f\u061c"
    ]
    harmless = [each for each in harmful if safe(each) == each and unicodedata.category(each) != "Cn"]
    assert "".join(harmless) == SEEN_OR_NEEDED


def test_anything_that_is_taken_out_has_no_width_so_that_a_screen_stays_as_it_was_laid_out() -> None:
    halves = range(0xD800, 0xE000)  # which no message can hold
    taken_out = [each for each in EVERYTHING if safe(each) != each and ord(each) not in halves]
    assert [hex(ord(each)) for each in taken_out if cell_len("a" + each) != 1] == []


@pytest.mark.parametrize(
    "text", ["Ada", "Zoë", "Šárka", "نیم\u200cفاصله", "שלום", "👩\u200d🚀", "漢字", "❤\ufe0f", "[bold]x[/]"]
)
def test_anything_that_people_write_stays_as_it_is(text: str) -> None:
    assert safe(text) == text


def test_a_line_stays_one_line() -> None:
    assert safe("a\r\nb\tc\x85d\u2028e") == f"a{MARK}{MARK}b{MARK}c{MARK}d{MARK}e"


def test_json_says_the_same_and_is_harmless() -> None:
    said = {"name": "\x1b[32m\x9b1m\u202e\x7f\U000e0041\n", "lines": ["é", "👩\u200d🚀"]}
    written = safe_json(msgspec.json.format(msgspec.json.encode(said)))
    assert msgspec.json.decode(written) == said
    assert all(safe(line) == line for line in written.split("\n"))


@pytest.mark.parametrize("path", COMMANDS, ids=lambda path: f"{path.parent.parent.name}.{path.stem}")
def test_no_command_prints_but_through_the_one_way(path: Path) -> None:
    calls = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)]
    said = {ast.unparse(call.func) for call in calls}
    allowed = {"click.echo"} if path.stem == "output" else set()
    assert said & {"click.echo", "click.secho", "print", "click.ClickException", "sys.stdout.write"} == allowed


@pytest.mark.parametrize("path", SCREENS, ids=lambda path: path.stem)
def test_no_screen_has_texts_with_markup(path: Path) -> None:
    imports = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ImportFrom)]
    taken = {each.name for node in imports if node.module == "textual.widgets" for each in node.names}
    assert taken <= {"Input", "RichLog"}
    assert "from_markup" not in path.read_text()
