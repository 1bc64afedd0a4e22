"""Random matches of any game, played on the record that the house itself keeps: every entry is stored and taken in."""

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from functools import partial
from itertools import product
from random import Random
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

import msgspec
from games.hosted import HOSTED
from games.worlds import WORLDS, World
from hypothesis import strategies as st
from msgspec import Raw, inspect
from quarterdeck_games import GAMES, AnyGame
from quarterdeck_games.game import IllegalAction, Setup
from quarterdeck_protocol.messages import Act
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, PlayerId, Ref, Seat, Version, Viewer
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Player
from quarterdeck_protocol.transcript import Opened, Returned
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.matches.chain import FIRST_LINK
from quarterdeck_server.matches.log import Stamped
from quarterdeck_server.matches.projection import Happened, update_frame
from quarterdeck_server.matches.record import (
    AnyEntry,
    Record,
    acted_entry,
    obeyed_entry,
    opening_entry,
    resigned_entry,
    returned_entry,
    timed_out_entry,
    with_card_sets,
)
from quarterdeck_server.matches.submissions import Acting

LIMIT = Milliseconds(30_000)
BEGAN = Milliseconds(1_700_000_000_000)

Manner = Literal["acts", "dawdles", "leaves", "sleeps"]


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """All that a random match follows from."""

    game: GameName
    setup: Setup
    seed: int
    """Of the cards."""

    chance: int
    """Of what the seats do."""

    manner: Manner = "acts"
    """Whether the seats always act, sometimes let their time run out, now and then leave, or only ever time out."""

    hosted: bool = False
    """Whether it is played with further sets of cards."""

    @property
    def games(self) -> Mapping[str, AnyGame]:
        return HOSTED if self.hosted else GAMES

    @property
    def rules(self) -> AnyGame:
        return self.games[self.game]


def plans(name: str, *manners: Manner) -> st.SearchStrategy[Plan]:
    """Return plans for a game: any seats, any options, any decks, any cards."""
    options = options_of(GAMES[name], WORLDS[name])
    numbers = st.integers(0, 2**64 - 1)
    return st.builds(
        partial(some_plan, name),
        seats=st.sampled_from(list(GAMES[name].seats)),
        options=options,
        decks=st.integers(0, 2**32),
        seed=numbers,
        chance=numbers,
        manner=st.sampled_from(manners or ("acts", "dawdles", "leaves")),
        hosted=st.just(False) if GAMES[name].catalogue is None else st.booleans(),
    )


def some_plan(
    name: str, *, seats: int, options: Any, decks: int, seed: int, chance: int, manner: Manner, hosted: bool
) -> Plan:
    """Return a plan with the decks that chance makes of `decks`."""
    setup = some_setup((HOSTED if hosted else GAMES)[name], seats, options, decks)
    return Plan(game=GameName(name), setup=setup, seed=seed, chance=chance, manner=manner, hosted=hosted)


def some_setup(game: AnyGame, seats: int, options: Any, seed: int) -> Setup:
    """Return a setup in which each seat plays a ready deck, or one that chance has made of any cards."""
    chance, some_deck = Random(seed), WORLDS[game.name].some_deck
    if game.decks is None or game.catalogue is None or some_deck is None:
        return game.setup(seats, options)
    ready = list(game.decks.ready.values())
    cards = game.catalogue.cards
    brought = [
        chance.choice(ready) if chance.random() < 0.3 else some_deck(options, chance, cards) for _ in range(seats)
    ]
    return game.setup(seats, options, brought)


def options_of(game: AnyGame, world: World) -> st.SearchStrategy[Any]:
    """Return options: every enum and bool as it can be, every number between the bounds that the world sets."""
    fields: dict[str, st.SearchStrategy[Any]] = {}
    shape = inspect.type_info(game.options)
    assert isinstance(shape, inspect.StructType)
    for each in shape.fields:
        match each.type:
            case inspect.BoolType():
                fields[each.name] = st.booleans()
            case inspect.EnumType(cls=kind):
                fields[each.name] = st.sampled_from(list(kind))
            case inspect.IntType():
                fields[each.name] = st.integers(*world.numbers[each.name])
            case _:
                raise AssertionError(f"say in worlds.py what {game.name} may set as {each.name}")
    return st.builds(game.options, **fields)


def every_choice_of(game: AnyGame, world: World) -> Iterator[Any]:
    """Return options with every choice that each has with every other; of numbers the lowest and the highest."""
    shape = inspect.type_info(game.options)
    assert isinstance(shape, inspect.StructType)
    chosen = {each.name: world.numbers.get(each.name) or _choices_of(each.type) for each in shape.fields}
    for values in product(*chosen.values()):
        yield game.options(**dict(zip(chosen, values, strict=True)))


def _choices_of(kind: inspect.Type) -> Sequence[Any]:
    match kind:
        case inspect.BoolType():
            return (False, True)
        case inspect.EnumType(cls=enum):
            return list(enum)
        case _:
            raise AssertionError(f"the tests cannot choose among {kind}")


class Playing:
    """A random match as far as it has been played."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.game = plan.rules
        self.world = WORLDS[plan.game]
        self.chance = Random(plan.chance)
        self.log: list[Stamped] = []
        self.entries: list[AnyEntry] = []
        self.record = Record(opened(plan), self.game)
        self.actions = 0
        """How many actions seats have made, or the house for them."""

        self._now = BEGAN
        self._liking: dict[str, float] = {}
        self.take(opening_entry(self.record))

    @property
    def state(self) -> Any:
        return self.record.state

    @property
    def is_over(self) -> bool:
        return self.record.result is not None

    @property
    def asked(self) -> list[Seat]:
        """The seats that have a choice."""
        return [seat for seat in self.record.seats if self.record.choices[seat]]

    @property
    def all_choices(self) -> list[Any]:
        """What is on offer to anybody."""
        return [choice for choices in self.record.choices for choice in choices]

    @property
    def viewers(self) -> list[Viewer]:
        return [*self.record.seats, None]

    def take(self, entry: AnyEntry) -> None:
        """Store an entry and take it in, as the house does."""
        self._now = Milliseconds(self._now + self.chance.randrange(1, 2_000))
        stamped = Stamped(entry.version, self.record.codec.stored(entry), self._now)
        self.record.advance(self.record.foresee(entry), stamped)
        self.log.append(stamped)
        self.entries.append(entry)
        self.actions += not isinstance(entry.cause, Opened | Returned)

    def next_entry(self) -> AnyEntry:
        """Return what happens next, by chance and by the plan's manner; nothing changes."""
        manner = self.plan.manner
        staying = [seat for seat in self.record.seats if seat not in self.record.gone]
        if manner == "leaves" and self.chance.random() < 0.02:
            return resigned_entry(self.record, self.chance.choice(staying), None)
        if manner == "dawdles" and self.chance.random() < 0.1:
            absent = [seat for seat in staying if self.record.is_absent(seat)]
            if absent:
                return returned_entry(self.record, self.chance.choice(absent))
        seat = self.chance.choice(self.asked)
        if seat in self.record.obeys_at and self.chance.random() < 0.6:
            return obeyed_entry(self.record, seat)
        if manner == "sleeps" or (manner == "dawdles" and self.chance.random() < 0.3):
            return timed_out_entry(self.record, seat)
        return act(self.record, seat, self._liked(seat))

    def _liked(self, seat: Seat) -> Any:
        """Return one of a seat's choices. Each match likes some kinds of actions better, and half of them take long."""
        offered = self.record.choices[seat]
        kinds = [type(choice).__name__ for choice in offered]
        for kind in kinds:
            if kind not in self._liking:
                slow = self.plan.chance % 2 and kind in self.world.hasty
                self._liking[kind] = 0.001 if slow else self.chance.choice((0.01, 0.1, 1, 1, 4))
        return self.chance.choices(offered, [self._liking[kind] for kind in kinds])[0]

    def peeked(self) -> AnyEntry:
        """Return what happens next, and leave chance as it is."""
        before, liking = self.chance.getstate(), dict(self._liking)
        entry = self.next_entry()
        self.chance.setstate(before)
        self._liking = liking
        return entry

    def beside(self, chance: Random) -> "Playing":
        """Return a copy of this match, which goes on by a chance of its own."""
        other = copy.copy(self)
        other.record = beside(self.record, self.state)
        other.log, other.entries = list(self.log), list(self.entries)
        other.chance, other._liking = chance, {}
        return other

    def frame(self, viewer: Viewer) -> bytes:
        """Return what the viewer is told of the newest entry."""
        return frame_of(self.record, viewer, self.entries[-1])


def opened(plan: Plan) -> Opened:
    """Return how the house opens a match of this plan."""
    seats = range(plan.setup.seats)
    how = Opened(
        match=MatchId("match"),
        game=plan.game,
        rules=plan.rules.version,
        players=tuple(Player(id=PlayerId(f"player-{seat}"), name=f"Player {seat}") for seat in seats),
        options=Raw(msgspec.json.encode(plan.setup.options)),
        time_limit=LIMIT,
        seed=seed_of(plan).hex(),
        entropy=tuple(f"whispered-by-{seat}" for seat in seats),
        decks=plan.setup.decks,
    )
    return with_card_sets(how, plan.rules)


def seed_of(plan: Plan) -> bytes:
    return plan.seed.to_bytes(8, "big") * 4


def played(plan: Plan) -> Iterator[Playing]:
    """Play a match to its end, and stop by at every version."""
    playing = Playing(plan)
    while True:
        yield playing
        if playing.is_over:
            return
        playing.take(playing.next_entry())


def finished(plan: Plan) -> Playing:
    """Return a match that has been played to its end."""
    *_, playing = played(plan)
    return playing


def act(record: Record, seat: Seat, action: Any) -> AnyEntry:
    """Return the entry of an action. Raises `IllegalAction`."""
    return acted_entry(record, seat, action, record.codec.canonical(action), None)


def refusal(record: Record, seat: Seat, action: Raw) -> tuple[str, str, str | None] | None:
    """Send an action through the door that every action comes through; give how it is refused, `None` if it is not."""
    message = Act(match=record.opened.match, seen=record.version, action=action, ref=Ref("ref"))
    try:
        Acting(seat, message, record).entry(record, record.at)
    except CommandRefused as refusing:
        return refusing.code, str(refusing), refusing.where
    except IllegalAction as illegal:
        return RefusalCode.ILLEGAL, str(illegal), illegal.rule
    return None


def beside(record: Record, state: Any) -> Record:
    """Return a copy of a record in which this is the state."""
    other = copy.copy(record)
    other.state = state
    other.choices = [record.game.choices(state, seat) for seat in record.seats]
    other.unchanged_since = list(record.unchanged_since)
    other.clocks = list(record.clocks)
    other.lapses = list(record.lapses)
    other.gone = set(record.gone)
    ordered = [seat for seat in record.seats if other.choices[seat] and record.game.has_order(state, seat)]
    other.obeys_at = {seat: record.obeys_at.get(seat, record.at) for seat in ordered if not record.is_away(seat)}
    other.done = dict(record.done)
    return other


def advance(record: Record, entry: AnyEntry, at: Milliseconds) -> None:
    """Take an entry in, as the house does."""
    record.advance(record.foresee(entry), Stamped(entry.version, record.codec.stored(entry), at))


def frame_of(record: Record, viewer: Viewer, entry: AnyEntry) -> bytes:
    """Return what the viewer is told of an entry, but for the link: that is keyed, and tells nothing (`chain.py`)."""
    unlinked = copy.copy(record)
    unlinked.link = FIRST_LINK
    return update_frame(unlinked, viewer, Happened(Version(entry.version - 1), entry.events), record.at)


def kinds_of(union: Any) -> tuple[type[msgspec.Struct], ...]:
    """Return the structs of a tagged union, or the one struct there is."""
    return get_args(union) if get_origin(union) in (Union, UnionType) else (union,)


def some_value(kind: inspect.Type, chance: Random) -> Any:
    """Make up a value of this type: well typed, and most likely nonsense."""
    match kind:
        case inspect.BoolType():
            return chance.random() < 0.5
        case inspect.IntType(ge=least, le=most):
            low, high = -(2**63) if least is None else least, 2**63 - 1 if most is None else most
            return chance.choice([number for number in (*range(-2, 13), 2**31, low, high) if low <= number <= high])
        case inspect.StrType():
            return "".join(chance.choice('aZ \u00e9\U0001f0cf\0"') for _ in range(chance.choice((0, 1, 8, 64, 65))))
        case inspect.EnumType(cls=enum):
            members: list[Enum] = list(enum)
            return chance.choice(members)
        case inspect.StructType(cls=struct, fields=fields):
            return struct(**{each.name: some_value(each.type, chance) for each in fields})
        case inspect.UnionType(types=types):
            return some_value(chance.choice(types), chance)
        case inspect.NoneType():
            return None
        case inspect.VarTupleType(item_type=item):
            return tuple(some_value(item, chance) for _ in range(chance.randrange(4)))
        case inspect.ListType(item_type=item):
            return [some_value(item, chance) for _ in range(chance.randrange(4))]
        case inspect.TupleType(item_types=items):
            return tuple(some_value(item, chance) for item in items)
        case inspect.CustomType() | inspect.AnyType() | inspect.RawType():
            raise AssertionError(f"an action has a field of type {kind}")
        case _:
            raise AssertionError(f"the tests cannot make up a {type(kind).__name__} yet")


def some_action(game: AnyGame, chance: Random) -> Any:
    """Make up an action of a game."""
    kinds: Sequence[Any] = kinds_of(game.actions)
    return some_value(inspect.type_info(chance.choice(kinds)), chance)


def is_on_offer(playing: Playing, seat: Seat, action: Any) -> bool:
    covers: Callable[[Any, Any], bool] = playing.world.covers
    return any(covers(choice, action) for choice in playing.record.choices[seat])
