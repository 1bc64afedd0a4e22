"""Messages about the decks that a player keeps in their account."""

from typing import Annotated

import msgspec
from msgspec import Meta

from quarterdeck_protocol.decks import Deck, DeckText
from quarterdeck_protocol.names import GameName, Milliseconds
from quarterdeck_protocol.sides import FromClient, FromServer, Scope

DeckName = Annotated[str, Meta(min_length=1, max_length=64)]


class ListDecks(FromClient, frozen=True, kw_only=True, tag="list_decks"):
    """Ask which decks one keeps in one's account; a guest keeps none. Answered by `decks`."""

    open_to = (Scope.PLAY,)

    game: Annotated[GameName, Meta(max_length=64)] | None = None
    """Only decks for this game."""


class KeepDeck(FromClient, frozen=True, kw_only=True, tag="keep_deck"):
    """Keep a deck in the sender's account; it replaces the deck of this name for this game, if there is one. The deck
    need not be finished: the answer lists its faults. A guest is `not_registered`. Answered by `deck_kept`."""

    open_to = (Scope.PLAY,)

    game: Annotated[GameName, Meta(max_length=64)]
    name: DeckName
    """Its name: up to 32 characters, in one line."""

    deck: DeckText
    """The name of a ready deck, a deck code, or a list of which every line can be read."""


class DropDeck(FromClient, frozen=True, kw_only=True, tag="drop_deck"):
    """Keep a deck no longer. Answered by `deck_dropped`, also if there is none of this name."""

    open_to = (Scope.PLAY,)

    game: Annotated[GameName, Meta(max_length=64)]
    name: DeckName


class KeptDeck(msgspec.Struct, frozen=True, kw_only=True):
    """A deck that a player keeps."""

    game: GameName
    name: str
    deck: Deck
    """The deck, card by card."""

    text: str
    """The same to be sent wherever a deck is asked for: its deck code if it is legal, a list otherwise."""

    legal: bool
    """True if it can be played with the game's usual options, as the cards are today; `read_deck` lists its faults."""

    kept_at: Milliseconds
    """The time at which it was kept in this form."""


class Decks(FromServer, frozen=True, kw_only=True, tag="decks"):
    """Answers `list_decks`."""

    decks: tuple[KeptDeck, ...]
    """Those that were kept last first."""


class DeckKept(FromServer, frozen=True, kw_only=True, tag="deck_kept"):
    """Answers `keep_deck`."""

    deck: KeptDeck
    """The deck that is kept from now on."""

    faults: tuple[str, ...] = ()
    """Everything that is wrong with it, each in a sentence; empty if it can be played."""


class DeckDropped(FromServer, frozen=True, kw_only=True, tag="deck_dropped"):
    """Answers `drop_deck`."""

    game: GameName
    name: str
