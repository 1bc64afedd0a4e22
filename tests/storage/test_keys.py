"""Keys: other programs, and other languages, must arrive at the same ones."""

from quarterdeck_protocol.names import MatchId
from quarterdeck_server.lobby.documents import Key
from quarterdeck_server.storage import keys


def test_the_shard_of_a_match_is_the_first_byte_of_the_sha_256_of_its_id() -> None:
    # printf abc | sha256sum: ba78…; printf '' | sha256sum: e3b0…; printf é | sha256sum: 4a99…
    assert [keys.shard(MatchId(match)) for match in ("abc", "", "é")] == [0xBA, 0xE3, 0x4A]


def test_all_keys_of_a_match_and_its_shards_deadlines_share_a_slot() -> None:
    assert keys.of_match(MatchId("abc")) == (
        "qd:{s186}:match:abc:log",
        "qd:{s186}:match:abc:open",
        "qd:{s186}:match:abc:head",
        "qd:{s186}:deadlines",
    )
    assert keys.deadlines(186) == "qd:{s186}:deadlines"


def test_all_keys_of_the_lobby_share_a_slot() -> None:
    assert keys.document(Key("account", "one")) == "qd:{lobby}:document:account:one"
    assert keys.index("tokens:one") == "qd:{lobby}:index:tokens:one"
    assert keys.NOTIFICATIONS_CHANNEL == "qd:{lobby}:notifications"


def test_a_process_has_a_channel_of_its_own() -> None:
    assert keys.process_channel("abc") == "qd:process:abc"
