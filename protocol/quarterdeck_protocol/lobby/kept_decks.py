"""Messages about the decks saved in a player's account."""

from typing import Annotated

import msgspec
from msgspec import Meta

from quarterdeck_protocol.decks import Deck, DeckText
from quarterdeck_protocol.names import GameName, Milliseconds
from quarterdeck_protocol.sides import FromClient, FromServer, Scope

DeckName = Annotated[str, Meta(min_length=1, max_length=64)]


class ListDecks(FromClient, frozen=True, kw_only=True, tag="list_decks"):
    """List the decks saved in the sender's account. A guest has none. Answered by `decks`."""

    open_to = (Scope.PLAY,)

    game: Annotated[GameName, Meta(max_length=64)] | None = None
    """Only decks for this game."""


class KeepDeck(FromClient, frozen=True, kw_only=True, tag="keep_deck"):
    """Save a deck in the sender's account. It replaces the deck with the same name and game, if there is one. The deck
    may be unfinished: the answer lists its faults. Answered by `deck_kept`. Refused with `not_registered` for a
    guest."""

    open_to = (Scope.PLAY,)

    game: Annotated[GameName, Meta(max_length=64)]
    name: DeckName
    """The name of the deck: one line of up to 32 characters."""

    deck: DeckText
    """The name of a ready deck, a deck code, or a list of which every line can be read."""


class DropDeck(FromClient, frozen=True, kw_only=True, tag="drop_deck"):
    """Delete a saved deck. Answered by `deck_dropped`, even if no deck has this name."""

    open_to = (Scope.PLAY,)

    game: Annotated[GameName, Meta(max_length=64)]
    name: DeckName


class KeptDeck(msgspec.Struct, frozen=True, kw_only=True):
    """A saved deck of a player."""

    game: GameName
    name: str
    deck: Deck
    """The deck, card by card."""

    text: str
    """The deck as text, for every command that takes a deck: a deck code if it is legal, otherwise a list."""

    legal: bool
    """True if it can be played with the game's default options and the current cards. `read_deck` lists its faults."""

    kept_at: Milliseconds
    """The time at which it was last saved."""


class Decks(FromServer, frozen=True, kw_only=True, tag="decks"):
    """The answer to `list_decks`."""

    decks: tuple[KeptDeck, ...]
    """The decks, latest saved first."""


class DeckKept(FromServer, frozen=True, kw_only=True, tag="deck_kept"):
    """The answer to `keep_deck`."""

    deck: KeptDeck
    """The saved deck."""

    faults: tuple[str, ...] = ()
    """All faults of the deck, one sentence each; empty if it can be played."""


class DeckDropped(FromServer, frozen=True, kw_only=True, tag="deck_dropped"):
    """The answer to `drop_deck`."""

    game: GameName
    name: str
