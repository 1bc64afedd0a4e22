"""Graceful drain of a process before it stops: it accepts no more conversations, sends its clients to other processes
one after the other, and exits when they have left.

If all clients were notified at once, all would reconnect at once, to the remaining processes. So the notifications are
spread over the seconds that the operator sets (`--drain`; decision 47).
"""

import asyncio
from collections.abc import Callable

from aiohttp import WSCloseCode, web

from quarterdeck_server.web.connection_limits import CONNECTIONS
from quarterdeck_server.web.frames.send_queue import SendQueue
from quarterdeck_server.web.http.event_streams import EVENT_STREAMS
from quarterdeck_server.web.readiness import READINESS, State
from quarterdeck_server.web.socket import CONVERSATIONS, RESTARTING, SEND_QUEUES

SECONDS_FOR_LAST_ANSWERS = 3.0
"""Time that clients have to take the last answers when the process stops."""


async def drain(app: web.Application, seconds: float) -> None:
    """Accept no more conversations, and close the present ones, spread evenly over this number of seconds. Other
    requests are still answered."""
    app[READINESS].state = State.DRAINING
    loop = asyncio.get_running_loop()
    began = loop.time()
    send_queues, event_streams = app[SEND_QUEUES], app[EVENT_STREAMS]
    goodbyes: list[Callable[[], None]] = [
        *(_goodbye_to(send_queue) for send_queue in send_queues),
        *(stream.close for stream in event_streams),
    ]
    for number, say_goodbye in enumerate(goodbyes):
        await asyncio.sleep(began + seconds * number / len(goodbyes) - loop.time())
        say_goodbye()
    await asyncio.sleep(began + seconds - loop.time())


def _goodbye_to(send_queue: SendQueue) -> Callable[[], None]:
    return lambda: send_queue.end(WSCloseCode.SERVICE_RESTART, RESTARTING)


async def close_conversations(app: web.Application) -> None:
    """Close every remaining conversation, even if its client reads nothing."""
    # aiohttp waits for every unsent answer, twice as long as configured, and delays the next steps.
    asyncio.get_running_loop().call_later(SECONDS_FOR_LAST_ANSWERS, app[CONNECTIONS].end_all)
    send_queues, event_streams = app[SEND_QUEUES], app[EVENT_STREAMS]
    for stream in list(event_streams):
        stream.close()
    goodbyes = [send_queue.close(WSCloseCode.SERVICE_RESTART, RESTARTING) for send_queue in list(send_queues)]
    await asyncio.gather(*goodbyes, return_exceptions=True)
    await app[CONVERSATIONS].close(SECONDS_FOR_LAST_ANSWERS)
