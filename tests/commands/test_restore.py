"""`quarterdeck restore`, as it is typed."""

import asyncio
from pathlib import Path

import pyrage
import redis
from click.testing import CliRunner, Result
from filled_stores import ENDED, ENTRIES, GOING_ON, fill, match
from quarterdeck_server.__main__ import main
from quarterdeck_server.storage import keys
from quarterdeck_server.storage.backup.backup import make_backup
from quarterdeck_server.storage.redis.embedded import EmbeddedStore
from stores import redis_url, server_of_our_own  # noqa: F401 - fixtures

# ruff: noqa: F811 - fixtures


async def said(*words: str, status: int) -> str:
    clean = {"QUARTERDECK_STORE": None, "QUARTERDECK_DATA": None}
    result: Result = await asyncio.to_thread(lambda: CliRunner().invoke(main, ["restore", *words], env=clean))
    assert result.exit_code == status, result.output
    return result.output


async def test_the_command_makes_an_embedded_store_of_a_backup_and_says_what_is_there(
    redis_url: str, tmp_path: Path
) -> None:
    await fill(redis_url)
    await make_backup(redis_url, tmp_path / "backup", "0.1.0")
    words = (str(tmp_path / "backup"), "--data", str(tmp_path / "store"))
    done = await said(*words, status=0)
    matches = GOING_ON + ENDED
    assert f"The store has {matches} matches with {ENTRIES * matches} entries now, each of which follows from" in done
    assert f"{GOING_ON} of them go on" in done
    again = await said(*words, status=1)
    assert "The store is not empty: it has " in again
    await said(*words, "--replace", status=0)
    store = EmbeddedStore(tmp_path / "store")
    await store.start()
    try:
        with redis.Redis.from_url(redis_url) as before, redis.Redis.from_url(store.url) as after:
            lasting = {key for key in before.scan_iter() if not key.endswith(b":open")}
            assert set(after.scan_iter()) == lasting
    finally:
        await store.stop()


async def test_the_command_changes_nothing_where_the_file_is_damaged_and_says_so(
    redis_url: str, tmp_path: Path
) -> None:
    await fill(redis_url)
    await make_backup(redis_url, tmp_path / "backup", "0.1.0")
    content = (tmp_path / "backup").read_bytes()
    (tmp_path / "backup").write_bytes(content[:-1])
    with redis.Redis.from_url(redis_url) as client:
        client.set("qd:later", "1")
        refused = await said(str(tmp_path / "backup"), "--store", redis_url, "--replace", status=1)
        assert "Nothing was changed." in refused
        assert f"the file was cut off at byte {len(content) - 1}" in refused
        assert client.exists("qd:later") == 1
    (tmp_path / "backup").write_bytes(content)
    away = await said(str(tmp_path / "backup"), "--store", f"unix://{tmp_path}/nowhere", status=1)
    assert "The restore stopped before its end: Redis cannot be reached" in away
    assert ".." not in away


async def test_a_log_that_is_not_whole_is_put_back_and_named(redis_url: str, tmp_path: Path) -> None:
    await fill(redis_url)
    with redis.Redis.from_url(redis_url) as client:
        client.xdel(keys.of_match(match(0)).log, "2-0")
    await make_backup(redis_url, tmp_path / "backup", "0.1.0")
    done = await said(str(tmp_path / "backup"), "--data", str(tmp_path / "store"), status=1)
    assert done.count(f"match {match(0)}: version 2 is missing") == 2, "in the file, and in the store"
    assert "follows from the one before" not in done


async def test_an_encrypted_backup_is_restored_with_its_key(redis_url: str, tmp_path: Path) -> None:
    await fill(redis_url)
    identity = pyrage.x25519.Identity.generate()
    (tmp_path / "key").write_text(f"{identity}\n")
    await make_backup(redis_url, tmp_path / "backup", "0.1.0", recipients=[identity.to_public()])
    words = (str(tmp_path / "backup"), "--data", str(tmp_path / "store"))
    assert "is encrypted: name the file with your private key, --identity FILE." in await said(*words, status=1)
    done = await said(*words, "--identity", str(tmp_path / "key"), status=0)
    assert f"The store has {GOING_ON + ENDED} matches" in done
