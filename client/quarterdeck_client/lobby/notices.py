"""Requests about notices: what the player should learn even if they were away."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import aclosing

from quarterdeck_protocol.lobby.notices import (
    GetNotices,
    Notice,
    Noticed,
    NoticeId,
    Notices,
    NoticesRead,
    ReadNotices,
    WatchNotices,
)
from quarterdeck_protocol.messages import AnyFromServer, Capability, Welcome
from quarterdeck_protocol.sides import FromClient

from quarterdeck_client.errors import ClientError
from quarterdeck_client.lobby.readers import Readers
from quarterdeck_client.transport.answers import Ask, answered


class NoticeRequests:
    """Requests about the player's notices. All raise the errors of `Client.ask`. If the server has no notices, nothing
    is sent, and requests raise `ClientError`."""

    def __init__(self, ask: Ask, welcome: Callable[[], Welcome]) -> None:
        self._ask = ask
        self._welcome = welcome
        self._readers: Readers[Notice] = Readers()
        self._last: NoticeId | None = None

    @property
    def are_kept_here(self) -> bool:
        """True if this server has notices."""
        return Capability.NOTICES in self._welcome().capabilities

    async def list(self, before: str | None = None) -> Notices:
        """Return a page of the player's notices, newest first. With `before`, the notices older than that one."""
        self._check()
        return await answered(self._ask, GetNotices(before=None if before is None else NoticeId(before)), Notices)

    async def read(self, up_to: str) -> NoticesRead:
        """Mark the player's notices as read, up to and including this one."""
        self._check()
        return await answered(self._ask, ReadNotices(up_to=NoticeId(up_to)), NoticesRead)

    async def follow(self, after: str | None = None) -> AsyncIterator[Notice]:
        """Yield the notices after this one, or the unread ones, and then each new notice. Each is yielded once, also
        after a reconnect. Raises `LostError` when the connection is lost for good."""
        self._check()
        start = None if after is None else NoticeId(after)
        answer, early = await self._readers.collected(lambda: answered(self._ask, WatchNotices(after=start), Notices))
        newest = answer.notices[0].id if answer.notices else start or answer.read
        self._last = newest if self._last is None else max(self._last, newest, key=int)
        yielded = -1
        async with aclosing(self._readers.read([*reversed(answer.notices), *early])) as notices:
            async for notice in notices:
                if int(notice.id) > yielded:
                    yielded = int(notice.id)
                    yield notice

    def receive(self, message: AnyFromServer) -> None:
        """Handle a message of the server about notices."""
        if isinstance(message, Noticed):
            self._take(message.notice)

    def resume(self) -> Iterator[FromClient]:
        """Return the commands that subscribe to notices again after a reconnect."""
        if self._readers:
            yield WatchNotices(after=self._last)

    def stand_at(self, answer: Notices) -> None:
        """Handle the notices that came while the connection was lost."""
        for notice in reversed(answer.notices):
            self._take(notice)

    def fail(self, error: ClientError) -> None:
        """Record that no more notices will come."""
        self._readers.fail(error)

    def _take(self, notice: Notice) -> None:
        if self._last is None or int(notice.id) > int(self._last):
            self._last = notice.id
        self._readers.add(notice)

    def _check(self) -> None:
        if not self.are_kept_here:
            raise ClientError("this server has no notices")
