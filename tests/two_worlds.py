"""Pairs of matches that are one to a viewer: the same for whoever looks, and different in what they may not see.

A pair is found without asking the game's `view`, `redact` or the server: one match is played by chance, and then cards
are exchanged in its shuffles, and secret choices of others for other ones, one after the other. An exchange stays if
what the world of the game (`games/worlds.py`) calls laid open to the viewer is as it was, to the last action. Whatever
else differs between the two is hidden, and has no way to that viewer.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from random import Random
from typing import Any

import msgspec
from games.worlds import WORLDS
from quarterdeck_games.dice import Dice
from quarterdeck_games.game import IllegalAction, Setup
from quarterdeck_protocol.fairness.draws import DrawKind
from quarterdeck_protocol.names import Seat, Version, Viewer
from quarterdeck_testing.world import World, parts_of

KEY = bytes(range(32))
"""Of the dice in all worlds: only their shuffles are touched."""

ON_TOP = 16
"""So many cards of each shuffle are exchanged with others: what lies on top is soon in a hand."""

SAMPLES = 6
"""In so many ways an event is told otherwise, to see which of its parts are hidden."""

Swaps = Mapping[tuple[int, int], tuple[tuple[int, int], ...]]
"""For a version and the number of a shuffle there, which places are exchanged afterwards."""


class RiggedDice(Dice):
    """Dice of one key, whoever throws them; in what they shuffle some places are exchanged."""

    __slots__ = ("_shuffles", "_swaps", "_version")

    def __init__(self, key: bytes, version: Version, swaps: Swaps) -> None:
        super().__init__(KEY, version)
        self._swaps = swaps
        self._version = version
        self._shuffles = 0

    def shuffled(self, cards: Any, purpose: str) -> tuple[Any, ...]:
        order = list(super().shuffled(cards, purpose))
        for one, other in self._swaps.get((self._version, self._shuffles), ()):
            if max(one, other) < len(order):
                order[one], order[other] = order[other], order[one]
        self._shuffles += 1
        shuffled = tuple(order)
        self.draws[-1] = self.draws[-1]._replace(outcome=shuffled)
        return shuffled


@dataclass(frozen=True)
class Step:
    """What one seat does; where its standing order answers for it, that does."""

    seat: Seat
    action: Any

    @property
    def encoded(self) -> bytes:
        return msgspec.json.encode(self.action)


@dataclass(frozen=True)
class Course:
    """All that a match follows from."""

    game: str
    setup: Setup
    steps: tuple[Step, ...]
    swaps: Swaps = field(default_factory=dict)
    altered: frozenset[int] = frozenset()
    """Which steps are others than those that the course was made from."""

    @property
    def world(self) -> World:
        return WORLDS[self.game]


@dataclass(frozen=True)
class Moment:
    """An entry of a match, with the state that it was made in and the one that it leads to."""

    before: Any
    events: Sequence[Any]
    state: Any


def moments(course: Course) -> Iterator[Moment]:
    """Yield the entries of a match one by one, from the deal on. Raises `IllegalAction`."""
    game = course.world.game
    blank = state = game.blank(course.setup)
    events = game.start(state, RiggedDice(KEY, Version(1), course.swaps))
    state = game.fold(state, events)
    yield Moment(blank, events, state)
    for version, step in enumerate(course.steps, 2):
        dice = RiggedDice(KEY, Version(version), course.swaps)
        before = state
        if game.has_order(state, step.seat):
            events = game.obeyed(state, step.seat, dice)
        else:
            events = game.decide(state, step.seat, step.action, dice)
        state = game.fold(state, events)
        yield Moment(before, events, state)


def some_course(
    game: str, length: int, chance: Random, *, seats: int | None = None, begun: tuple[Step, ...] = ()
) -> Course:
    """Return a match of so many actions, by chance, that goes on after them. It may begin with the steps of another."""
    rules = WORLDS[game].game
    setup = rules.setup(seats or rules.default_seats, rules.options())
    while True:
        course = Course(game, setup, begun)
        state = [*moments(course)][-1].state
        liking: dict[str, float] = {}
        while rules.result(state) is None and len(course.steps) < length:
            asked = [Seat(seat) for seat in range(setup.seats) if rules.choices(state, Seat(seat))]
            step = _step(course, state, chance.choice(asked), chance, liking)
            course = replace(course, steps=(*course.steps, step))
            version = Version(len(course.steps) + 1)
            dice = RiggedDice(KEY, version, {})
            if rules.has_order(state, step.seat):
                events = rules.obeyed(state, step.seat, dice)
            else:
                events = rules.decide(state, step.seat, step.action, dice)
            state = rules.fold(state, events)
        if rules.result(state) is None:
            return course


def _step(course: Course, state: Any, seat: Seat, chance: Random, liking: dict[str, float]) -> Step:
    offered = course.world.game.choices(state, seat)
    for choice in offered:
        name = type(choice).__name__
        if name not in liking:
            liking[name] = 0.02 if name in course.world.hasty else chance.choice((0.5, 1, 2))
    choice = chance.choices(offered, [liking[type(choice).__name__] for choice in offered])[0]
    return Step(seat, chance.choice(list(parts_of(choice))))


def another_course(course: Course, viewer: Viewer, chance: Random, tries: int) -> Course:
    """Return a match that is the same to this viewer, and as different in what they may not see as so many tries make
    it."""
    here = list(moments(course))
    found = course
    for exchanged in _exchanges(course, here, viewer, chance, tries):
        tried = exchanged(found)
        if _is_one(here, tried, viewer):
            found = tried
    return found


Exchange = Callable[[Course], Course]


def _exchanges(
    course: Course, here: Sequence[Moment], viewer: Viewer, chance: Random, tries: int
) -> Iterator[Exchange]:
    """Yield what may be exchanged: places of the first shuffles, and secret choices."""
    places = [(at, one, length) for at, length in _lengths(course).items() for one in range(min(length, ON_TOP))]
    chance.shuffle(places)
    for number in range(tries):
        if number < len(places):
            shuffle, one, length = places[number]
            other = (one + chance.randrange(1, length)) % length
            yield partial(_with_swap, shuffle, (one, other))
        secret = [
            at for at, step in enumerate(course.steps) if step.seat != viewer and _has_secret(course, here, at, viewer)
        ]
        if secret and number % 2:
            at = chance.choice(secret)
            offered = course.world.game.choices(here[at + 1].before, course.steps[at].seat)
            taken = course.steps[at].action
            others = [part for choice in offered for part in parts_of(choice) if part != taken]
            alike = [part for part in others if type(part) is type(taken)]
            if not alike:
                continue
            action = chance.choice(alike)
            yield partial(_with_action, at, action)


def _with_swap(at: tuple[int, int], pair: tuple[int, int], course: Course) -> Course:
    return replace(course, swaps={**course.swaps, at: (*course.swaps.get(at, ()), pair)})


def _with_action(at: int, action: Any, course: Course) -> Course:
    step = replace(course.steps[at], action=action)
    return replace(course, steps=(*course.steps[:at], step, *course.steps[at + 1 :]), altered=course.altered | {at + 1})


def _lengths(course: Course) -> dict[tuple[int, int], int]:
    """Return how many cards the shuffles of the deal have that can be exchanged."""
    game = course.world.game
    dice = RiggedDice(KEY, Version(1), {})
    game.start(game.blank(course.setup), dice)
    shuffled = [len(draw.outcome) for draw in dice.draws if draw.kind is DrawKind.SHUFFLE]
    return {(1, number): length for number, length in enumerate(shuffled) if length > 1}


def _has_secret(course: Course, here: Sequence[Moment], at: int, viewer: Viewer) -> bool:
    return any(_mask(course.game, event, viewer) for event in here[at + 1].events)


def _is_one(here: Sequence[Moment], course: Course, viewer: Viewer) -> bool:
    """Whether a match lays the same open to this viewer as that which was played."""
    world = course.world
    try:
        for number, (one, other) in enumerate(zip(here, moments(course), strict=True)):
            if number == 0 or number in course.altered or not world.hides:
                if not _are_one(course.game, one.events, other.events, viewer):
                    return False
            else:
                shown, there = (
                    [each for each in events if world.reveals(each, viewer)] for events in (one.events, other.events)
                )
                if shown != there:
                    return False
            uncovers = any(world.uncovers(event, viewer) for event in (*one.events, *other.events))
            if uncovers and _uncovered(course.game, one.state, viewer) != _uncovered(course.game, other.state, viewer):
                return False
    except IllegalAction:
        return False
    return True


def _uncovered(game: str, state: Any, viewer: Viewer) -> Any:
    """Return what events that say nothing of it may have laid open."""
    if game == "density-deck":
        return state.discards
    return [side.hand for side in state.sides]


Path = tuple[str | int, ...]


def _leaves(value: Any, at: Path = ()) -> Iterator[tuple[Path, Any]]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _leaves(inner, (*at, name))
    elif isinstance(value, list):
        yield at, len(value)
        for number, inner in enumerate(value):
            yield from _leaves(inner, (*at, number))
    else:
        yield at, value


@cache
def _mask(game: str, event: Any, viewer: Viewer) -> set[Path]:
    """Return where in an event something stands that this viewer may not see, as the game's world says."""
    world, hidden = WORLDS[game], set[Path]()
    own = dict(_leaves(json.loads(msgspec.json.encode(event))))
    for sample in range(SAMPLES):
        other = dict(_leaves(json.loads(msgspec.json.encode(world.other_event(event, viewer, Random(sample))))))
        hidden |= {path for path in own.keys() | other.keys() if own.get(path) != other.get(path)}
    return hidden


def _are_one(game: str, here: Sequence[Any], there: Sequence[Any], viewer: Viewer) -> bool:
    """Whether events differ in nothing that everybody may see, or this viewer."""
    if [type(event) for event in here] != [type(event) for event in there]:
        return False
    for one, other in zip(here, there, strict=True):
        if one == other:
            continue
        hidden = _mask(game, one, viewer) | _mask(game, other, viewer)
        leaves, others = (dict(_leaves(json.loads(msgspec.json.encode(event)))) for event in (one, other))
        if any(leaves.get(path) != others.get(path) for path in (leaves.keys() | others.keys()) - hidden):
            return False
    return True
