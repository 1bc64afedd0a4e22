"""How large an update is."""

from random import Random
from statistics import median

from games.worlds import WORLDS
from quarterdeck_games.game import Setup
from quarterdeck_protocol.games.amfibido import Options
from quarterdeck_testing.plans import Plan
from quarterdeck_testing.random_matches import played

LARGEST_MEDIAN = 6 * 1024


def test_an_update_has_six_kilobytes_in_the_median() -> None:
    sizes = []
    for seed in range(8):
        setup = Setup(seats=2, options=Options())
        plan = Plan(world=WORLDS["amfibido"], setup=setup, seed=seed, chance=2 * Random(seed).randrange(100) + 1)
        for playing in played(plan):
            sizes += [len(playing.frame(viewer)) for viewer in (playing.record.seats)]
    assert len(sizes) > 1_000
    assert median(sizes) <= LARGEST_MEDIAN
