"""Tie-breaks, by an example that was counted by hand."""

import pytest
from quarterdeck_protocol.lobby.tournaments import TieBreak, TournamentFormat
from quarterdeck_protocol.names import PlayerId
from quarterdeck_server.lobby.tournaments.tie_breaks import (
    OPEN,
    Meeting,
    Meetings,
    Results,
    direct_encounters,
    tie_break,
    tie_breaks_of,
)
from quarterdeck_server.lobby.tournaments.tournament_field import POINT

A, B, C, D = (PlayerId(each) for each in "abcd")
WON, DRAWN, LOST = POINT, POINT // 2, 0
BYE = Meeting(WON, (), 0)


def _met(points: int, opponent: PlayerId) -> Meeting:
    return Meeting(points, ((opponent, POINT - points),), 0)


PLAYED: Meetings = {
    A: [_met(WON, B), _met(DRAWN, C), _met(LOST, D)],
    B: [_met(LOST, A), _met(WON, D), BYE],
    C: [BYE, _met(DRAWN, A), None],
    D: [None, _met(LOST, B), _met(WON, A)],
}
TOTAL = {A: 3 * POINT // 2, B: 2 * POINT, C: 3 * POINT // 2, D: POINT}


RESULTS = Results(PLAYED, TOTAL, {})
SWISS = Results(PLAYED, {**TOTAL, D: 3 * POINT // 2}, {D: frozenset({0})}, has_virtual_opponents=True)
"""The same in the Swiss system, in which D has come late: C's last round counts as a draw for C's opponents."""


@pytest.mark.parametrize(
    ("kind", "values", "in_swiss"),
    [
        (TieBreak.BUCHHOLZ, (450, 250, 150, 350), (550, 450, 450, 500)),
        (TieBreak.BUCHHOLZ_CUT_1, (350, 250, 150, 350), (400, 300, 300, 350)),
        (TieBreak.SONNEBORN_BERGER, (275, 100, 75, 150), (300, 300, 225, 225)),
        (TieBreak.WINS, (100, 100, 0, 100), (100, 100, 0, 100)),
        (TieBreak.PROGRESS, (400, 300, 400, 100), (400, 300, 400, 250)),
        # of A's opponents, B has won half of the points of matches, C half, D half
        (TieBreak.OPPONENTS_WINS_33, (5000, 5000, 5000, 5000), (5000, 5000, 5000, 5000)),
    ],
)
def test_tie_breaks_are_those_of_the_field(kind: TieBreak, values: tuple[int, ...], in_swiss: tuple[int, ...]) -> None:
    assert tuple(tie_break(kind, player, RESULTS) for player in (A, B, C, D)) == values
    assert tuple(tie_break(kind, player, SWISS) for player in (A, B, C, D)) == in_swiss


def test_the_first_round_left_out_is_cut_before_a_lower_opponent() -> None:
    """A has beaten two opponents without points, and has stayed away once."""
    played: Meetings = {A: [_met(WON, B), None, _met(WON, C)], B: [_met(LOST, A)] * 3, C: [_met(LOST, A)] * 3}
    results = Results(played, {A: 2 * POINT, B: 0, C: 0}, {}, has_virtual_opponents=True)
    assert tie_break(TieBreak.BUCHHOLZ, A, results) == 150
    assert tie_break(TieBreak.BUCHHOLZ_CUT_1, A, results) == 0


def test_a_pairing_without_a_result_counts_neither_as_left_out_nor_as_a_bye() -> None:
    results = Results({A: [OPEN], B: [OPEN]}, {A: 0, B: 0}, {}, has_virtual_opponents=True)
    assert [tie_break(each, A, results) for each in (TieBreak.BUCHHOLZ, TieBreak.PROGRESS)] == [0, 0]
    assert results.adjusted == {A: 0, B: 0}


def test_shares_of_won_points_have_floors_and_leave_byes_out() -> None:
    """The opponent has lost two matches, and has a bye: a third of the points with it, none without it."""
    played = {A: [_met(WON, B)], B: [_met(LOST, A), _met(LOST, A), BYE]}
    results = Results(played, {A: WON, B: WON}, {})
    found = {each: tie_break(each, A, results) for each in (TieBreak.OPPONENTS_WINS_33, TieBreak.OPPONENTS_WINS_25)}
    assert found == {TieBreak.OPPONENTS_WINS_33: 3333, TieBreak.OPPONENTS_WINS_25: 2500}


@pytest.mark.parametrize(
    ("played", "behind"),
    [
        # C could still beat A
        ({A: [_met(WON, B)], B: [_met(LOST, A)], C: [BYE]}, (0, 0, 0)),
        # nobody can reach A any more
        ({A: [_met(WON, B), _met(WON, C)], B: [_met(LOST, A)], C: [_met(LOST, A)]}, (200, 0, 0)),
        # all have met
        (
            {
                A: [_met(WON, B), _met(DRAWN, C)],
                B: [_met(LOST, A), _met(WON, C)],
                C: [_met(DRAWN, A), _met(LOST, B)],
            },
            (200, 100, 0),
        ),
    ],
)
def test_a_direct_encounter_orders_players_whom_no_match_could_change(
    played: Meetings, behind: tuple[int, ...]
) -> None:
    found = direct_encounters([A, B, C], Results(played, dict.fromkeys((A, B, C), WON), {}))
    assert tuple(found[each] for each in (A, B, C)) == behind


def test_players_still_tied_after_a_direct_encounter_are_compared_among_themselves() -> None:
    """A and B have two points each against the others, C and D one each. A has beaten B, and C has beaten D."""
    played: Meetings = {
        A: [_met(WON, B), _met(WON, C), _met(LOST, D)],
        B: [_met(LOST, A), _met(WON, D), _met(WON, C)],
        C: [_met(WON, D), _met(LOST, A), _met(LOST, B)],
        D: [_met(LOST, C), _met(LOST, B), _met(WON, A)],
    }
    found = direct_encounters([C, B, D, A], Results(played, dict.fromkeys((A, B, C, D), WON), {}))
    assert found == {A: 300, B: 200, C: 100, D: 0}


def test_a_pod_is_a_meeting_with_each_of_its_players() -> None:
    pod = Meeting(300, ((B, 500), (C, 300), (D, 100)), 1)
    total = {A: 300, B: 12 * 500, C: 12 * 300, D: 12 * 100}
    results = Results({A: [pod], B: [], C: [], D: []}, total, {})
    assert tie_break(TieBreak.BUCHHOLZ, A, results) == 900
    assert tie_break(TieBreak.SONNEBORN_BERGER, A, results) == 250
    assert tie_break(TieBreak.WINS, A, results) == 0


def test_a_tournament_has_its_own_tie_breaks_or_those_of_its_format() -> None:
    assert tie_breaks_of(TournamentFormat.SWISS, [TieBreak.WINS]) == (TieBreak.WINS,)
    assert tie_breaks_of(TournamentFormat.ROUND_ROBIN, [])[0] is TieBreak.SONNEBORN_BERGER
    assert tie_breaks_of(TournamentFormat.DOUBLE_ELIMINATION, []) == ()
