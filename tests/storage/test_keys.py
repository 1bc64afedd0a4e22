"""Keys: other programs, and other languages, must arrive at the same ones."""

import re
from importlib.resources import files
from importlib.resources.abc import Traversable

import pytest
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


def test_anything_that_is_always_changed_alone_lives_in_the_shard_of_its_name() -> None:
    # printf abc | sha256sum: ba78…
    assert keys.document(Key("attempts", "abc")) == "qd:{s186}:document:attempts:abc"
    attempts = [keys.slot(keys.document(Key("attempts", str(name)))) * 3 // 16_384 for name in range(3_000)]
    assert all(900 <= attempts.count(node) <= 1_100 for node in range(3))


def test_one_shard_with_notifications_is_in_each_sixteenth_of_the_slots() -> None:
    lobby, *shards = keys.WITH_NEWS
    assert (lobby, [keys.slot(tag) * 16 // 16_384 for tag in shards]) == (keys.LOBBY, [*range(16)])
    assert keys.news_tag([]) == keys.LOBBY


def test_attendance_is_changed_together_and_with_nothing_else() -> None:
    touched = [keys.document(Key("attendance", "a")), keys.document(Key("attendance", "b")), keys.index("attendance")]
    assert keys.shared_slot(touched) != keys.slot(keys.LOBBY)
    keys.check_commit(touched, tells=False)
    keys.check_commit([], tells=True)
    for more, tells in (([keys.document(Key("account", "a"))], False), ([], True)):
        with pytest.raises(ValueError, match="not in one slot of a cluster"):
            keys.check_commit([*touched, *more], tells=tells)


def test_a_process_has_a_channel_of_its_own() -> None:
    assert keys.process_channel("abc") == "qd:process:abc"


def test_in_a_cluster_the_channels_of_a_match_and_of_the_lobby_live_where_their_keys_do() -> None:
    for match in map(MatchId, ("abc", "", "é", *map(str, range(1000)))):
        channel = keys.shard_channel("process", keys.shard(match))
        assert keys.shared_slot([*keys.of_match(match), channel]) == keys.slot(keys.deadlines(keys.shard(match)))
    lobby = [keys.document(Key("account", "one")), keys.document(Key("name", "{s1}")), keys.index("tokens:one")]
    assert keys.shared_slot([*lobby, keys.NOTIFICATIONS_CHANNEL]) == keys.slot(keys.LOBBY)


def test_slots_are_those_of_redis() -> None:
    # valkey-cli CLUSTER KEYSLOT '{lobby}', '{s0}', '{s255}'
    assert [keys.slot(tag) for tag in ("{lobby}", "{s0}", "{s255}")] == [10294, 11097, 12026]


def test_the_matches_are_spread_evenly_over_three_nodes() -> None:
    shards = [keys.slot(keys.deadlines(shard)) * 3 // 16_384 for shard in range(keys.SHARDS)]
    assert all(70 <= shards.count(node) <= 100 for node in range(3))


def test_anything_that_is_in_two_slots_is_said_to_be() -> None:
    with pytest.raises(ValueError, match=r"not in one slot of a cluster: qd:\{s1\}:deadlines, qd:\{s2\}:deadlines"):
        keys.shared_slot([keys.deadlines(1), keys.deadlines(2)])


SCRIPTS = sorted(files("quarterdeck_server.storage").joinpath("scripts").iterdir(), key=lambda script: script.name)

CALL = re.compile(r"redis\.call\((?P<command>'\w+'|ARGV\[[^]]+\])(?:, (?P<first>\w+(?:\[[^],]+\])?))?")
TELLING = {"append.lua": "ARGV[11]", "commit.lua": "ARGV[at + 4]", "restore.lua": "ARGV[9]", "rewind.lua": "ARGV[5]"}
"""How each script that does names the command with which it tells something on a channel."""


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_a_script_touches_only_the_keys_that_it_is_given(script: Traversable) -> None:
    text = script.read_text()
    calls = list(CALL.finditer(text))
    assert len(calls) == text.count("redis.call("), "every call is understood"
    assert sum(call["command"].startswith("ARGV") for call in calls) == (script.name in TELLING)
    for call in calls:
        command, first = call["command"], call["first"]
        if command == "'TIME'":
            assert first is None
        elif command.startswith("ARGV"):
            assert command == TELLING[script.name], "what is told goes to a channel, and never is a key's name"
        elif not first.startswith("KEYS["):
            chosen, each_of_them = (
                f"local {first}, what, member, number = KEYS[tonumber(",
                f"{first} in ipairs(KEYS) do\n",
            )
            assert chosen in text or each_of_them in text, f"{first} is a key it was given"
