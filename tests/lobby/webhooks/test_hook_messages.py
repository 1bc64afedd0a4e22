"""Bodies of requests of webhooks."""

import msgspec
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds
from quarterdeck_server.lobby.webhooks.hook_messages import Happening, HookPlayer, body_for
from quarterdeck_server.lobby.webhooks.hooks import Form, Hook, HookEvent

ENDED = Happening(
    kind=HookEvent.MATCH_ENDED,
    at=Milliseconds(1_800_000_000_000),
    visible_from=Milliseconds(1_800_000_000_000),
    game=GameName("tiny"),
    title="Tiny",
    match=MatchId("m"),
    seq=2,
    players=(HookPlayer("b", "@everyone *Bo*", 2), HookPlayer("a", "Ada", 1)),
    rated=True,
)


def test_a_standard_body_has_type_timestamp_and_data() -> None:
    hook = Hook(name="a", url="https://a.example")
    assert msgspec.json.decode(body_for(hook, ENDED, "https://cards.example.org")) == {
        "type": "match.ended",
        "timestamp": "2027-01-15T08:00:00Z",
        "data": {
            "game": "tiny",
            "match": "m",
            "seq": 2,
            "players": [{"id": "b", "name": "@everyone *Bo*", "place": 2}, {"id": "a", "name": "Ada", "place": 1}],
            "rated": True,
            "url": "https://cards.example.org/m/m",
        },
    }


def test_a_message_for_discord_mentions_nobody_and_has_no_markup_of_names() -> None:
    hook = Hook(name="a", url="https://a.example", form=Form.DISCORD, language="de")
    body = msgspec.json.decode(body_for(hook, ENDED, ""))
    assert body["allowed_mentions"] == {"parse": []}
    assert body["content"] == r"Eine Partie Tiny ist zu Ende\: 1. Ada, 2. \@everyone \*Bo\*."
