"""Throttle of wrong passwords: from the fifth one on, the caller waits, longer each time.

Wrong attempts are counted for each pair of name and address, also for names without an account. So nobody can lock
another player out, and the wait does not reveal that an account exists. They are also counted for each name over all
addresses, with a higher limit (`credentials.py` says for whom). Comparing a password is expensive, so an attempt is
counted before the comparison starts. Many simultaneous attempts, in any number of processes, get no more comparisons
than the same attempts one after the other.
"""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import NamedTuple, TypeVar
from weakref import WeakValueDictionary

import msgspec
from quarterdeck_protocol.names import Milliseconds
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby import stored_kinds
from quarterdeck_server.lobby.collections import Collection, Commit, commit
from quarterdeck_server.lobby.documents import Document, DocumentStore, Key

FREE = 5
"""Number of wrong passwords without a wait."""

LONGEST_WAIT = 15 * 60
REMEMBERED_SECONDS = 60 * 60


class Bound(NamedTuple):
    """Number of wrong attempts without a wait, and the seconds for which they are remembered after the last one."""

    free: int
    seconds: int


HERE = Bound(FREE, REMEMBERED_SECONDS)
"""The limit for one name from one address."""

ANYWHERE = Bound(100, 24 * 60 * 60)
"""The limit for one name over all addresses that its account does not know: 100 a day, and then one every quarter of an
hour."""


class LoginAttemptsRecord(msgspec.Struct, frozen=True):
    """The record of the number of wrong attempts, and of the end of the wait."""

    failed: int
    until: Milliseconds


LOGIN_ATTEMPTS = Collection(stored_kinds.LOGIN_ATTEMPTS, LoginAttemptsRecord)

Answer = TypeVar("Answer")


class LoginThrottle:
    """Counts wrong passwords."""

    def __init__(self, documents: DocumentStore) -> None:
        self._documents = documents
        self._counting: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """Locks by name. Each is held while an attempt is counted, so that simultaneous attempts are counted one after
        the other and none is lost."""

    async def check(
        self, name: str, address: str, where: str = "$.password", also: Sequence[Key] = ()
    ) -> list[Document | None]:
        """Raise `CommandRefused` if the caller still has to wait, or `Unavailable`. Returns the documents of `also`,
        read in the same round trip."""
        keys = [LOGIN_ATTEMPTS.key(_key(name, address)), *also]
        (document, *others), now = await asyncio.gather(self._documents.read(keys), self._documents.now())
        _check(LOGIN_ATTEMPTS.of(document), now, where)
        return others

    async def failed(self, name: str, address: str) -> None:
        """Count a wrong password for a name and an address."""
        key, now = _key(name, address), await self._documents.now()

        def decide(stored: list[Document | None]) -> Commit[None]:
            noted = _once_more(LOGIN_ATTEMPTS.of(stored[0]), now, HERE)
            return Commit(None, [LOGIN_ATTEMPTS.put(key, stored[0], noted, HERE.seconds)])

        await self._count(key, decide)

    async def take(self, name: str, address: str, bound: Bound = HERE, where: str = "$.password") -> int:
        """Count an attempt before its outcome is known. Report the outcome by `succeeded`, `wrong` or `give_back`.
        Returns the number of further attempts without a wait. Raises `CommandRefused` if the caller still has to wait,
        or `Unavailable`."""
        key, now = _key(name, address, bound), await self._documents.now()

        def decide(stored: list[Document | None]) -> Commit[int]:
            before = LOGIN_ATTEMPTS.of(stored[0])
            _check(before, now, where)
            noted = _once_more(before, now, bound)
            left = max(0, bound.free - noted.failed)
            return Commit(left, [LOGIN_ATTEMPTS.put(key, stored[0], noted, bound.seconds)])

        return await self._count(key, decide)

    async def take_anywhere(self, name: str, address: str, where: str = "$.password") -> None:
        """Count an attempt at a name over all addresses. If this attempt has to wait, its count for the caller's
        address is taken back."""
        try:
            await self.take(name, "", ANYWHERE, where)
        except CommandRefused:
            await self.give_back(name, address)
            raise

    async def wrong(self, name: str, address: str, bound: Bound = HERE) -> None:
        """Report that a counted attempt at a password was wrong. The wait after it begins now."""
        key, now = _key(name, address, bound), await self._documents.now()

        def decide(stored: list[Document | None]) -> Commit[None]:
            before = LOGIN_ATTEMPTS.of(stored[0])
            if before is None or before.failed < bound.free:  # nobody waits
                return Commit(None)
            noted = _waiting(before.failed, now, bound)
            return Commit(None, [LOGIN_ATTEMPTS.put(key, stored[0], noted, bound.seconds)])

        await self._count(key, decide)

    async def succeeded(self, name: str, address: str) -> None:
        """Delete the count of earlier wrong passwords."""
        key = _key(name, address)

        def decide(stored: list[Document | None]) -> Commit[None]:
            return Commit(None, [LOGIN_ATTEMPTS.drop(key, stored[0])] if stored[0] else [])

        await self._count(key, decide)

    async def give_back(self, name: str, address: str, bound: Bound = HERE) -> None:
        """Take back the count of an attempt that was not wrong. Other attempts stay counted."""
        key, now = _key(name, address, bound), await self._documents.now()

        def decide(stored: list[Document | None]) -> Commit[None]:
            before = LOGIN_ATTEMPTS.of(stored[0])
            if before is None:
                return Commit(None)
            noted = LoginAttemptsRecord(max(0, before.failed - 1), now)
            return Commit(None, [LOGIN_ATTEMPTS.put(key, stored[0], noted, bound.seconds)])

        await self._count(key, decide)

    @asynccontextmanager
    async def comparing(self, name: str, address: str, *, anywhere: bool = False) -> AsyncIterator[None]:
        """Run a comparison in this context. If it is refused because too many comparisons wait, the attempt is no
        longer counted. With `anywhere`, its count over all addresses is taken back too."""
        try:
            yield
        except CommandRefused:
            await self.give_back(name, address)
            if anywhere:
                await self.give_back(name, "", ANYWHERE)
            raise

    async def _count(self, key: str, decide: Callable[[list[Document | None]], Commit[Answer]]) -> Answer:
        async with self._counting.setdefault(key, asyncio.Lock()):
            return await commit(self._documents, [LOGIN_ATTEMPTS.key(key)], decide)


def _check(before: LoginAttemptsRecord | None, now: Milliseconds, where: str) -> None:
    if before is not None and before.until > now:
        wait = Milliseconds(before.until - now)
        what = where.removeprefix("$.")
        text = Text(
            "Too many wrong {these}; try again in {seconds} seconds.", these=Text(f"{what}s"), seconds=-(-wait // 1000)
        )
        raise CommandRefused(RefusalCode.SLOW_DOWN, text, where, retry_in=wait, remaining=0)


def _once_more(before: LoginAttemptsRecord | None, now: Milliseconds, bound: Bound) -> LoginAttemptsRecord:
    return _waiting(1 if before is None else before.failed + 1, now, bound)


def _waiting(failed: int, now: Milliseconds, bound: Bound) -> LoginAttemptsRecord:
    wait = 0 if failed < bound.free else min(2 ** min(failed - bound.free, 30), LONGEST_WAIT)
    return LoginAttemptsRecord(failed, Milliseconds(now + 1000 * wait))


def _key(name: str, address: str, bound: Bound = HERE) -> str:
    where = "anywhere" if bound is ANYWHERE else f"at {address}"
    return hashlib.sha256(f"{name}|{where}".encode()).hexdigest()[:32]
