"""Redis channels for notifications between processes: global ones or, in a cluster, those of a slot."""

from collections.abc import Callable

import msgspec
from quarterdeck_protocol.names import MatchId

from quarterdeck_server.storage import keys


class Channels(msgspec.Struct, frozen=True):
    """The channels on which one process receives notifications, and the commands for them."""

    publish: str
    subscribe: str
    message: bytes
    """The type of messages on these channels, as the server sends it."""

    of_shard: Callable[[int], str]
    """Returns the channel on which this process receives entries to the matches of a shard."""

    of_match: Callable[[MatchId], str]
    """Returns the channel on which this process receives the entries of a match."""

    of_news: Callable[[str], str]
    """Returns the channel on which all processes receive the notifications of commits in the slot of a tag."""


def of_one_server(process: str) -> Channels:
    """Return the channels of a process for a single store server: one channel for all matches."""
    mine = keys.process_channel(process)
    return Channels(
        "PUBLISH", "SUBSCRIBE", b"message", lambda _: mine, lambda _: mine, lambda _: keys.NOTIFICATIONS_CHANNEL
    )


def of_a_cluster(process: str) -> Channels:
    """Return the channels of a process for a cluster: one for each shard, so that only the shard's node carries its
    messages."""
    mine = [keys.shard_channel(process, shard) for shard in range(keys.SHARDS)]
    return Channels(
        "SPUBLISH",
        "SSUBSCRIBE",
        b"smessage",
        mine.__getitem__,
        lambda match: mine[keys.shard(match)],
        keys.notifications,
    )
