"""Pairs of the Swiss system: up to 128 players by the Dutch system of a library. Pure."""

from collections.abc import Sequence
from itertools import combinations, groupby
from typing import NamedTuple

import networkx
from caissify_pairings import generate_pairings
from quarterdeck_protocol.lobby.tournaments import PairingRule

from quarterdeck_server.lobby.tournaments.swiss_system.large_swiss import NOBODY, balance, matched, seated
from quarterdeck_server.lobby.tournaments.tournament_field import POINT, Candidate, Field

MOST_DUTCH = 128
"""The most players that the Dutch system pairs. It takes some seconds of a core for them, and 42 for 200."""

FLOATS = {1: "up", 0: "none", -1: "down"}
SEATS = {0: "white", 1: "black", None: "none"}


def swiss(field: Field) -> tuple[list[tuple[int, ...]], PairingRule]:
    """Return the pairs of a round of at least two players, and the rule that has paired them."""
    met = {
        frozenset((each.number, other)) for each in field.candidates for round_ in each.opponents for other in round_
    }
    is_large = len(field.candidates) > MOST_DUTCH
    is_first = field.round == 1 and any(each.score for each in field.candidates)
    groups = (matched(field) if is_large else _accelerated(field) if is_first else _dutch(field, met)) or []
    if _is_legal(groups, field, met):
        return groups, PairingRule.MATCHING if is_large else PairingRule.DUTCH
    return _least_repeated(field), PairingRule.FEWEST_REPEATS


def _accelerated(field: Field) -> list[tuple[int, ...]]:
    """Return the pairs of an accelerated first round, which the library cannot pair: in each group of equal points, the
    upper half plays the lower one. The first group is even, and the last player has the bye."""
    found: list[tuple[int, ...]] = []
    ranked = sorted(field.candidates, key=lambda each: (-each.score, each.number))
    for _, equal in groupby(ranked, key=lambda each: each.score):
        group = list(equal)
        half = len(group) // 2
        found += [
            dutch_seats(*pair_, field.first_seat) for pair_ in zip(group[:half], group[half : 2 * half], strict=True)
        ]
        found += [(each.number,) for each in group[2 * half :]]
    return found


def _dutch(field: Field, met: set[frozenset[int]]) -> list[tuple[int, ...]]:
    """Return the pairs of the Dutch system."""
    players = [
        {
            "id": each.number,
            "name": str(each.number),
            "score": each.score / POINT,
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
    by_number = {each.number: each for each in field.candidates}
    pairs = ((each["white_id"], each["black_id"]) for each in found)
    return [
        (one,) if other is None else dutch_seats(by_number[one], by_number[other], field.first_seat)
        for one, other in pairs
    ]


def dutch_seats(one: Candidate, other: Candidate, first_seat: int) -> tuple[int, int]:
    """Return two players in the order of their seats, by section E of the Dutch system, with the first seat as white.
    The library takes a low starting number for a high rank, also of a player with fewer points (decision 117)."""
    higher, lower = sorted((one, other), key=lambda each: (-each.score, each.number))
    ours, theirs = (_Preference.of(each) for each in (higher, lower))
    seat = ours.seat
    if ours.seat is None or (theirs.seat is not None and theirs.rank > ours.rank):
        seat = None if theirs.seat is None else 1 - theirs.seat
    elif ours.rank == theirs.rank and ours.seat == theirs.seat:
        differing = zip(reversed(ours.history), reversed(theirs.history), strict=False)
        seat = next((1 - mine for mine, other_ in differing if mine != other_), ours.seat)
    if seat is None:
        seat = first_seat if higher.number % 2 else 1 - first_seat
    return (higher.number, lower.number) if seat == 0 else (lower.number, higher.number)


class _Preference(NamedTuple):
    """The seat that a player is due, and how strongly: absolutely, strongly, mildly, or not at all."""

    seat: int | None
    rank: tuple[int, int]
    history: tuple[int, ...]

    @classmethod
    def of(cls, candidate: Candidate) -> "_Preference":
        history = tuple(seat for seat in candidate.seats if seat is not None)
        if not history:
            return cls(None, (0, 0), history)
        often = balance(candidate)
        is_absolute = abs(often) > 1 or history[-2:] in {(0, 0), (1, 1)}
        due = 1 - history[-1]
        if abs(often) > 1 or (often and not is_absolute):
            due = 1 if often > 0 else 0
        strength = 3 if is_absolute else 1 + abs(often)
        return cls(due, (strength, abs(often) if is_absolute else 0), history)


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
        difference = 2 * (one.score - other.score) // POINT
        graph.add_edge(
            one.number, other.number, weight=most * one.opponents.count((other.number,)) + difference * difference
        )
    if len(field.candidates) % 2:
        for each in field.candidates:
            graph.add_edge(each.number, NOBODY, weight=most * each.byes + (2 * each.score // POINT) ** 2)
    by_number = {each.number: each for each in field.candidates}
    groups: list[tuple[int, ...]] = []
    for pair_ in networkx.min_weight_matching(graph):
        one, other = sorted(pair_)
        if one == NOBODY:
            groups.append((other,))
        else:
            groups.append(seated(by_number[one], by_number[other]))
    return groups
