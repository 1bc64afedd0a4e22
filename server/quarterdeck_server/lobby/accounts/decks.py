"""Saved decks of players, as stored: one document for each player, which is deleted with the account.

Pure: every function returns new decks or raises `CommandRefused`. `lobby/kept_decks.py` stores them.
"""

import msgspec
from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.names import GameName, Milliseconds
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused

MOST_DECKS = 50
MOST_BYTES = 262_144
"""Limit in bytes of all decks of one player together: fifty decks of a hundred and fifty different cards."""

LONGEST_NAME = 32


class DeckRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The record of a saved deck."""

    game: GameName
    name: str
    deck: Deck
    kept_at: Milliseconds


class DecksRecord(msgspec.Struct, frozen=True):
    """The record of all decks of a player, the last saved first."""

    decks: tuple[DeckRecord, ...] = ()


_encoder = msgspec.json.Encoder()


def with_deck(record: DecksRecord, deck: DeckRecord) -> DecksRecord:
    """Return the record with this deck. It replaces the deck with the same name for the same game."""
    decks = DecksRecord((deck, *without_deck(record, deck.game, deck.name).decks))
    if len(decks.decks) > MOST_DECKS:
        text = Text("You can save at most {most_decks} decks; delete one first.", most_decks=MOST_DECKS)
        raise CommandRefused(RefusalCode.TOO_MANY_KEPT, text, "$.type")
    if len(_encoder.encode(decks)) > MOST_BYTES:
        text = Text("Your saved decks have too many different cards together; delete one first.")
        raise CommandRefused(RefusalCode.TOO_MANY_KEPT, text, "$.deck")
    return decks


def without_deck(record: DecksRecord, game: GameName, name: str) -> DecksRecord:
    """Return the record without the deck of this name for this game, if there is one."""
    return DecksRecord(tuple([deck for deck in record.decks if (deck.game, deck.name) != (game, name)]))
