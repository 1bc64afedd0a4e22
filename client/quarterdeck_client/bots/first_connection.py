"""First connection of a bot, retried while the server cannot be reached.

A `Client` tries its first connection once: a user with a wrong address wants to know at once. Bots are often started
while the server restarts, or faster than its limits admit them. So they retry for `patience` seconds.
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
    """Return a connected client, which `stack` closes at its end. `waits` is called once with the reason if a retry is
    needed. Raises `LostError` after `patience` seconds without success."""
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
