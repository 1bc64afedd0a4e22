"""Rules for card sets of any game: all faults are reported at once, before any match.

A game checks the contents of its cards in its own `SetRules`. Ids, numbers, names, printings and decks are checked here
for all games.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

import msgspec
from quarterdeck_protocol.catalogue import CardSet
from quarterdeck_protocol.decks import Deck

from quarterdeck_games.card_sets import AnyCard, CardCatalogue, written
from quarterdeck_games.decks import LARGEST_NUMBER
from quarterdeck_games.shapes import Misfit, misfits, quoted, written_path

SET_ID = re.compile(r"[A-Z0-9]{2,8}")
CARD_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
LONGEST_ID = 40
LONGEST_NAME = 60
LONGEST_TEXT = 400

Card = TypeVar("Card", bound=AnyCard)


class CardFault(NamedTuple):
    """One fault of a card set, with its place."""

    file: str
    card: str
    """The id of the card, printing or deck, or its position in the file; empty for a fault of the whole set."""

    field: str
    text: str
    """The fault and the right form, in a sentence."""

    def __str__(self) -> str:
        place = ", ".join(part for part in (self.file, self.card, self.field) if part)
        return f"{place}: {self.text}"


class Complaint(NamedTuple):
    """One fault of a card."""

    field: str
    text: str


Scale = Mapping[str, range]
"""The least and the largest number of the fields with these names, in every instruction of a card."""


def off_scale(path: str, word: object, scale: Scale) -> Iterator[Complaint]:
    """Yield those fields of an effect, found at this path of a card, whose numbers are outside the allowed range."""
    for name, span in scale.items():
        value = getattr(word, name, None)
        if value is not None and value not in span:
            yield Complaint(f"{path}.{name}", f"This is from {span[0]} to {span[-1]:,}, not {value}.")


class SetsRefused(ValueError):  # noqa: N818 - said as a host would say it
    """Error: card sets cannot be used; `faults` has all their faults."""

    def __init__(self, faults: Sequence[CardFault]) -> None:
        lines = "\n".join(f"  {fault}" for fault in faults)
        super().__init__(f"the card sets cannot be loaded:\n{lines}")
        self.faults = tuple(faults)


class SetRules(ABC, Generic[Card]):
    """A game's requirements for the cards in card sets."""

    game: ClassVar[str]
    card_set: ClassVar[Any]
    """The type of a set: `CardSet[…]`."""

    @property
    def optional(self) -> Sequence[CardSet[Card]]:
        """The shipped card sets beyond the first one, which a host may enable."""
        return ()

    @abstractmethod
    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the game's card sets."""

    @abstractmethod
    def catalogue(self, further: Sequence[CardSet[Card]]) -> CardCatalogue[Card]:
        """Return the catalogue of the shipped set with these further sets."""

    @abstractmethod
    def wrong_with_card(self, card: Card, catalogue: Any, known: frozenset[str]) -> Iterator[Complaint]:
        """Yield all faults of a card. `known` has the ids of cards that could not be read; they may still be named."""

    @abstractmethod
    def wrong_with_deck(self, deck: Deck, catalogue: Any) -> Sequence[str]:
        """Return all faults of a deck in a card set."""

    def wrong_with_set(self, card_set: CardSet[Card], catalogue: Any) -> Iterator[Complaint]:
        """Yield further faults of a card set that only this game checks."""
        if card_set.taxa:
            yield Complaint("taxa", "The cards of this game have no classification.")


class Source(NamedTuple):
    """A card set as it was found: the name of its file, and its contents as JSON."""

    file: str
    value: Mapping[str, Any]


def source_of(card_set: CardSet[Any]) -> Source:
    """Return a shipped card set as if it were in a file. So it is checked like other sets, and earlier rules can read
    it in their own way."""
    return Source(f"the shipped set {card_set.id}", msgspec.json.decode(written(card_set)))


def read_sets(rules: SetRules[Card], sources: Iterable[Source]) -> CardCatalogue[Card]:
    """Return the game's catalogue with these card sets added. Raises `SetsRefused` with all their faults."""
    faults: list[CardFault] = []
    found: list[tuple[str, CardSet[Card]]] = []
    unread: set[str] = set()
    sources = tuple(sources)
    for source in sources:
        card_set = _read(rules, source, faults, unread)
        if card_set is not None:
            found.append((source.file, card_set))
    catalogue = rules.catalogue([card_set for _, card_set in found])
    taken = _Taken(catalogue.shipped)
    for file, card_set in found:
        faults += [CardFault(file, *each) for each in taken.wrong_with(card_set)]
        faults += [CardFault(file, *each) for each in _wrong_with(rules, card_set, catalogue, frozenset(unread))]
    if faults:
        raise SetsRefused(faults)
    catalogue.sources = sources
    return catalogue


def _read(rules: SetRules[Card], source: Source, faults: list[CardFault], unread: set[str]) -> CardSet[Card] | None:
    """Decode a card set. Cards, printings, decks and taxa with a field of a wrong type are left out, and each such
    field is appended to `faults`. Returns `None` if any other field of the set has a wrong type."""
    wrong = list(misfits(source.value, msgspec.inspect.type_info(rules.card_set)))
    faults += [_fault(source, misfit) for misfit in wrong]
    parts = ("cards", "printings", "decks", "taxa")
    if any(len(path) < 2 or path[0] not in parts for path, _ in wrong):
        return None
    misfitting = {path[:2] for path, _ in wrong}
    fitting: dict[str, Any] = dict(source.value)
    for part in parts:
        entries = fitting.get(part, ())
        fitting[part] = [each for at, each in enumerate(entries) if (part, at) not in misfitting]
        unread.update(str(each.get("id")) for each in entries if isinstance(each, dict) and each not in fitting[part])
    card_set: CardSet[Card] = msgspec.convert(fitting, rules.card_set)
    return card_set


def _fault(source: Source, misfit: Misfit) -> CardFault:
    """Return the fault with its place, which names the card by its id if it has one."""
    path = misfit.path
    if len(path) < 2 or not isinstance(path[1], int):
        return CardFault(source.file, "", written_path(path), misfit.text)
    entry = source.value[str(path[0])][path[1]]
    name = entry.get("id", entry.get("code")) if isinstance(entry, dict) else None
    place = quoted(name) if isinstance(name, str) and name else written_path(path[:2])
    return CardFault(source.file, place, written_path(path[2:]), misfit.text)


class _Taken:
    """The ids, names and numbers that are used by card sets so far."""

    def __init__(self, shipped: CardSet[Any]) -> None:
        self._sets: set[str] = set()
        self._ids: set[str] = set()
        self._names: set[str] = set()
        self._decks: set[str] = set()
        for _ in self.wrong_with(shipped):
            raise AssertionError("the shipped card set uses an id, name or number twice")

    def wrong_with(self, card_set: CardSet[Any]) -> Iterator[tuple[str, str, str]]:
        """Add the ids, names and numbers of a card set, and yield those that were already used or not valid."""
        if not SET_ID.fullmatch(card_set.id):
            yield "", "id", f"A set's id has from 2 to 8 capital letters and digits; {quoted(card_set.id)} has not."
        elif not _take(self._sets, card_set.id):
            yield "", "id", f"There is another set with the id {card_set.id}."
        numbers: set[int] = set()
        for face in (*card_set.cards, *card_set.printings):
            place = quoted(face.id)
            yield from ((place, "id", text) for text in self._wrong_id(face.id))
            if not 1 <= face.number <= LARGEST_NUMBER:
                yield place, "number", f"A number in a set is from 1 to {LARGEST_NUMBER:,}, not {face.number}."
            elif not _take(numbers, face.number):
                yield place, "number", f"Another card of this set has number {face.number}."
        for card in card_set.cards:
            if not 1 <= len(card.name.strip()) <= LONGEST_NAME or not card.name.isprintable():
                yield quoted(card.id), "name", f"A name has from 1 to {LONGEST_NAME} characters that can be shown."
            elif not _take(self._names, card.name):
                yield quoted(card.id), "name", f"There is another card with the name {quoted(card.name)}."
            if len(card.text) > LONGEST_TEXT or not card.text.isprintable():
                yield quoted(card.id), "text", f"A text has at most {LONGEST_TEXT} characters, in one line."
        for deck in card_set.decks:
            if not _is_id(deck.id):
                yield quoted(deck.id), "id", _ID
            elif not _take(self._decks, deck.id):
                yield quoted(deck.id), "id", "There is another ready deck with this id."

    def _wrong_id(self, name: str) -> Iterator[str]:
        if not _is_id(name):
            yield _ID
        elif not _take(self._ids, name):
            yield "There is another card with this id."


_ID = f"An id has at most {LONGEST_ID} small letters and digits, with single hyphens between: `trip-wire`."


def _is_id(name: str) -> bool:
    return len(name) <= LONGEST_ID and CARD_ID.fullmatch(name) is not None


Taken = TypeVar("Taken")


def _take(taken: set[Taken], value: Taken) -> bool:
    """Add a value to those that are used; return true if it was free."""
    was_free = value not in taken
    taken.add(value)
    return was_free


def _wrong_with(
    rules: SetRules[Card], card_set: CardSet[Card], catalogue: CardCatalogue[Card], unread: frozenset[str]
) -> Iterator[tuple[str, str, str]]:
    for complaint in rules.wrong_with_set(card_set, catalogue):
        yield "", *complaint
    for card in card_set.cards:
        for complaint in rules.wrong_with_card(card, catalogue, unread):
            yield quoted(card.id), *complaint
    for printing in card_set.printings:
        if printing.of not in catalogue.cards and printing.of not in unread:
            yield quoted(printing.id), "of", f"There is no card {quoted(printing.of)}."
    for ready in card_set.decks:
        if unread.isdisjoint((*ready.cards, *ready.beside)):
            deck = Deck(cards=tuple(ready.cards.items()), beside=ready.beside)
            for text in rules.wrong_with_deck(deck, catalogue):
                yield quoted(ready.id), "cards", text
