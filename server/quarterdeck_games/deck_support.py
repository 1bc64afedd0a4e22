"""A game's facts about decks that players bring. The server derives its functions from them: reading a deck when a
player takes a seat, all faults of it at once, deck codes, and `quarterdeck deck`."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_games.card_names import CardNames
from quarterdeck_games.deck_texts import DeckTexts
from quarterdeck_games.decks import Numbers, Unreadable, as_played, code_of, counted


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckSupport:
    """The deck support of one game: its ready decks, the reading and writing of decks, and the deck rules."""

    prefix: str
    """The letters that a deck code begins with, in capitals."""

    numbers: Numbers
    """For every card and printing, the set and the number that a code uses for it."""

    printings: Mapping[str, str] = field(default_factory=dict)
    """For every printing, the card that it becomes when a deck is read; empty in a game that handles printings itself.
    """

    kinds: Mapping[str, str]
    """The kind of each card, in a word for people: `fighter`."""

    ready: Mapping[str, Deck]
    """The ready decks by their ids, in the order in which seats without a deck of their own play them. All are legal
    with the game's default options."""

    about: Mapping[str, str] = field(default_factory=dict)
    """A sentence about each ready deck, by its id; nothing for a deck without a description."""

    faults: Callable[[Deck, Any], Sequence[str]]
    """Return all faults of a deck at a table with these options, each as a sentence."""

    are_open: bool
    """True if all players may know all deck lists, before and during a match."""

    beside: str = ""
    """The word in a list before a card beside the deck: `power`; empty without such cards."""

    names: CardNames | None = None
    """The names of cards and ready decks in a list; by default their ids."""

    _texts: DeckTexts = field(init=False, repr=False)

    def __post_init__(self) -> None:
        names = self.names or CardNames((), numbers=self.numbers, beside=self._besides, headings=self.kinds.values())
        numbered = {number: name for name, number in self.numbers.items()}
        texts = DeckTexts(self.prefix, names, numbered, self.ready, self.kinds, self.beside)
        object.__setattr__(self, "_texts", texts)

    @property
    def _besides(self) -> Sequence[str]:
        """The cards that may be kept beside a deck."""
        return [card for card, kind in self.kinds.items() if kind == self.beside]

    def read(self, text: str) -> Deck:
        """Read a ready deck's name, a deck code or a list, without a check of the deck rules. Raises `Unreadable`."""
        return as_played(self._texts.read(text).deck, self.printings)

    def judge(self, text: str, options: Any) -> tuple[Deck | None, Sequence[str]]:
        """Return the deck in a text (`None` if there is none), and all faults of it at a table with these options. If
        only a part can be read, the rest is checked too, so that the author gets all faults at once."""
        try:
            read = self._texts.read(text)
        except Unreadable as unreadable:
            if unreadable.rest is None:
                return None, unreadable.faults
            rest = as_played(unreadable.rest, self.printings)
            further = self._faults_but(rest, options, unreadable.strangers)
            return None, (*unreadable.faults, *(Text("Of what can be read: {fault}", fault=fault) for fault in further))
        deck = as_played(read.deck, self.printings)
        return deck, (*read.strangers.values(), *self._faults_but(deck, options, read.strangers))

    def _faults_but(self, deck: Deck, options: Any, strangers: Collection[str]) -> Sequence[str]:
        """Return the faults of a deck, except for unknown cards, which are reported with their lines."""
        faults = self.faults(deck, options)
        if not strangers:
            return faults
        return [fault for fault in faults if not isinstance(fault, Text) or fault.fields.get("name") not in strangers]

    def write(self, deck: Deck) -> str:
        """Return a deck as a list in the format that `read` accepts."""
        lines = [f"{count} {card}" for card, count in deck.cards]
        return "\n".join([*lines, *(f"{self.beside} {card}" for card in deck.beside)])

    def code(self, deck: Deck) -> str:
        """Return the code of a legal deck, which `read` accepts."""
        return code_of(deck, self.prefix, self.numbers)

    def counts(self, deck: Deck) -> Mapping[str, int]:
        """Return the number of cards of each kind in a legal deck."""
        return counted((self.kinds[card], count) for card, count in deck.cards)

    def of_seat(self, seat: int) -> Deck:
        """Return the ready deck of a seat whose player brings no deck. It differs between seats."""
        ready = tuple(self.ready.values())
        return as_played(ready[seat % len(ready)], self.printings)
