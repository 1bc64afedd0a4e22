"""A random match in this server without wire and store, whose actions are taken step by step.

This module also runs with the packages of an older commit around it (`release_costs.py`). So it uses only old parts of
the project, or checks first that a part exists.
"""

import random
from collections.abc import Sequence
from typing import Any

import msgspec
from quarterdeck_games import AnyGame
from quarterdeck_protocol.messages import Act
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, PlayerId, Seat, Version
from quarterdeck_protocol.sides import Player
from quarterdeck_protocol.transcripts.transcript import Entry, Opened
from quarterdeck_server.matches import projection
from quarterdeck_server.matches.log import Stamped
from quarterdeck_server.matches.projection import Happened
from quarterdeck_server.matches.record import Record
from quarterdeck_server.matches.submissions import Acting

BEGAN = Milliseconds(1_800_000_000_000)
MILLISECONDS_BETWEEN_ACTIONS = 4_321


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
        """Prepare an action of one of the seats to act, as its client sends it. This is not counted."""
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

    def link(self) -> None:
        record = self.record
        at = Milliseconds((record.at or BEGAN) + MILLISECONDS_BETWEEN_ACTIONS)
        if hasattr(record, "stamped"):
            stamped = record.stamped(at, self.stored)
        else:  # before entries had digests
            stamped = Stamped(record.next_version, self.stored, at)
        record.advance(self.foreseen, stamped)

    def draw(self) -> None:
        """Make what each seat is shown."""
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
            projection.update_frame(record, seat, happened, record.at)  # before there were pictures


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
