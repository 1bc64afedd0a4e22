"""`quarterdeck keys`, as it is typed, and what of the keys is in a backup and in what the doctor says."""

import asyncio
import json
from pathlib import Path

import pytest
import redis
from click.testing import CliRunner, Result
from quarterdeck_server.__main__ import main
from quarterdeck_server.commands import store_address
from quarterdeck_server.lobby.documents import Key
from quarterdeck_server.storage import keys
from servers import live_server
from stores import patient_store, redis_url, server_of_our_own  # noqa: F401 - fixtures

# ruff: noqa: F811 - fixtures

DOCUMENT = keys.document(Key("server_keys", "server"))


async def said(*words: str, status: int = 0) -> str:
    clean = {f"QUARTERDECK_{name}": None for name in ("STORE", "DATA", "DURABILITY", "ARCHIVE")}
    result: Result = await asyncio.to_thread(lambda: CliRunner().invoke(main, list(words), env=clean))
    assert result.exit_code == status, result.output
    return result.output


async def test_keys_are_listed_and_rotated_and_a_server_publishes_the_same(redis_url: str, tmp_path: Path) -> None:
    there = ("--store", redis_url)
    listed = await said("keys", "list", *there)
    assert "signs matches that end from the beginning\n" in listed
    rotated = await said("keys", "rotate", *there, "--minutes", "5")
    first, second = rotated.splitlines()
    assert (first.split()[0], "until" in first, "until" in second) == (listed.split()[0], True, False)
    again = await said("keys", "rotate", *there, status=1)
    assert "the newest signing key does not sign yet" in again
    in_json = json.loads(await said("keys", "list", *there, "--json"))
    async with live_server(patient_store(redis_url)) as server:
        assert await server.get("/v1/keys") == (200, in_json)
    with redis.Redis.from_url(redis_url) as client:
        stored = bytes(client.get(DOCUMENT) or b"")
        assert client.ttl(DOCUMENT) == -1
    secrets = [key["seed"] for key in json.loads(stored.partition(b" ")[2])["keys"]]
    shown = [listed, rotated, again, json.dumps(in_json), await said("doctor", *there)]
    assert [secret for secret in secrets for text in shown if secret in text] == []
    assert "No faults found" in shown[-1]
    assert "server_keys" not in shown[-1]


async def test_a_restored_store_has_the_keys_of_its_backup(redis_url: str, tmp_path: Path) -> None:
    there, file = ("--store", redis_url), str(tmp_path / "backup")
    listed = await said("keys", "list", *there)
    made = await said("backup", file, *there)
    with redis.Redis.from_url(redis_url) as client:
        secret = json.loads(bytes(client.get(DOCUMENT) or b"").partition(b" ")[2])["keys"][0]["seed"]
        client.flushall()
    restored = await said("restore", file, *there)
    assert await said("keys", "list", *there) == listed
    assert secret not in made + restored


async def test_a_host_who_cannot_reach_the_store_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_address, "SECONDS_UNTIL_REACHED", 0.1)
    assert "The store cannot be reached" in await said(
        "keys", "list", "--store", f"unix://{tmp_path}/nowhere", status=1
    )
    assert "There is no store in" in await said("keys", "list", "--data", str(tmp_path / "nowhere"), status=1)
    assert "A memory store is inside its server" in await said("keys", "rotate", "--store", "memory", status=1)
