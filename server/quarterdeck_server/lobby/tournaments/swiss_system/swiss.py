"""Pairs of the Swiss system: up to 128 players by the Dutch system of a library. Pure."""

from collections.abc import Sequence
from itertools import combinations

import networkx
from caissify_pairings import generate_pairings
from quarterdeck_protocol.lobby.tournaments import PairingRule

from quarterdeck_server.lobby.tournaments.swiss_system.large_swiss import NOBODY, matched, seated
from quarterdeck_server.lobby.tournaments.tournament_field import POINT, Field

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
    groups = (matched(field) if is_large else _dutch(field, met)) or []
    if _is_legal(groups, field, met):
        return groups, PairingRule.MATCHING if is_large else PairingRule.DUTCH
    return _least_repeated(field), PairingRule.FEWEST_REPEATS


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
