"""Processes that change the same log in Redis at once, where memory knows no "at once"."""

from collections.abc import Awaitable, Callable
from typing import Any

from quarterdeck_protocol.names import Epoch, MatchId
from quarterdeck_server.matches.log import NEVER, START, Head
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
