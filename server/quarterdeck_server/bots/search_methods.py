"""Search methods of bots: a tree search, or sequential halving in games that name promising choices."""

from random import Random

from quarterdeck_games import AnyGame
from quarterdeck_games.simulator import Simulator

from quarterdeck_server.bots.candidate_search import CandidateSearch
from quarterdeck_server.bots.game_search import GameSearch
from quarterdeck_server.bots.tree_search import TreeSearch


def search_with(game: AnyGame, simulator: Simulator, seats: int, chance: Random) -> GameSearch:
    """Return the search method that suits a game."""
    method: type[GameSearch] = TreeSearch if simulator.ideas is None else CandidateSearch
    return method(game, simulator, seats, chance)
