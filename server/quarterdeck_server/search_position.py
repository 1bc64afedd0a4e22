"""The input of a searching bot: a position that is possible as far as its seat knows, and the time to search.

Only this position is sent to the search process. Its state is not that of the match: the game deals all hidden cards
again (`Simulator.resample`), from the visible state and a key. So two matches that look the same to a seat give the
same bytes.
"""

import hashlib
import hmac
from collections.abc import Mapping
from random import Random
from types import MappingProxyType
from typing import Any

import msgspec
from quarterdeck_games import AnyGame
from quarterdeck_games.state_codec import keep
from quarterdeck_protocol.names import Epoch, MatchId, Milliseconds, Seat, Version

CLOCKS: Mapping[str, Milliseconds] = MappingProxyType(
    {"club": Milliseconds(4_000), "expert": Milliseconds(10_000), "master": Milliseconds(30_000)}
)
"""The longest time that each searching bot may think about a decision: it has enough of its budget of simulated actions
long before, unless the machine is busy. It is the clock of its seat."""


class SearchPosition(msgspec.Struct, frozen=True, array_like=True):
    """A position that is possible as far as a seat knows. It is not encoded by the encoder for viewers."""

    game: str
    rules: int
    """The version of the rules."""

    seats: int
    seat: Seat
    state: bytes
    """A state that the seat may hold for the real one."""

    key: bytes
    """The seed of all chance in the search, so that every process gives the same answer to the same question."""


def key_of_bots(seed: bytes, match: MatchId) -> bytes:
    """Return the key for the randomness of a match's bots. Nobody knows the key before the seed is revealed."""
    return hmac.digest(seed, b"quarterdeck bots" + match.encode(), hashlib.sha256)


def key_of_decision(key: bytes, seat: Seat, epoch: Epoch, asked_at: Version) -> bytes:
    """Return the key for the randomness of one bot decision: of a seat at a version of the match."""
    return hmac.digest(key, f"{seat} {epoch} {asked_at}".encode(), hashlib.sha256)


def position_of(game: AnyGame, state: Any, seat: Seat, seats: int, key: bytes) -> SearchPosition | None:
    """Return a position that is possible as far as a seat knows; `None` in a game that cannot be simulated."""
    simulator = game.simulator
    if simulator is None:
        return None
    held = simulator.resample(state, seat, Random(key))  # noqa: S311 - the key is what nobody may guess
    return SearchPosition(game.name, game.version, seats, seat, keep(held), key)
