"""Pairing of the next round. Pure: `pairing_process.py` runs it in a process of its own.

`pair` is the one interface to all systems. The Dutch system is that of a library. Its answer is checked, and where the
rules leave no legal pairing, a pairing with the fewest repeated meetings and byes replaces it (decision 117).
"""

from collections.abc import Sequence
from itertools import combinations

import msgspec
import networkx
from caissify_pairings import generate_pairings

NOBODY = -1
"""The opponent in a bye, while groups are matched."""


class Candidate(msgspec.Struct, frozen=True, kw_only=True):
    """A player to be paired."""

    number: int
    """The starting number. All players with a rank before another have a lower one."""

    halves: int
    """The points in halves."""

    opponents: tuple[int | None, ...]
    """The opponents by round; `None` in a round without an opponent."""

    seats: tuple[int | None, ...]
    """The seats by round."""

    floats: tuple[int, ...]
    """For each round 1 if the opponent had more points or 0 if as many, -1 if fewer. A bye counts as -1."""

    byes: int
    """The number of rounds with points but without an opponent."""


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """The players to be paired in one round."""

    round: int
    rounds: int
    first_seat: int
    """The seat of the first player in the first round, by lot."""

    candidates: tuple[Candidate, ...]


class Pairs(msgspec.Struct, frozen=True, kw_only=True):
    """A paired round: numbers of players in the order of their seats. A bye is a group of one."""

    groups: tuple[tuple[int, ...], ...]


FLOATS = {1: "up", 0: "none", -1: "down"}
SEATS = {0: "white", 1: "black", None: "none"}


def pair(field: Field) -> Pairs:
    """Return the pairs of a round of at least two players: the best ones first, byes last."""
    met = {frozenset((each.number, other)) for each in field.candidates for other in each.opponents if other}
    groups = _dutch(field, met)
    if not _is_legal(groups, field, met):
        groups = _least_repeated(field)
    halves = {each.number: each.halves for each in field.candidates}
    ordered = sorted(groups, key=lambda group: (len(group) == 1, -max(map(halves.__getitem__, group)), min(group)))
    return Pairs(groups=tuple(ordered))


def _dutch(field: Field, met: set[frozenset[int]]) -> list[tuple[int, ...]]:
    """Return the pairs of the Dutch system."""
    players = [
        {
            "id": each.number,
            "name": str(each.number),
            "score": each.halves / 2,
            "rating": 0,
            "starting_number": each.number,
            "color_hist": [SEATS[seat] for seat in each.seats if seat is not None],
            "float_history": [FLOATS[each] for each in each.floats],
            "bye_count": each.byes,
        }
        for each in field.candidates
    ]
    found = generate_pairings(
        system="dutch",
        players=players,
        previous_pairings={(min(pair), max(pair)) for pair in met},
        round_number=field.round,
        total_rounds=field.rounds,
        initial_color="black" if field.first_seat else "white",
    )
    pairs = ((each["white_id"], each["black_id"]) for each in found)
    return [(one,) if other is None else (one, other) for one, other in pairs]


def _is_legal(groups: Sequence[tuple[int, ...]], field: Field, met: set[frozenset[int]]) -> bool:
    """True if everybody is paired once, nobody meets an opponent again, and nobody has a second bye."""
    had_bye = {each.number for each in field.candidates if each.byes}
    is_complete = sorted(number for group in groups for number in group) == sorted(
        each.number for each in field.candidates
    )
    byes = [group[0] for group in groups if len(group) == 1]
    is_fresh = not any(frozenset(group) in met for group in groups if len(group) > 1)
    return is_complete and is_fresh and len(byes) == len(field.candidates) % 2 and had_bye.isdisjoint(byes)


def _least_repeated(field: Field) -> list[tuple[int, ...]]:
    """Return pairs with the fewest repeated meetings and byes, then with the smallest differences of points."""
    graph = networkx.Graph()
    most = 4 * field.rounds * field.rounds * len(field.candidates) + 1
    for one, other in combinations(field.candidates, 2):
        difference = one.halves - other.halves
        graph.add_edge(
            one.number, other.number, weight=most * one.opponents.count(other.number) + difference * difference
        )
    if len(field.candidates) % 2:
        for each in field.candidates:
            graph.add_edge(each.number, NOBODY, weight=most * each.byes + each.halves * each.halves)
    by_number = {each.number: each for each in field.candidates}
    groups: list[tuple[int, ...]] = []
    for pair_ in networkx.min_weight_matching(graph):
        one, other = sorted(pair_)
        if one == NOBODY:
            groups.append((other,))
        else:
            groups.append(_seated(by_number[one], by_number[other]))
    return groups


def _seated(one: Candidate, other: Candidate) -> tuple[int, int]:
    """Return two players in the order of their seats: who has had the first seat more often gets the second."""
    ones, others = (sum(1 if seat == 0 else -1 for seat in each.seats if seat is not None) for each in (one, other))
    return (other.number, one.number) if ones > others else (one.number, other.number)
