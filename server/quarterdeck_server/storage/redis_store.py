"""One process's side of Redis."""

import asyncio
import contextlib
import secrets
import time

import structlog
from quarterdeck_protocol.names import MatchId

from quarterdeck_server.matches.log import NEVER, START
from quarterdeck_server.storage import keys
from quarterdeck_server.storage.fitness import why_unfit
from quarterdeck_server.storage.lifetimes import LIFETIMES, Lifetimes
from quarterdeck_server.storage.redis_documents import RedisDocuments
from quarterdeck_server.storage.redis_listener import SILENCE, Listener
from quarterdeck_server.storage.redis_log import RedisLog
from quarterdeck_server.storage.redis_pipeline import PATIENCE, Pipeline, Refused, connections_to
from quarterdeck_server.store_errors import Unavailable, Unfit

SECONDS_BETWEEN_TRIALS = 1.0

TRIAL = Lifetimes(finished_match=1)
"""What readiness writes is gone after a second."""

_log = structlog.get_logger()


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
        self.line = Pipeline(connect, patience=patience)
        self.log = RedisLog(self.line, self.process, lifetimes)
        self.documents = RedisDocuments(self.line)
        self._trial_log = RedisLog(self.line, self.process, TRIAL)
        self._trials = 0
        self._tried_at = -SECONDS_BETWEEN_TRIALS
        self._unfit: str | None = None
        self._patience = patience
        self._renew_after = lifetimes.followed / 4
        self._renewing: asyncio.Task[None] | None = None
        self._listener = Listener(
            connect,
            {
                keys.process_channel(self.process): self.log.receive,
                keys.NOTIFICATIONS_CHANNEL: self.documents.receive,
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
        """Return if Redis answers, this process is subscribed, and a match could be written."""
        await self.line.ask("PING")
        if not self._listener.listening.is_set():
            raise Unavailable("Redis answers, but this process does not hear it yet")
        if self._unfit is not None or time.monotonic() - self._tried_at >= SECONDS_BETWEEN_TRIALS:
            await self._look_whether_it_is_fit()
        if self._unfit is not None:
            raise Unfit(self._unfit)

    async def _look_whether_it_is_fit(self) -> None:
        """Ask it what it is, and write a match that nobody plays, with the very script: a store that is full, or may
        not be written to, answers everything else. Raises `Unavailable` if it does not answer."""
        try:
            unfit = why_unfit(await self.line.ask("INFO"))
        except Refused:  # then what it can do has to do
            unfit = None
        self._trials += 1
        match = MatchId(f"trial-{self.process}-{self._trials}")
        try:
            await self._trial_log.append(match, START, b"", NEVER, over=True)
        except Refused as refused:
            unfit = unfit or f"The store does not let itself be written to. {refused}."
        if unfit != self._unfit:
            log = _log.error if unfit is not None else _log.warning
            log("whether the store is fit has changed", why_not=unfit)
        self._unfit, self._tried_at = unfit, time.monotonic()

    async def _listening_again(self) -> None:
        # Only when Redis knows again which matches this process follows can nothing more go by unheard.
        await self.log.register_again()
        self.log.rung_again()
        self.documents.rung_again()

    async def _renew(self) -> None:
        while True:
            await asyncio.sleep(self._renew_after)
            with contextlib.suppress(Unavailable):  # then the listener, too, starts again and renews everything
                await self.log.register_again()
