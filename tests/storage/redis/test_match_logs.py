"""Processes that change the same log in Redis at once, where memory knows no "at once"."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from quarterdeck_protocol.names import Epoch, MatchId, Milliseconds
from quarterdeck_server.matches.log import NEVER, START, Deadline, Head
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

    def __init__(self, line: Requester, *, has_slots: bool = False) -> None:
        self._line, self.has_slots, self.scripts = line, has_slots, 0

    def ask(self, *given: Any, **named: Any) -> Any:
        return self._line.ask(*given, **named)

    def run(self, *given: Any, **named: Any) -> Any:
        self.scripts += 1
        return self._line.run(*given, **named)


@pytest.mark.parametrize(("has_slots", "most"), [(False, 32), (True, keys.SHARDS)], ids=["server", "cluster"])
async def test_the_ends_of_any_number_of_logs_are_read_with_few_requests(
    redis_url: str, most: int, *, has_slots: bool
) -> None:
    store = patient_store(redis_url)
    await store.start()
    packed, running = MatchId("packed"), MatchId("running")
    await store.log.append(packed, START, b"entry", NEVER, over=True)
    await store.log.append(running, START, b"entry", NEVER, over=False)
    ends = {match: (await store.log.heads([match]))[match] for match in (packed, running)}
    assert await store.log.pack(packed)
    line = CountedLine(store.pipeline, has_slots=has_slots)
    log = RedisLog(line, of_one_server("another"), LIFETIMES)  # type: ignore[arg-type]
    unknown = [MatchId(f"unknown-{number}") for number in range(2_000)]
    heads = await log.heads([*unknown[:1_000], packed, running, *unknown[1_000:]])
    assert heads == {**dict.fromkeys(unknown, START), **ends}
    assert line.scripts <= most
    assert await log.versions([packed, unknown[0]]) == {packed: ends[packed].version, unknown[0]: START.version}
    await store.close()


@pytest.mark.parametrize(("has_slots", "requests"), [(False, 1), (True, keys.SHARDS)], ids=["server", "cluster"])
async def test_the_matches_that_are_due_are_read_with_one_request_of_a_server(
    redis_url: str, requests: int, *, has_slots: bool
) -> None:
    store = patient_store(redis_url)
    await store.start()
    now = await store.log.now()
    late = [MatchId(f"late-{number}") for number in range(20)]
    for ago, match in enumerate(late):
        await store.log.append(match, START, b"entry", Deadline(Milliseconds(now - 1_000 - ago)), over=False)
    await store.log.append(MatchId("later"), START, b"entry", Deadline(Milliseconds(now + 600_000)), over=False)
    line = CountedLine(store.pipeline, has_slots=has_slots)
    log = RedisLog(line, of_one_server("another"), LIFETIMES)  # type: ignore[arg-type]
    assert list(await log.due(15)) == late[:4:-1]
    assert line.scripts == requests
    await store.close()
