"""A queue for HTTP requests that block the event loop for long: one replay or transcript is made at a time.

The other requests wait, with fair shares for each address and player (`fair_queue.py`). A request reads the log only
when its turn has come.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.fair_queue import FairTurns, Sharer
from quarterdeck_server.web.connection_services import SERVICES
from quarterdeck_server.web.http.requests import bearer_token
from quarterdeck_server.web.rate_limit.addresses import ADDRESSES

MOST_WAITING = 128

MAKING: web.AppKey[FairTurns] = web.AppKey("making", FairTurns)


async def sharer_of(request: web.Request) -> Sharer:
    """Return the sharer (address and player) to whom a request counts. A player with a valid token has a share within
    the address. Raises `Unavailable`."""
    address = request.app[ADDRESSES].of(request)
    token = bearer_token(request)
    if token is None:
        return Sharer(address, "")
    try:
        identity = await request.app[SERVICES].players.holder(token)
    except CommandRefused:  # the refusal comes where the identity matters
        return Sharer(address, "")
    return Sharer(address, identity.player.id)


@asynccontextmanager
async def making(request: web.Request) -> AsyncIterator[None]:
    """Wait until it is the caller's turn to make a replay or transcript, and hold the turn while the context is open.
    Raises `CommandRefused` if too many wait, `Unavailable`."""
    text = Text("Too many replays and transcripts are being made; try again in a moment.")
    async with request.app[MAKING].turn(await sharer_of(request), text):
        yield
