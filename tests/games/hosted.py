"""The games with the further sets of cards that the house has an example of, as a host would load them, and with those
that ship and that a host switches on."""

from collections.abc import Mapping
from pathlib import Path

from quarterdeck_games import AnyGame
from quarterdeck_server.cards.host_sets import games_with

HOSTED: Mapping[str, AnyGame] = games_with(Path(__file__).parents[2] / "deploy" / "cards", ("AB2",))
