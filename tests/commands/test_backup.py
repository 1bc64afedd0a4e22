"""`quarterdeck backup`, as it is typed."""

import asyncio
import stat
from pathlib import Path

import pyrage
import redis
from click.testing import CliRunner, Result
from filled_stores import ENDED, ENTRIES, GOING_ON, fill, match
from quarterdeck_server.__main__ import main
from quarterdeck_server.commands.store_address import store_at
from quarterdeck_server.lobby.operator_duties import LAST_BACKUPS, OF_THE_HOUSE, BackupRecord
from quarterdeck_server.settings import Settings
from quarterdeck_server.storage import keys
from quarterdeck_server.storage.backup.backup import check_backup
from quarterdeck_server.storage.backup.encryption import decrypted
from stores import redis_url, server_of_our_own  # noqa: F401 - fixtures

# ruff: noqa: F811 - fixtures

SECRETS = ('"number":7', "digest", "document:token")


async def said(*words: str, status: int) -> str:
    clean = {"QUARTERDECK_STORE": None, "QUARTERDECK_DATA": None}
    result: Result = await asyncio.to_thread(lambda: CliRunner().invoke(main, ["backup", *words], env=clean))
    assert result.exit_code == status, result.output
    assert [secret for secret in SECRETS if secret in result.output] == []
    return result.output


async def test_the_command_says_what_it_has_and_that_it_is_to_be_kept_well(redis_url: str, tmp_path: Path) -> None:
    await fill(redis_url)
    file = str(tmp_path / "backup")
    made = await said(file, "--store", redis_url, status=0)
    counts = f"{GOING_ON + ENDED} matches with {ENTRIES * (GOING_ON + ENDED)} entries, each of which follows"
    assert counts in made
    assert f"{GOING_ON} of them go on" in made
    assert "All that was acknowledged before 2" in made
    assert "It has hands, seeds, the server's private keys and hashes of passwords and tokens" in made
    assert stat.S_IMODE((tmp_path / "backup").stat().st_mode) == 0o600
    checked = await said(file, "--check", status=0)
    assert f"{file} is complete" in checked
    assert counts in checked
    assert "the file exists already; name a new file" in await said(file, "--store", redis_url, status=1)


async def test_the_command_ends_with_1_where_something_is_not_whole(redis_url: str, tmp_path: Path) -> None:
    await fill(redis_url)
    with redis.Redis.from_url(redis_url) as client:
        client.xdel(keys.of_match(match(3)).log, "2-0")
    file = tmp_path / "backup"
    made = await said(str(file), "--store", redis_url, status=1)
    assert "The logs of 1 matches are incomplete:\n  match match-3: version 2 is missing" in made
    content = file.read_bytes()
    file.write_bytes(content[:700])
    cut = await said(str(file), "--check", status=1)
    assert "the file was cut off at byte 700, or changed here" in cut
    file.write_bytes(content[:700] + b"?" + content[701:])
    assert "have a wrong checksum" in await said(str(file), "--check", status=1)
    assert "is not a backup" in await said(__file__, "--check", status=1)
    assert "No such file" in await said(str(tmp_path / "nowhere"), "--check", status=1)
    away = await said(str(tmp_path / "new"), "--store", f"unix://{tmp_path}/nowhere", status=1)
    assert "No backup was written: the store cannot be reached: Error 2 connecting to" in away
    assert "A memory store is inside its server" in await said(str(tmp_path / "new"), "--store", "memory", status=1)
    assert not (tmp_path / "new").exists()


async def test_nightly_backups_are_encrypted_rotated_and_recorded(redis_url: str, tmp_path: Path) -> None:
    await fill(redis_url)
    identity = pyrage.x25519.Identity.generate()
    (tmp_path / "key").write_text(f"{identity}\n")
    folder = tmp_path / "backups"
    assert "--keep needs a folder" in await said(str(folder), "--keep", "2", status=1)
    folder.mkdir()
    (folder / "quarterdeck-20200101T000000Z.qd.age").touch()
    words = ("--store", redis_url, "--keep", "1", "--encrypt-to")
    assert "'age1' is not a public key" in await said(str(folder), *words, "age1", status=1)
    made = await said(str(folder), *words, str(identity.to_public()), status=0)
    assert "It is encrypted. Only the owners of the given keys can read it." in made
    assert "quarterdeck-20200101T000000Z.qd.age was removed: 1 newer backups are in its folder." in made
    [file] = folder.iterdir()
    assert "is a folder: name one backup in it." in await said(str(folder), "--check", status=1)
    assert "--identity FILE" in await said(str(file), "--check", status=1)
    checked = await said(str(file), "--check", "--identity", str(tmp_path / "key"), status=0)
    assert f"{GOING_ON} of them go on" in checked
    with decrypted(file, tmp_path / "key") as plain:
        began = check_backup(plain)[0].began
    async with store_at(redis_url, Settings(store=redis_url)) as store:
        assert await LAST_BACKUPS.read(store.documents, [OF_THE_HOUSE]) == [BackupRecord(began)]
