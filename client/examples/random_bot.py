import asyncio, random, sys

from quarterdeck_client import Client


async def main(url: str) -> None:
    async with Client(url, name="Ada") as me:
        seat = await me.play("density-deck", bots=3)
        async for turn in seat.turns():
            await turn.act(random.choice(turn.choices))
        print(seat.result)


asyncio.run(main(sys.argv[1]))
