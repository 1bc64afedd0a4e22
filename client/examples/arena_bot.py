"""Example bot for `quarterdeck arena --external`: it plays at every table where its player has a seat, until it is
stopped."""

import asyncio, random, sys
from pathlib import Path

from quarterdeck_client import Client
from quarterdeck_client.bots.seated_bot import play_where_seated
from quarterdeck_client.followed_match import FollowedMatch


async def play(match: FollowedMatch) -> None:
    async for turn in match.turns():
        await turn.act(random.choice(turn.choices))  # your own thoughts here


async def main(url: str, token: str) -> None:
    async with Client(url, token=token) as me:
        await play_where_seated(me, play)


if len(sys.argv) != 3:
    sys.exit("usage: python arena_bot.py URL TOKENFILE")
asyncio.run(main(sys.argv[1], Path(sys.argv[2]).read_text().strip()))
