"""A backup is a new file, whole, and its owner's alone; or there is none."""

import errno
import fcntl
import os
import stat
from pathlib import Path

import msgspec
import pytest
import redis
from filled_stores import ENDED, ENTRIES, GOING_ON, fill, match
from quarterdeck_server.storage import keys
from quarterdeck_server.storage.backup.backup import PART, check_backup, make_backup
from quarterdeck_server.storage.backup.backup_file import BackupReader
from quarterdeck_server.storage.backup.backup_records import KeyRecord
from quarterdeck_server.storage.redis.redis_store import RedisStore
from quarterdeck_server.store_errors import Unavailable
from servers import live_server
from stores import redis_url, server_of_our_own  # noqa: F401 - fixtures

# ruff: noqa: F811 - fixtures


async def test_a_backup_is_its_owners_alone_and_says_how_far_it_has_come(redis_url: str, tmp_path: Path) -> None:
    await fill(redis_url)
    progress: list[tuple[int, int]] = []
    made = await make_backup(redis_url, tmp_path / "backup", "0.1.0", lambda *amount: progress.append(amount))
    assert os.listdir(tmp_path) == ["backup"]
    assert stat.S_IMODE((tmp_path / "backup").stat().st_mode) == 0o600
    assert progress[-1][0] == progress[-1][1] > 0
    assert sorted(progress) == progress
    assert check_backup(tmp_path / "backup", lambda *amount: progress.append(amount)) == made
    assert progress[-1] == ((tmp_path / "backup").stat().st_size,) * 2
    totals, _ = made
    assert totals.began <= totals.lobby_at <= totals.ended


async def test_a_backup_can_be_made_where_files_cannot_be_locked(
    redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And nothing is taken for abandoned there: nobody can tell."""

    def locked(file: object, operation: int) -> None:
        raise OSError(errno.ENOLCK, "there are no locks here")

    await fill(redis_url)
    part = tmp_path / f".another{PART}"
    part.write_bytes(b"half of it")
    os.utime(part, (0, 0))
    monkeypatch.setattr(fcntl, "flock", locked)
    await make_backup(redis_url, tmp_path / "backup", "0.1.0")
    assert sorted(os.listdir(tmp_path)) == [part.name, "backup"]


async def test_a_log_that_is_broken_is_carried_and_told(redis_url: str, tmp_path: Path) -> None:
    await fill(redis_url)
    with redis.Redis.from_url(redis_url) as client:
        client.xdel(keys.of_match(match(3)).log, "2-0")
    _, census = await make_backup(redis_url, tmp_path / "backup", "0.1.0")
    assert census.named == ["match match-3: version 2 is missing, and 3-0 stands there"]
    assert (census.matches, census.entries) == (GOING_ON + ENDED, ENTRIES * (GOING_ON + ENDED - 1))


async def test_where_it_cannot_be_made_there_is_none_and_nothing_is_left_behind(redis_url: str, tmp_path: Path) -> None:
    (tmp_path / "backup").write_bytes(b"an older one")
    with pytest.raises(FileExistsError, match="the file exists already"):
        await make_backup(redis_url, tmp_path / "backup", "0.1.0")
    with pytest.raises(Unavailable):
        await make_backup(f"unix://{tmp_path}/nowhere", tmp_path / "another", "0.1.0")
    with redis.Redis.from_url(redis_url) as client:
        client.mset({f"qd:{{lobby}}:document:a:{number}": "1 {}" for number in range(2_000)})

        def cut(*_: int) -> None:
            client.client_kill_filter(_type="pubsub")

        with pytest.raises(Unavailable):
            await make_backup(redis_url, tmp_path / "another", "0.1.0", cut)
    assert os.listdir(tmp_path) == ["backup"]
    assert (tmp_path / "backup").read_bytes() == b"an older one"


async def test_anything_that_a_killed_backup_has_left_behind_goes_with_the_next_one(
    redis_url: str, tmp_path: Path
) -> None:
    abandoned, made_now, just_begun = [tmp_path / f".{name}.x{PART}" for name in ("monday", "tuesday", "wednesday")]
    for part in (abandoned, made_now, just_begun):
        part.write_bytes(b"half of it")
    for part in (abandoned, made_now):
        os.utime(part, (0, 0))
    held = os.open(made_now, os.O_RDONLY)
    try:
        fcntl.flock(held, fcntl.LOCK_EX)
        await make_backup(redis_url, tmp_path / "backup", "0.1.0")
    finally:
        os.close(held)
    assert set(os.listdir(tmp_path)) == {"backup", made_now.name, just_begun.name}


async def test_nothing_with_which_somebody_signs_in_stands_in_a_backup(redis_url: str, tmp_path: Path) -> None:
    password = "a long walk by the sea"
    async with live_server(RedisStore(redis_url)) as server, server.line() as line:
        signed_in = await line.sign_in()
        account = await line.ask({"type": "register", "name": "Ada", "password": password})
        bot = (await line.ask({"type": "make_bot", "name": "Robin"}))["bots"][0]["id"]
        made = await line.ask({"type": "make_token", "bot": bot, "scopes": ["play"], "label": "a program"})
        await make_backup(redis_url, tmp_path / "backup", "0.1.0")
    with (tmp_path / "backup").open("rb") as file:
        kept = [each for frame in BackupReader(file).frames() for each in frame if isinstance(each, KeyRecord)]
    text = b"".join(msgspec.msgpack.encode(record) for record in kept)
    assert b'"name":"Ada"' in text, "it is in plain text"
    secrets = [password, signed_in["token"], made["token"], *account["recovery_codes"]]
    assert [secret for secret in secrets if secret.encode() in text] == []
    assert [secret for secret in secrets if secret.replace("-", "").encode() in text] == []
