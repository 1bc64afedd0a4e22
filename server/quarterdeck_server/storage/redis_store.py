"""One process's side of Redis."""

import asyncio
import contextlib
import secrets

from quarterdeck_server.storage import keys
from quarterdeck_server.storage.lifetimes import LIFETIMES, Lifetimes
from quarterdeck_server.storage.redis_ledger import RedisLedger
from quarterdeck_server.storage.redis_line import PATIENCE, Line, connections_to
from quarterdeck_server.storage.redis_listener import SILENCE, Listener
from quarterdeck_server.storage.redis_log import RedisLog
from quarterdeck_server.storage.redis_tables import RedisTables
from quarterdeck_server.storing import Unavailable


class RedisStore:
    """Two connections: a line that everything is asked on, and a listener that this process is rung on."""

    def __init__(
        self,
        url: str,
        *,
        process: str | None = None,
        lifetimes: Lifetimes = LIFETIMES,
        patience: float = PATIENCE,
        silence: float = SILENCE,
    ) -> None:
        connect = connections_to(url)
        self.process = process or secrets.token_hex(8)
        self.line = Line(connect, patience=patience)
        self.log = RedisLog(self.line, self.process, lifetimes)
        self.tables = RedisTables(self.line, self.process, lifetimes)
        self.ledger = RedisLedger(self.line)
        self._patience = patience
        self._renew_after = lifetimes.followed / 4
        self._renewing: asyncio.Task[None] | None = None
        self._listener = Listener(
            connect,
            {
                keys.process_channel(self.process): self.log.hear,
                keys.LOBBY_CHANNEL: self.tables.hear,
                keys.LEDGER_CHANNEL: self.ledger.hear,
            },
            self._listening_again,
            silence=silence,
        )

    async def start(self) -> None:
        """Begin to listen. Redis need not be there yet."""
        self.line.start()
        await self._listener.start()
        self._renewing = asyncio.get_running_loop().create_task(self._renew(), name="renewing what is followed")
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._listener.listening.wait(), self._patience)

    async def close(self) -> None:
        """Answer what has been asked, and end both connections."""
        if self._renewing is not None:
            self._renewing.cancel()
            await asyncio.wait([self._renewing])
        await self._listener.close()
        await self.line.close()

    async def ping(self) -> None:
        """Return if Redis answers and this process is subscribed."""
        await self.line.ask("PING")
        if not self._listener.listening.is_set():
            raise Unavailable("Redis answers, but this process does not hear it yet")

    async def _listening_again(self) -> None:
        # Only when Redis knows again which matches this process follows can nothing more go by unheard.
        await self.log.register_again()
        self.log.rung_again()
        self.tables.rung_again()
        self.ledger.rung_again()

    async def _renew(self) -> None:
        while True:
            await asyncio.sleep(self._renew_after)
            with contextlib.suppress(Unavailable):  # then the listener, too, starts again and renews everything
                await self.log.register_again()
