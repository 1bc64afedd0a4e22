"""Lookup of a game's cards by all their names: ids, and names in every language of the server.

Names are compared after case folding and without spaces (`quarterdeck_protocol.folding`), so `Sun-Lancer`, `sun lancer`
and `SUNLANCER` are the same card. If a name fits several cards, all are returned, so that the program never guesses for
the author of a list.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from quarterdeck_protocol.folding import words_of, words_spelt_out

LONGEST_NAME = 100
"""Maximum length of a name. Longer ones are not looked up."""

LONGEST_COMPARED = 30
"""Maximum length of a name beyond ASCII that is compared with others."""

MOST_NEAR = 3
MOST_COMPARED = 40
LEAST_ALIKE = 3
"""Number of equal letters at the beginning or at the end for which names are compared."""

LAST_CHARACTER = "\U0010ffff"

SIGN_OF_HYBRIDS = "x"

WORDS_OF_HEADINGS = frozenset(
    [
        *(
            "deck",
            "decklist",
            "main",
            "mainboard",
            "maindeck",
            "board",
            "list",
            "card",
            "cards",
            "total",
            "about",
            "metadata",
            "pokemon",
            "trainer",
        ),
        *("hauptdeck", "deckliste", "karte", "karten", "gesamt", "insgesamt", "summe", "liste"),
        *("and", "und", "the", "my", "mein"),
    ]
)
"""The words of headings in deck lists, in addition to the kinds of a game's cards. They are no cards."""

WORDS_OF_SIDES = frozenset(["sideboard", "side", "sb", "beside", "nebendeck"])
"""The words above or before cards that are not in the deck itself."""

_SET = r"(?!x?\d+x?\b)([a-z0-9]{2,8})"  # and not how many
NOTE = re.compile(
    rf"(?:[(\[{{]\s*{_SET}(?:[\s:/|-]+(\d{{1,5}}))?\s*[)\]}}]\s*(\d{{1,5}})?|\|\s*{_SET}\s*(?:\|\s*\d{{1,5}})?)"
    r"[\s*]*(?:f|foil)?[\s*]*$",
    re.IGNORECASE,
)
"""The notes that programs add behind a name: `(AB1) 12`, `[AB1]`, `|AB1|1`."""


def key_of(name: str) -> str:
    """Return the lookup key of a name."""
    return "".join(words_of(name))


def _key_spelt_out(name: str) -> str:
    return "".join(words_spelt_out(name))


class CardNames:
    """The names of a game's cards, prepared for lookup."""

    def __init__(
        self,
        names: Iterable[tuple[str, str]],
        *,
        numbers: Mapping[str, tuple[str, int]],
        faces: Mapping[str, str] | None = None,
        beside: Iterable[str] = (),
        ready: Iterable[tuple[str, str]] = (),
        headings: Iterable[str] = (),
    ) -> None:
        """Make the names of a game's cards. `names` are pairs of an id and a name. `faces` has the card of each
        printing, `beside` the ids of cards beside a deck. `ready` are pairs of a ready deck's id and a name. `headings`
        are further words that may be headings in lists."""
        names = [*((card, card) for card in numbers), *names]
        self.ids = frozenset(numbers)
        self.beside = frozenset(beside)
        self.headings = WORDS_OF_HEADINGS.union(*map(words_of, headings))
        self.titles: Mapping[str, str] = {card: name for card, name in reversed(names) if card != name}
        """The first name of each card."""

        self.have_notes = any(NOTE.search(name) for _, name in names)
        """True if a card is called as if something were added to another one's name."""

        self.ready = _by_key(ready)
        self._numbers = numbers
        self._numbered = {number: card for card, number in numbers.items()}
        self._sets = {of.casefold(): of for of, _ in self._numbered}
        self._faces = faces or {}
        self._names = names
        self.keyed: Mapping[str, Sequence[str]] = _by_key(names)
        """The cards by the keys of all their names."""

    def find(self, said: str) -> Sequence[str]:
        """Return the ids of all cards with this name: mostly one or none."""
        if said in self.ids:
            return (said,)
        if len(said) > LONGEST_NAME:
            return ()
        key = key_of(said)
        return self.keyed.get(key) or (() if said.isascii() else self.keyed.get(_key_spelt_out(said), ()))

    def numbered(self, cards: Sequence[str], of: str, number: str) -> Sequence[str]:
        """Return those of these cards that a set and a number mean. It is the printing with that number. If the number
        belongs to another card of an installed set, that card is returned too."""
        known = self._sets.get(of.casefold())
        there = None if known is None or not number else self._numbered.get((known, int(number)))
        if there is None or there in cards:
            return cards if there is None else (there,)
        if self._faces.get(there) in cards:
            return (there,)
        return (*cards, there)

    def is_set(self, said: str) -> bool:
        """True if the game has a card set with this id."""
        return said.casefold() in self._sets

    def near(self, said: str) -> tuple[str, ...]:
        """Return a few cards with a similar name: it begins in the same way, or differs in one letter, or in two that
        are swapped."""
        key = key_of(said[:LONGEST_NAME]) if said.isascii() or len(said) <= LONGEST_COMPARED else ""
        if len(key) < LEAST_ALIKE:
            return ()
        found: dict[str, None] = {}
        for name in (*_beginning(self._forwards, key[:LEAST_ALIKE]), *self._ending(key)):
            if name.startswith(key) or _is_near(name, key):
                found.update(dict.fromkeys(self.keyed[name]))
        return tuple(found)[:MOST_NEAR]

    def _ending(self, key: str) -> Iterator[str]:
        return (name[::-1] for name in _beginning(self._backwards, key[: -LEAST_ALIKE - 1 : -1]))

    def title(self, card: str) -> str:
        """Return the name of a card, or its id if it has none."""
        return self.titles.get(card, card)

    def is_heading(self, words: Sequence[str]) -> bool:
        """True if these words are only words of headings and numbers."""
        return bool(words) and all(word in self.headings or word.isdecimal() for word in words)

    @cached_property
    def abbreviated(self) -> Mapping[str, Sequence[str]]:
        """The cards by the keys of their names with the first word cut to a letter: `C. lupus`."""
        found: dict[str, tuple[str, ...]] = {}
        for card, name in self._names:
            first, *rest = words_of(name) or [""]
            if rest:
                _put(found, first[0] + "".join(rest), card)
        return found

    @cached_property
    def _forwards(self) -> Sequence[str]:
        return sorted(self.keyed)

    @cached_property
    def _backwards(self) -> Sequence[str]:
        return sorted(key[::-1] for key in self.keyed)


def _beginning(names: Sequence[str], beginning: str) -> Sequence[str]:
    """Return the names with this beginning from sorted names: a few of them, for any beginning."""
    first = bisect_left(names, beginning)
    last = bisect_left(names, beginning + LAST_CHARACTER, first)
    return names[first : min(last, first + MOST_COMPARED)]


def _is_near(one: str, other: str) -> bool:
    """True if two lookup keys differ in one letter, or in two neighbouring letters that are swapped."""
    if abs(len(one) - len(other)) > 1:
        return False
    begin, most = 0, min(len(one), len(other))
    while begin < most and one[begin] == other[begin]:
        begin += 1
    end = 0
    while end < most - begin and one[-1 - end] == other[-1 - end]:
        end += 1
    left, right = one[begin : len(one) - end], other[begin : len(other) - end]
    return max(len(left), len(right)) <= 1 or (len(left) == 2 and left == right[::-1])


def _by_key(names: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for card, name in names:
        words = words_of(name)
        without_sign = "".join(word for word in words if word != SIGN_OF_HYBRIDS)
        for key in ("".join(words), _key_spelt_out(name), without_sign):
            if key:
                _put(found, key, card)
    return found


def _put(found: dict[str, tuple[str, ...]], name: str, card: str) -> None:
    there = found.get(name, ())
    if card not in there:
        found[name] = (*there, card)
