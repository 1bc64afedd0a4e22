"""All cards of a game with the player's number of copies of each, and a filter for them."""

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum

import msgspec
from msgspec import Raw
from quarterdeck_protocol.catalogue import CardSet, RawCatalogue
from quarterdeck_protocol.fairness.pack_draws import PackRarity
from quarterdeck_protocol.folding import finds, searchable, words_sought
from quarterdeck_protocol.lobby.collection.owned_copies import OwnedCopies
from quarterdeck_protocol.lobby.collection.wishes import WishedCard

from quarterdeck_client.words.card_texts import Book, CardTexts, name_of, texts_of

NEVER_OWNED = frozenset({"power", "token"})
"""Kinds of cards that nobody owns copies of: all players have all Powers (S0:27), and other cards create tokens."""

NO_BOOK: Book = {}


class _Card(msgspec.Struct, frozen=True):
    """The fields that cards of every game have."""

    id: str
    number: int = 0
    kind: str = ""
    rarity: str = PackRarity.COMMON.value


class CardCopies(msgspec.Struct, frozen=True, kw_only=True):
    """A card, or a printing of a card, with the number of copies that the player owns."""

    id: str
    set: str
    """The id of the card's set; empty for a card that the server does not list any more."""

    number: int
    rarity: str
    texts: CardTexts
    count: int = 0
    free: int = 0
    """Number of copies that are neither in an open trade offer nor in a running match."""

    is_wished: bool = False
    """True if the card is on the player's wish list."""

    @property
    def name(self) -> str:
        return self.texts.name

    @property
    def is_other_face(self) -> bool:
        return bool(self.texts.face)


class Held(Enum):
    """Filter of cards by the player's copies and wishes."""

    ANY = "all"
    OWNED = "owned"
    MISSING = "missing"
    WISHED = "wished for"


class CopiesFilter(msgspec.Struct, frozen=True, kw_only=True):
    """Filter of a card list. A card has to meet all its conditions."""

    words: str = ""
    """Search words; each has to be the beginning of a word on the card."""

    set: str | None = None
    rarity: str | None = None
    held: Held = Held.ANY

    def finds(self, copies: CardCopies) -> bool:
        """True if the card matches the filter by copies and wishes."""
        texts = copies.texts
        said = " ".join((texts.name, texts.line, texts.text, *texts.attacks, *texts.forge))
        return (
            finds(words_sought(self.words), searchable(said))
            and self.set in (None, copies.set)
            and self.rarity in (None, copies.rarity)
            and self._is_held_so(copies)
        )

    def _is_held_so(self, copies: CardCopies) -> bool:
        match self.held:
            case Held.ANY:
                return True
            case Held.WISHED:
                return copies.is_wished
            case _:
                return (copies.count > 0) is (self.held is Held.OWNED)


def copies_of(
    catalogue: RawCatalogue, owned: Iterable[OwnedCopies], wished: Iterable[WishedCard] = ()
) -> tuple[CardCopies, ...]:
    """Return all cards of a game and their other printings, ordered by set and number. Owned cards that the server does
    not list any more come last."""
    book = book_or_nothing(catalogue)
    own = {each.card: each for each in owned if each.game == catalogue.game}
    found = [_with_count(each, own) for one in catalogue.sets for each in _cards_of(one, book)]
    lost = sorted(own.keys() - {each.id for each in found})
    copies = (*found, *(_with_count(unlisted(card, book), own) for card in lost))
    wishes = {each.card for each in wished if each.game == catalogue.game}
    return tuple([msgspec.structs.replace(each, is_wished=True) if each.id in wishes else each for each in copies])


def book_or_nothing(catalogue: RawCatalogue) -> Book:
    """Return the printed texts of a catalogue's cards; an empty mapping if the client cannot decode the cards."""
    try:
        return texts_of(catalogue)
    except msgspec.DecodeError:
        return {}


def _cards_of(one: CardSet[Raw], book: Book) -> Iterator[CardCopies]:
    cards = [msgspec.json.decode(card, type=_Card) for card in one.cards]
    listed = [
        CardCopies(id=card.id, set=one.id, number=card.number, rarity=card.rarity, texts=_texts(card.id, book))
        for card in cards
        if card.kind not in NEVER_OWNED
    ]
    faces = [
        CardCopies(id=each.id, set=one.id, number=each.number, rarity=each.rarity, texts=_texts(each.id, book))
        for each in one.printings
    ]
    yield from sorted([*listed, *faces], key=lambda each: each.number)


def unlisted(card: str, book: Book = NO_BOOK) -> CardCopies:
    """Return the entry of a card that the server does not list any more."""
    return CardCopies(id=card, set="", number=0, rarity="", texts=_texts(card, book))


def _texts(card: str, book: Book) -> CardTexts:
    return book.get(card) or CardTexts(name=name_of(book, card))


def _with_count(copies: CardCopies, own: Mapping[str, OwnedCopies]) -> CardCopies:
    mine = own.get(copies.id)
    return copies if mine is None else msgspec.structs.replace(copies, count=mine.count, free=mine.free)
