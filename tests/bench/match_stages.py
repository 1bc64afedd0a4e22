"""Whole matches in this server without wire and store, stage by stage, in µs of processor time for an action.

The matches are random and seeded, so every round plays the same ones. Several are played side by side, and each stage
runs for all of them before the next one. So the clock, which costs as much as a short stage, is read once for many
actions. Between any two of these stages the yardstick is measured.

This module also runs with the packages of an older commit around it (`stages.py`). So it uses only old parts of the
project, or checks first that a part exists.
"""

import random
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import msgspec
from bench.python_yardstick import Yardstick
from quarterdeck_games import GAMES, AnyGame
from quarterdeck_protocol.messages import Act
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, PlayerId, Seat, Version
from quarterdeck_protocol.sides import Player
from quarterdeck_protocol.transcripts.transcript import Entry, Opened
from quarterdeck_server.matches import projection
from quarterdeck_server.matches.log import Stamped
from quarterdeck_server.matches.projection import Happened
from quarterdeck_server.matches.record import Record
from quarterdeck_server.matches.submissions import Acting

STAGES = ("decide", "write", "foresee", "link", "views", "outlooks", "encode")
"""What an action goes through: read, judged and decided; written as an entry; foreseen with the choices of all seats;
linked and taken in; shown to all seats; with what would follow from their choices; redacted and encoded for each."""

CHOICES = "choices"
"""The choices of all seats by themselves, which are a part of what is foreseen."""

SIDE_BY_SIDE = 16
BEGAN = Milliseconds(1_800_000_000_000)
MILLISECONDS_BETWEEN_ACTIONS = 4_321


class Round(msgspec.Struct, frozen=True, kw_only=True):
    """Results of one round."""

    actions: int
    frames: int
    """The number of encoded updates."""

    matches: int
    microseconds: dict[str, float]
    """Of each stage that there is, and of the choices, for an action."""

    yardstick: float
    """Microseconds of a unit of the yardstick."""


class PlayedMatch:
    """One match, and the intermediate results of its newest action."""

    def __init__(self, game: AnyGame, seats: int, chance: random.Random) -> None:
        self.record = Record(_opened(game, seats, chance), game)
        self.chance = chance
        self.act: Any = None
        self.seat = Seat(0)
        self.entry: Any = None
        self.stored = b""
        self.foreseen: Any = None
        self.pictures: Sequence[Any] = ()
        events = game.start(self.record.state, self.record.next_dice())
        self.entry = Entry(version=Version(1), seat=None, cause=self.record.opened, events=tuple(events))
        self.write()
        self.foresee()
        self.link()

    def choose(self) -> None:
        """Prepare an action of one of the seats to act, as its client sends it. This is not measured."""
        record = self.record
        self.seat = self.chance.choice([seat for seat in record.seats if record.choices[seat]])
        choice = record.codec.canonical(self.chance.choice(record.choices[self.seat]))
        action = msgspec.Raw(_completed(bytes(choice), self.chance))
        self.act = Act(match=record.opened.match, seen=record.version, action=action)

    def decide(self) -> None:
        self.entry = Acting(self.seat, self.act, self.record).entry(self.record, self.record.at)

    def write(self) -> None:
        self.stored = self.record.codec.stored(self.entry)

    def foresee(self) -> None:
        self.foreseen = self.record.foresee(self.entry)

    def choices(self) -> None:
        game, state = self.record.game, self.foreseen.state
        for seat in self.record.seats:
            game.choices(state, seat)

    def link(self) -> None:
        record = self.record
        at = Milliseconds((record.at or BEGAN) + MILLISECONDS_BETWEEN_ACTIONS)
        if hasattr(record, "stamped"):
            stamped = record.stamped(at, self.stored)
        else:  # before entries had digests
            stamped = Stamped(record.next_version, self.stored, at)
        record.advance(self.foreseen, stamped)

    def views(self) -> None:
        record = self.record
        view = record.view if hasattr(record, "view") else partial(record.game.view, record.state)
        for seat in record.seats:
            view(seat)

    def outlooks(self) -> None:
        record = self.record
        for seat in record.seats:
            if record.choices[seat]:
                record.game.outlooks(record.state, seat, tuple(record.choices[seat]))

    def draw(self) -> None:
        """Prepare the input of `encode`. This is not measured a second time."""
        if hasattr(projection, "shown_to"):
            self.pictures = [projection.shown_to(self.record, seat) for seat in self.record.seats]

    def encode(self) -> None:
        record = self.record
        happened = Happened(Version(record.version - 1), self.entry.events)
        if self.pictures and hasattr(projection, "whole_frame"):  # before there was a telling
            for picture in self.pictures:
                projection.whole_frame(record, picture, happened, record.at, None)
        elif self.pictures:
            telling = projection.UpdateBuilder(record, happened, record.at)
            for picture in self.pictures:
                telling.whole_of(picture, None)
        for seat in () if self.pictures else record.seats:
            projection.update_frame(record, seat, happened, record.at)  # with its view in it, which is taken off again


def played(name: str, seats: int, matches: int) -> Round:
    """Play so many matches, always the same ones, and return the time of each stage."""
    game = GAMES[name]
    waiting = [PlayedMatch(game, seats, random.Random(f"stages {number}")) for number in range(matches)]
    stages = [*STAGES[:3], CHOICES, *STAGES[3:]]
    if not hasattr(game, "outlooks"):
        stages.remove("outlooks")
    taken = dict.fromkeys(stages, 0.0)
    yardstick = Yardstick()
    actions = 0
    while waiting:
        playing, waiting = waiting[:SIDE_BY_SIDE], waiting[SIDE_BY_SIDE:]
        while playing:
            yardstick.measure()
            for each in playing:
                each.choose()
            for stage in stages:
                if stage == "encode":
                    for each in playing:
                        each.draw()
                taken[stage] += _seconds([getattr(each, stage) for each in playing])
            actions += len(playing)
            playing = [each for each in playing if each.record.result is None]
    if not hasattr(projection, "shown_to"):  # before there were pictures
        taken["encode"] -= taken["views"]
    return Round(
        actions=actions,
        frames=actions * seats,
        matches=matches,
        microseconds={stage: each / actions * 1e6 for stage, each in taken.items()},
        yardstick=yardstick.seconds * 1e6,
    )


def _seconds(steps: Sequence[Callable[[], None]]) -> float:
    began = time.process_time()
    for step in steps:
        step()
    return time.process_time() - began


def _completed(choice: bytes, chance: random.Random) -> bytes:
    """Return an action that a choice stands for, if it leaves open which."""
    fields = msgspec.json.decode(choice)
    name = fields.pop("one_of", None)
    if name is None:
        return choice
    return msgspec.json.encode({**fields, name: [chance.choice(fields[name])]})


def _opened(game: AnyGame, seats: int, chance: random.Random) -> Opened:
    players = [Player(id=PlayerId(chance.randbytes(8).hex()), name=f"Player {seat + 1}") for seat in range(seats)]
    return Opened(
        match=MatchId(chance.randbytes(12).hex()),
        game=GameName(game.name),
        rules=game.version,
        players=tuple(players),
        options=msgspec.Raw(msgspec.json.encode(game.options())),
        time_limit=Milliseconds(30_000),
        seed=chance.randbytes(32).hex(),
        entropy=("",) * seats,
        decks=game.setup(seats, game.options()).decks,
    )


def serve(name: str, seats: str, matches: str) -> None:
    """Play a round for each line that is read, and print its figures as a line of JSON."""
    for _ in sys.stdin:
        print(msgspec.json.encode(played(name, int(seats), int(matches))).decode(), flush=True)
