"""First connection of a bot, tried again while the server cannot be reached.

A `Client` tries its first connection once: a user with a wrong address wants to know at once. Bots are started beside a
server that may be restarting, or faster than its limits admit them. So they try again for as long as their patience
lasts.
"""

from collections.abc import Callable
from contextlib import AsyncExitStack

from quarterdeck_client.client import Client
from quarterdeck_client.errors import LostError
from quarterdeck_client.transport.backoff import BackOff


async def connected(
    stack: AsyncExitStack,
    url: str,
    patience: float,
    name: str | None = None,
    waits: Callable[[str], object] = lambda _: None,
) -> Client:
    """Return a connected client that the stack closes. `waits` is called once with the reason for a delay. Raises
    `LostError` when patience, in seconds, has run out."""
    again = BackOff(patience)
    is_told = False
    while True:
        try:
            return await stack.enter_async_context(Client(url, name=name, patience=patience, client="quarterdeck bots"))
        except LostError as error:
            why = str(error)
        if not is_told and patience > 0:
            waits(why)
            is_told = True
        await again.pause(why)
