"""Search methods of bots: a tree search, or sequential halving in games that name promising choices."""

from collections.abc import Callable
from random import Random
from typing import Any, Protocol

from quarterdeck_games import AnyGame
from quarterdeck_games.simulator import Simulator
from quarterdeck_protocol.names import Seat

from quarterdeck_server.bots.candidate_search import CandidateSearch
from quarterdeck_server.bots.tree_search import TreeSearch


class Search(Protocol):
    """Interface of every search method of a bot."""

    actions: int
    """Number of simulated actions."""

    is_cut: bool
    """True if its time limit has ended the search, not its budget or a clear best action."""

    def best(self, state: Any, seat: Seat, budget: int, is_over: Callable[[], bool] = ...) -> Any:
        """Return the complete action that the bot takes. The seat must have choices. The search ends after `budget`
        simulated actions, or as soon as `is_over` returns true."""
        ...


def search_with(game: AnyGame, simulator: Simulator, seats: int, chance: Random) -> Search:
    """Return the search method that suits a game."""
    method = TreeSearch if simulator.ideas is None else CandidateSearch
    return method(game, simulator, seats, chance)
