"""The promises of the Swiss system, checked without the code that pairs: no avoidable repeat, and no second bye while
another one is possible."""

from itertools import combinations

import networkx
from quarterdeck_server.lobby.tournaments.tournament_field import Field, Pairs

EXHAUSTIVE = 8
"""The most players for which all pairings are tried."""

Legal = set[frozenset[int]]


def fault_of(field: Field, pairs: Pairs) -> str | None:
    """Return what is wrong with a round, or `None`."""
    numbers = sorted(each.number for each in field.candidates)
    if sorted(number for group in pairs.groups for number in group) != numbers:
        return "not everybody plays once"
    byes = [group[0] for group in pairs.groups if len(group) == 1]
    if len(byes) != len(numbers) % 2:
        return "byes that nobody needs"
    legal = _legal(field)
    is_legal = all(frozenset(group) in legal for group in pairs.groups)
    if not is_legal and _is_possible(numbers, legal):
        return "a repeat or a second bye that can be avoided"
    return None


def _legal(field: Field) -> Legal:
    """Return the pairs that have not met, and the byes of players who have had none."""
    met = {each.number: {other for round_ in each.opponents for other in round_} for each in field.candidates}
    fresh = {frozenset(pair) for pair in combinations(met, 2) if pair[1] not in met[pair[0]]}
    return fresh | {frozenset((each.number,)) for each in field.candidates if not each.byes}


def _is_possible(numbers: list[int], legal: Legal) -> bool:
    """True if a legal pairing exists: by trying all for a few players, by a maximum matching for more."""
    if len(numbers) <= EXHAUSTIVE:
        return _can_pair(tuple(numbers), legal)
    graph = networkx.Graph()
    graph.add_edges_from(tuple(each) for each in legal if len(each) > 1)
    if len(numbers) % 2:
        graph.add_edges_from((0, number) for each in legal if len(each) == 1 for number in each)
    matching = networkx.max_weight_matching(graph, maxcardinality=True)
    return 2 * len(matching) == len(numbers) + len(numbers) % 2


def _can_pair(numbers: tuple[int, ...], legal: Legal) -> bool:
    if len(numbers) % 2:
        byes = [each for each in numbers if frozenset((each,)) in legal]
        return any(_can_pair(tuple(other for other in numbers if other != each), legal) for each in byes)
    if not numbers:
        return True
    first, *others = numbers
    return any(
        frozenset((first, each)) in legal and _can_pair(tuple(other for other in others if other != each), legal)
        for each in others
    )
