"""Commands that are given a file of another kind say what it is not, and what it is; a byte order mark is skipped."""

import gzip
import json
import re
from collections.abc import Callable
from pathlib import Path

import click
import msgspec
import pytest
from click.testing import CliRunner, Result
from quarterdeck_client.commands.server_options import read_deck
from quarterdeck_protocol.encoding.file_kinds import MARK
from quarterdeck_server.__main__ import main
from signed_transcripts import KEYS, OURS, signed
from transcripts import Logbook

DEPLOY = Path(__file__).parents[2] / "deploy"


def _bound() -> bytes:
    """A short match whose seats have bound their entropy, signed by a server."""
    book = Logbook("density-deck", seats=2, binds=True)
    book.resign(0)
    return msgspec.json.encode(signed(book.transcript(), OURS))


TRANSCRIPT = _bound()
VIGIL = b"vigil\n"
KITES = (DEPLOY / "cards" / "kites.json").read_bytes()
PGN = b'[Event "Casual"]\n[White "Ann"]\n[Result "1-0"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n'
LICHESS = b'{"type":"gameFull","id":"abc"}\n{"type":"gameState","moves":"e2e4"}\n'

FOREIGN = {
    "empty": (b"", "empty"),
    "pgn": (PGN, "a chess game in PGN"),
    "ndjson": (LICHESS, "several JSON values, one a line"),
    "utf-16": (TRANSCRIPT.decode().encode("utf-16"), "text in UTF-16; save it as UTF-8"),
    "gzip": (gzip.compress(TRANSCRIPT), "a gzip archive"),
    "zip": (b"PK\x03\x04\x14\0\0\0\x08\0", "a ZIP archive"),
    "picture": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "a picture"),
    "backup": (b"quarterdeck-backup 1\n", "a backup of Quarterdeck"),
    "transcript": (TRANSCRIPT, "a transcript of a match"),
    "card set": (KITES, "a card set"),
    "deck": (b"4 alley-cat\n4 temple-guard\n", "a deck"),
}
"""Files, and what they are called."""

COMMANDS: dict[str, tuple[Callable[[Path], list[object]], str, str]] = {
    "verify": (lambda file: ["verify", file], "transcript", "not a transcript of a match"),
    "verify --keys": (lambda file: ["verify", file.parent / "own", "--keys", file], "", "not a list of public keys"),
    "verify --table": (lambda file: ["verify", file.parent / "own", "--table", file], "", "not a table of the lobby"),
    "replay": (lambda file: ["replay", file], "transcript", "not a transcript of a match"),
    "cards check": (lambda file: ["cards", "check", file.parent], "card set", "not a card set"),
    "deck check": (lambda file: ["deck", "check", "amiibart", file], "deck", "not a deck"),
    "restore": (lambda file: ["restore", file, "--data", file.parent / "store"], "backup", "not a backup"),
    "backup --check": (lambda file: ["backup", "--check", file], "backup", "not a backup"),
}
"""The arguments of commands that read a file, which of these files they can read, and what they say of all others."""

MACHINE = re.compile(r"Traceback|codec|malformed|[Ee]xpected `|truncated|Errno|\\x")
"""Words of the machine."""


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, list(map(str, arguments)))


@pytest.mark.parametrize(
    ("command", "name"),
    [(command, name) for command, (_, read, _) in COMMANDS.items() for name in FOREIGN if name != read],
)
def test_a_foreign_file_is_told_in_a_sentence(command: str, name: str, tmp_path: Path) -> None:
    arguments, _, no = COMMANDS[command]
    content, what = FOREIGN[name]
    file = tmp_path / "foreign.json"
    file.write_bytes(content)
    (tmp_path / "own").write_bytes(TRANSCRIPT)
    done = run(*arguments(file))
    said = done.output
    assert (done.exit_code not in (0, None), isinstance(done.exception, SystemExit)) == (True, True), said
    assert MACHINE.search(said) is None, said
    if (command, name) == ("deck check", "empty"):
        assert "This is empty: name a ready deck" in said
    else:
        assert re.search(f"{no}: it is {re.escape(what)}", said), said


def test_a_byte_order_mark_is_skipped_wherever_a_file_is_read(tmp_path: Path) -> None:
    opened = json.loads(json.loads(TRANSCRIPT)["entries"][0]["entry"])["cause"]
    places = [
        {"player": player, "ready": True, "entropy_hash": bound}
        for player, bound in zip(opened["players"], opened["entropy_hashes"], strict=True)
    ]
    table = {key: opened[key] for key in ("match", "game", "options", "time_limit", "rated")}
    more = {"id": "t", "commitment": json.loads(TRANSCRIPT)["commitment"], "stage": "revealing", "places": places}
    told = {**table, **more, "opened_at": 1, "changed": 7, "bound_rules": {"version": opened["rules"]}}
    contents = {
        "match.json": TRANSCRIPT,
        "keys.json": msgspec.json.encode(KEYS),
        "table.json": json.dumps(told).encode(),
        "deck.txt": VIGIL,
        "sets/kites.json": KITES,
    }
    (tmp_path / "sets").mkdir()
    for name, content in contents.items():
        (tmp_path / name).write_bytes(MARK + content)
    at = tmp_path.joinpath
    verified = run("verify", at("match.json"), "--keys", at("keys.json"), "--table", at("table.json"))
    assert (verified.exit_code, "signed   by the server" in verified.output) == (0, True), verified.output
    checked = run("deck", "check", "amiibart", at("deck.txt"))
    assert (checked.exit_code, checked.output.splitlines()[0]) == (0, "name   Vigil"), checked.output
    sets = run("cards", "check", at("sets"))
    assert (sets.exit_code, sets.output.startswith("amiibart KI")) == (0, True), sets.output
    seen = run("replay", at("match.json"))
    assert "`quarterdeck replay` needs a terminal" in seen.output


@pytest.mark.parametrize(
    ("arguments", "code", "what"),
    [
        (["account", "decks", "keep", "amiibart", "Mine"], 2, "a deck"),
        (["bots", "--game", "amiibart", "--deck"], 2, "a deck"),
        (["arena", "density-deck", "Engine", "random", "--external"], 1, "a token"),
    ],
)
def test_anything_that_else_is_read_from_files_is_read_in_the_same_way(
    arguments: list[str], code: int, what: str, tmp_path: Path
) -> None:
    file = tmp_path / "file.txt"
    file.write_bytes(gzip.compress(VIGIL))
    done = run(*arguments, f"Engine={file}" if what == "a token" else file)
    assert (done.exit_code, f"this is not {what}: it is a gzip archive" in done.output) == (code, True), done.output
    file.write_bytes(MARK + VIGIL)
    assert read_deck(click.Context(click.Command("bots")), click.Option(["--deck"]), str(file)) == VIGIL.decode()
