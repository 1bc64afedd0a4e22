"""`quarterdeck archive`, as it is typed."""

import asyncio
from pathlib import Path
from urllib.parse import unquote

import pytest
from archives import archive_address, bucket, folder, s3_server
from click.testing import CliRunner, Result
from finished_matches import MATCH, everything_of, finished_match, run_round
from quarterdeck_protocol.names import MatchId
from quarterdeck_server.__main__ import main
from quarterdeck_server.commands import store_address
from quarterdeck_server.lobby.documents import IndexEntry
from quarterdeck_server.lobby.ratings.documents import SETTLED, UNARCHIVED, UNPACKED
from quarterdeck_server.storage import keys
from quarterdeck_server.storage.redis.redis_store import RedisStore
from servers import live_server
from stores import patient_store, redis_url, server_of_our_own
from structlog.testing import capture_logs

__all__ = ["archive_address", "bucket", "folder", "redis_url", "s3_server", "server_of_our_own"]

OTHER = MatchId("other")


async def said(*words: str, status: int = 0) -> str:
    clean = {f"QUARTERDECK_{name}": None for name in ("STORE", "DATA", "DURABILITY", "ARCHIVE", "KEEP_FINISHED")}
    with capture_logs():  # of a server in this process, which would write between the lines of the command
        result: Result = await asyncio.to_thread(lambda: CliRunner().invoke(main, ["archive", *words], env=clean))
    assert result.exit_code == status, result.output
    return result.output


def matches_in(folder: Path) -> list[Path]:
    return list(folder.rglob("*.match"))


async def age(store: RedisStore, match: MatchId, days: int) -> None:
    """Let a match have ended so long ago."""
    ended = await store.documents.now() - days * 24 * 60 * 60 * 1000 - 1
    await store.documents.commit([], [IndexEntry(SETTLED, match, ended)])


async def kind_of_log(store: RedisStore, match: MatchId) -> bytes:
    kind: bytes = await store.pipeline.ask("TYPE", keys.of_match(match).log)
    return kind


async def test_matches_are_packed_moved_listed_and_checked_by_hand(redis_url: str, archive_address: str) -> None:
    store = patient_store(redis_url)
    async with live_server(store, role="match") as server:
        (ada, _) = await finished_match(server, store)
        await finished_match(server, store, match=OTHER)
        before = await everything_of(server, ada)
        await age(store, MATCH, 8)
        await age(store, OTHER, 6)
        there = ("--store", redis_url)
        assert await said("pack", *there) == "2 packed, 0 skipped, 0 failed.\n"
        assert [await kind_of_log(store, match) for match in (MATCH, OTHER)] == [b"string", b"string"]
        assert await store.documents.listed(UNPACKED, most=9) == []
        move = ("move", *there, "--archive", archive_address, "--keep-finished", "7")
        assert await said(*move) == "1 moved, 0 skipped, 0 failed.\n"
        assert await said(*move) == "0 moved, 1 skipped, 0 failed.\n"
        assert [await kind_of_log(store, match) for match in (MATCH, OTHER)] == [b"none", b"string"]
        assert [match for match, _ in await store.documents.listed(UNARCHIVED, most=9)] == [OTHER]
        listed = await said("list", "--archive", archive_address)
        assert listed.split()[1:4] == [MATCH, "1", "matches,"]
        assert await said("check", "--archive", archive_address) == "1 whole, 0 skipped, 0 failed.\n"
    async with live_server(patient_store(redis_url), archive=archive_address, role="match") as server:
        assert await everything_of(server, ada) == before


async def test_anything_that_is_damaged_is_found_and_what_is_no_match_is_passed_over(
    redis_url: str, folder: str
) -> None:
    store = patient_store(redis_url)
    async with live_server(store, archive=folder, role="match") as server:
        await finished_match(server, store)
        await run_round(server, store, is_old=True)
    path = Path(unquote(folder.removeprefix("file://")))
    (path / "readme.txt").write_text("what this folder is")
    assert "1 whole, 1 skipped, 0 failed." in await said("check", "--archive", folder)
    (file,) = matches_in(path)
    file.write_bytes(file.read_bytes()[:-1])
    found = await said("check", "--archive", folder, status=1)
    assert f"FAULT  {file.relative_to(path)}: a compressed log" in found
    assert "no match: readme.txt" in await said("list", "--archive", folder)


async def test_anything_that_is_not_there_is_said(
    redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_address, "SECONDS_UNTIL_REACHED", 0.1)
    assert "name it with --archive or QUARTERDECK_ARCHIVE" in await said("list", status=1)
    away = ("--archive", f"file://{tmp_path}/unmounted")
    assert "The archive cannot be reached: there is no folder" in await said("check", *away, status=1)
    nowhere = ("--store", f"unix://{tmp_path}/nowhere")
    assert "cannot be reached" in await said("move", *away, *nowhere, status=1)
    assert "names no folder" in await said("list", "--archive", "file://srv/matches", status=1)


async def test_a_match_that_cannot_be_moved_stays_and_is_named(redis_url: str, tmp_path: Path) -> None:
    store = patient_store(redis_url)
    async with live_server(store, role="match") as server:
        await finished_match(server, store)
        await age(store, MATCH, 40)
        away = ("--archive", f"file://{tmp_path}/unmounted")
        found = await said("move", "--store", redis_url, *away, status=1)
        assert f"FAULT  {MATCH}: there is no folder" in found
        assert await kind_of_log(store, MATCH) == b"string"
