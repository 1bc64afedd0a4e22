"""A match as a client follows it: which of two updates is the newer, and that a match can be gone."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from quarterdeck_client import Client, FollowedMatch, GoneError, RefusedError
from quarterdeck_protocol.messages import MatchUnwatched, RawUpdate, Refused, Rewound, WatchMatch
from quarterdeck_protocol.names import Epoch, MatchId, Ref, Version
from quarterdeck_protocol.refusals import RefusalCode
from servers import SOON

EXAMPLE = Path(__file__).parents[2] / "protocol" / "examples" / "v1" / "update.json"
FIRST = msgspec.json.decode(EXAMPLE.read_bytes(), type=RawUpdate)


def update(epoch: int, version: int, *choices: str) -> RawUpdate:
    """Return an update of the match as it stands then."""
    offered = tuple(msgspec.Raw(msgspec.json.encode(choice)) for choice in choices)
    return replace(FIRST, epoch=Epoch(epoch), version=Version(version), choices=offered, result=None, ref=None)


def versions(*updates: RawUpdate) -> list[tuple[int, int]]:
    """Tell a client all of these, and return what it took for newer each time."""
    first, *later = updates
    match = FollowedMatch(Client().ask, first)
    for each in later:
        match.receive(each)
    return [(each.epoch, each.version) for each in match._waiting]


async def test_a_higher_epoch_is_newer_whatever_its_version() -> None:
    assert versions(update(0, 10), update(1, 6), update(1, 7)) == [(0, 10), (1, 6), (1, 7)]


async def test_a_lower_epoch_is_older_whatever_its_version() -> None:
    assert versions(update(1, 6), update(0, 10), update(0, 11), update(1, 6), update(1, 5)) == [(1, 6)]


async def test_a_seat_is_asked_again_in_another_history() -> None:
    match = FollowedMatch(Client().ask, update(0, 10, "draw"))
    turns = match.turns()
    assert (await anext(turns)).update.version == 10
    match.receive(update(1, 6, "draw"))
    async with asyncio.timeout(SOON):
        turn = await anext(turns)
    assert (turn.update.epoch, turn.update.version) == (1, 6)


async def refusing(command: Any) -> Any:
    """Refuse every command as a server refuses an illegal action."""
    raise RefusedError(Refused(ref=None, code=RefusalCode.ILLEGAL, text="That is not allowed."))


@pytest.mark.parametrize("action", [{"type": "fight"}, None, "\ud83d", object()])
async def test_a_turn_comes_again_after_an_action_that_failed(action: Any) -> None:
    match = FollowedMatch(refusing, update(0, 10, "draw"))
    versions = []
    async with asyncio.timeout(SOON):
        async for turn in match.turns():
            versions.append(turn.update.version)
            with pytest.raises(Exception, match=r"."):
                await turn.act(action)
            if len(versions) == 3:
                break
    assert versions == [10, 10, 10]


async def test_a_new_loop_begins_with_the_turn_that_stands() -> None:
    match = FollowedMatch(Client().ask, update(0, 10, "draw"))
    for _ in range(2):
        async with asyncio.timeout(SOON):
            assert (await anext(match.turns())).update.version == 10


async def test_a_turn_without_an_act_comes_once_in_a_loop() -> None:
    match = FollowedMatch(Client().ask, update(0, 10, "draw"))
    turns = match.turns()
    assert (await anext(turns)).update.version == 10
    match.receive(update(0, 11, "draw"))
    async with asyncio.timeout(SOON):
        assert (await anext(turns)).update.version == 11


async def test_the_answer_after_a_reconnect_is_how_it_stands_though_it_be_less_than_was_told() -> None:
    match = FollowedMatch(Client().ask, update(1, 10, "draw"))
    turns = match.turns()
    assert (await anext(turns)).update.version == 10
    for stands, version in ((update(1, 10, "draw"), 10), (update(0, 6, "draw"), 6)):
        match.stand_at(stands)
        assert (match.latest.epoch, match.latest.version) == (stands.epoch, version)
    async with asyncio.timeout(SOON):
        turn = await anext(turns)
    assert (turn.update.epoch, turn.update.version) == (0, 6), "what it asked before was asked once"
    match.receive(update(0, 7))
    assert match.latest.version == 7


async def test_anything_that_the_server_has_lost_is_told_and_is_no_fault_of_the_match() -> None:
    client: Any = Client()
    match = client._matches._matches[FIRST.match] = FollowedMatch(client.ask, update(0, 10))
    rewound = Rewound(
        match=FIRST.match, epoch=Epoch(1), version=Version(6), was=Version(10), refs=(Ref("a"),), text="lost"
    )
    client._received(rewound)
    client._received(update(1, 6))
    assert (match.rewinds, match.latest.version) == ([rewound], 6)
    client._received(replace(rewound, match=MatchId("another")))
    assert match.rewinds == [rewound]


async def test_a_player_who_comes_back_says_the_link_of_what_was_told_last() -> None:
    client: Any = Client()
    client._matches._matches[FIRST.match] = FollowedMatch(client.ask, update(0, 10))
    (said,) = [message for message in client._resume() if isinstance(message, WatchMatch)]
    assert (said.since, said.link) == (10, FIRST.link)


async def test_a_match_that_the_server_does_not_have_any_more_is_gone() -> None:
    client: Any = Client()
    match = client._matches._matches[FIRST.match] = FollowedMatch(client.ask, update(0, 10))
    client._received(MatchUnwatched(match=FIRST.match, code=RefusalCode.UNKNOWN_MATCH, text="it is gone"))
    with pytest.raises(GoneError, match="it is gone"):
        async for _ in match.updates():
            pass
    assert FIRST.match not in client._matches._matches


async def test_the_answer_to_unwatching_ends_nothing_else() -> None:
    client: Any = Client()
    match = client._matches._matches[FIRST.match] = FollowedMatch(client.ask, FIRST)
    client._received(MatchUnwatched(match=FIRST.match, ref=client._connection.fresh_ref()))
    assert client._matches._matches[FIRST.match] is match
