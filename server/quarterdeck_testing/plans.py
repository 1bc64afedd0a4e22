"""Plans of random matches for tests, and all options with which a game can be played."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import partial
from itertools import product
from random import Random
from typing import Any

import msgspec
from hypothesis import strategies as st
from msgspec import inspect
from quarterdeck_games import AnyGame
from quarterdeck_games.game import Setup
from quarterdeck_protocol.names import GameName

from quarterdeck_testing.world import World


class Manner(StrEnum):
    """The behaviour of the seats in a random match."""

    ACTS = "acts"
    """The seat always acts."""

    DAWDLES = "dawdles"
    """Sometimes they let their time run out."""

    LEAVES = "leaves"
    """Now and then one leaves for good."""

    SLEEPS = "sleeps"
    """The seat never acts, and its time runs out."""


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """The plan of a random match in a test: everything that determines the match."""

    world: World
    setup: Setup
    seed: int
    """The seed of the cards."""

    chance: int
    """The chance of the seats' actions."""

    manner: Manner = Manner.ACTS

    hosted: bool = False
    """True if it is played with further card sets."""

    leaves_open: bool = False
    """True if the seats leave optional decisions to the server: as they could in logs of before, which are still
    read."""

    @property
    def game(self) -> GameName:
        return GameName(self.world.game.name)

    @property
    def rules(self) -> AnyGame:
        return self.world.rules(hosted=self.hosted)


def plans(world: World, *manners: Manner) -> st.SearchStrategy[Plan]:
    """Return a Hypothesis strategy for plans of a game: with any number of seats, options, decks and cards."""
    numbers = st.integers(0, 2**64 - 1)
    return st.builds(
        partial(some_plan, world),
        seats=st.sampled_from(list(world.game.seats)),
        options=options_of(world),
        decks=st.integers(0, 2**32),
        seed=numbers,
        chance=numbers,
        manner=st.sampled_from(manners or (Manner.ACTS, Manner.DAWDLES, Manner.LEAVES)),
        hosted=st.just(False) if world.hosted is None else st.booleans(),
    )


def usual_plan(world: World, *, seed: int = 1, chance: int = 1, manner: Manner = Manner.ACTS) -> Plan:
    """Return a plan with the largest number of seats and the usual options."""
    setup = world.game.setup(world.game.seats[-1], world.game.options())
    return Plan(world=world, setup=setup, seed=seed, chance=chance, manner=manner)


def some_plan(
    world: World, *, seats: int, options: Any, decks: int, seed: int, chance: int, manner: Manner, hosted: bool
) -> Plan:
    """Return a plan whose decks are drawn at random, from the numbers in `decks`."""
    setup = some_setup(world, world.rules(hosted=hosted), seats, options, decks)
    return Plan(world=world, setup=setup, seed=seed, chance=chance, manner=manner, hosted=hosted)


def some_setup(world: World, game: AnyGame, seats: int, options: Any, seed: int) -> Setup:
    """Return the settings of a match in which each seat plays a ready deck, or a random one of any cards."""
    chance, some_deck = Random(seed), world.some_deck
    if game.decks is None or game.catalogue is None or some_deck is None:
        return game.setup(seats, options)
    ready = list(game.decks.ready.values())
    cards = game.catalogue.cards
    brought = [
        chance.choice(ready) if chance.random() < 0.3 else some_deck(options, chance, cards) for _ in range(seats)
    ]
    return game.setup(seats, options, brought)


def options_of(world: World) -> st.SearchStrategy[Any]:
    """Return a Hypothesis strategy for options: any value of each option, and numbers within the bounds of their type
    or of the world."""
    return st.builds(world.game.options, **{each.name: _any_of(world, each) for each in _options_of(world)})


def every_choice_of(world: World) -> Iterator[Any]:
    """Yield options with every combination of choices; numbers have their lowest and highest values."""
    chosen = {each.name: _ends_of(world, each) for each in _options_of(world)}
    for values in product(*chosen.values()):
        yield world.game.options(**dict(zip(chosen, values, strict=True)))


def _options_of(world: World) -> Sequence[inspect.Field]:
    shape = inspect.type_info(world.game.options)
    assert isinstance(shape, inspect.StructType), "options must be a struct"
    return shape.fields


def _any_of(world: World, option: inspect.Field) -> st.SearchStrategy[Any]:
    if option.name in world.values:
        return st.sampled_from(list(world.values[option.name]))

    def any_of(kind: inspect.Type) -> st.SearchStrategy[Any]:
        match kind:
            case inspect.BoolType():
                return st.booleans()
            case inspect.EnumType(cls=enum):
                return st.sampled_from(list(enum))
            case inspect.LiteralType(values=values):
                return st.sampled_from(list(values))
            case inspect.NoneType():
                return st.none()
            case inspect.IntType():
                return st.integers(*_bounds_of(world, option, kind))
            case inspect.Metadata(type=inner):
                return any_of(inner)
            case inspect.UnionType(types=types):
                return st.one_of([any_of(each) for each in types])
            case inspect.TupleType(item_types=types):
                return st.tuples(*[any_of(each) for each in types])
            case inspect.VarTupleType(item_type=item):
                least, most = _lengths_of(kind)
                return st.lists(any_of(item), min_size=least, max_size=most).map(tuple)
            case _:
                raise AssertionError(_unknown(world, option))

    return any_of(option.type)


def _ends_of(world: World, option: inspect.Field) -> Sequence[Any]:
    if option.name in world.values:
        return world.values[option.name]

    def ends_of(kind: inspect.Type) -> Sequence[Any]:
        match kind:
            case inspect.BoolType():
                return (False, True)
            case inspect.EnumType(cls=enum):
                return list(enum)
            case inspect.LiteralType(values=values):
                return values
            case inspect.NoneType():
                return (None,)
            case inspect.IntType():
                return _bounds_of(world, option, kind)
            case inspect.Metadata(type=inner):
                return ends_of(inner)
            case inspect.UnionType(types=types):
                return [end for each in types for end in ends_of(each)]
            case inspect.TupleType(item_types=types):
                return list(product(*map(ends_of, types)))
            case inspect.VarTupleType(item_type=item):
                ends = ends_of(item)
                return [(end,) * length for length, end in zip(_lengths_of(kind), (ends[0], ends[-1]), strict=True)]
            case _:
                raise AssertionError(_unknown(world, option))

    return ends_of(option.type)


def _bounds_of(world: World, option: inspect.Field, kind: inspect.IntType) -> tuple[int, int]:
    if option.name in world.numbers:
        return world.numbers[option.name]
    assert kind.ge is not None, _unknown(world, option)
    assert kind.le is not None, _unknown(world, option)
    return kind.ge, kind.le


def _lengths_of(kind: inspect.VarTupleType) -> tuple[int, int]:
    least = kind.min_length or 0
    return least, least + 4 if kind.max_length is None else kind.max_length


def _unknown(world: World, option: inspect.Field) -> str:
    return f"say in `numbers` or `values` of its world what {world.game.name} may set as {option.name}"
