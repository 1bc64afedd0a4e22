"""A game that is played with decks from a catalogue of card sets, to which a host may add sets."""

from typing import Any, Generic, TypeVar

from quarterdeck_games.card_sets import CardCatalogue
from quarterdeck_games.deck_support import DeckSupport
from quarterdeck_games.game import Game, Phrases

State = TypeVar("State")
Action = TypeVar("Action")
Event = TypeVar("Event")
View = TypeVar("View")
Catalogue = TypeVar("Catalogue", bound=CardCatalogue[Any])


class CatalogueGame(Game[State, Action, Event, View], Generic[State, Action, Event, View, Catalogue]):
    """A game with its card catalogue, and with the decks and phrases that are derived from the catalogue."""

    def __init__(self, catalogue: Catalogue, decks: DeckSupport, phrases: Phrases) -> None:
        self._catalogue = catalogue
        self._decks = decks
        self._phrases = phrases

    @property
    def catalogue(self) -> Catalogue:
        return self._catalogue

    @property
    def decks(self) -> DeckSupport:
        return self._decks

    @property
    def phrases(self) -> Phrases:
        """The phrases of the game, with the names of all cards in its sets."""
        return self._phrases
