"""Processor time for which a dead receiver of webhooks holds the event loop: `python tests/bench webhook_turns`.

So many events wait for one webhook whose receiver refuses connections. The server's own delivery and sender work on a
real store of the bench's own. A match waits at most for one turn of the event loop, so the bench reports the processor
time of the turns in which webhooks did something.
"""

import asyncio
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import click
from lobby.webhooks.test_hook_messages import ENDED
from msgspec.structs import replace
from quarterdeck_client.commands.output import echo
from quarterdeck_protocol.names import MatchId, Milliseconds
from quarterdeck_server.lobby.webhooks.hooks import Hook
from quarterdeck_server.lobby.webhooks.outbox import Outbox, waiting
from quarterdeck_server.lobby.webhooks.webhook_delivery import MOST_AT_ONCE, WebhookDelivery
from quarterdeck_server.process.freed_memory import collect_in_pieces
from quarterdeck_server.process.loops import fastest_loop
from quarterdeck_server.storage.redis.embedded import EmbeddedStore
from quarterdeck_server.storage.redis.redis_store import RedisStore
from quarterdeck_server.web.webhooks.sender import Sender

PAST = Milliseconds(1_700_000_000_000)
IDLE = 20e-6
"""Seconds of processor time below which a turn has only looked for something to do."""


async def measure_turns(events: int) -> list[float]:
    """Return the processor time of the busy turns, in milliseconds, in ascending order."""
    refusing = await asyncio.start_server(lambda _, writer: writer.close(), "127.0.0.1", 0)
    port = refusing.sockets[0].getsockname()[1]
    refusing.close()
    await refusing.wait_closed()
    hook = Hook(name="dead", url=f"http://127.0.0.1:{port}/", inner=True, secrets=("whsec_" + "aGFyYm91cg" * 4,))
    with tempfile.TemporaryDirectory(prefix="quarterdeck-bench-") as folder:
        embedded = EmbeddedStore(Path(folder))
        await embedded.start()
        store = RedisStore(embedded.url)
        try:
            await store.start()
            outbox = Outbox(store.documents, [hook])
            for number in range(events):
                writes = outbox.written(
                    replace(ENDED, match=MatchId(f"match {number}"), seq=1, at=PAST, visible_from=PAST)
                )
                await store.documents.commit(writes.changes, writes.indexed)
            delivery = WebhookDelivery(outbox, Sender().send)
            await delivery.round(hook)  # the store learns the scripts, and imports are made
            turns = list[float]()
            watch = asyncio.create_task(_watched(turns))
            for _ in range(events // MOST_AT_ONCE - 1):
                assert await delivery.round(hook) == MOST_AT_ONCE
            watch.cancel()
            assert {each.tried for each in await outbox.listed(waiting(hook.name), events)} == {1}
            return sorted(turns)
        finally:
            await store.close()
            await embedded.stop()


async def _watched(turns: list[float]) -> None:
    while True:
        began = time.thread_time()
        await asyncio.sleep(0)
        if (spent := time.thread_time() - began) > IDLE:
            turns.append(1000 * spent)


def share(turns: Sequence[float], part: float) -> float:
    """Return the value below which this part of the turns is."""
    return turns[min(int(part * len(turns)), len(turns) - 1)]


@click.command()
@click.option("--events", type=click.IntRange(100, 100_000), default=800, show_default=True)
def main(events: int) -> None:
    """Print the processor time of the turns of the event loop beside a dead receiver."""
    collect_in_pieces()
    with asyncio.Runner(loop_factory=fastest_loop()) as runner:
        turns = runner.run(measure_turns(events))
    echo(
        f"{len(turns):,} busy turns: median {share(turns, 0.5):.2f} ms, p99 {share(turns, 0.99):.2f} ms,"
        f" longest {turns[-1]:.2f} ms of processor time; {sum(turns) / events:.2f} ms for each attempt"
    )
