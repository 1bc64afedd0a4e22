"""The names of all keys and channels in the store, defined only here, each with its lifetime.

The part in braces is a key's tag, and decides its slot in a cluster. One rule says which keys share a tag: **all keys
that one script changes have one tag**. These are all tags:

- `{s0}` … `{s255}`, the shards: all keys of a match, the deadlines of its shard, and the channels that notify the
  processes that follow it of its entries;
- `{lobby}`: the documents and indexes that one commit may change together. That is nearly all of them (decision 43
  says which commit ties which);
- the shards again: each document of `SPREAD_BY_NAME` has the tag of its name's, and one in `TOGETHER` that of its
  group's, because no commit ties them to the others. Every store refuses a commit whose keys have two tags.

Match ids hold no spaces.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

from quarterdeck_protocol.names import MatchId

from quarterdeck_server.lobby import stored_kinds
from quarterdeck_server.lobby.documents import Key

SHARDS = 256

LOBBY = "{lobby}"
"""The tag of the lobby's keys. Its node's clock is the store's clock."""

SPREAD_BY_NAME = frozenset({stored_kinds.LOGIN_ATTEMPTS})
"""Kinds of documents that are always changed alone. Wrong passwords are counted before they are compared. They are
spread, so that an attacker with thousands of guesses cannot keep one node busy."""

TOGETHER = {"attendance": "attendance"}
"""Kinds of documents and indexes that are changed only together, with the name of their group."""


def shard_tag(shard: int) -> str:
    """Return the cluster tag of all keys for the matches of a shard."""
    return f"{{s{shard}}}"


@lru_cache(maxsize=SHARDS + 64)
def _slot_of_tag(tag: str) -> int:
    from redis.crc import key_slot  # here: who has no such store loads nothing of it

    return key_slot(tag.encode())


def slot(key: str) -> int:
    """Return the cluster slot of a key or channel of this project."""
    return _slot_of_tag(key[key.index("{") : key.index("}") + 1])


def shared_slot(keys: Sequence[str]) -> int:
    """Return the cluster slot of these keys. Raises `ValueError` if they are in several slots."""
    slots = {slot(key) for key in keys}
    if len(slots) != 1:
        raise ValueError(f"these keys are not in one slot of a cluster: {', '.join(keys)}")
    return slots.pop()


class MatchKeys(NamedTuple):
    """The keys that are changed when an entry is added to a match's log. All are in one cluster slot."""

    log: str
    """The stream of entries; id `<version>-0`, fields `entry`, `at` and `digest`. Kept while the match is being played,
    and `Lifetimes.finished_match` longer. When the match has ended, the same key is soon a string, the packed log."""

    open: str
    """The set of the channels of all processes that follow the match; `Lifetimes.followed`, renewed by each of them."""

    head: str
    """The end of the log: a hash of the `version`, `at` and `digest` of its newest entry, and the `epoch` of its
    history. Kept as long as the log is a stream; a packed log contains its end itself."""

    deadlines: str
    """The shard's sorted set of match ids by their deadlines; a match leaves the set when it ends."""


@lru_cache(maxsize=16_384)
def shard(match: MatchId) -> int:
    """Return the shard of a match: the first byte of the SHA-256 of its id, 0…255."""
    return _shard_of_name(match)


def deadlines(shard: int) -> str:
    """Return the name of the key with the deadlines of all matches in a shard."""
    return f"qd:{shard_tag(shard)}:deadlines"


@lru_cache(maxsize=16_384)
def of_match(match: MatchId) -> MatchKeys:
    """Return the names of the store keys of a match."""
    here = shard(match)
    tag = shard_tag(here)
    return MatchKeys(
        log=f"qd:{tag}:match:{match}:log",
        open=f"qd:{tag}:match:{match}:open",
        head=f"qd:{tag}:match:{match}:head",
        deadlines=deadlines(here),
    )


def snapshot(match: MatchId) -> str:
    """Return the name of the key with the snapshot of a match: a hash of its newest state, and of the earlier data in
    parts (`matches/snapshots.py`). It is kept for `Lifetimes.snapshot` after the newest snapshot, or until the match's
    log is compressed."""
    return f"qd:{shard_tag(shard(match))}:match:{match}:snapshot"


def document(key: Key) -> str:
    """Return the name of the key of a document. Its content is a string: the revision, a space and the document. It is
    kept for as long as the commit that wrote it says."""
    return f"qd:{_tag_of_document(key)}:document:{key.kind}:{key.name}"


def _tag_of_document(key: Key) -> str:
    if key.kind in SPREAD_BY_NAME:
        return shard_tag(_shard_of_name(key.name))
    return _tag_of_group(key.kind)


def _tag_of_group(member: str) -> str:
    group = TOGETHER.get(member)
    return LOBBY if group is None else shard_tag(_shard_of_name(group))


def _shard_of_name(name: str) -> int:
    return sha256(name.encode()).digest()[0]


def index(name: str) -> str:
    """Return the name of the key of an index: a sorted set, which exists while it has a member."""
    return f"qd:{_tag_of_group(name)}:index:{name}"


def confirmation(tag: str) -> str:
    """Return the name of the key that is written after other writes of its slot: a replica that has it also has those
    writes. The value is always empty, and kept for ever."""
    return f"qd:{tag}:confirmation"


@lru_cache(maxsize=1)
def _tags_by_slot() -> dict[int, str]:
    return {_slot_of_tag(tag): tag for tag in (LOBBY, *map(shard_tag, range(SHARDS)))}


def tag_in(slot: int) -> str:
    """Return the tag of the keys in a cluster slot. For slots without keys, and stores without slots, it is the lobby's
    tag."""
    return _tags_by_slot().get(slot, LOBBY)


def notifications(tag: str) -> str:
    """Return the channel on which every process of a cluster receives the notifications of the commits in a slot, in
    their order."""
    return f"qd:{tag}:notifications"


NOTIFICATIONS_CHANNEL = notifications(LOBBY)
"""Channel of the lobby's notifications, and of all where one server has the whole store."""

WITH_NEWS = (LOBBY, *map(shard_tag, (10, 21, 2, 43, 11, 20, 3, 42, 12, 23, 0, 41, 13, 22, 1, 40)))
"""The tags of the slots whose commits may notify processes: the lobby's, and one shard in each sixteenth of the slots,
so that the nodes of a cluster have equally many."""


def news_tag(touched: Sequence[str]) -> str:
    """Return the tag of the slot in which a commit of these keys sends its notification."""
    return tag_in(slot(touched[0])) if touched else LOBBY


def check_commit(touched: Sequence[str], *, tells: bool) -> None:
    """Raise `ValueError` if a cluster could not make all these changes and send a notification in one commit. Every
    store checks this, so that tests on any store find the fault."""
    is_heard = not tells or news_tag(touched) in WITH_NEWS
    if together := touched if is_heard else (*touched, NOTIFICATIONS_CHANNEL):
        shared_slot(together)


def process_channel(process: str) -> str:
    """Return the channel on which a process receives entries that others wrote to matches it follows."""
    return f"qd:process:{process}"


def shard_channel(process: str, shard: int) -> str:
    """Return the channel, in a cluster, on which a process receives entries to matches of a shard. The channel is on
    the node with those matches, so that no other node carries the messages."""
    return f"qd:{shard_tag(shard)}:process:{process}"


PREFIX = "qd:"
"""Prefix of every key."""

LOBBY_PREFIX = f"{PREFIX}{LOBBY}:"
"""Prefix of every key of the lobby."""

_LOG = re.compile(r"qd:\{s\d+\}:match:([^ ]+):log")
_WITH_A_LOG = re.compile(r"qd:\{s\d+\}:(match:[^ ]+:head|deadlines)")
_PASSING = re.compile(r"qd:\{[^}]+\}:(match:[^ ]+:(open|snapshot)|confirmation)")


def match_of_log(key: str) -> MatchId | None:
    """Return the id of the match whose log has this key; `None` if the key does not belong to a log."""
    found = _LOG.fullmatch(key)
    match = MatchId(found[1]) if found is not None else None
    return match if match is not None and of_match(match).log == key else None


def belongs_to_log(key: str) -> bool:
    """True if a key is useless without the log of its match. It is read and written together with the log."""
    return _WITH_A_LOG.fullmatch(key) is not None


def is_passing(key: str) -> bool:
    """True if a key belongs to running processes, or its content can be computed from other keys. Such a key need not
    be backed up."""
    return _PASSING.fullmatch(key) is not None
