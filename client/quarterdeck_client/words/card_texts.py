"""Printed texts of cards by card id, converted from the catalogue of any game."""

from collections.abc import Awaitable, Callable, Iterable, Mapping

import msgspec
from msgspec import Raw
from quarterdeck_protocol.catalogue import Printing, RawCatalogue

from quarterdeck_client.errors import RefusedError


class CardTexts(msgspec.Struct, frozen=True, kw_only=True):
    """The printed text of one card, as users read it."""

    name: str
    face: str = ""
    """The name of a special printing of the card; empty for its standard printing."""

    kind: str = ""
    """The kind of the card in the game's own terms; empty if it has none."""

    english: str = ""
    """The English name of a species."""

    line: str = ""
    """One line with the card's numbers and terms."""

    text: str = ""
    attacks: tuple[str, ...] = ()
    """The card's special attacks, in printed order."""

    forge: tuple[str, ...] = ()
    """The card's alternative texts; the player chooses one of them when they play the card."""


Book = Mapping[str, CardTexts]
"""The printed texts of a game's cards by card id, for the cards that the server lists."""


STARRED = ("fighter", "spell", "hazard", "stage")
"""Kinds of cards whose stars limit the number of copies in a deck."""

COSTING = ("spell", "hazard", "stage")
"""Kinds of cards with a printed cost. A Power names its cost in its text, and the rules set the cost of a Fighter."""


class _Attack(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    cost: int = 0


class _Forge(msgspec.Struct, frozen=True, kw_only=True):
    text: str


class _Card(msgspec.Struct, frozen=True, kw_only=True):
    """A card of a catalogue, with the printed fields of all shipped games. Unknown fields are ignored."""

    id: str
    name: str = ""
    kind: str = ""
    text: str = ""
    cost: int = 0
    attack: int = 0
    element: str = ""
    stars: int = 1
    health: int = 0
    types: tuple[str, ...] = ()
    attacks: tuple[_Attack, ...] = ()
    forge: tuple[_Forge, ...] = ()
    primary: bool = False
    defense: int = 0
    speed: int = 0
    english: str = ""
    sets: tuple[str, ...] = ()
    affinities: tuple[str, ...] = ()
    sacrifices: int = 0
    junior_of: str = ""
    level: int = 0
    species: tuple[str, ...] = ()
    power: str | int = ""
    copies: int = 1


async def read_book(cards: Callable[[str], Awaitable[RawCatalogue]], game: str) -> Book:
    """Return the printed texts of a game's cards; an empty mapping if the server has no catalogue of the game, or one
    that this client cannot decode."""
    try:
        return texts_of(await cards(game))
    except (RefusedError, msgspec.DecodeError):
        return {}


def texts_of(catalogue: RawCatalogue) -> Book:
    """Return the printed texts of all cards of a catalogue and of their other printings. Raises `msgspec.DecodeError`
    for a card with unexpected fields, as from an unknown game."""
    book = book_of(card for one in catalogue.sets for card in one.cards)
    return {**book, **_printings(book, [each for one in catalogue.sets for each in one.printings])}


def book_of(cards: Iterable[Raw]) -> Book:
    """Return the printed texts of these cards. Raises `msgspec.DecodeError` for a card with unexpected fields, as from
    an unknown game."""
    read = [msgspec.json.decode(card, type=_Card) for card in cards]
    names = {card.id: card.name or _from_id(card.id) for card in read}
    return {card.id: _printed(card, names) for card in read}


def _printings(book: Book, printings: Iterable[Printing]) -> Book:
    """Return the texts of other printings of cards: the texts of their cards, with the printing in the name and the
    artist in the line."""
    return {each.id: _with_face(book[each.of], each) for each in printings if each.of in book}


def _with_face(card: CardTexts, printing: Printing) -> CardTexts:
    name = f"{card.name} ({printing.in_words})"
    terms = [card.line, f"picture by {printing.artist}" if printing.artist else ""]
    line = " · ".join(term for term in terms if term)
    return msgspec.structs.replace(card, name=name, face=printing.in_words, line=line)


def name_of(book: Book, card: str) -> str:
    """Return a card's name. For a card that is not in the book, return its id as words: `trip-wire` becomes Trip
    Wire."""
    printed = book.get(card)
    return _from_id(card) if printed is None else printed.name


def _printed(card: _Card, names: Mapping[str, str]) -> CardTexts:
    terms = [
        card.english,
        _kind(card),
        " ".join([card.element.upper() if card.element == "elw" else card.element.capitalize(), *card.types]).strip(),
        f"{card.attack}/{card.health}" if card.health else "",
        f"{card.cost} Energy" if card.kind in COSTING else "",
        f"{card.stars} star{'s' * (card.stars > 1)}" if card.kind in STARRED else "",
        f"{card.attack}/{card.defense}/{card.speed}" if card.kind == "active" else "",
        f"{card.sacrifices} sacrificed for it" if card.sacrifices else "",
        f"Junior of {names.get(card.junior_of, card.junior_of)}" if card.junior_of else "",
        f"Level {card.level}" if card.level else "",
        " ".join(card.species),
        f"power {card.power}" if card.power else "",
        " ".join(card.sets),
        " ".join(card.affinities),
    ]
    return CardTexts(
        name=names[card.id],
        kind=card.kind,
        english=card.english,
        line=" · ".join(term for term in terms if term),
        text=card.text,
        attacks=tuple([f"{attack.name} ({attack.cost} Energy)" for attack in card.attacks]),
        forge=tuple([forge.text for forge in card.forge]),
    )


def _kind(card: _Card) -> str:
    """Return the kind of a card where its other fields do not show it: for a Power, and for a card without an
    element."""
    if card.kind == "power":
        return "Primary Power" if card.primary else "Secondary Power"
    return "" if card.element else card.kind


def _from_id(card: str) -> str:
    return card.replace("-", " ").title()
