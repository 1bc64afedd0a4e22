"""What archives promise, held against files and S3 alike, and what each of them is named by."""

import errno
import os
import stat
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from archives import archive_address, bucket, folder, s3_server
from quarterdeck_server.storage.archive.archive import Archive, ArchiveAway, ArchiveRefuses, try_archive
from quarterdeck_server.storage.archive.archive_address import archive_at
from quarterdeck_server.storage.archive.file_archive import NAMES_AT_ONCE

__all__ = ["archive_address", "bucket", "folder", "s3_server"]

EVERY_BYTE = bytes(range(256)) * 100
NAME = "ab/cd/a%2Fb.match"


async def listed(archive: Archive) -> list[tuple[str, int]]:
    return sorted([each async for each in archive.listed()])


async def test_anything_that_is_put_is_got_by_everybody_and_listed(archive_address: str) -> None:
    archive, other = archive_at(archive_address), archive_at(archive_address)
    assert (await archive.get(NAME), await listed(archive)) == (None, [])
    await archive.put(NAME, EVERY_BYTE)
    await archive.put("ab/other", b"")
    assert (await other.get(NAME), await other.get("ab/other")) == (EVERY_BYTE, b"")
    assert await listed(other) == [(NAME, len(EVERY_BYTE)), ("ab/other", 0)]


async def test_anything_that_is_put_again_takes_the_place_of_what_was_there(archive_address: str) -> None:
    archive = archive_at(archive_address)
    await archive.put(NAME, EVERY_BYTE)
    await archive.put(NAME, b"new")
    assert (await archive.get(NAME), await listed(archive)) == (b"new", [(NAME, 3)])


async def test_anything_that_is_removed_is_gone_and_may_be_removed_again(archive_address: str) -> None:
    archive = archive_at(archive_address)
    await archive.put(NAME, EVERY_BYTE)
    await archive.remove(NAME)
    await archive.remove(NAME)
    await archive.remove("ee/ff/never")
    assert (await archive.get(NAME), await listed(archive)) == (None, [])


async def test_a_trial_leaves_nothing(archive_address: str) -> None:
    archive = archive_at(archive_address)
    await try_archive(archive)
    assert await listed(archive) == []


class Forgetful:
    """An archive that takes everything and keeps nothing."""

    def __init__(self) -> None:
        self.removed: list[str] = []

    async def put(self, name: str, body: bytes) -> None:
        pass

    async def get(self, name: str) -> bytes | None:
        return None

    async def remove(self, name: str) -> None:
        self.removed.append(name)

    async def listed(self) -> AsyncIterator[tuple[str, int]]:
        for name in self.removed:
            yield name, 0


async def test_a_trial_reads_back_what_it_has_written_and_removes_it() -> None:
    archive = Forgetful()
    with pytest.raises(ArchiveRefuses, match="returned other bytes than were written"):
        await try_archive(archive)
    assert len(archive.removed) == 1


async def test_anything_that_waiting_does_not_cure_is_told_from_what_it_may(
    bucket: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for never in (f"file://{tmp_path}/unmounted", bucket.replace("bucket-", "nowhere-")):
        with pytest.raises(ArchiveRefuses):
            await try_archive(archive_at(never))
    away = f"{bucket.partition('?')[0]}?endpoint=http://127.0.0.1:1&region=us-east-1"
    with pytest.raises(ArchiveAway) as found:
        await try_archive(archive_at(away))
    assert not isinstance(found.value, ArchiveRefuses)
    for reason, kind in ((errno.EROFS, ArchiveRefuses), (errno.EACCES, ArchiveRefuses), (errno.ENOSPC, ArchiveAway)):

        def refuse(*_: object, reason: int = reason) -> None:
            raise OSError(reason, os.strerror(reason), str(tmp_path))

        monkeypatch.setattr("quarterdeck_server.storage.archive.file_archive.FileArchive._put", refuse)
        with pytest.raises(ArchiveAway) as said:
            await try_archive(archive_at(f"file://{tmp_path}"))
        assert type(said.value) is kind


async def test_many_names_are_listed(archive_address: str) -> None:
    archive = archive_at(archive_address)
    names = [f"{number % 7:02}/{number}" for number in range(130)]
    for name in names:
        await archive.put(name, b"x")
    assert await listed(archive) == sorted((name, 1) for name in names)


def files_in(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


async def everything_fails(archive: Archive, why: str) -> None:
    with pytest.raises(ArchiveAway, match=why):
        await archive.put(NAME, b"")
    with pytest.raises(ArchiveAway, match=why):
        await archive.get(NAME)
    with pytest.raises(ArchiveAway, match=why):
        await archive.remove(NAME)
    with pytest.raises(ArchiveAway, match=why):
        await listed(archive)


async def test_a_folder_that_is_not_there_is_away_and_never_made(tmp_path: Path) -> None:
    await everything_fails(archive_at(f"file://{tmp_path}/unmounted"), "there is no folder .*unmounted")
    assert files_in(tmp_path) == []


async def test_a_bucket_that_is_not_there_is_away(bucket: str) -> None:
    archive = archive_at(bucket.replace("bucket-", "nowhere-"))
    with pytest.raises(ArchiveAway, match=r"s3://nowhere-.* cannot be used"):
        await archive.get(NAME)
    with pytest.raises(ArchiveAway, match=r"s3://nowhere-.* cannot be used"):
        await archive.put(NAME, b"")


async def test_a_server_that_is_not_there_is_away(bucket: str) -> None:
    address = f"{bucket.partition('?')[0]}?endpoint=http://127.0.0.1:1&region=us-east-1"
    await everything_fails(archive_at(address), "s3://bucket-.* cannot be used")


async def test_a_file_is_for_its_owner_alone_and_nothing_is_left_beside_it(folder: str, tmp_path: Path) -> None:
    await archive_at(folder).put(NAME, EVERY_BYTE)
    (file,) = files_in(tmp_path)
    assert (file.name, stat.S_IMODE(file.stat().st_mode)) == ("a%2Fb.match", 0o600)


async def test_anything_that_a_power_cut_has_left_half_written_is_not_listed(folder: str, tmp_path: Path) -> None:
    archive = archive_at(folder)
    await archive.put(NAME, EVERY_BYTE)
    (file,) = files_in(tmp_path)
    file.with_name(".a%2Fb.match.0123.tmp").write_bytes(b"half")
    assert await listed(archive) == [(NAME, len(EVERY_BYTE))]


async def test_anything_that_is_removed_while_it_is_listed_is_only_not_listed(folder: str, tmp_path: Path) -> None:
    archive, names = archive_at(folder), [f"{number:05}" for number in range(NAMES_AT_ONCE + 5)]
    for name in names:
        (tmp_path / "an archive" / name).touch()
    await archive.put("zz/last", b"x")
    found = list[str]()
    async for name, _ in archive.listed():
        if not found:
            for removed in [*names[NAMES_AT_ONCE:], "zz/last"]:
                await archive.remove(removed)
            (tmp_path / "an archive" / "zz").rmdir()
        found.append(name)
    assert found == names[:NAMES_AT_ONCE]


async def test_a_name_that_is_no_text_is_listed_as_one(folder: str, tmp_path: Path) -> None:
    (tmp_path / "an archive" / os.fsdecode(b"\xff.txt")).touch()
    (found,) = await listed(archive_at(folder))
    assert found[0].encode() == b"\\udcff.txt"


async def test_a_file_that_cannot_be_written_leaves_what_was_there(folder: str, tmp_path: Path) -> None:
    archive = archive_at(folder)
    await archive.put(NAME, b"old")
    (tmp_path / "an archive" / "ab" / "cd" / "taken").mkdir()
    with pytest.raises(ArchiveAway, match="cannot be used"):
        await archive.put("ab/cd/taken", b"a file in the place of a folder")
    assert await listed(archive) == [(NAME, 3)]
    assert (await archive.get(NAME)) == b"old"


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("file://srv/matches", "names no folder"),
        ("file:///srv?endpoint=x", "names no folder"),
        ("ftp://srv", "neither file:///… nor s3://"),
        ("s3:///matches", "s3://bucket/prefix"),
        ("s3://key:secret@bucket", "AWS_ACCESS_KEY_ID"),
        ("s3://bucket?colour=red", "only the options endpoint and region, not colour"),
    ],
)
def test_anything_that_is_no_address_is_said_with_what_would_be_one(address: str, why: str) -> None:
    with pytest.raises(ValueError, match=why) as refused:
        archive_at(address)
    assert "secret" not in str(refused.value)
