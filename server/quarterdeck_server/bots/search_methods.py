"""Search methods of bots: a tree, or halving of promising choices in games that name them."""

from random import Random
from typing import Any, Protocol

from quarterdeck_games import AnyGame
from quarterdeck_games.simulator import Simulator
from quarterdeck_protocol.names import Seat

from quarterdeck_server.bots.candidate_search import CandidateSearch
from quarterdeck_server.bots.tree_search import TreeSearch


class Search(Protocol):
    """Interface of every search."""

    actions: int
    """How many actions were simulated."""

    is_cut: bool
    """Whether the clock has ended it, and not its budget or that it was clear what to take."""

    def best(self, state: Any, seat: Seat, budget: int, until: float = ...) -> Any:
        """Return the complete action to take; the seat has choices. After so many simulated actions it has thought
        enough, and in any case at this time of the machine's monotonic clock."""
        ...


def search_with(game: AnyGame, simulator: Simulator, seats: int, chance: Random) -> Search:
    """Return the search that suits a game."""
    method = TreeSearch if simulator.ideas is None else CandidateSearch
    return method(game, simulator, seats, chance)
