"""The document store in Redis: a string for each document, a sorted set for each index, one script for a commit."""

import math
from collections.abc import Callable, Sequence
from typing import Any

from quarterdeck_protocol.names import Milliseconds

from quarterdeck_server.lobby.documents import Change, Document, IndexAddition, IndexChange, IndexSweep, Key, Unchanged
from quarterdeck_server.storage import keys
from quarterdeck_server.storage.redis.channels import Channels
from quarterdeck_server.storage.wire.pipeline import Requester
from quarterdeck_server.storage.wire.question import Argument, Script
from quarterdeck_server.store_errors import Conflict

COMMIT = Script("commit.lua")


class RedisDocuments:
    """One process's access to the document store."""

    def __init__(self, line: Requester, channels: Channels) -> None:
        self._pipeline = line
        self._channels = channels
        self._listeners: list[tuple[Callable[[bytes], None], Callable[[], None]]] = []

    async def read(self, keys_: Sequence[Key]) -> list[Document | None]:
        """Return these documents in one round trip; in a cluster, in one round trip to each node that has some of
        them."""
        by_slot: dict[int, list[int]] = {}
        names = [keys.document(key) for key in keys_]
        for place, name in enumerate(names):
            by_slot.setdefault(keys.slot(name), []).append(place)
        asked = [
            (places, self._pipeline.ask("MGET", *(names[place] for place in places))) for places in by_slot.values()
        ]
        documents: list[Document | None] = [None] * len(names)
        for places, answer in asked:
            for place, found in zip(places, await answer, strict=True):
                documents[place] = None if found is None else _document(keys_[place], found)
        return documents

    async def commit(
        self, changes: Sequence[Change | Unchanged], indexed: Sequence[IndexChange] = (), news: bytes | None = None
    ) -> None:
        """Apply all changes of documents and indexes, or none."""
        documents = [keys.document(change.key) for change in changes]
        number_of: dict[str, int] = {}  # which of the script's keys each index is
        arguments: list[Argument] = [len(changes)]
        for change in changes:
            arguments += _becomes(change)
        arguments.append(len(indexed))
        for each in indexed:
            arguments.append(number_of.setdefault(each.index, len(documents) + len(number_of) + 1))
            arguments += _moves(each)
        touched = (*documents, *map(keys.index, number_of))
        keys.check_commit(touched, tells=news is not None)
        channel = self._channels.of_news(keys.news_tag(touched))
        arguments += [0 if news is None else 1, channel, news or b"", self._channels.publish]
        # What only tells something has to go where the channel lives.
        await self._pipeline.run(COMMIT, touched or (keys.NOTIFICATIONS_CHANNEL,), *arguments, meaning=_committed)

    async def listed(
        self,
        index: str,
        *,
        most: int,
        low: float = -math.inf,
        high: float = math.inf,
        highest_first: bool = False,
        skip: int = 0,
    ) -> list[tuple[str, float]]:
        """Return the members of an index of the store, in their order."""
        order = ("ZREVRANGEBYSCORE", _number(high), _number(low))
        command = order if highest_first else ("ZRANGEBYSCORE", _number(low), _number(high))
        found: list[bytes] = await self._pipeline.ask(
            command[0], keys.index(index), *command[1:], "WITHSCORES", "LIMIT", skip, most
        )
        return [(member.decode(), float(at)) for member, at in zip(found[::2], found[1::2], strict=True)]

    async def count(self, index: str, *, low: float = -math.inf, high: float = math.inf) -> int:
        """Return the number of members in a range of an index."""
        return int(await self._pipeline.ask("ZCOUNT", keys.index(index), _number(low), _number(high)))

    async def number_of(self, index: str, member: str) -> float | None:
        """Return the number by which a member of an index is ordered."""
        number = await self._pipeline.ask("ZSCORE", keys.index(index), member)
        return None if number is None else float(number)

    async def numbers_of(self, index: str, members: Sequence[str]) -> list[float | None]:
        """Return the numbers by which these members of an index are ordered."""
        if not members:
            return []
        numbers = await self._pipeline.ask("ZMSCORE", keys.index(index), *members)
        return [None if number is None else float(number) for number in numbers]

    async def now(self) -> Milliseconds:
        """Return the time of the store's clock."""
        seconds, microseconds = await self._pipeline.ask("TIME")
        return Milliseconds(int(seconds) * 1000 + int(microseconds) // 1000)

    def set_callbacks(self, received: Callable[[bytes], None], missed: Callable[[], None]) -> None:
        """Call `received` for every published message, and `missed` if messages may have been lost."""
        self._listeners.append((received, missed))

    def receive(self, message: bytes) -> None:
        """Pass a published notification to the listeners."""
        for received, _ in self._listeners:
            received(message)

    def rung_again(self) -> None:
        """Notify the listeners that notifications may have been missed."""
        for _, missed in self._listeners:
            missed()


def _document(key: Key, stored: bytes) -> Document:
    revision, _, body = stored.partition(b" ")
    return Document(key, int(revision), body)


def _becomes(change: Change | Unchanged) -> list[Argument]:
    if isinstance(change, Unchanged):
        return [change.seen, "stay", b"", 0]
    if change.body is None:
        return [change.seen, "drop", b"", 0]
    return [change.seen, "put", change.body, change.seconds or 0]


def _moves(each: IndexChange) -> list[Argument]:
    if isinstance(each, IndexSweep):
        return ["sweep", b"", _number(each.below)]
    if isinstance(each, IndexAddition):
        return ["add", each.member, _number(each.by)]
    if each.at is None:
        return ["out", each.member, b""]
    return ["place", each.member, _number(each.at)]


def _number(number: float) -> str:
    return repr(float(number)) if math.isfinite(number) else ("-inf" if number < 0 else "+inf")


def _committed(done: Any) -> None:
    if done is None:
        raise Conflict("a document is not as it was seen")
