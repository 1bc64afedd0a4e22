"""Tie-breaks, by an example that was counted by hand."""

import pytest
from quarterdeck_protocol.lobby.tournaments import TieBreak, TournamentFormat
from quarterdeck_protocol.names import PlayerId
from quarterdeck_server.lobby.tournaments.tie_breaks import Meeting, tie_break, tie_breaks_of
from quarterdeck_server.lobby.tournaments.tournament_field import POINT

A, B, C, D = (PlayerId(each) for each in "abcd")
WON, DRAWN, LOST = POINT, POINT // 2, 0
BYE = Meeting(WON, (), 0)


def _met(points: int, opponent: PlayerId) -> Meeting:
    return Meeting(points, ((opponent, POINT - points),), 0)


PLAYED: dict[PlayerId, list[Meeting | None]] = {
    A: [_met(WON, B), _met(DRAWN, C), _met(LOST, D)],
    B: [_met(LOST, A), _met(WON, D), BYE],
    C: [BYE, _met(DRAWN, A), None],
    D: [None, _met(LOST, B), _met(WON, A)],
}
TOTAL = {A: 3 * POINT // 2, B: 2 * POINT, C: 3 * POINT // 2, D: POINT}


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        (TieBreak.BUCHHOLZ, (450, 250, 150, 350)),
        (TieBreak.BUCHHOLZ_CUT_1, (350, 250, 150, 350)),
        (TieBreak.SONNEBORN_BERGER, (275, 100, 75, 150)),
        (TieBreak.WINS, (100, 100, 0, 100)),
        (TieBreak.PROGRESS, (400, 300, 400, 100)),
        (TieBreak.DIRECT_ENCOUNTER, (50, 0, 50, 0)),
        # of A's opponents, B has won half of the points of matches, C half, D half
        (TieBreak.OPPONENTS_WINS_33, (5000, 5000, 5000, 5000)),
    ],
)
def test_tie_breaks_are_those_of_the_field(kind: TieBreak, values: tuple[int, ...]) -> None:
    assert tuple(tie_break(kind, player, PLAYED, TOTAL) for player in (A, B, C, D)) == values


def test_shares_of_won_points_have_floors_and_leave_byes_out() -> None:
    """The opponent has lost two matches, and has a bye: a third of the points with it, none without it."""
    played = {A: [_met(WON, B)], B: [_met(LOST, A), _met(LOST, A), BYE]}
    total = {A: WON, B: WON}
    found = {
        each: tie_break(each, A, played, total) for each in (TieBreak.OPPONENTS_WINS_33, TieBreak.OPPONENTS_WINS_25)
    }
    assert found == {TieBreak.OPPONENTS_WINS_33: 3333, TieBreak.OPPONENTS_WINS_25: 2500}


def test_a_direct_encounter_counts_only_if_all_have_met() -> None:
    played = {A: [_met(WON, B)], B: [_met(LOST, A)], C: [BYE]}
    assert tie_break(TieBreak.DIRECT_ENCOUNTER, A, played, dict.fromkeys((A, B, C), WON)) == 0
    assert tie_break(TieBreak.DIRECT_ENCOUNTER, A, played, {A: WON, B: WON, C: 0}) == 100


def test_a_pod_is_a_meeting_with_each_of_its_players() -> None:
    pod = Meeting(300, ((B, 500), (C, 300), (D, 100)), 1)
    total = {A: 300, B: 12 * 500, C: 12 * 300, D: 12 * 100}
    played = {A: [pod], B: [], C: [], D: []}
    assert tie_break(TieBreak.BUCHHOLZ, A, played, total) == 900
    assert tie_break(TieBreak.SONNEBORN_BERGER, A, played, total) == 250
    assert tie_break(TieBreak.WINS, A, played, total) == 0


def test_a_tournament_has_its_own_tie_breaks_or_those_of_its_format() -> None:
    assert tie_breaks_of(TournamentFormat.SWISS, [TieBreak.WINS]) == (TieBreak.WINS,)
    assert tie_breaks_of(TournamentFormat.ROUND_ROBIN, [])[0] is TieBreak.SONNEBORN_BERGER
    assert tie_breaks_of(TournamentFormat.DOUBLE_ELIMINATION, []) == ()
