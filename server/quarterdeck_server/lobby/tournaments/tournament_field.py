"""The field of a round: everything that its pairing depends on, with numbers for the players. Pure."""

import msgspec
from quarterdeck_protocol.lobby.tournaments import PairingRule, TournamentFormat

POINT = 1200
"""A point, in the units in which points are counted: it can be shared by two, three or four, and has hundredths."""


class Candidate(msgspec.Struct, frozen=True, kw_only=True):
    """A player to be paired."""

    number: int
    """The starting number. All players with a rank before another have a lower one."""

    score: int
    """The points, in units of `POINT`."""

    opponents: tuple[tuple[int, ...], ...]
    """The opponents in each round; none in a round without a match."""

    seats: tuple[int | None, ...]
    """The seats by round."""

    floats: tuple[int, ...] = ()
    """For each round 1 if the opponent had more points or 0 if as many, -1 if fewer. Points without an opponent count
    as -1, and a round without either as 0."""

    byes: int = 0
    """The number of rounds with points but without an opponent."""


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """A group of an earlier round of a bracket."""

    numbers: tuple[int, ...]
    winner: int | None
    """The player who goes on; `None` if nobody does."""


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """The players to be paired in one round, with everything on which the pairing depends."""

    round: int
    rounds: int
    first_seat: int
    """The seat of the first player in the first round, by lot."""

    candidates: tuple[Candidate, ...]
    format: TournamentFormat = TournamentFormat.SWISS
    seeds: tuple[int, ...] = ()
    """In a bracket and a round robin, all players of the first round: the strongest first."""

    played: tuple[tuple[Played, ...], ...] = ()
    """In a bracket, its earlier rounds."""

    third_place: bool = False
    is_crossed: bool = False
    pod_size: int = 4
    lot: str = ""
    """The lot of the round, in hexadecimal: where pods could be formed in several ways, it decides."""


class Pairs(msgspec.Struct, frozen=True, kw_only=True):
    """A paired round: numbers of players in the order of their seats. A bye is a group of one."""

    groups: tuple[tuple[int, ...], ...]
    rule: PairingRule | None = None
    """The rule of a round of the Swiss system."""
