"""`quarterdeck verify`: what it says, and how it ends."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result
from quarterdeck_protocol.messages import Refused
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.__main__ import main
from transcripts import density_deck, relinked, tiny, with_text

DECK = density_deck()
WRITTEN = msgspec.json.encode(DECK)
SHUFFLES = sum(
    stored.entry.count('"type":"dealt"') + stored.entry.count('"type":"reshuffled"') for stored in DECK.entries
)
OTHER = "0" * 64


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "match.json"
    path.write_bytes(WRITTEN)
    return path


def verify(*arguments: object, given: bytes | None = None) -> Result:
    return CliRunner().invoke(main, ["verify", *map(str, arguments)], input=given)


def test_a_match_that_follows_ends_with_0_and_says_what_was_checked(file: Path) -> None:
    done = verify(file)
    assert done.exit_code == 0
    assert done.output.startswith("Everything follows: match m-1, density-deck (rules 2), 3 seats.")
    assert f"entries  {len(DECK.entries)}, each linked" in done.output
    assert f"shuffles: {SHUFFLES}, other draws: 1;" in done.output
    assert f"{DECK.result.places[0]}. Ada (seat 0)" in done.output
    assert "Without notes of yours" in done.output


def test_it_says_how_many_notes_it_agrees_with(file: Path) -> None:
    link = f"7:{DECK.entries[6].link}"
    more = ("--link", f"1:{DECK.entries[0].link}", "--entropy", "1:entropy 1")
    done = verify(file, "--commitment", DECK.commitment.upper(), "--link", link, *more)
    assert done.exit_code == 0
    assert "it agrees with all 4 of yours" in done.output


def test_a_match_that_does_not_follow_ends_with_1_and_says_where(tmp_path: Path) -> None:
    forged = with_text(DECK, 7, '"events":[', '"events": [')
    path = tmp_path / "forged.json"
    path.write_bytes(msgspec.json.encode(forged))
    done = verify(path)
    assert done.exit_code == 1
    assert done.output.startswith("It does not follow. Entry 7: link does not follow")
    path.write_bytes(msgspec.json.encode(relinked(with_text(DECK, 1, '"power":1}', '"power":2}'))))
    done = verify(path)
    assert done.exit_code == 1
    assert done.output.startswith("It does not follow. Entry 1: the rules give other events: event 1 is {")


@pytest.mark.parametrize(
    ("note", "says"),
    [
        (("--commitment", OTHER), "You had noted another commitment"),
        (("--link", f"7:{OTHER}"), "Entry 7: you had noted another link"),
        (("--link", f"700:{OTHER}"), "You had noted a link at version 700"),
        (("--entropy", "1:mine"), "Entry 1: seat 1 had given another entropy than was used"),
    ],
)
def test_a_match_that_is_not_the_one_that_was_noted_ends_with_1(file: Path, note: tuple[str, str], says: str) -> None:
    done = verify(file, *note)
    assert done.exit_code == 1
    assert says in done.output


@pytest.mark.parametrize(
    "note",
    [("--commitment", "abc"), ("--link", OTHER), ("--link", "x:" + OTHER), ("--link", "7:"), ("--entropy", "mine")],
)
def test_a_note_that_is_none_ends_with_2(file: Path, note: tuple[str, str]) -> None:
    assert verify(file, *note).exit_code == 2


@pytest.mark.parametrize(
    "rubbish",
    [b"", b"{}", b"\xff", b'{"match": ', b"[" * 100_000, WRITTEN[:-1], WRITTEN + b"}"],
    ids=["empty", "object", "not-utf-8", "cut", "deep", "short", "long"],
)
def test_what_is_no_transcript_ends_with_2(tmp_path: Path, rubbish: bytes) -> None:
    path = tmp_path / "rubbish"
    path.write_bytes(rubbish)
    done = verify(path)
    assert done.exit_code == 2
    assert done.output.startswith("This cannot be verified: ")


def test_no_file_ends_with_2(tmp_path: Path) -> None:
    assert verify(tmp_path / "nothing").exit_code == 2
    assert verify(tmp_path).exit_code == 2


@pytest.mark.parametrize(
    "place", ["nosuch", "no/such/file", "\x1b[1mnosuch", "http://127.0.0.1:1/v1/matches/m", "http://"]
)
def test_a_transcript_that_is_not_there_is_said_in_a_sentence(place: str) -> None:
    done = verify(place)
    assert done.exit_code == 2
    assert "Errno" not in done.output
    assert done.output.endswith(".\n")
    assert done.output.count("\n") == 1


def test_rules_that_are_not_installed_end_with_2() -> None:
    unknown = relinked(with_text(tiny(), 1, '"rules":1', '"rules":9'))
    done = verify("-", given=msgspec.json.encode(unknown))
    assert done.exit_code == 2
    assert "version 9 of the rules of Tiny; version 1 is installed here" in done.output


def test_it_can_be_piped_in() -> None:
    assert verify("-", given=WRITTEN).exit_code == 0


def test_the_json_says_the_same(file: Path, tmp_path: Path) -> None:
    said = json.loads(verify(file, "--json").output)
    assert (said["follows"], said["entries"], said["shuffles"]) == (True, len(DECK.entries), SHUFFLES)
    said = json.loads(verify(file, "--json", "--link", f"7:{OTHER}").output)
    assert (said["follows"], said["kind"], said["version"]) == (False, "note", 7)
    said = json.loads(verify(tmp_path / "nothing", "--json").output)
    assert said["follows"] is None


@pytest.fixture
def address() -> Iterator[str]:
    """A server that has one transcript, and refuses all others as ours does."""

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            found = self.path == "/v1/matches/m-1"
            refused = Refused(code=RefusalCode.UNKNOWN_MATCH, text="There is no such match.")
            self.send_response(200 if found else 404)
            self.end_headers()
            self.wfile.write(WRITTEN if found else msgspec.json.encode(refused))

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name in the standard library
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_it_can_be_fetched_from_a_server(address: str) -> None:
    assert verify(f"{address}/v1/matches/m-1").exit_code == 0
    done = verify(f"{address}/v1/matches/m-2")
    assert done.exit_code == 2
    assert "There is no such match." in done.output
