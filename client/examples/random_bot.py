import asyncio, random, sys

from quarterdeck_client import Client


async def main(url: str = "http://127.0.0.1:8765") -> None:
    async with Client(url, name="Ada") as me:
        seat = await me.play("density-deck", bots=3)
        print("Seated. A match against these bots takes a minute.")
        async for turn in seat.turns():
            await turn.act(random.choice(turn.choices))
        print(seat.result)


asyncio.run(main(*sys.argv[1:]))
