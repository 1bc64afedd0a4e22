"""What a client does in the shared conversations, by the name of the program, with the SDK for Python.

The same stands for JavaScript in `client/javascript/tests/conversation.js`.
"""

from typing import Any

import msgspec
from quarterdeck_client import Client, RefusedError
from quarterdeck_client.errors import ClientError
from quarterdeck_client.followed_match import FollowedMatch


async def _play(me: Client, game: str) -> Any:
    return await _to_the_end(await me.play(game, bots=1))


async def _seek(me: Client, game: str) -> Any:
    search = await me.seek([game], bots_after=0, rated=False)
    async for _ in search:
        if search.offer is not None and not search.offer.has_accepted:
            await search.accept()
    return await _to_the_end(await search.begun())


async def _to_the_end(seated: FollowedMatch) -> Any:
    acted = [await turn.act(turn.choices[0]) async for turn in seated.turns()]
    return {"acted": acted, "result": msgspec.to_builtins(seated.result)}


async def _follow(me: Client, match: str) -> Any:
    watched = await me.watch_match(match, None)
    return [[update.epoch, update.version, len(update.events)] async for update in watched.updates()]


async def _rated(me: Client, match: str) -> Any:
    rated = await (await me.watch_match(match, None)).rated()
    return {"place": rated.place, "unrated": rated.unrated}


async def _sit(me: Client, table: str) -> Any:
    return (await me.tables.sit(table)).id  # type: ignore[arg-type]  # as it stands in the file


async def _listen(me: Client, where: str) -> Any:
    before = await me.chat.join_chat(where)  # type: ignore[arg-type]  # as it stands in the file
    texts = [line.text for line in before]
    async for line in me.chat.lines(where):  # type: ignore[arg-type]
        texts.append(line.text)
        if line.text == "goodbye":
            break
    return texts


PROGRAMS = {"play": _play, "seek": _seek, "follow": _follow, "rated": _rated, "sit": _sit, "listen": _listen}


async def outcome(url: str, name: str, argument: str) -> Any:
    """Return what comes of a program, or as what it was refused or ended."""
    try:
        async with Client(url, name="Ada") as me:
            return {"value": await PROGRAMS[name](me, argument), "reconnects": me.reconnects}
    except RefusedError as refused:
        return {"refused": refused.code, "where": refused.where, "retry_in": refused.retry_in}
    except ClientError as error:
        return {"error": type(error).__name__}
