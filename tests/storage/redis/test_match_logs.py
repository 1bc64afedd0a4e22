"""Processes that change the same log in Redis at once, where memory knows no "at once"."""

from collections.abc import Awaitable, Callable
from typing import Any

from quarterdeck_protocol.names import Epoch, MatchId
from quarterdeck_server.matches.log import NEVER, START, Head
from quarterdeck_server.storage import keys
from quarterdeck_server.storage.lifetimes import LIFETIMES
from quarterdeck_server.storage.redis.channels import of_one_server
from quarterdeck_server.storage.redis.match_logs import REWIND, RedisLog
from quarterdeck_server.storage.wire.pipeline import Requester
from stores import patient_store, redis_url, server_of_our_own

__all__ = ["redis_url", "server_of_our_own"]

MATCH = MatchId("match")


class SlowLine:
    """A line to the store that lets something happen elsewhere before it hands over what a rewind has answered."""

    def __init__(self, line: Requester, elsewhere: Callable[[], Awaitable[None]]) -> None:
        self._line, self._elsewhere = line, elsewhere
        self.answers: list[Any] = []

    async def run(self, script: Any, *rest: Any, **named: Any) -> Any:
        answer = await self._line.run(script, *rest, **named)
        if script is REWIND:
            self.answers.append(answer)
            if len(self.answers) == 1:
                await self._elsewhere()
        return answer


async def test_a_process_that_finds_a_log_unpacked_that_was_packed_a_moment_ago_goes_on(redis_url: str) -> None:
    store = patient_store(redis_url)
    await store.start()
    await store.log.append(MATCH, START, b"other", NEVER, over=True)
    assert await store.log.pack(MATCH)
    known = Head(Epoch(0), (await store.log.heads([MATCH]))[MATCH].version, "forgotten")
    line = SlowLine(store.pipeline, lambda: store.log.rewind(MATCH, known))
    late = RedisLog(line, of_one_server("late"), LIFETIMES)  # type: ignore[arg-type]
    await late.rewind(MATCH, known)
    assert line.answers == [2, None]
    assert (await store.log.heads([MATCH]))[MATCH].epoch == 1
    await store.close()


class CountedLine:
    """A line to the store that counts the scripts."""

    def __init__(self, line: Requester) -> None:
        self._line, self.scripts = line, 0

    def run(self, *given: Any, **named: Any) -> Any:
        self.scripts += 1
        return self._line.run(*given, **named)


async def test_the_ends_of_any_number_of_logs_are_read_with_one_request_a_shard(redis_url: str) -> None:
    store = patient_store(redis_url)
    await store.start()
    packed, running = MatchId("packed"), MatchId("running")
    await store.log.append(packed, START, b"entry", NEVER, over=True)
    await store.log.append(running, START, b"entry", NEVER, over=False)
    ends = {match: (await store.log.heads([match]))[match] for match in (packed, running)}
    assert await store.log.pack(packed)
    line = CountedLine(store.pipeline)
    log = RedisLog(line, of_one_server("another"), LIFETIMES)  # type: ignore[arg-type]
    unknown = [MatchId(f"unknown-{number}") for number in range(2_000)]
    heads = await log.heads([*unknown[:1_000], packed, running, *unknown[1_000:]])
    assert heads == {**dict.fromkeys(unknown, START), **ends}
    assert line.scripts <= keys.SHARDS
    assert await log.versions([packed, unknown[0]]) == {packed: ends[packed].version, unknown[0]: START.version}
    await store.close()
