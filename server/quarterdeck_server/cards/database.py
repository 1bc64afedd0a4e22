"""A searchable, immutable database of the cards of all games, built once for each language.

The searchable fields of a card come from its own type (`cards/facets.py`), so cards of third-party games can be
searched like those of shipped games. Cards are ordered by game, set and number. A page is a slice of this order, so a
repeated request gets the same cards.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from quarterdeck_games import AnyGame
from quarterdeck_protocol.catalogue import CardSet, Catalogue, Printing, ReadyDeck
from quarterdeck_protocol.folding import finds, forms, searchable, words_sought
from quarterdeck_protocol.http.card_search import DeckPlace, Facet, FacetWord, FoundCard, RawCardPage
from quarterdeck_protocol.names import GameName

from quarterdeck_server.cards.facets import Span, Value, Values, facet_fields, own_values, span_of, texts_in
from quarterdeck_server.cards.rule_books import rule_book
from quarterdeck_server.cards.rulings import rules_in, rulings_citing
from quarterdeck_server.translations import ENGLISH, cards_in

CARDS_A_PAGE = 50

FLAGS = ("true", "false")
UNSEARCHED = frozenset({"set", "deck"})
"""Facets whose values are not among the words of a card."""


class UnknownFacet(LookupError):  # noqa: N818 - said as whoever asks would say it
    """Error: a card search names an unknown search field. `right` has the known ones."""

    def __init__(self, name: str, right: Sequence[str]) -> None:
        super().__init__(name)
        self.name = name
        self.right = tuple(right)


class NoNumber(ValueError):  # noqa: N818 - said as whoever asks would say it
    """Error: a search field needs a number or a range of numbers, and the given value is neither."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class CardQuestion(NamedTuple):
    """A card search: a card is found if all of these conditions apply to it."""

    text: str = ""
    """Searched words. Each must occur somewhere in the text of the card."""

    games: tuple[str, ...] = ()
    """Cards of one of these; of all where it is empty."""

    facets: Mapping[str, Sequence[str]] = {}
    """The facets to match: of each facet one of these values, which may be a span of numbers such as `2..4`."""

    page: int = 1


class _Entry(NamedTuple):
    """A card in the database: its searchable values, and its form in an answer."""

    found: FoundCard[msgspec.Raw]
    values: Values
    said: Mapping[str, frozenset[str]]
    """The values in their form for comparison, with their readable names."""

    text: str
    """All words by which it is found, as `searchable` returns them."""


class _Condition(NamedTuple):
    """A search condition: the values that one search field of a card may have."""

    name: str
    spans: tuple[Span, ...]
    words: frozenset[str]

    def holds(self, entry: _Entry) -> bool:
        """True if a card fulfils this condition: one of its values is a required one."""
        if not self.words.isdisjoint(entry.said.get(self.name, ())):
            return True
        return any(value in span for value in entry.values.get(self.name, ()) for span in self.spans)


class CardDatabase:
    """The searchable cards of these games, in one language."""

    def __init__(self, games: Iterable[AnyGame], language: str = ENGLISH) -> None:
        self._names: dict[tuple[str, Value], str] = {}
        """The common names of values that have another name."""

        self._facets: dict[str, frozenset[str]] = {}
        """By what the cards of each game can be asked for."""

        entries: list[_Entry] = []
        for game in sorted(games, key=lambda each: each.name):
            of_game = list(self._entries(game, language))
            entries += of_game
            self._facets[game.name] = _own_facets(game.card_sets).union(*(entry.values for entry in of_game))
        self._entries_in_order = tuple(entries)

    def search(self, question: CardQuestion) -> RawCardPage:
        """Return a page of the cards that a search finds. Raises `UnknownFacet` and `NoNumber`."""
        games = question.games or tuple(self._facets)
        there = [entry for entry in self._entries_in_order if entry.found.game in games]
        names = sorted({name for game in games for name in self._facets.get(game, ())})
        conditions = [_condition(name, said, names, there) for name, said in question.facets.items()]
        words = words_sought(question.text)
        found = [entry for entry in there if finds(words, entry.text) and all(each.holds(entry) for each in conditions)]
        begin = (question.page - 1) * CARDS_A_PAGE
        return RawCardPage(
            cards=tuple([entry.found for entry in found[begin : begin + CARDS_A_PAGE]]),
            total=len(found),
            page=question.page,
            pages=max(1, -(-len(found) // CARDS_A_PAGE)),
            facets=tuple([self._facet(name, games, found) for name in names]),
        )

    def _facet(self, name: str, games: Sequence[str], found: Sequence[_Entry]) -> Facet:
        counted = Counter(value for entry in found for value in set(entry.values.get(name, ())))
        numbers = [value for value in counted if isinstance(value, int)]
        words = [value for value in counted if isinstance(value, str)]
        return Facet(
            name=name,
            games=tuple([GameName(game) for game in sorted(games) if name in self._facets.get(game, ())]),
            words=tuple(
                [FacetWord(value=word, name=self._name(name, word), cards=counted[word]) for word in sorted(words)]
            ),
            least=min(numbers, default=None),
            most=max(numbers, default=None),
        )

    def _entries(self, game: AnyGame, language: str) -> Iterator[_Entry]:
        """Yield the database entries of a game's cards, by set and number."""
        sets = game.card_sets
        if not sets:
            return
        catalogue = Catalogue(game=GameName(game.name), sets=sets)
        shown = cards_in(language, game, msgspec.to_builtins(catalogue))["sets"]
        book = rule_book(game)
        rules = [] if book is None else list(rules_in(book.markdown))
        faces = [face for each in shown for face in msgspec.convert(each.get("printings", ()), tuple[Printing, ...])]
        decks = [deck for one in sets for deck in one.decks]
        taxa, classes = {taxon.code: taxon.name for one in sets for taxon in one.taxa}, _classes(sets)
        for one, as_shown in zip(sets, shown, strict=True):
            both = sorted(zip(one.cards, as_shown["cards"], strict=True), key=lambda pair: pair[0].number)
            for card, words in both:
                printings = tuple([face for face in faces if face.of == card.id])
                found = FoundCard(
                    game=GameName(game.name),
                    set=one.id,
                    set_name=as_shown["name"],
                    card=msgspec.Raw(msgspec.json.encode(words)),
                    printings=printings,
                    rulings=rulings_citing([card.name], rules),
                    decks=tuple(_places(card.id, printings, decks)),
                )
                values = self._values(found, own_values(card), taxa, classes)
                yield _Entry(found, values, self._said(values), self._text(values, words, printings))

    def _values(
        self, found: FoundCard[msgspec.Raw], own: Values, taxa: Mapping[str, str], classes: frozenset[str]
    ) -> Values:
        """Return all searchable values of a card: its own fields, and facts from other sources, such as the decks that
        contain it."""
        known = {name: values for name, values in own.items() if name not in classes}
        known["set"] = (found.set,)
        self._names["set", found.set] = found.set_name
        further: dict[str, list[Value]] = {
            "taxon": [value for name in classes for value in own.get(name, ())],
            "rarity": [*own.get("rarity", ()), *(face.rarity for face in found.printings)],
            "artist": [face.artist for face in found.printings if face.artist],
            "deck": [deck.id for deck in found.decks],
        }
        self._names |= {("taxon", value): taxa[str(value)] for value in further["taxon"]}
        self._names |= {("deck", deck.id): deck.name for deck in found.decks}
        return {**known, **{name: tuple(values) for name, values in further.items() if values}}

    def _said(self, values: Values) -> dict[str, frozenset[str]]:
        return {
            name: frozenset().union(
                *(forms(said) for value in each for said in (str(value), self._name(name, value)) if said)
            )
            for name, each in values.items()
        }

    def _text(self, values: Values, words: Any, printings: Sequence[Printing]) -> str:
        """Return the text in which a text search looks for a card: all words that people read on it."""
        said = [*texts_in(words), *(face.flavour for face in printings)]
        for name, each in values.items():
            if name not in UNSEARCHED:
                said += [str(value) for value in each if isinstance(value, str) and value not in FLAGS]
                said += [self._name(name, value) for value in each]
        return searchable(" ".join(said))

    def _name(self, facet: str, value: Value) -> str:
        return self._names.get((facet, value), "")


def _own_facets(sets: Sequence[CardSet[Any]]) -> frozenset[str]:
    """Return the names of the search fields of a game's cards. The fields of the biological classification are replaced
    by `taxon`."""
    kinds: set[type[msgspec.Struct]] = {type(card) for one in sets for card in one.cards}
    return frozenset(name for kind in kinds for name in facet_fields(kind)) - _classes(sets)


def _classes(sets: Sequence[CardSet[Any]]) -> frozenset[str]:
    """Return the fields of cards that contain nothing but codes of the game's biological classification."""
    taxa = {taxon.code for one in sets for taxon in one.taxa}
    held: dict[str, set[Value]] = {}
    for card in (card for one in sets for card in one.cards):
        for name, values in own_values(card).items():
            held.setdefault(name, set()).update(values)
    return frozenset(name for name, values in held.items() if values <= taxa)


def _condition(name: str, said: Sequence[str], names: Sequence[str], there: Sequence[_Entry]) -> _Condition:
    if name not in names:
        raise UnknownFacet(name, names)
    held = {type(value) for entry in there for value in entry.values.get(name, ())}
    spans = [span_of(each) for each in said]
    if held == {int} and None in spans:
        raise NoNumber(name)
    return _Condition(name, tuple(span for span in spans if span is not None), frozenset().union(*map(forms, said)))


def _places(card: str, printings: Sequence[Printing], decks: Sequence[ReadyDeck]) -> Iterator[DeckPlace]:
    """Yield the ready decks that contain a card or another printing of it."""
    faces = (card, *(face.id for face in printings))
    for deck in decks:
        copies = sum(deck.cards.get(face, 0) + deck.beside.count(face) for face in faces)
        if copies:
            yield DeckPlace(id=deck.id, name=deck.name, copies=copies)
