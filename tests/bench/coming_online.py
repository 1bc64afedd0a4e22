"""Cost of coming online for a player with many followers, on a real store of the bench's own.

python tests/bench coming_online --followers 10000
"""

import asyncio
import tempfile
import time
from pathlib import Path

import click
from quarterdeck_client.commands.output import echo
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_server.lobby.followed_players.follow_lists import follow_entries
from quarterdeck_server.storage.redis.embedded import EmbeddedStore
from quarterdeck_server.storage.redis.redis_store import RedisStore
from servers import PASSWORD, LiveServer, live_server
from web.challenge_cases import me

ARRIVALS = 100
AT_ONCE = 1000
NOW = Milliseconds(1_800_000_000_000)


async def measure_arrivals(followers: int) -> tuple[float, float]:
    """Return the processor time of an arrival, without and with so many followers, in milliseconds. It is that of the
    server and its client together, which run in one process."""
    with tempfile.TemporaryDirectory(prefix="quarterdeck-bench-") as folder:
        embedded = EmbeddedStore(Path(folder))
        await embedded.start()
        store = RedisStore(embedded.url)
        try:
            async with live_server(store) as server, server.person("Ada") as ada:
                player = PlayerId(await me(ada))
                await _arrivals(server)  # the store learns the scripts
                without = await _arrivals(server)
                for first in range(0, followers, AT_ONCE):
                    fans = [PlayerId(f"fan-{number}") for number in range(first, min(first + AT_ONCE, followers))]
                    await store.documents.commit(
                        [], [each for fan in fans for each in follow_entries(fan, player, NOW)]
                    )
                return without, await _arrivals(server)
        finally:
            await embedded.stop()


async def _arrivals(server: LiveServer) -> float:
    async with server.line() as line:
        token = (await line.ask({"type": "sign_in", "name": "Ada", "password": PASSWORD}))["token"]
    began = time.process_time()
    for _ in range(ARRIVALS):
        async with server.line() as line:
            token = (await line.ask({"type": "sign_in", "token": token}))["token"]
            await server.services.online_players.settle()
    return 1000 * (time.process_time() - began) / ARRIVALS


@click.command()
@click.option("--followers", type=click.IntRange(0, 1_000_000), default=10_000, show_default=True)
def main(followers: int) -> None:
    """Print what it costs to sign in by a token, with the commit that notes the player as online."""
    without, found = asyncio.run(measure_arrivals(followers))
    echo(f"without followers {without:.2f} ms, with {followers:,} {found:.2f} ms of processor time")
