"""Results of pairings: one match, best of three, and pods."""

import pytest
from quarterdeck_protocol.lobby.tournaments import TournamentId
from quarterdeck_protocol.names import PlayerId
from quarterdeck_server.lobby.tournaments.pairing_state import Pairing, shared
from quarterdeck_server.lobby.tournaments.tournament_field import POINT

A, B = PlayerId("a"), PlayerId("b")
WON, LOST, DRAWN = "won", "lost", "drawn"
HALVES = {WON: (2, 0), LOST: (0, 2), DRAWN: (1, 1)}


def _played(results: list[str], best_of: int, tied: PlayerId | None = None) -> Pairing:
    """Return a pairing after these results of the first player, who sits first in every other match."""
    pairing = Pairing((A, B), TournamentId("t"), 1, 1)
    for number, result in enumerate(results):
        game = pairing.open_game
        assert game is not None
        assert game.players == ((A, B), (B, A))[number % 2]
        halves = HALVES[result][:: -1 if number % 2 else 1]
        for _ in range(2):  # a result that is read twice counts once
            pairing.score(game.match, halves, best_of, tied)
    return pairing


@pytest.mark.parametrize(
    ("results", "best_of", "points", "is_tied_by"),
    [
        ([WON], 1, (1, 0), None),
        ([DRAWN], 1, (0.5, 0.5), None),
        ([WON], 3, None, None),
        ([WON, WON], 3, (1, 0), None),
        ([WON, LOST], 3, None, None),
        ([WON, LOST, LOST], 3, (0, 1), None),
        ([WON, DRAWN, DRAWN], 3, (1, 0), None),
        ([WON, LOST, DRAWN], 3, (0.5, 0.5), None),
        ([DRAWN], 1, None, B),
        ([DRAWN, LOST], 1, (0, 1), B),
        ([DRAWN, DRAWN, DRAWN], 1, (0, 1), B),
    ],
)
def test_a_pairing_ends_when_it_is_decided(
    results: list[str], best_of: int, points: tuple[float, float] | None, is_tied_by: PlayerId | None
) -> None:
    expected = None if points is None else tuple(round(POINT * each) for each in points)
    assert _played(results, best_of, is_tied_by).points == expected


def test_matches_of_a_pairing_have_ids_that_follow_from_it() -> None:
    assert [each.match for each in _played([WON, LOST], 3).games] == ["t-1-1", "t-1-1-2", "t-1-1-3"]


def test_equal_places_share_their_points_exactly() -> None:
    table = (500, 300, 200, 100)
    assert shared(table, (2, 1, 4, 3)) == (3600, 6000, 1200, 2400)
    assert shared(table, (1, 1, 1)) == (4000, 4000, 4000)
    assert shared(table, (1, 2, 2, 4)) == (6000, 3000, 3000, 1200)
    for places in ((1, 1, 3, 3), (1, 2, 2, 2), (1, 1, 1, 1)):
        assert sum(shared(table, places)) == 12 * sum(table)
    assert shared((300,), (2, 1)) == (0, 3600)
