"""Stores with matches and documents in them, filled as processes do it, for tests of what is done with all of it."""

from quarterdeck_protocol.names import Epoch, MatchId, Milliseconds, Version
from quarterdeck_server.lobby.documents import Change, IndexEntry, Key
from quarterdeck_server.matches.log import NEVER, START, Deadline, Head, next_digest
from quarterdeck_server.storage.redis.redis_store import RedisStore
from stores import patient_store

GOING_ON, ENDED, ENTRIES, ACCOUNTS = 12, 4, 3, 30
DUE = Milliseconds(4_000_000_000_000)


def match(number: int) -> MatchId:
    return MatchId(f"match-{number}")


async def fill(url: str) -> None:
    """Let there be some matches that go on, some that have ended, one of them packed, and some documents with
    and without an end."""
    store = patient_store(url)
    await store.start()
    try:
        for number in range(GOING_ON + ENDED):
            await play(store, match(number), ENTRIES, ends=number >= GOING_ON)
        assert await store.log.pack(match(GOING_ON))
        await store.log.subscribe(match(0))
        for number in range(ACCOUNTS):
            lasting = Change(Key("account", f"a{number}"), 0, b'{"number":%d}' % number)
            passing = Change(Key("token", f"t{number}"), 0, b"{}", seconds=100_000)
            await store.documents.commit([lasting, passing], [IndexEntry("ladder", f"a{number}", number / 7)])
    finally:
        await store.close()


async def play(store: RedisStore, match: MatchId, entries: int, *, ends: bool = False) -> Head:
    """Add so many entries to a match that has none."""
    head = START
    for version in range(1, entries + 1):
        head = await go_on(store, match, head, ends=ends and version == entries)
    return head


async def go_on(store: RedisStore, match: MatchId, head: Head, *, ends: bool = False) -> Head:
    """Add an entry to a match."""
    version = Version(head.version + 1)
    entry = b'{"version":%d}' % version
    at = await store.log.append(match, head, entry, NEVER if ends else Deadline(until=DUE), over=ends)
    return Head(Epoch(0), version, next_digest(head.digest, at, entry))
