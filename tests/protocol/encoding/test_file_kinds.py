"""Files of other kinds are recognised by their bytes, in Python and in JavaScript alike, and told in a sentence."""

import gzip
import json
import zipfile
from io import BytesIO
from typing import Any

import msgspec
import pytest
from node import NODE, PACKAGE, TOP, run
from quarterdeck_protocol.encoding.file_kinds import MARK, NAMES, FileKind, ForeignFile, json_of, kind_of, text_of
from quarterdeck_protocol.transcripts.transcript import Transcript

EXAMPLES = TOP / "protocol" / "examples" / "v1"
TRANSCRIPT = (EXAMPLES / "transcript.json").read_bytes()
TABLE = json.dumps(json.loads((EXAMPLES / "table_changed.json").read_bytes())["table"]).encode()
PGN = b'[Event "Casual"]\n[White "Ann"]\n[Result "1-0"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n'
COCKATRICE = b'<?xml version="1.0"?>\n<cockatrice_deck version="1"><zone name="main"/></cockatrice_deck>'


def zipped(content: bytes) -> bytes:
    """Return a ZIP archive with one file."""
    archive = BytesIO()
    with zipfile.ZipFile(archive, "w") as written:
        written.writestr("match.json", content)
    return archive.getvalue()


SAMPLES: dict[FileKind, tuple[bytes, ...]] = {
    FileKind.EMPTY: (b"", b" \r\n\t", MARK),
    FileKind.GZIP: (gzip.compress(TRANSCRIPT),),
    FileKind.ZIP: (zipped(TRANSCRIPT), b"PK\x05\x06" + bytes(18)),
    FileKind.ARCHIVE: (
        b"7z\xbc\xaf\x27\x1c\0\4",
        b"\xfd7zXZ\0\0\4",
        b"BZh91AY&SY\0",
        b"\x28\xb5\x2f\xfd\4",
        b"Rar!\x1a\7\1",
    ),
    FileKind.PICTURE: (
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
        b"\xff\xd8\xff\xe0\0\x10JFIF",
        b"GIF89a\1\0",
        b"RIFF\0\1\2\3WEBPVP8 ",
    ),
    FileKind.PDF: (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3",),
    FileKind.DATABASE: (b"SQLite format 3\0\x10\0",),
    FileKind.STORE: (b"REDIS0011\xfa\tredis-ver", b"VALKEY080\xfa\tvalkey-ver"),
    FileKind.BACKUP: (b"quarterdeck-backup 1\nH\0\0\0\4",),
    FileKind.UTF_16: tuple('{"match": "ö"}'.encode(form) for form in ("utf-16", "utf-16-le", "utf-16-be")),
    FileKind.NOT_UTF_8: ("4 Löwe\n3 Bär\n".encode("cp1252"),),
    FileKind.BINARY: (b"\x7fELF\2\1\1\0\0", b"text\0and more"),
    FileKind.PGN: (PGN, b'\n[Site "here"]\n\n1. d4 *'),
    FileKind.HTML: (b"<!DOCTYPE html><title>Replay</title>", b"<html lang=de>"),
    FileKind.XML: (b"<cockatrice_carddatabase version='4'/>", b"<!-- none --><svg/>"),
    FileKind.JSON_LINES: (b'{"type":"gameFull","id":"abc"}\n{"type":"gameState","moves":"e2e4"}\n', b"{}\r\n{}"),
    FileKind.TRANSCRIPT: (TRANSCRIPT, b'{"match": "m", "entries": 7, "commitment": null}'),
    FileKind.REPLAY: (b'{"type":"replay","match":"m","game":"tiny","began":1,"frames":[]}',),
    FileKind.TABLE: (TABLE,),
    FileKind.KEYS: (b'{"keys": []}',),
    FileKind.CARD_SET: ((TOP / "deploy" / "cards" / "kites.json").read_bytes(),),
    FileKind.DECK: (
        b'{"name": "Mine", "cards": [["alley-cat", 3]]}',
        b'{"cards": {"alley-cat": 3}}',
        b'{"cards": [{"name": "Alley Cat", "count": 3}]}',
        b'{"type": "deck_read", "deck": {"cards": []}}',
        b"# mine\n4 alley-cat\n3x Grave Bat\n",
        "[Main]\n4 Löwe\n2× Bär\n".encode(),
        b"AB-AEBUCQRRB4AGYADUAB5ABAYAREAJIAE2ACRABKQAWEALQAGAAFBACUQBNGN22",
        COCKATRICE,
    ),
    FileKind.MESSAGE: ((EXAMPLES / "update.json").read_bytes(),),
    FileKind.JSON: (b"[]", b"{}", b"[" * 5_000 + b"]" * 5_000, b'{"id": 1, "title": "1889"}'),
    FileKind.TEXT: (b"|j|Ann\n|turn|1\n", b'{"opened": NaN}', b'{"opened": {"match": "a', b"null", b"<3"),
}
WITH_A_SIGNATURE = frozenset(list(FileKind)[1:12])


def test_every_kind_has_a_name_and_a_sample() -> None:
    assert list(NAMES) == list(SAMPLES) == list(FileKind)


@pytest.mark.parametrize("kind", list(FileKind))
def test_a_kind_is_recognised_by_its_bytes(kind: FileKind) -> None:
    assert [kind_of(sample) for sample in SAMPLES[kind]] == [kind] * len(SAMPLES[kind])
    if kind not in WITH_A_SIGNATURE:
        assert [kind_of(MARK + sample) for sample in SAMPLES[kind]] == [kind] * len(SAMPLES[kind])


def test_the_start_of_a_file_may_end_within_a_character() -> None:
    assert kind_of("4 Löwe\n3 Bär, ä".encode()[:-1]) is FileKind.DECK


def test_javascript_recognises_the_same_kinds_and_calls_them_the_same() -> None:
    samples = [(kind, sample) for kind in FileKind for sample in SAMPLES[kind]]
    given = "\n".join(sample.hex() for _, sample in samples)
    module = PACKAGE / "src" / "file-kinds.js"
    first, *kinds = run(NODE, TOP / "tests" / "kinds_of_lines.mjs", module, given=given + "\n").splitlines()
    assert json.loads(first) == {kind: str(NAMES[kind]) for kind in FileKind}
    assert [(kind.value, json.loads(found)) for (kind, _), found in zip(samples, kinds, strict=True)] == [
        (kind.value, [kind.value, kind is FileKind.TRANSCRIPT and sample is TRANSCRIPT]) for kind, sample in samples
    ]


@pytest.mark.parametrize(
    "kind", [each for each in FileKind if each not in (FileKind.TRANSCRIPT, FileKind.JSON, FileKind.TEXT)]
)
def test_a_file_of_another_kind_is_no_transcript_but_what_it_is(kind: FileKind) -> None:
    for sample in SAMPLES[kind]:
        assert why(sample) == f"this is not a transcript of a match: it is {NAMES[kind]}"


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"[]", "expected an object, got an array (at $)"),
        (b'{"match": "m"}', "this object has no field `game` (at $.game)"),
        (
            TRANSCRIPT.replace(b'"commitment":', b'"commitment":3,"was":', 1),
            "expected a string, got a whole number (at $.commitment)",
        ),
        (TRANSCRIPT[:-9], "it ends in the middle, as if it had been cut short"),
        (b'{"match": "m",\n "\xc3\xb6": ?}', "it is not JSON: invalid character at line 2, column 7"),
        (b'{"match": "m" "game": 1}', "it is not JSON: expected ',' or '}' at line 1, column 15"),
        (b"[metadata]\nName=Ann\n", "it is not JSON: invalid character at line 1, column 2"),
        (b"[" * 5_000, "it is nested too deeply"),
        (b"hello", "it is not JSON: invalid character at line 1, column 1"),
    ],
)
def test_json_with_a_mistake_is_told_with_its_place(content: bytes, says: str) -> None:
    assert why(content) == f"this is not a transcript of a match: {says}"


def test_a_transcript_that_programs_may_read_differently_is_refused_and_white_space_is_not() -> None:
    twice = b'{"entries":[],' + TRANSCRIPT[1:]
    assert why(twice) == "programs may read this file differently: the key “entries” is twice in one object"
    deep = TRANSCRIPT.rstrip()[:-1] + b',"x":' + b"[" * 200 + b"]" * 200 + b"}"
    assert why(deep) == "programs may read this file differently: it is nested more than 100 deep"
    spaced = msgspec.json.format(TRANSCRIPT, indent=3) + b"\n"
    assert json_of(spaced, FileKind.TRANSCRIPT, Transcript) == msgspec.json.decode(TRANSCRIPT, type=Transcript)


def test_a_byte_order_mark_is_skipped() -> None:
    assert json_of(MARK + TRANSCRIPT, FileKind.TRANSCRIPT, Transcript) == msgspec.json.decode(
        TRANSCRIPT, type=Transcript
    )
    assert text_of(MARK + b"4 alley-cat\n", "a deck") == "4 alley-cat\n"


@pytest.mark.parametrize("kind", sorted(WITH_A_SIGNATURE))
def test_anything_that_is_not_text_in_utf_8_is_refused_where_text_is_wanted(kind: FileKind) -> None:
    for sample in SAMPLES[kind]:
        with pytest.raises(ForeignFile) as refused:
            text_of(sample, "a deck")
        assert str(refused.value) == f"this is not a deck: it is {NAMES[kind]}"
    with pytest.raises(ForeignFile, match="an encoding other than UTF-8"):
        text_of("4 Löwe, ä".encode()[:-1], "a deck")


def why(content: bytes, *, wanted: FileKind = FileKind.TRANSCRIPT, type_: Any = Transcript) -> str:
    """Return what is said of a file that cannot be read."""
    with pytest.raises(ForeignFile) as refused:
        json_of(content, wanted, type_)
    return str(refused.value)
