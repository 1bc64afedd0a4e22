"""A loop for a program that plays at every table where its player has a seat. An arena, or a person with another
client, seats the player.

async with Client(url, token=token) as me:
    await play_where_seated(me, RandomBot().play)
"""

import asyncio
from collections.abc import Awaitable, Callable

from quarterdeck_protocol.lobby.tables import TableStage
from quarterdeck_protocol.names import MatchId

from quarterdeck_client.client import Client
from quarterdeck_client.followed_match import FollowedMatch

EVERY = 2.5
"""Seconds between two requests for the player's seats. A server allows thirty such requests a minute."""


async def play_where_seated(
    client: Client, play: Callable[[FollowedMatch], Awaitable[object]], *, every: float = EVERY
) -> None:
    """Play each match in which this player has a seat, several at once if necessary, until the task is cancelled.
    Raises the errors of `Client.ask`, and those of `play` in an `ExceptionGroup`."""
    begun: set[MatchId] = set()

    async def play_one(match: MatchId) -> None:
        await play(await client.watch_match(match))

    async with asyncio.TaskGroup() as playing:
        while True:
            for seat in (await client.seats()).seats:
                if seat.stage is TableStage.PLAYING and seat.match not in begun:
                    begun.add(seat.match)
                    playing.create_task(play_one(seat.match))
            await asyncio.sleep(every)
