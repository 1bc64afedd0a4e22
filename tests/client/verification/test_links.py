"""Each version of a match has one link: whoever is told another is told so, and goes on with neither."""

from typing import Any

import pytest
from client.test_followed_match import FIRST, update
from msgspec.structs import replace
from quarterdeck_client import Client, FollowedMatch, ForkedError
from quarterdeck_client.verification.links import MOST_LINKS, Links
from quarterdeck_protocol.messages import RawUpdate, Rewound, WatchMatch
from quarterdeck_protocol.names import Epoch, Version


def linked(epoch: int, version: int, link: str, *choices: str) -> RawUpdate:
    return replace(update(epoch, version, *choices), link=link * 64)


def lost(epoch: int, version: int, was: int) -> Rewound:
    return Rewound(match=FIRST.match, epoch=Epoch(epoch), version=Version(version), was=Version(was), refs=(), text="")


async def fault_of(match: FollowedMatch) -> str:
    """Return why nothing is told any more; only what came before is."""
    with pytest.raises(ForkedError) as found:
        async for _ in match.updates():
            pass
    assert found.value.match == FIRST.match
    return str(found.value)


@pytest.mark.parametrize("way", ["receive", "stand_at"])
async def test_another_link_of_a_version_ends_the_match(way: str) -> None:
    match = FollowedMatch(Client().ask, linked(0, 4, "a"))
    match.receive(linked(0, 5, "b"))
    getattr(match, way)(linked(0, 5, "c"))
    assert match.latest.link == "b" * 64
    match.receive(linked(0, 6, "d"))
    assert match.latest.version == 5, "it goes on with neither"
    why = await fault_of(match)
    assert f"version 5 of match {FIRST.match}" in why
    assert "b" * 64 in why
    assert "c" * 64 in why


async def test_an_older_version_has_the_link_that_it_had() -> None:
    match = FollowedMatch(Client().ask, linked(0, 4, "a"))
    match.receive(linked(0, 5, "b"))
    match.receive(linked(0, 4, "a"))
    assert match.latest.version == 5
    match.receive(linked(0, 4, "b"))
    await fault_of(match)


async def test_a_turn_that_is_answered_by_another_match_is_none() -> None:
    """The answer to an action comes as any update does, before whoever acted goes on."""

    async def forked(command: Any) -> RawUpdate:
        match.receive(linked(0, 4, "b"))
        return linked(0, 4, "b")

    match = FollowedMatch(forked, linked(0, 4, "a", "draw"))
    with pytest.raises(ForkedError):
        await match.act("draw", Version(4))


async def test_a_told_rewind_voids_what_it_says_and_no_more() -> None:
    match = FollowedMatch(Client().ask, linked(0, 3, "a"))
    for version, link in ((4, "b"), (5, "c"), (6, "d")):
        match.receive(linked(0, version, link))
    match.receive_rewound(lost(1, 4, 6))
    match.receive(linked(1, 5, "e"))
    match.receive(linked(0, 6, "d"))  # on its way since before
    match.receive(linked(1, 6, "f"))
    assert (match.latest.version, match.latest.link) == (6, "f" * 64)
    assert dict(match.links) == {version: link * 64 for version, link in ((3, "a"), (5, "e"), (6, "f"))}
    match.receive(linked(1, 3, "g"))
    await fault_of(match)


async def test_a_player_who_hears_of_a_rewind_only_on_coming_back_believes_no_link_of_before() -> None:
    """Where nobody remembered the loss the server can only guess where the histories part, and the match may have gone
    on by some versions: those would be held against an honest transcript."""
    match = FollowedMatch(Client().ask, linked(0, 3, "a"))
    for version in (4, 5, 6):
        match.receive(linked(0, version, "b"))
    match.receive_rewound(lost(1, 5, 6))
    match.stand_at(linked(1, 5, "c"))
    assert dict(match.links) == {5: "c" * 64}
    match.receive(linked(1, 6, "d"))
    match.stand_at(linked(1, 6, "d"))
    assert sorted(match.links) == [5, 6], "a reconnect by itself voids nothing"


async def test_a_player_who_hears_of_a_rewind_on_asking_for_a_match_again_believes_no_link_of_before() -> None:
    client: Any = Client()
    for version in (3, 4, 5):
        client.notes.links(FIRST.match).note(linked(0, version, "a"))
    client._received(lost(0, 4, 5))
    assert client.notes.links(FIRST.match) == {}


async def test_a_rewind_that_was_not_told_is_no_excuse() -> None:
    match = FollowedMatch(Client().ask, linked(0, 5, "a"))
    match.receive(linked(1, 5, "b"))
    await fault_of(match)


async def test_a_player_who_follows_a_match_again_says_what_was_told_before_and_is_shown_the_same() -> None:
    client: Any = Client()
    client.notes.links(FIRST.match).note(linked(0, 5, "a"))
    said: list[WatchMatch] = []
    answers = [linked(0, 5, "a"), linked(0, 5, "b")]

    async def ask(command: Any) -> RawUpdate:
        if isinstance(command, WatchMatch):
            said.append(command)
            answer = replace(answers.pop(0), ref=command.ref)
            client._matches.receive(answer)
            return answer
        raise ForkedError(FIRST.match, None, "it was not asked for")

    client._matches._ask = ask
    match = await client._matches.watch(FIRST.match, None)
    assert match.latest.version == 5
    client._matches._matches.clear()
    with pytest.raises(ForkedError):
        await client._matches.watch(FIRST.match, None)
    assert [(each.since, each.link) for each in said] == [(5, "a" * 64)] * 2
    assert FIRST.match not in client._matches._matches


async def test_anything_that_was_lost_while_nobody_followed_is_no_other_match() -> None:
    client: Any = Client()
    client.notes.links(FIRST.match).note(linked(0, 5, "a"))
    assert client._matches._add(linked(1, 5, "b")).latest.link == "b" * 64
    assert dict(client.notes.links(FIRST.match)) == {5: "b" * 64}


async def test_a_rewind_is_taken_in_also_while_a_match_is_asked_for() -> None:
    client: Any = Client()
    client.notes.links(FIRST.match).note(linked(0, 5, "a"))
    client._received(lost(1, 4, 5))
    assert client.notes.links(FIRST.match) == {}


def test_no_more_links_are_noted_than_are_of_use() -> None:
    links = Links()
    for version in range(MOST_LINKS + 5):
        links.note(linked(0, version, "a"))
    assert (len(links), min(links)) == (MOST_LINKS, 5)
