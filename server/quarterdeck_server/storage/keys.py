"""Every key and every channel, spelled here and nowhere else, each with its lifetime.

What stands in braces decides which slot of a cluster a key lives in, so all that one script touches stands together.
Match ids hold no spaces.
"""

from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

from quarterdeck_protocol.names import MatchId

from quarterdeck_server.lobby.documents import Key

SHARDS = 256


class MatchKeys(NamedTuple):
    """The keys that one append touches, all in one slot."""

    log: str
    """The stream of entries; id `<version>-0`, fields `entry`, `at` and `digest`. Kept while the match is being played,
    and `Lifetimes.finished_match` longer."""

    open: str
    """The set of the channels of all processes that follow the match; `Lifetimes.followed`, renewed by each of them."""

    head: str
    """Where the log ends: a hash of the `version`, `at` and `digest` of its newest entry, and the `epoch` of its
    history. Kept as long as the log."""

    deadlines: str
    """The shard's sorted set of match ids by when they are due; a match leaves it when it ends."""


def shard(match: MatchId) -> int:
    """Return the shard a match lives in: the first byte of the SHA-256 of its id, 0…255."""
    return sha256(match.encode()).digest()[0]


def deadlines(shard: int) -> str:
    """Return the key of a shard's deadlines."""
    return f"qd:{{s{shard}}}:deadlines"


@lru_cache(maxsize=16_384)
def of_match(match: MatchId) -> MatchKeys:
    """Return the keys of a match."""
    here = shard(match)
    return MatchKeys(
        log=f"qd:{{s{here}}}:match:{match}:log",
        open=f"qd:{{s{here}}}:match:{match}:open",
        head=f"qd:{{s{here}}}:match:{match}:head",
        deadlines=deadlines(here),
    )


def document(key: Key) -> str:
    """Return the key of a document of the document store: a string of its revision, a space and what it holds; kept for
    as long as the commit that wrote it says."""
    return f"qd:{{lobby}}:document:{key.kind}:{key.name}"


def index(name: str) -> str:
    """Return the key of an index of the document store: a sorted set, which is there while it has a member."""
    return f"qd:{{lobby}}:index:{name}"


NOTIFICATIONS_CHANNEL = "qd:{lobby}:notifications"
"""Where what a commit tells is told to every process."""


def process_channel(process: str) -> str:
    """Return the channel of one process: where it hears of entries that others wrote to matches it follows."""
    return f"qd:process:{process}"
