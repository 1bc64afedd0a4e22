"""Messages of other processes, passed on only when replicas have the data behind them.

Redis publishes a write as soon as it is done. If a write must be confirmed before its sender is notified, other
processes may not be notified earlier. So a receiver sends a request to the publishing node. Its answer is confirmed
like any other, and so are all earlier writes of that node. All messages that arrive before the request is sent share
it.
"""

import asyncio
from collections.abc import Callable

from quarterdeck_server.storage import keys
from quarterdeck_server.storage.wire.pipeline import Requester
from quarterdeck_server.store_errors import Unavailable

PAUSE = 0.1
"""Seconds between two tries to read data whose messages were not confirmed."""


class _Together:
    """Notifications that are confirmed by the same request."""

    def __init__(self, first: bytes, batches: int) -> None:
        self.messages = [first]
        self.batches = batches
        """Number of batches sent when the request was queued. While the number is the same, the request has not been
        sent."""


class ConfirmedMessages:
    """Keeps messages until they are confirmed, in the order of each node's messages."""

    def __init__(
        self,
        line: Requester,
        tag_of: Callable[[bytes], str],
        pass_on: Callable[[bytes], None],
        missed: Callable[[], None],
    ) -> None:
        """Hold messages back until the data behind them is confirmed. `tag_of` returns the tag of the keys behind a
        message. `missed` is called when messages were dropped and their data can be read."""
        self._pipeline = line
        self._tag_of = tag_of
        self._pass_on = pass_on
        self._missed = missed
        self._newest: dict[str, _Together] = {}
        self._unread: set[str] = set()
        self._reading: asyncio.Task[None] | None = None

    def receive(self, message: bytes) -> None:
        """Pass a message on as soon as it is confirmed."""
        tag = self._tag_of(message)
        newest = self._newest.get(tag)
        if newest is not None and newest.batches == self._pipeline.batches:
            newest.messages.append(message)
            return
        together = self._newest[tag] = _Together(message, self._pipeline.batches)
        self._ask(tag).add_done_callback(lambda answer: self._answered(tag, together, answer))

    async def close(self) -> None:
        """Stop waiting for unconfirmed notifications."""
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.wait([self._reading])

    def _ask(self, tag: str) -> "asyncio.Future[int]":
        return self._pipeline.ask("EXISTS", keys.confirmation(tag))

    def _answered(self, tag: str, together: _Together, answer: "asyncio.Future[int]") -> None:
        if self._newest.get(tag) is together:
            del self._newest[tag]
        if answer.cancelled() or answer.exception() is not None:
            # It may never have been: a primary that dies with it leaves another history. So it is read, not passed on.
            self._unread.add(tag)
            if self._reading is None:
                self._reading = asyncio.get_running_loop().create_task(self._read(), name="unconfirmed messages")
            return
        for message in together.messages:
            try:
                self._pass_on(message)
            except Exception as fault:  # the others have nothing to do with it
                said = {"message": "a listener for confirmed messages failed", "exception": fault}
                asyncio.get_running_loop().call_exception_handler(said)

    async def _read(self) -> None:
        """Report missed messages as soon as their data can be read."""
        while self._unread:
            for tag in list(self._unread):
                try:
                    await self._ask(tag)
                except Unavailable:
                    continue
                self._unread.discard(tag)
                self._missed()
            await asyncio.sleep(PAUSE)
        self._reading = None
