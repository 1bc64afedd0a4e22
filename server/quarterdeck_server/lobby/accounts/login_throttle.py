"""Throttle of wrong passwords: from the fifth one on the caller waits, longer each time.

Wrong tries are counted for each name and address together, for missing accounts too: so nobody can lock another player
out, and the wait tells nothing. They are also counted for each name over all addresses, with a higher limit
(`credentials.py` says for whom). An expensive comparison is counted before it starts: of many tries at once, in any
number of processes, no more are compared than of as many one after the other.
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
from quarterdeck_server.lobby.collections import Collection, Commit, commit
from quarterdeck_server.lobby.documents import Document, DocumentStore, Key

FREE = 5
"""How often one may be wrong without waiting."""

LONGEST_WAIT = 15 * 60
REMEMBERED_SECONDS = 60 * 60


class Bound(NamedTuple):
    """Number of free wrong tries, and the seconds for which they are remembered after the last."""

    free: int
    seconds: int


HERE = Bound(FREE, REMEMBERED_SECONDS)
"""At one name from one address."""

ANYWHERE = Bound(100, 24 * 60 * 60)
"""At one name from all addresses that its account does not know: 100 a day, and then one every quarter of an hour."""


class LoginAttemptsRecord(msgspec.Struct, frozen=True):
    """Number of wrong tries, and the end of the wait."""

    failed: int
    until: Milliseconds


ATTEMPTS = Collection("attempts", LoginAttemptsRecord)

Answer = TypeVar("Answer")


class LoginThrottle:
    """Counts wrong passwords."""

    def __init__(self, documents: DocumentStore) -> None:
        self._documents = documents
        self._counting: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """Held while one is counted: so many that come at once are counted one after the other, and none is lost."""

    async def check(
        self, name: str, address: str, where: str = "$.password", also: Sequence[Key] = ()
    ) -> list[Document | None]:
        """Raise `CommandRefused` if it is too early to try again; `Unavailable`. Returns the documents read in the same
        round trip."""
        keys = [ATTEMPTS.key(_key(name, address)), *also]
        (document, *others), now = await asyncio.gather(self._documents.read(keys), self._documents.now())
        _check(ATTEMPTS.of(document), now, where)
        return others

    async def failed(self, name: str, address: str) -> None:
        """Note a wrong password."""
        key, now = _key(name, address), await self._documents.now()

        def decide(stored: list[Document | None]) -> Commit[None]:
            noted = _once_more(ATTEMPTS.of(stored[0]), now, HERE)
            return Commit(None, [ATTEMPTS.put(key, stored[0], noted, HERE.seconds)])

        await self._count(key, decide)

    async def take(self, name: str, address: str, bound: Bound = HERE) -> int:
        """Count a try before its outcome is known; `succeeded`, `wrong` or `give_back` reports it. Returns the number
        of further tries without a wait. Raises `CommandRefused` if it is too early to try again; `Unavailable`."""
        key, now = _key(name, address, bound), await self._documents.now()

        def decide(stored: list[Document | None]) -> Commit[int]:
            before = ATTEMPTS.of(stored[0])
            _check(before, now, "$.password")
            noted = _once_more(before, now, bound)
            left = max(0, bound.free - noted.failed)
            return Commit(left, [ATTEMPTS.put(key, stored[0], noted, bound.seconds)])

        return await self._count(key, decide)

    async def wrong(self, name: str, address: str, bound: Bound = HERE) -> None:
        """Let the waiting for a try that was taken begin now, when it is known to have been wrong."""
        key, now = _key(name, address, bound), await self._documents.now()

        def decide(stored: list[Document | None]) -> Commit[None]:
            before = ATTEMPTS.of(stored[0])
            if before is None or before.failed < bound.free:  # nobody waits
                return Commit(None)
            noted = _waiting(before.failed, now, bound)
            return Commit(None, [ATTEMPTS.put(key, stored[0], noted, bound.seconds)])

        await self._count(key, decide)

    async def succeeded(self, name: str, address: str) -> None:
        """Forget the wrong tries before."""
        key = _key(name, address)

        def decide(stored: list[Document | None]) -> Commit[None]:
            return Commit(None, [ATTEMPTS.drop(key, stored[0])] if stored[0] else [])

        await self._count(key, decide)

    async def give_back(self, name: str, address: str, bound: Bound = HERE) -> None:
        """Take back the count of a try that was not wrong. Others' tries stay counted."""
        key, now = _key(name, address, bound), await self._documents.now()

        def decide(stored: list[Document | None]) -> Commit[None]:
            before = ATTEMPTS.of(stored[0])
            if before is None:
                return Commit(None)
            noted = LoginAttemptsRecord(max(0, before.failed - 1), now)
            return Commit(None, [ATTEMPTS.put(key, stored[0], noted, bound.seconds)])

        await self._count(key, decide)

    @asynccontextmanager
    async def comparing(self, name: str, address: str, *, anywhere: bool = False) -> AsyncIterator[None]:
        """Run a comparison. If it is refused because too many wait, the try is not counted any more; nor `anywhere`, if
        it was counted there."""
        try:
            yield
        except CommandRefused:
            await self.give_back(name, address)
            if anywhere:
                await self.give_back(name, "", ANYWHERE)
            raise

    async def _count(self, key: str, decide: Callable[[list[Document | None]], Commit[Answer]]) -> Answer:
        async with self._counting.setdefault(key, asyncio.Lock()):
            return await commit(self._documents, [ATTEMPTS.key(key)], decide)


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
