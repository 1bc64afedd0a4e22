"""`quarterdeck doctor`, as it is typed."""

import asyncio
from pathlib import Path

import redis
from click.testing import CliRunner, Result
from mail_receivers import mail_receiver
from quarterdeck_protocol.names import MatchId
from quarterdeck_server.__main__ import main
from quarterdeck_server.storage import keys
from stores import redis_url, server_of_our_own  # noqa: F401 - fixtures

DEADLINES = keys.of_match(MatchId("gone")).deadlines


async def said(*words: str, status: int) -> str:
    clean = {
        "QUARTERDECK_STORE": None,
        "QUARTERDECK_DATA": None,
        "QUARTERDECK_DURABILITY": None,
        "QUARTERDECK_ARCHIVE": None,
        "QUARTERDECK_MAIL": None,
    }
    result: Result = await asyncio.to_thread(lambda: CliRunner().invoke(main, ["doctor", *words], env=clean))
    assert result.exit_code == status, result.output
    return result.output


async def test_the_command_says_what_to_mend_and_ends_with_1_if_something_has_to_be(
    redis_url: str,  # noqa: F811 - a fixture
    tmp_path: Path,
) -> None:
    with redis.Redis.from_url(redis_url) as client:
        client.set("somebody:else", "1")
    well = await said("--store", redis_url, status=0)
    assert "note   keys that are not Quarterdeck's: 1 (somebody:else)" in well
    assert "No faults found. Checked 1 keys." in well
    assert "Possible values of --durability: fast, fsync." in well
    lacking = await said("--store", redis_url, "--durability", "replica:2", status=1)
    assert "It has no replicas, and `--durability replica:2` waits for 2" in lacking
    with redis.Redis.from_url(redis_url) as client:
        client.zadd(DEADLINES, {"gone": 1})
    unwell = await said("--store", redis_url, status=1)
    assert f"fix: `ZREM {DEADLINES}`" in unwell
    assert "cannot be reached" in await said("--store", f"unix://{tmp_path}/nowhere", status=1)


async def test_the_archive_is_looked_at_too(
    redis_url: str,  # noqa: F811 - a fixture
    tmp_path: Path,
) -> None:
    (tmp_path / "archive").mkdir()
    await said("--store", redis_url, "--archive", f"file://{tmp_path}/archive", status=0)
    away = await said("--store", redis_url, "--archive", f"file://{tmp_path}/unmounted", status=1)
    assert "FAULT  the archive cannot be reached: there is no folder" in away
    assert "Faults found." in away


async def test_a_sign_in_at_the_mail_server_is_tried(
    redis_url: str,  # noqa: F811 - a fixture
    tmp_path: Path,
) -> None:
    async with mail_receiver() as mail:
        file = mail.file(tmp_path)
        await said("--store", redis_url, "--mail", file, status=0)
        assert mail.signed_in
    away = await said("--store", redis_url, "--mail", file, status=1)
    assert "FAULT  the mail server: connection: 127.0.0.1 port" in away
    assert "No such file" in await said("--store", redis_url, "--mail", f"{tmp_path}/none.toml", status=1)
