"""Paths and signatures of requests over plain HTTP, and their answers as types."""

import msgspec
import pytest
from quarterdeck_client.errors import MisunderstoodError
from quarterdeck_client.http_requests import HttpRequests
from quarterdeck_protocol.catalogue import RawCatalogue
from quarterdeck_protocol.names import GameName, Seat

EMPTY = msgspec.json.encode(RawCatalogue(game=GameName("tiny"), sets=()))


class Recorded(HttpRequests):
    """Requests that are recorded, all with one answer."""

    def __init__(self, body: bytes) -> None:
        self.body = body
        self.asked: list[tuple[str, bool]] = []

    async def _get(self, path: str, *, signed: bool = False) -> bytes:
        self.asked.append((path, signed))
        return self.body


async def test_a_version_of_the_rules_is_in_the_query() -> None:
    me = Recorded(EMPTY)
    assert (await me.cards("tiny")).sets == ()
    assert await me.raw_cards("tiny", rules=3) == RawCatalogue(game=GameName("tiny"), sets=())
    assert (await me.game("tiny", rules=2))["game"] == "tiny"
    assert me.asked == [
        ("/v1/games/tiny/cards", False),
        ("/v1/games/tiny/cards?rules=3", False),
        ("/v1/games/tiny?rules=2", False),
    ]


async def test_transcripts_and_replays_are_asked_for_in_the_players_name() -> None:
    me = Recorded(b"[]")
    for asked in (me.transcript("m1"), me.replay("m1"), me.replay("m1", Seat(2))):
        with pytest.raises(MisunderstoodError):
            await asked
    assert me.asked == [
        ("/v1/matches/m1", True),
        ("/v1/matches/m1/replay", True),
        ("/v1/matches/m1/replay?seat=2", True),
    ]


async def test_conditions_of_a_card_search_are_escaped() -> None:
    me = Recorded(b"[]")
    with pytest.raises(MisunderstoodError):
        await me.find_cards("a&b", page=2, cost="2..", element=["dark", "light"])
    assert me.asked == [("/v1/cards?q=a%26b&page=2&cost=2..&element=dark&element=light", False)]
