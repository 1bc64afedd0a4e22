"""Every game that can be played ahead is searched in its way."""

from random import Random

from games.worlds import WORLDS
from quarterdeck_server.bots.candidate_search import CandidateSearch
from quarterdeck_server.bots.search_methods import search_with
from quarterdeck_server.bots.tree_search import TreeSearch


def test_a_game_that_says_what_looks_promising_is_not_searched_by_a_tree() -> None:
    methods = {
        name: type(search_with(world.game, world.game.simulator, world.game.default_seats, Random(1)))
        for name, world in WORLDS.items()
        if world.game.simulator is not None
    }
    assert {methods[name] for name in ("density-deck", "myacards")} == {CandidateSearch}
    assert {methods[name] for name in ("amfibido", "amiibart")} == {TreeSearch}
