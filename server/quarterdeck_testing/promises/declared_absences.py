"""Tests that each promise examines something. A promise that finds nothing to examine would be kept by a broken game as
well."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random

from quarterdeck_protocol.encoding import wire
from quarterdeck_server.matches.projection import Happened, update_frame

from quarterdeck_testing.plans import Manner, usual_plan
from quarterdeck_testing.promises.broken_promise import promise
from quarterdeck_testing.random_matches import Playing, finished, played
from quarterdeck_testing.world import World

MATCHES = 3
MOMENTS = 40
"""Number of moments of each match that are examined."""

EXAMINED = "each promise examines something"
DECLARED = "everything that the World declares absent is absent"


@promise(EXAMINED, at_a_moment=False)
def test_the_other_worlds_of_these_tests_are_other_worlds(world: World) -> None:
    chance = Random(1)
    tried = [
        world.another(playing.state, viewer, playing.peeked().events, chance) != playing.state
        for playing in islice(played(usual_plan(world)), 10)
        if not playing.is_over
        for viewer in playing.viewers
    ]
    if world.hides:
        assert sum(tried) > 0.9 * len(tried), (
            "`another` must exchange hidden facts: it must return a changed state in nine of ten cases, "
            f"but here it did so in {sum(tried)} of {len(tried)}"
        )


@promise(EXAMINED, at_a_moment=False)
def test_every_event_with_a_hidden_part_is_examined(world: World) -> None:
    """If `redact` removes a part of an event, `other_event` gives that part other contents."""
    if not world.hides:
        return
    chance, hidden, changed = Random(2), set(), set()
    for whole in _whole_matches(world):
        for entry in whole.entries:
            for event in entry.events:
                for viewer in whole.viewers:
                    name = type(event).__name__
                    if whole.game.redact(event, viewer) not in (event, None):
                        hidden.add(name)
                    if world.other_event(event, viewer, chance) != event:
                        changed.add(name)
    assert hidden <= changed, (
        "`other_event` must change each kind of event of which `redact` hides a part, "
        f"but it never changed {', '.join(sorted(hidden - changed))}"
    )
    assert changed, "`other_event` must change at least one kind of event"


@promise(EXAMINED, at_a_moment=False)
def test_faces_are_found_where_they_may_be_seen(world: World) -> None:
    """The pattern for card faces finds some in frames, and not all viewers may see the same ones."""
    if not world.hides or "faces" in world.has_no:
        return
    found, differ = set(), False
    for playing in _moments(world):
        entry = playing.entries[-1]
        allowed = [world.faces(playing.state, viewer, entry.events) for viewer in playing.viewers]
        differ = differ or len(set(allowed)) > 1
        for viewer in playing.viewers:
            happened = Happened(playing.record.version, entry.events)
            found |= set(
                re.findall(world.face, update_frame(playing.record, viewer, happened, playing.record.at).decode())
            )
    assert found, f"`face` must find card faces in the frames of a match, but {world.face!r} finds none"
    assert differ, "`faces` must at some time of a match return different faces for different viewers"


@promise(EXAMINED, at_a_moment=False)
def test_cards_are_counted(world: World) -> None:
    if "cards" in world.has_no:
        return
    for playing in _moments(world):
        counted = world.cards(playing.state)
        assert counted.total() > 0, "`cards` must find the cards of a state"


@promise(DECLARED)
def test_a_game_without_secrets_shows_everybody_the_same(world: World) -> None:
    if world.hides:
        return
    for playing in _moments(world):
        views = {wire.encode(playing.game.view(playing.state, viewer)) for viewer in playing.viewers}
        assert len(views) == 1, (
            'a game whose World says has_no={"secrets"} must have the same `view` for every viewer. A game with '
            "secrets must have `another`, `other_event`, `reveals` and `faces` in its World"
        )
        for event in playing.entries[-1].events:
            told = {wire.encode(playing.game.redact(event, viewer)) for viewer in playing.viewers}
            assert len(told) == 1, 'a game whose World says has_no={"secrets"} must `redact` an event alike for all'


@promise(DECLARED, at_a_moment=False)
def test_a_game_draws_by_chance_unless_it_says_otherwise(world: World) -> None:
    """A game has random draws unless it declares that it has none; otherwise nothing could be repeated from the
    seed."""
    draws = Counter(bool(entry.draws) for whole in _whole_matches(world) for entry in whole.entries)
    assert (draws[True] > 0) != ("chance" in world.has_no), (
        'a match must have random draws from `Dice`, or its World must say has_no={"chance"}: '
        f"{draws[True]} of {draws.total()} entries have draws"
    )


def _whole_matches(world: World) -> Iterator[Playing]:
    for manner in (Manner.ACTS, Manner.LEAVES, Manner.SLEEPS):
        for number in range(MATCHES):
            yield finished(usual_plan(world, seed=number, chance=number, manner=manner))


def _moments(world: World) -> Iterator[Playing]:
    """Yield the first moments of some random matches of a game."""
    for number in range(MATCHES):
        yield from islice(played(usual_plan(world, seed=number, chance=number)), MOMENTS)
