"""What you may not see cannot reach you, over the real wire: two matches that differ in nothing but what a viewer may
not see are played at two servers, and whatever this viewer receives of them is the same, byte for byte.

It is compared as it comes over the line: handshakes, every frame with its length as it was compressed, their number and
order, the answers to what the viewer tries that it may not, the list of tables, talk, all that there is over HTTP,
events over HTTP, and metrics. `played_worlds.py` says what is let pass, and why. `make fuzz` plays many more matches.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from random import Random

import pytest
from hidden_decks import ONE, OTHER, faces, received_beside
from leaks import LEAKS, Leak
from played_worlds import A_WHILE, Fault, Probes, Received, differences, played_world, probes_of
from quarterdeck_protocol.names import Seat, Viewer
from quarterdeck_server.lobby.collection.holdings import CollectionRecord
from quarterdeck_server.matches.match import Match
from quarterdeck_testing.profiles import CHOSEN
from two_worlds import Course, another_course, moments, some_course

SEATS = {"amfibido": 2, "amiibart": 2, "density-deck": 3, "myacards": 2}
NOTHING_HIDDEN = frozenset({"amiibart"})
"""Games in which nothing is hidden but what the seed still has in it."""

LENGTH = 24
"""How many actions a match has."""

SHORT = 12
"""How many of them are played where a leak was put in."""

TRIES = 100
PAIRS = {"long": 60, "soak": 60}.get(CHOSEN, 0)
"""How many matches of each game beside those that are always played."""

COURSES = {"amfibido": (1,), "amiibart": (1,), "density-deck": (1,), "myacards": (3, 47)}
"""By which chance the matches are played that are always: in the last one a standing order is given in one world."""


@cache
def course_of(game: str, number: int) -> Course:
    """Return a match of a game."""
    return some_course(game, LENGTH, Random(number), seats=SEATS[game])


@cache
def another(game: str, number: int, viewer: Viewer) -> Course:
    """Return a match that is the same to that viewer."""
    return another_course(course_of(game, number), viewer, Random(1_000 + number), TRIES)


def probes(game: str, number: int) -> Probes:
    return probes_of(course_of(game, number), Random(2_000 + number))


def viewers(game: str) -> Iterator[Viewer]:
    yield from (Seat(number) for number in range(SEATS[game]))
    yield None


PLAYED = [(game, number) for game in SEATS for number in (*COURSES[game], *range(5, 5 + PAIRS))]


@pytest.mark.parametrize(("game", "number"), PLAYED)
async def test_two_worlds_are_one_over_the_wire(game: str, number: int) -> None:
    tried = probes(game, number)
    async with played_world(course_of(game, number), 1, tried) as played:
        here = {viewer: await played.received(viewer) for viewer in viewers(game)}
    check_who_has_notices(here)
    for viewer in viewers(game):
        async with played_world(another(game, number, viewer), 2, tried, viewer=viewer, all_probe=False) as played:
            there = await played.received(viewer)
        assert list(differences(here[viewer], there)) == [], f"{game} as viewer {viewer} sees it"
        check_that_enough_has_come(here[viewer])


def check_that_enough_has_come(received: Received) -> None:
    """What is empty on both sides is alike, too."""
    for frames in received.lines.values():
        said = b"".join(frame.text for frame in frames)
        kinds = ("update", "refused", "said", "chat_joined", "signed_in", "welcome")
        assert all(b'"type":"%s"' % kind.encode() in said for kind in kinds)
        assert len(frames) > 3 * LENGTH
    assert len(received.answers) > 3 * 9
    assert len(received.metrics) > 50
    own = received.answers.get("webhooks of the player")
    assert own is None or all(kind in own for kind in (b'"match.begun"', b'"content"'))
    mailed = received.answers.get("mails to the player")
    assert mailed is None or b" your account" in mailed
    hooked = received.answers.get("webhooks of the host")
    assert hooked is None or all(kind in hooked for kind in (b'"table.opened"', b'"match.begun"', b'"content"'))
    posts = [answer for name, answer in received.answers.items() if name.startswith("Discord, ")]
    assert all(any(words in post for post in posts) for words in (b'"embeds"', b"play:" if own is None else b"resign:"))


def check_who_has_notices(received: Mapping[Viewer, Received]) -> None:
    """A turn is noticed by those on turn alone, and a new way to sign in by its player alone."""
    for kinds, everybody in (((b'"your_turn"',), False), ((b'"new_device"', b'"password_changed"'), True)):
        noticed = {
            viewer: sum(any(kind in frame.text for kind in kinds) for frames in each.lines.values() for frame in frames)
            for viewer, each in received.items()
        }
        assert not noticed.pop(None)
        assert any(noticed.values())
        assert not everybody or set(noticed.values()) == {1}, noticed


@pytest.mark.parametrize(("game", "delay"), [("density-deck", 0), ("myacards", 30_000)])
async def test_two_worlds_are_one_to_the_webhooks_of_a_club(game: str, delay: int) -> None:
    """To an organiser who sits at the table, and to one who only watches, with a delay too."""
    number = COURSES[game][-1]
    tried = probes(game, number)
    watching: list[Viewer] = [None] if delay else [Seat(0), None]
    async with played_world(course_of(game, number), 1, tried, delay=delay, in_club=True) as played:
        here = {viewer: await played.received(viewer) for viewer in watching}
    for viewer in watching:
        there = played_world(another(game, number, viewer), 2, tried, viewer=viewer, delay=delay, in_club=True)
        async with there as played:
            assert list(differences(here[viewer], await played.received(viewer))) == []
        told = here[viewer].answers["webhooks of the club" if viewer is None else "webhooks of the player"]
        assert all(kind in told for kind in (b'"table.opened"', b'"match.begun"', b'"content"'))


async def test_two_hidden_decks_are_one_to_everybody_else() -> None:
    here, there = await received_beside(ONE), await received_beside(OTHER)
    for name, received in here.items():
        assert list(differences(received, there[name])) == [], name
        said = b"".join(frame.text for frame in received.lines[name])
        assert said.count(b'"type":"traders"') >= len(faces())
        assert said.count(b'"type":"trade_changed"') >= len(faces())
        assert said.count(b'"traders":[]') == 0
        assert len(received.answers) > len(faces())


def _searches_tell_what_matches_hold(patching: pytest.MonkeyPatch) -> None:
    patching.setattr(CollectionRecord, "free_for_others_among", CollectionRecord.free_among)


async def test_a_search_that_tells_what_a_match_holds_is_found() -> None:
    here, there = [await received_beside(deck, _searches_tell_what_matches_hold) for deck in (ONE, OTHER)]
    for name, received in here.items():
        assert "what traders says" in {each.check for each in differences(received, there[name])}, name


DELAY = 30_000


async def seen_with_a_delay(game: str, fault: Fault | None = None) -> list[Received]:
    """Return what everybody without a seat receives of two matches that differ in what is played within the delay."""
    course = course_of(game, COURSES[game][-1])
    begun = course.steps[: LENGTH - DELAY // A_WHILE]
    other = some_course(game, LENGTH, Random(5), seats=SEATS[game], begun=begun)
    assert [step.encoded for step in other.steps] != [step.encoded for step in course.steps]
    received: list[Received] = []
    for each in (course, other):
        tried = probes(game, COURSES[game][-1])
        async with played_world(each, 1, tried, all_probe=False, fault=fault, delay=DELAY) as played:
            received.append(await played.received(None))
    for frames in received[0].lines.values():
        said = [frame.text for frame in frames if b'"type":"update' in frame.text]
        assert len(said) >= len(begun), "what was played before was told"
    return received


@pytest.mark.parametrize("game", SEATS)
async def test_spectators_with_a_delay_learn_nothing_of_what_is_played_within_it(game: str) -> None:
    """On sockets, in feeds, embeds and previews, by webhooks of the host, and in the channel of Discord."""
    received = await seen_with_a_delay(game)
    assert list(differences(*received)) == []
    assert all(any(b'"delay":30000' in frame.text for frame in line) for line in received[0].lines.values())


async def test_a_delay_that_is_not_kept_is_found() -> None:
    received = await seen_with_a_delay(
        "amiibart", lambda patching: patching.setattr(Match, "_later_for", lambda *_: None)
    )
    assert "what update says" in {each.check for each in differences(*received)}


@pytest.mark.parametrize("game", SEATS)
async def test_links_as_they_are_in_earnest_are_all_that_differs(game: str) -> None:
    """As above, with links that follow from the entries: they have one shape, and stand where they should."""
    number = COURSES[game][-1]
    tried = probes(game, number)
    received: list[Received] = []
    for world, course in enumerate((course_of(game, number), another(game, number, None))):
        async with played_world(course, world, tried, all_probe=False, links=True) as played:
            received.append(await played.received(None))
    assert list(differences(*received, links=True)) == []
    assert "what update says" in {each.check for each in differences(*received)}, "links tell one world from another"


@pytest.mark.parametrize("game", SEATS)
def test_the_other_worlds_are_other_worlds(game: str) -> None:
    """Guards the tests above: at most moments something differs, and every other seat has done something else or has
    other cards."""
    number = COURSES[game][-1]
    for viewer in viewers(game):
        pairs = list(zip(moments(course_of(game, number)), moments(another(game, number, viewer)), strict=True))
        different = sum(here.state != there.state for here, there in pairs)
        assert different == (0 if game in NOTHING_HIDDEN else len(pairs))


@pytest.mark.parametrize("leak", LEAKS.values(), ids=LEAKS)
async def test_a_leak_that_is_put_in_is_found(leak: Leak) -> None:
    number = COURSES[leak.game][-1]
    tried = probes(leak.game, number)
    received: list[Received] = []
    for world, course in enumerate((course_of(leak.game, number), another(leak.game, number, leak.viewer))):
        course = replace(course, steps=course.steps[:SHORT])
        async with played_world(course, world, tried, viewer=leak.viewer, all_probe=False, fault=leak.put_in) as played:
            received.append(await played.received(leak.viewer))
    found = {each.check for each in differences(*received)}
    assert found & leak.found_by, found
    # Of the same update, also as an event over HTTP; a head has the length of its body.
    further = {"size of a frame", "body of an answer", "head of an answer"}
    assert found <= leak.found_by | leak.follows | further, "and nothing else differs"
