"""Matches outside of a server: their opening, and a seat's updates, encoded to bytes and decoded again."""

import random
from typing import Any

import msgspec
from quarterdeck_games import AnyGame
from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.messages import RawUpdate, Update
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, PlayerId, Seat, Version
from quarterdeck_protocol.sides import Player
from quarterdeck_protocol.transcripts.transcript import Opened

from quarterdeck_server.matches.openings import with_card_sets

SHIPPED = ("amfibido", "amiibart", "density-deck", "myacards")
"""Games that are measured if none is named."""


def opened_for(game: AnyGame, chance: random.Random) -> Opened:
    """Return the data that open a match in which all seats are taken."""
    seats = game.seats[-1]
    opened = Opened(
        match=MatchId(chance.randbytes(12).hex()),
        game=GameName(game.name),
        rules=game.version,
        players=tuple(_player(Seat(seat), chance) for seat in range(seats)),
        options=msgspec.Raw(msgspec.json.encode(game.options())),
        time_limit=Milliseconds(30_000),
        seed=chance.randbytes(32).hex(),
        entropy=("",) * seats,
        decks=game.setup(seats, game.options(), []).decks,
    )
    return with_card_sets(opened, game)


def _player(seat: Seat, chance: random.Random) -> Player:
    return Player(id=PlayerId(chance.randbytes(8).hex()), name=f"Player {seat + 1}")


def update_for(game: AnyGame, state: Any, seat: Seat, seats: int, version: Version) -> RawUpdate:
    """Return a seat's update as a client receives it: encoded to bytes and decoded again."""
    update: Any = Update(
        match=MatchId("bench"),
        game=GameName(game.name),
        version=version,
        since=version,
        at=Milliseconds(0),
        now=Milliseconds(0),
        seat=seat,
        players=tuple(Player(id=PlayerId(str(one)), name=str(one)) for one in range(seats)),
        waiting=(),
        link="",
        result=None,
        events=(),
        view=game.view(state, seat),
        choices=tuple(game.choices(state, seat)),
    )
    read = wire.decode_from_server(wire.encode(update))
    if not isinstance(read, Update):
        raise TypeError("the decoded message is not an update")
    return read
