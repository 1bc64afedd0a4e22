"""`quarterdeck verify`: what it says, and how it ends."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.error import HTTPError

import msgspec
import pytest
from click.testing import CliRunner, Result
from quarterdeck_protocol.transcripts.transcript import Transcript
from quarterdeck_server.__main__ import main
from quarterdeck_server.commands.transcript_files import bytes_at
from quarterdeck_server.lobby.server_keys import KeyRing, SigningKey
from signed_transcripts import KEYS, OURS, THEIRS, signed
from transcripts import Logbook, density_deck, relinked, tiny, with_text

DECK = density_deck()
WRITTEN = msgspec.json.encode(DECK)
SHUFFLES = sum(
    stored.entry.count('"type":"dealt"') + stored.entry.count('"type":"reshuffled"') for stored in DECK.entries
)
OTHER = "0" * 64
SIGNED = msgspec.json.encode(signed(DECK))
FETCHED = {
    "/v1/matches/m-1": WRITTEN,
    "/v1/matches/signed": SIGNED,
    "/v1/matches/theirs": msgspec.json.encode(signed(DECK, THEIRS)),
    "/v1/keys": msgspec.json.encode(KEYS),
}
"""What a server has at these paths."""


def _bound() -> Transcript:
    """A short match whose seats have all bound their entropy."""
    book = Logbook("density-deck", seats=3, binds=True)
    book.resign(0)
    book.resign(1)
    return book.transcript()


BOUND = _bound()


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
    assert done.output.startswith("Valid: match m-1, density-deck (rules 2), 3 seats.")
    assert f"entries  {len(DECK.entries)}, each linked" in done.output
    assert f"shuffles: {SHUFFLES}, other draws: 1;" in done.output
    assert f"{DECK.result.places[0]}. Ada (seat 0)" in done.output
    assert "Without your own notes" in done.output


def test_it_says_how_many_notes_it_agrees_with(file: Path) -> None:
    link = f"7:{DECK.entries[6].link}"
    more = ("--link", f"1:{DECK.entries[0].link}", "--entropy", "1:entropy 1")
    done = verify(file, "--commitment", DECK.commitment.upper(), "--link", link, *more)
    assert done.exit_code == 0
    assert "all 4 of your notes match" in done.output


def table_of(**otherwise: object) -> bytes:
    """Return the match's table as it was told while shares of entropy were revealed, but for what is otherwise."""
    opened = json.loads(BOUND.entries[0].entry)["cause"]
    places = [
        {"player": player, "ready": True, "entropy_hash": bound}
        for player, bound in zip(opened["players"], opened["entropy_hashes"], strict=True)
    ]
    told = {key: opened[key] for key in ("match", "game", "options", "time_limit", "rated")}
    more = {"id": "t", "commitment": BOUND.commitment, "stage": "revealing", "opened_at": 1, "changed": 7}
    rules = {"version": opened["rules"]}
    return json.dumps({**told, **more, "places": places, "bound_rules": rules, **otherwise}).encode()


def test_it_is_held_against_the_whole_table_as_it_was_told(tmp_path: Path) -> None:
    match, noted = tmp_path / "match.json", tmp_path / "table.json"
    match.write_bytes(msgspec.json.encode(BOUND))
    for told in (table_of(), b'{"type":"table_changed","table":' + table_of() + b"}"):
        noted.write_bytes(told)
        done = verify(match, "--table", noted)
        assert done.exit_code == 0, done.output
        assert "all 10 of your notes match" in done.output
    assert verify(match, "--table", "-", "--entropy", "1:entropy 1", given=table_of()).exit_code == 0


@pytest.mark.parametrize(
    ("otherwise", "says"),
    [
        ({"match": "m-2"}, "You noted another match, m-2"),
        ({"commitment": OTHER}, "You noted another commitment"),
        ({"options": {"lives": 9}}, "the options are not those"),
        ({"time_limit": 1}, "the time limit is not the one"),
        ({"rated": True}, "the match is rated, or not rated, unlike what you noted"),
        ({"bound_rules": {"version": 1}}, "the rules or card sets are not those"),
        ({"bound_rules": {"version": 2, "card_sets": [{"id": "X", "sha256": OTHER}]}}, "the rules or card sets"),
        ({"decks_commitment": OTHER}, "the decks do not match"),
        ({"places": [{"entropy_hash": OTHER}]}, "the entropy hash of seat 0 is not"),
    ],
)
def test_anything_that_of_the_table_was_otherwise_is_said(
    tmp_path: Path, otherwise: dict[str, object], says: str
) -> None:
    match = tmp_path / "match.json"
    match.write_bytes(msgspec.json.encode(BOUND))
    done = verify(match, "--table", "-", given=table_of(**otherwise))
    assert done.exit_code == 1
    assert says in done.output


@pytest.mark.parametrize(
    "rubbish", [b"", b"[]", b"{}", b"\xff", b"[" * 100_000, table_of(stage="gathering"), table_of(places=[{}, {}, {}])]
)
def test_anything_that_is_no_table_at_which_anything_is_bound_ends_with_2(file: Path, rubbish: bytes) -> None:
    done = verify(file, "--table", "-", given=rubbish)
    assert done.exit_code == 2
    assert done.output.startswith("This cannot be verified: -: ")


def test_of_a_seat_it_is_noted_that_it_had_bound_none(file: Path, tmp_path: Path) -> None:
    """Else whoever runs the server gives a bot's seat a share that suits them."""
    match = tmp_path / "bound.json"
    match.write_bytes(msgspec.json.encode(BOUND))
    assert verify(file, "--entropy-hash", "1:none").exit_code == 0
    done = verify(match, "--entropy-hash", "1:none")
    assert done.exit_code == 1
    assert "the entropy hash of seat 1 is not" in done.output


def test_a_match_that_does_not_follow_ends_with_1_and_says_where(tmp_path: Path) -> None:
    forged = with_text(DECK, 7, '"events":[', '"events": [')
    path = tmp_path / "forged.json"
    path.write_bytes(msgspec.json.encode(forged))
    done = verify(path)
    assert done.exit_code == 1
    assert done.output.startswith("This transcript is not valid. Entry 7: link does not match")
    path.write_bytes(msgspec.json.encode(relinked(with_text(DECK, 1, '"power":1}', '"power":2}'))))
    done = verify(path)
    assert done.exit_code == 1
    assert done.output.startswith("This transcript is not valid. Entry 1: the rules give other events: event 1 is {")


@pytest.mark.parametrize(
    ("note", "says"),
    [
        (("--commitment", OTHER), "You noted another commitment"),
        (("--link", f"7:{OTHER}"), "Entry 7: you noted another link"),
        (("--link", f"700:{OTHER}"), "You noted a link at version 700"),
        (("--entropy", "1:mine"), "Entry 1: the entropy of seat 1 is not the one that was used"),
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
def test_anything_that_is_no_transcript_ends_with_2(tmp_path: Path, rubbish: bytes) -> None:
    path = tmp_path / "rubbish"
    path.write_bytes(rubbish)
    done = verify(path)
    assert done.exit_code == 2
    assert done.output.startswith("This cannot be verified: ")


def test_an_error_page_that_was_saved_is_named_as_one(tmp_path: Path) -> None:
    path = tmp_path / "saved.json"
    path.write_text('{"type":"x","title":"Not Found","status":404,"detail":"There is no match `m`."}', "utf-8")
    assert verify(path).output == (
        f"This cannot be verified: {path}: this is the error page of a server, not a transcript of a match: "
        "There is no match `m`.\n"
    )


def test_the_address_of_a_server_is_not_the_address_of_a_match() -> None:
    said = verify("http://127.0.0.1:1/").output
    assert "this is the address of a server, not of a match: add /v1/matches/ and the match's id" in said


def test_https_at_a_port_without_tls_is_said_with_the_right_address(address: str) -> None:
    path = f"{address.removeprefix('http://')}/v1/matches/m-1"
    said = verify(f"https://{path}").output
    assert said.endswith(f"https://{path}: the server does not speak https there; use http://{path}.\n")


def test_a_match_that_does_not_exist_is_said_in_the_words_of_the_server(address: str) -> None:
    said = verify(f"{address}/v1/matches/m-2").output
    assert said.endswith("/v1/matches/m-2: There is no such match.\n")


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
            found = FETCHED.get(self.path)
            problem = {"title": "Not Found", "status": 404, "detail": "There is no such match."}
            self.send_response(404 if found is None else 200)
            self.end_headers()
            self.wfile.write(msgspec.json.encode(problem) if found is None else found)

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


def test_a_server_that_refuses_is_let_go_of(address: str) -> None:
    """Else its socket would be closed when the garbage is collected, in the middle of whatever is done then."""
    with pytest.raises(ValueError, match=r"^There is no such match\.$") as caught:
        bytes_at(f"{address}/v1/matches/m-2")
    refused = caught.value.__context__
    assert isinstance(refused, HTTPError)
    assert refused.closed


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("signed", "signed   by the server whose keys are at {}/v1/keys, with {ours}"),
        ("theirs", "signed   with {theirs}, which is not one of the keys at {}/v1/keys: the signer is unknown"),
        ("m-1", "signed   no: its server is unknown"),
    ],
)
def test_a_transcript_that_is_fetched_is_held_against_the_keys_of_its_server(
    address: str, path: str, says: str
) -> None:
    done = verify(f"{address}/v1/matches/{path}")
    assert done.exit_code == 0
    assert says.format(address, ours=name_of(OURS), theirs=name_of(THEIRS)) in done.output


def test_without_keys_it_says_that_nobody_looked_whose_it_is(tmp_path: Path) -> None:
    path = tmp_path / "signed.json"
    path.write_bytes(SIGNED)
    assert f"signed   with {name_of(OURS)}; its owner was not checked" in verify(path).output
    said = json.loads(verify(path, "--json").output)
    assert said["signature"] == {"signed": None, "key": name_of(OURS), "keys": None}


def test_a_host_who_says_whose_it_must_be_is_told_if_it_is_not(address: str, tmp_path: Path) -> None:
    keys, ours, theirs, bent = (tmp_path / name for name in ("keys.json", "ours.json", "theirs.json", "bent.json"))
    keys.write_bytes(FETCHED["/v1/keys"])
    ours.write_bytes(SIGNED)
    theirs.write_bytes(FETCHED["/v1/matches/theirs"])
    bent.write_bytes(SIGNED.replace(b'"signature":"', b'"signature":"e'))
    for place in (keys, address, f"{address}/v1/matches/signed"):
        assert "signed   by the server whose keys are at" in verify(ours, "--keys", place).output
        done = verify(theirs, "--keys", place)
        assert (done.exit_code, f"the key {name_of(THEIRS)} is not among them" in done.output) == (1, True)
        done = verify("-", "--keys", place, given=WRITTEN)
        assert (done.exit_code, "it is not signed" in done.output) == (1, True)
        assert verify(bent, "--keys", place).output.startswith(
            "This transcript is not valid. The signature cannot be read"
        )
    said = json.loads(verify(theirs, "--keys", keys, "--json").output)
    assert (said["follows"], said["kind"], said["version"]) == (False, "signature", None)


@pytest.mark.parametrize("keys", ["nosuch", "http://127.0.0.1:1", __file__])
def test_keys_that_cannot_be_had_end_with_2(file: Path, keys: str) -> None:
    done = verify(file, "--keys", keys)
    assert done.exit_code == 2
    assert done.output.startswith(f"This cannot be verified: {keys}")


def name_of(key: SigningKey) -> str:
    return KeyRing((key,)).published().keys[0].kid
