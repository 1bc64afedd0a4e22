"""What a server tells of keys that change."""

import pytest
import redis
from quarterdeck_server.storage.backup.changed_keys import changed_keys
from quarterdeck_server.storage.wire.connections import connections_to
from quarterdeck_server.store_errors import Unavailable
from stores import SOON, redis_url, server_of_our_own, until  # noqa: F401 - fixtures

# ruff: noqa: F811 - fixtures


async def test_every_key_with_the_prefix_is_told_that_changes_or_ends_once_and_in_time(redis_url: str) -> None:
    with redis.Redis.from_url(redis_url) as client:
        client.set("qd:before", "1")
        async with changed_keys(connections_to(redis_url), "qd:", SOON) as changes:
            assert await changes.taken() == set()
            client.set("qd:before", "2")
            client.set("other:key", "1")
            client.eval("redis.call('ZADD', KEYS[1], 1, 'a') redis.call('SET', KEYS[2], 1)", 2, "qd:index", "qd:made")
            assert await changes.taken() == {b"qd:before", b"qd:index", b"qd:made"}
            client.delete("qd:made")
            assert await changes.taken() == {b"qd:made"}
            assert await changes.taken() == set()
            await changes.check()


async def test_a_process_that_is_not_told_any_more_finds_out(redis_url: str) -> None:
    with redis.Redis.from_url(redis_url) as client:
        async with changed_keys(connections_to(redis_url), "qd:", SOON) as changes:
            client.flushall()
            with pytest.raises(Unavailable, match="was emptied"):
                await changes.taken()
        async with changed_keys(connections_to(redis_url), "qd:", SOON) as changes:
            listening = [each["id"] for each in client.client_list() if each["cmd"] in ("subscribe", "client|tracking")]
            for name in listening:
                client.client_kill_filter(_id=name)
            with pytest.raises(Unavailable, match="cannot be reached"):
                await changes.taken()
            with pytest.raises(Unavailable, match="cannot be reached"):
                await changes.check()
