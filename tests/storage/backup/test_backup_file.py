"""The file of a backup: whatever happens to it shows, and where."""

import io
import os
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest
from quarterdeck_protocol.names import MatchId, Milliseconds
from quarterdeck_server.storage.backup import backup_file
from quarterdeck_server.storage.backup.backup_file import (
    FIRST_LINE,
    BackupReader,
    BackupWriter,
    DamagedBackup,
    Header,
    Totals,
)
from quarterdeck_server.storage.backup.backup_records import (
    GoneRecord,
    Hash,
    KeyRecord,
    List,
    MatchRecord,
    Record,
    Set,
    SortedSet,
    StoredKey,
    Stream,
    Text,
)

RECORDS: Sequence[Record] = [
    KeyRecord(StoredKey(b"a", Text(b"\x00\xff"), Milliseconds(1_700_000_000_000))),
    KeyRecord(StoredKey(b"b", Hash([(b"field", b"value")]))),
    KeyRecord(StoredKey(b"c", Set([b"one", b"two"]))),
    KeyRecord(StoredKey(b"d", List([b"one", b"one"]))),
    KeyRecord(StoredKey(b"e", SortedSet([(b"member", b"0.10000000000000001")]))),
    GoneRecord(b"a"),
    MatchRecord(MatchId("m"), StoredKey(b"f", Stream([(b"1-0", [b"entry", b"{}"])])), None, b"17"),
]
HEADER = Header(began=Milliseconds(1), program="0.1.0")
TOTALS = Totals(
    began=Milliseconds(1), lobby_at=Milliseconds(2), ended=Milliseconds(3), records=len(RECORDS), matches=1, entries=1
)


def written(path: Path, records: Sequence[Record] = RECORDS, totals: Totals = TOTALS) -> bytes:
    with path.open("wb") as file:
        writer = BackupWriter(file, HEADER)
        writer.add(records)
        writer.end(totals)
    return path.read_bytes()


def read(path: Path) -> list[Record]:
    with path.open("rb") as file:
        return [record for frame in BackupReader(file).frames() for record in frame]


def complaint(path: Path, content: bytes) -> str:
    path.write_bytes(content)
    with pytest.raises(DamagedBackup) as damaged:
        read(path)
    return str(damaged.value)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "backup"


@pytest.mark.parametrize("frame", [1, backup_file.FRAME], ids=["a frame for each record", "one frame for all"])
def test_anything_that_was_written_is_read(path: Path, frame: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backup_file, "FRAME", frame)
    content = written(path)
    assert content.count(FIRST_LINE) == 1
    with path.open("rb") as file:
        backup = BackupReader(file)
        frames = list(backup.frames())
        assert [record for each in frames for record in each] == RECORDS
        assert len(frames) == (len(RECORDS) if frame == 1 else 1)
        assert (backup.header, backup.totals, backup.at) == (HEADER, TOTALS, backup.size)


def test_a_bit_that_has_changed_anywhere_is_found(path: Path) -> None:
    content = written(path)
    for place in range(len(content)):
        altered = bytearray(content)
        altered[place] ^= 1
        assert complaint(path, bytes(altered)).startswith(
            ("It is damaged at byte ", "It is not a backup", "It is a backup")
        )


def test_a_file_that_was_cut_short_says_where_it_ends(path: Path) -> None:
    content = written(path)
    for length in range(len(FIRST_LINE), len(content)):
        assert f"the file was cut off at byte {length}, or changed" in complaint(path, content[:length])
    assert complaint(path, content[:7]) == "It is not a backup: its first line is not 'quarterdeck-backup 1'."
    assert "9 bytes follow its end" in complaint(path, content + b"something")


def test_a_frame_that_is_left_out_or_doubled_or_moved_is_found(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backup_file, "FRAME", 1)
    frames = cut(written(path))
    first, *records, end = frames
    for altered in (
        [first, *records[1:], end],
        [first, records[0], *records, end],
        [first, records[1], records[0], *records[2:], end],
        [*records, end],
    ):
        assert "It is damaged at byte" in complaint(path, FIRST_LINE + b"".join(altered))


def cut(content: bytes) -> list[bytes]:
    """Return the frames of a backup."""
    file, frames = io.BytesIO(content), []
    file.read(len(FIRST_LINE))
    while start := file.read(5):
        frames.append(start + file.read(int.from_bytes(start[1:], "big") + 32))
    return frames


def test_an_end_that_speaks_of_other_records_is_not_believed(path: Path) -> None:
    content = written(path, RECORDS[1:])
    assert f"its end names {len(RECORDS)} records, but there were {len(RECORDS) - 1}" in complaint(path, content)


def test_a_later_version_is_named_and_anything_else_is_no_backup(path: Path) -> None:
    content = written(path).replace(FIRST_LINE, b"quarterdeck-backup 2\n")
    assert complaint(path, content) == "It is a backup of version 2, and this program reads version 1."
    for other in (b"\x00" * 100, b"something else\n", b"quarterdeck-backup one\n"):
        assert complaint(path, other) == "It is not a backup: its first line is not 'quarterdeck-backup 1'."
    assert complaint(path, b"") == "It is not a backup: it is empty."
    assert complaint(path, b"REDIS0011\n") == "It is not a backup: it is a snapshot file of Redis or Valkey."


def test_anything_that_is_read_and_written_at_once_is_a_frame(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However much a store has, a frame of it is in memory."""
    monkeypatch.setattr(backup_file, "FRAME", 1_000)
    records = [KeyRecord(StoredKey(b"%d" % number, Text(os.urandom(300)))) for number in range(50)]
    path.write_bytes(written(path, records, msgspec.structs.replace(TOTALS, records=50)))
    with path.open("rb") as file:
        assert max(map(len, BackupReader(file).frames())) == 3
