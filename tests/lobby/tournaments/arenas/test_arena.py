"""Points of an arena: streaks, draws in a row, and the performance."""

import pytest
from quarterdeck_protocol.lobby.tournaments import TournamentId
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_server.lobby.tournaments.arenas.arena import DRAWN, NO_RESULT, WON_FIRST, WON_SECOND, Arena, result_of

AT = Milliseconds(0)
RESULTS = {"w": WON_FIRST, "l": WON_SECOND, "d": DRAWN, "n": NO_RESULT}


@pytest.mark.parametrize(
    ("results", "sheet"),
    [
        ("ww", [2, 2]),
        ("wwwlw", [2, 2, 4, 0, 2]),
        ("wwdw", [2, 2, 2, 2]),  # the streak doubles the draw that ends it
        ("dddlddwd", [1, 0, 0, 0, 0, 0, 2, 1]),  # only a win lets draws count again
        ("wnww", [2, 2, 4]),  # a match without a result changes nothing
    ],
)
def test_the_points_of_a_player(results: str, sheet: list[int]) -> None:
    arena = Arena(TournamentId("t"))
    for player, rating in (("ada", 1500), ("bo", 1700)):
        arena.enter(PlayerId(player), rating, AT)
    for number, result in enumerate(results, 1):
        arena.pair([(1, 2)], AT)
        arena.score([(number, RESULTS[result])], AT)
        arena.score([(number, WON_SECOND)], AT)  # a second result of a match changes nothing
    ada = arena.named(1)
    assert (ada.sheet, ada.score) == (sheet, sum(sheet))
    scored = results.replace("n", "")
    assert ada.performance == 1700 + 500 * (scored.count("w") - scored.count("l")) // len(scored)


def test_the_result_follows_from_the_places() -> None:
    assert [result_of(each) for each in ((1, 2), (2, 1), (1, 1), (None, None))] == [*RESULTS.values()]
