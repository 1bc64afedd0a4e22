"""A game that is played with decks from a catalogue of card sets, to which a host may have added."""

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
    """A game with its catalogue, and with the decks and phrases that follow from it."""

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
        """Its phrases call the cards of all its sets by their names."""
        return self._phrases
