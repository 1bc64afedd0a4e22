"""A program plays wherever its player has been seated, by whatever connection."""

import asyncio

from quarterdeck_client import Client
from quarterdeck_client.bots import RandomBot
from quarterdeck_client.bots.seated_bot import play_where_seated
from quarterdeck_protocol.sides import Scope
from servers import PASSWORD, SOON, live_server


async def test_it_plays_each_match_in_which_somebody_has_seated_it() -> None:
    async with live_server() as server, asyncio.timeout(SOON), Client(server.url, name="Ada") as ada:
        await ada.account.register("Ada", PASSWORD)
        bot = (await ada.account.make_bot("Engine")).bots[0]
        token = (await ada.account.make_token([Scope.PLAY, Scope.LOBBY_READ], bot=bot.id)).token
        async with Client(server.url, token=token) as elsewhere, Client(server.url, token=token) as program:
            playing = asyncio.ensure_future(play_where_seated(program, RandomBot(1).play, every=0.01))
            for _ in range(2):
                table = await ada.tables.open("density-deck", seats=2)
                await elsewhere.tables.sit(table.id)
                mine, _ = await asyncio.gather(ada.begin(table.id), elsewhere.begin(table.id))
                await RandomBot(2).play(mine)
                assert mine.result is not None
                assert mine.result.reason != "resigned"
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
            assert playing.cancelled()
