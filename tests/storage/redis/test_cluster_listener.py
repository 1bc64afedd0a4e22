"""What is heard from a cluster, also when what it is heard on has gone to another node."""

from collections.abc import Awaitable, Callable

import pytest
from clusters import Cluster
from quarterdeck_protocol.names import MatchId
from quarterdeck_server.lobby.documents import Change, Key
from quarterdeck_server.matches.log import NEVER
from quarterdeck_server.storage import keys
from quarterdeck_server.storage.redis.redis_store import RedisStore
from stores import Ears, before, next_of, until_it_answers

AnotherProcess = Callable[[], Awaitable[RedisStore]]

MATCH = MatchId("match")
SLOT = keys.slot(keys.of_match(MATCH).log)
IN_LOBBY = Key("account", "one")
IN_SHARD = next(
    key
    for key in (Key("attempts", str(number)) for number in range(1_000))
    if keys.news_tag([keys.document(key)]) in keys.WITH_NEWS
)


async def test_a_process_that_follows_a_match_hears_of_it_after_its_slot_has_moved(
    another_process_of_it: AnotherProcess, cluster_of_our_own: Cluster
) -> None:
    writer, follower = await another_process_of_it(), await another_process_of_it()
    ears = Ears(follower)
    await follower.log.subscribe(MATCH)
    await writer.log.append(MATCH, before(1), b"before", NEVER, over=False)
    assert (await next_of(ears.entries))[1].entry == b"before"
    ears.missed.clear()
    cluster_of_our_own.move(SLOT, cluster_of_our_own.another_than(SLOT))
    await writer.log.append(MATCH, before(2), b"while nobody may hear", NEVER, over=False)
    await ears.missed.wait()
    await until_it_answers(follower)  # it is subscribed to everything again
    await writer.log.append(MATCH, before(3), b"after", NEVER, over=False)
    while (await next_of(ears.entries))[1].entry != b"after":
        pass


@pytest.mark.parametrize("key", [IN_LOBBY, IN_SHARD])
async def test_everybody_is_told_what_a_commit_tells_after_its_slot_has_moved(
    another_process_of_it: AnotherProcess, cluster_of_our_own: Cluster, key: Key
) -> None:
    writer, other = await another_process_of_it(), await another_process_of_it()
    ears, slot = Ears(other), keys.slot(keys.document(key))
    await writer.documents.commit([Change(key, 0, b"1")])
    cluster_of_our_own.move(slot, cluster_of_our_own.another_than(slot))
    await writer.documents.commit([Change(key, 1, b"2")], news=b"while nobody may hear")
    await writer.documents.commit([], news=b"without any document")
    await ears.missed.wait()
    await until_it_answers(other)
    await writer.documents.commit([Change(key, 2, b"3")], news=b"after")
    while await next_of(ears.notifications) != b"after":
        pass
    [document] = await other.documents.read([key])
    assert document is not None
    assert (document.revision, document.body) == (3, b"3")


async def test_a_process_listens_to_each_node_for_the_channels_that_live_there(
    another_process_of_it: AnotherProcess, cluster_of_our_own: Cluster
) -> None:
    store = await another_process_of_it()
    mine = {keys.shard_channel(store.process, shard).encode() for shard in range(keys.SHARDS)}
    heard = [set(node.client.execute_command("PUBSUB", "SHARDCHANNELS")) for node in cluster_of_our_own.nodes]
    assert set.union(*heard) == {*mine, *(keys.notifications(tag).encode() for tag in keys.WITH_NEWS)}
    assert sum(map(len, heard)) == keys.SHARDS + len(keys.WITH_NEWS), "no channel is listened to twice"
    assert all(heard)
