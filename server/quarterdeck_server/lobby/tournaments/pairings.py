"""Pairings of the next round. Pure: `pairing_process.py` runs it in a process of its own.

`pair` is the one interface to all formats. The Dutch system and the Berger tables are those of a library. The Dutch
answer is checked, and where the rules leave no legal pairing, a pairing with the fewest repeated meetings and byes
replaces it (decision 117). A matching pairs more players than the library can (decision 117).
"""

from collections.abc import Sequence
from typing import assert_never

from caissify_pairings import generate_pairings
from quarterdeck_protocol.lobby.tournaments import TournamentFormat

from quarterdeck_server.lobby.tournaments.formats.brackets import Bracket
from quarterdeck_server.lobby.tournaments.formats.pods import pods
from quarterdeck_server.lobby.tournaments.swiss_system.large_swiss import seated
from quarterdeck_server.lobby.tournaments.swiss_system.swiss import swiss
from quarterdeck_server.lobby.tournaments.tournament_field import Field, Pairs


def pair(field: Field) -> Pairs:
    """Return the pairs of a round of at least two players: the best ones first, byes last."""
    rule = None
    match field.format:
        case TournamentFormat.SWISS:
            found, rule = swiss(field)
            groups = _best_first(field, found)
        case TournamentFormat.PODS:
            groups = _best_first(field, pods(field))
        case TournamentFormat.ROUND_ROBIN:
            groups = _round_robin(field)
        case TournamentFormat.SINGLE_ELIMINATION | TournamentFormat.DOUBLE_ELIMINATION:
            groups = _bracket(field)
        case TournamentFormat.ARENA | TournamentFormat.OTHER:
            raise ValueError("not a format with rounds")
        case _:
            assert_never(field.format)
    return Pairs(groups=tuple(groups), rule=rule)


def bracket_of(field: Field) -> Bracket:
    """Return the elimination bracket of these players, with the rounds played so far."""
    is_double = field.format is TournamentFormat.DOUBLE_ELIMINATION
    return Bracket(
        field.seeds,
        field.played,
        is_double=is_double,
        third_place=field.third_place,
        is_crossed=field.is_crossed,
    )


def _best_first(field: Field, groups: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
    scores = {each.number: each.score for each in field.candidates}
    return sorted(groups, key=lambda group: (len(group) == 1, -max(map(scores.__getitem__, group)), min(group)))


def _round_robin(field: Field) -> list[tuple[int, ...]]:
    """Return the round of the Berger tables. Players who are not here are left out, and their opponents have byes."""
    players = [{"id": each, "name": str(each), "score": 0, "starting_number": each} for each in field.seeds]
    found = generate_pairings(
        system="round_robin",
        players=players,
        previous_pairings=set(),
        round_number=field.round,
        total_rounds=field.rounds,
    )
    here = {each.number for each in field.candidates}
    groups = [tuple(each[seat] for seat in ("white_id", "black_id") if each[seat] in here) for each in found]
    return sorted(filter(None, groups), key=len, reverse=True)


def _bracket(field: Field) -> list[tuple[int, ...]]:
    """Return the matches of the next level of a bracket."""
    by_number = {each.number: each for each in field.candidates}
    found = bracket_of(field).groups(by_number)
    matches = [seated(by_number[each[0]], by_number[each[1]]) for each in found if len(each) > 1]
    return [*matches, *(each for each in found if len(each) == 1)]
