"""Connections behind Sentinels: each goes to whoever is the primary when it connects."""

import asyncio
from pathlib import Path

import pytest
from clusters import Replicated, Server
from quarterdeck_server.storage.wire.connections import Connection, connections_to
from quarterdeck_server.storage.wire.question import pack
from redis.exceptions import ConnectionError as RedisConnectionError
from stores import until


async def asked(connection: Connection, *words: str) -> bytes:
    await connection.connect()
    try:
        await connection.send_packed_command(pack(words))
        return bytes(await connection.read_response())
    finally:
        await connection.disconnect()


async def runs(url: str) -> bytes:
    """Return the id of the run of the server that a fresh connection reaches."""
    said = await asked(connections_to(url)(), "INFO", "server")
    return next(line for line in said.splitlines() if line.startswith(b"run_id:")).partition(b":")[2]


def run_of(server: Server) -> bytes:
    return str(server.client.info("server")["run_id"]).encode()


async def test_it_follows_who_is_promoted_though_a_sentinel_and_the_primary_are_gone(tmp_path: Path) -> None:
    replicated = Replicated(tmp_path, replicas=1, sentinels=2)
    try:
        await asyncio.to_thread(replicated.start)
        primary, replica = replicated.servers
        assert await runs(replicated.url) == run_of(primary)
        primary.kill()
        with pytest.raises(RedisConnectionError):
            await runs(replicated.url)
        await asyncio.to_thread(replicated.fail_over)
        assert await runs(replicated.url) == run_of(replica)
        nobody = "redis+sentinel://127.0.0.1:1,"
        assert await runs(replicated.url.replace("redis+sentinel://", nobody)) == run_of(replica)
    finally:
        replicated.stop()


async def test_nothing_is_kept_open_to_a_sentinel(replicated_of_our_own: Replicated, sentinel_url: str) -> None:
    sentinel = replicated_of_our_own.sentinels[0].client
    before = len(sentinel.client_list())
    await runs(sentinel_url)
    await until(lambda: len(sentinel.client_list()) <= before)
