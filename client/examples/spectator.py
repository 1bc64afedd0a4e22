"""Example program that prints the events of a match as sentences: of the named match, or of the first one that is being
played."""

import asyncio, sys

from quarterdeck_client import Client


async def main(url: str, match: str | None = None) -> None:
    async with Client(url) as me:
        playing = [table.match for table in await me.tables.list() if table.stage == "playing"]
        if match is None and not playing:
            sys.exit("Nobody is playing right now.")
        watched = await me.watch_match(match or playing[0], since=0)
        book = await me.phrase_book(watched)
        async for update in watched.updates():
            for event in update.events:
                print(book.at(update.view).event(event))
        if watched.result is not None:
            print(book.result(watched.result))


if len(sys.argv) != 3:
    sys.exit("usage: python spectator.py URL MATCH")
asyncio.run(main(*sys.argv[1:]))
