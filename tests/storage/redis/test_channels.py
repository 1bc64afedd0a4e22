"""Channels: in a cluster a process has one for each shard, elsewhere one for all."""

from quarterdeck_protocol.names import MatchId
from quarterdeck_server.storage import keys
from quarterdeck_server.storage.redis.channels import of_a_cluster, of_one_server


def test_a_process_hears_of_all_matches_on_one_channel_of_one_server() -> None:
    ours = of_one_server("abc")
    assert {ours.of_shard(shard) for shard in range(keys.SHARDS)} == {keys.process_channel("abc")}
    assert (ours.publish, ours.subscribe) == ("PUBLISH", "SUBSCRIBE")


def test_a_process_hears_of_a_match_on_the_channel_of_its_shard_in_a_cluster() -> None:
    ours, match = of_a_cluster("abc"), MatchId("match")
    assert ours.of_match(match) == ours.of_shard(keys.shard(match)) == keys.shard_channel("abc", keys.shard(match))
    assert len({ours.of_shard(shard) for shard in range(keys.SHARDS)}) == keys.SHARDS
    assert (ours.publish, ours.subscribe) == ("SPUBLISH", "SSUBSCRIBE")
