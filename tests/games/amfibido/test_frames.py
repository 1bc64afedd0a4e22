"""How large an update is, and that the rules keep up."""

from random import Random
from statistics import median

from games.playing import Plan, played
from quarterdeck_games import GAMES
from quarterdeck_games.game import Setup
from quarterdeck_protocol.games.amfibido import Options
from quarterdeck_protocol.names import GameName
from quarterdeck_server.bench.engine import measure

LARGEST_MEDIAN = 6 * 1024


def test_an_update_has_six_kilobytes_in_the_median() -> None:
    sizes = []
    for seed in range(8):
        setup = Setup(seats=2, options=Options())
        plan = Plan(game=GameName("amfibido"), setup=setup, seed=seed, chance=2 * Random(seed).randrange(100) + 1)
        for playing in played(plan):
            sizes += [len(playing.frame(viewer)) for viewer in (playing.record.seats)]
    assert len(sizes) > 1_000
    assert median(sizes) <= LARGEST_MEDIAN


def test_the_rules_keep_up() -> None:
    """A machine that is busy may be slow; the bench says how fast it is, this only that nothing has become slow."""
    figures = measure(GAMES["amfibido"], 2, 0.5)
    assert figures.per_second > 2_000
