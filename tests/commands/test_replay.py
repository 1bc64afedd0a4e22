"""`quarterdeck replay`: what it shows is a file, an address or a match of a server, and what it says if it is none."""

from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner
from quarterdeck_client.replays import ServerReplays
from quarterdeck_protocol.names import Seat
from quarterdeck_server.__main__ import main
from quarterdeck_server.commands.replay import source_of
from quarterdeck_server.verification.transcript_replays import TranscriptReplays
from transcripts import relinked, tiny, with_text


def said(*arguments: object) -> str:
    done = CliRunner().invoke(main, ["replay", *map(str, arguments)])
    assert done.exit_code == 1
    return done.output


async def test_a_file_is_seen_again_without_a_server(tmp_path: Path) -> None:
    file = tmp_path / "m-1.transcript.json"
    file.write_bytes(msgspec.json.encode(tiny()))
    source = source_of(str(file), "nowhere", None, None, None, None)
    assert isinstance(source, TranscriptReplays)
    assert (await source.replay(Seat(1))).seat == 1


def test_anything_that_is_no_file_and_no_address_is_a_match_of_a_server(tmp_path: Path) -> None:
    source = source_of("da737907ad0ec9943f311873", "http://127.0.0.1:8765", None, tmp_path / "tokens", None, None)
    assert isinstance(source, ServerReplays)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"{", "this match cannot be replayed: "),
        (b"[]", "expected an object, got an array"),
        (msgspec.json.encode(with_text(tiny(), 2, '"seat":', '"seat": ')), "This transcript is damaged"),
        (msgspec.json.encode(relinked(with_text(tiny(), 1, '"rules":1', '"rules":7'))), "version 7 of the rules"),
    ],
)
def test_a_file_that_is_no_transcript_is_refused_in_a_sentence(tmp_path: Path, content: bytes, words: str) -> None:
    file = tmp_path / "m.json"
    file.write_bytes(content)
    assert words in said(file)


def test_a_file_that_is_not_there_is_not_asked_for_on_a_server(tmp_path: Path) -> None:
    assert "is neither a file nor the id of a match" in said(tmp_path / "m.transcript.json")
    assert "is neither a file nor the id of a match" in said("m.transcript.json")


def test_an_address_where_nobody_answers_is_said() -> None:
    assert "this match cannot be replayed: http://127.0.0.1:9/v1/matches/m: " in said("http://127.0.0.1:9/v1/matches/m")


def test_it_takes_a_terminal() -> None:
    assert "needs a terminal" in said("da737907ad0ec9943f311873")
