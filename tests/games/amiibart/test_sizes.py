"""What an update weighs: cards are told by their ids, and their texts stand in the catalogue."""

from statistics import median

from games.worlds import WORLDS
from quarterdeck_games import GAMES
from quarterdeck_protocol.names import GameName
from quarterdeck_testing.plans import Plan
from quarterdeck_testing.random_matches import played

LARGEST_MEDIAN = 12 * 1024
NAME = GameName("amiibart")
MATCHES = 8


def test_an_update_has_at_most_twelve_kilobytes_in_the_median() -> None:
    sizes: list[int] = []
    for seed in range(MATCHES):
        setup = GAMES[NAME].setup(2, GAMES[NAME].options())
        for playing in played(Plan(world=WORLDS[NAME], setup=setup, seed=seed, chance=seed)):
            sizes += [len(playing.frame(viewer)) for viewer in playing.viewers]
    assert len(sizes) > 1_000
    assert median(sizes) <= LARGEST_MEDIAN
