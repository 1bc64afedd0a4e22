"""Notifications from Redis to a process: one connection, subscribed to the process's own channel and the lobby's. In a
cluster there is one for each node, subscribed to the channels of its slots.

Redis keeps no messages for an absent listener. So whenever the subscription is active again, all subscribers are
notified that messages may have been lost. The subscription comes first and the notice second, so nothing is lost in
between.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from redis.exceptions import RedisError

from quarterdeck_server.storage.redis.channels import Channels
from quarterdeck_server.storage.wire.connections import PATIENCE, Connection
from quarterdeck_server.storage.wire.pipeline import FIRST_PAUSE, LONGEST_PAUSE
from quarterdeck_server.storage.wire.question import pack
from quarterdeck_server.storage.wire.reply_protocol import Wire
from quarterdeck_server.store_errors import Unavailable

SILENCE = 5.0
"""Seconds of silence after which the connection is tested. After as many more without an answer it is closed."""


Receivers = Mapping[str, Callable[[bytes], None]]
"""The receiver of the messages of each channel."""


class Displaced(Unavailable):
    """Error: a channel has moved to another node of the cluster."""


class Listener:
    """Keeps the subscription active, and passes each message to the receiver of its channel, in order."""

    def __init__(
        self,
        connect: Callable[[], Connection],
        channels: Channels,
        receivers: Receivers,
        again: Callable[[], Awaitable[None]],
        *,
        silence: float = SILENCE,
        lost: Callable[[], None] = lambda: None,
    ) -> None:
        """Listen to messages of a Redis server. `again` is awaited whenever the subscription is active again. `lost` is
        called whenever it has ended or failed."""
        self._connect = connect
        self._channels = channels
        self._lost = lost
        self._receivers = {channel.encode(): receive for channel, receive in receivers.items()}
        self._again = again
        self._silence = silence
        self._task: asyncio.Task[None] | None = None
        self._listening = asyncio.Event()
        self._is_closing = False

    async def start(self) -> None:
        """Start listening to Redis' notifications, with retries for as long as needed."""
        self._task = asyncio.get_running_loop().create_task(self._listen(), name="listener to redis")

    async def close(self) -> None:
        """Stop listening."""
        self._is_closing = True
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    @property
    def is_listening(self) -> bool:
        """True if the subscription to notifications is active."""
        return self._listening.is_set()

    async def until_it_listens(self) -> None:
        """Wait until the subscription to notifications is active."""
        await self._listening.wait()

    async def _listen(self) -> None:
        pause = FIRST_PAUSE
        while True:
            wire: Wire | None = None
            try:
                wire = await self._connected()
                await self._subscribe(wire)
                pause = FIRST_PAUSE
                await self._receive_all(wire)
            except (RedisError, OSError, Unavailable):
                pass  # nothing is lost by it: the next subscription tells everybody to read again
            except Exception as fault:  # nor by this, but somebody should know
                _report("the listener failed and will restart", fault)
            finally:
                self._listening.clear()
                if wire is not None:
                    await self._hang_up(wire)
            self._lost()
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _connected(self) -> Wire:
        connection = self._connect()
        try:
            async with asyncio.timeout(self._silence):
                await connection.connect()
        except BaseException:
            with contextlib.suppress(RedisError, OSError):
                await connection.disconnect(nowait=True)
            raise
        return Wire(connection, self._silence)

    async def _hang_up(self, wire: Wire) -> None:
        """Close the connection to Redis. At the final close, also wait for the end of TLS."""
        with contextlib.suppress(RedisError, OSError):
            async with asyncio.timeout(PATIENCE):
                await wire.close(at_once=not self._is_closing)

    async def _subscribe(self, wire: Wire) -> None:
        # One by one, because in a cluster those of one command have to share a slot.
        wire.write(b"".join([pack((self._channels.subscribe, channel)) for channel in self._receivers]))
        for answer in await wire.replies(len(self._receivers)):
            if isinstance(answer, Exception):
                raise answer
        wire.pass_to(self._pass_on)
        await self._again()
        self._listening.set()

    async def _receive_all(self, wire: Wire) -> None:
        """Receive until the connection ends or does not answer a ping. Then raise the error; never returns."""
        while True:
            await wire.until_silence(self._silence)
            silent_since = wire.received_at
            wire.write(pack(("PING",)))
            await wire.wait(self._silence)
            if wire.received_at == silent_since:
                raise TimeoutError(f"the store has sent no message for {2 * self._silence:g} s")

    def _pass_on(self, message: Any) -> None:
        match message:
            case [kind, bytes(channel), bytes(body)] if kind == self._channels.message:
                try:
                    self._receivers[channel](body)
                except Exception as fault:  # it must not make the whole process deaf
                    _report(f"a listener of {channel!r} failed", fault)
            case [b"sunsubscribe", *_]:
                raise Displaced("a slot has gone to another node")
            case Exception():  # a channel that was refused after something was told on another one, or the `PING`
                raise message
            case _:
                pass  # the answer to PING


def _report(message: str, fault: Exception) -> None:
    asyncio.get_running_loop().call_exception_handler({"message": message, "exception": fault})
