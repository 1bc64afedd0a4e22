"""Parser of a deck list, line by line. It reports every line that cannot be understood.

The parser never guesses. Every possible meaning of a line is tried. If a line fits two cards, the error names both; if
it fits none, the error names the line. So a deck is read exactly as it was written, or refused.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.folding import folded, words_of
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_games.card_names import LONGEST_NAME, WORDS_OF_SIDES, CardNames, key_of
from quarterdeck_games.deck_entries import COUNTS, NAMES, NUMBER, Entry
from quarterdeck_games.deck_lines import LONGEST_LINE, Line, Meanings, cells_of, in_plain_signs
from quarterdeck_games.deck_remarks import WORDS_OUTSIDE, ZONES, has_unclear_digits, is_crossed_out, zone_in
from quarterdeck_games.decks import Unreadable

MOST_ENTRIES = 400
"""Lines of a list, and cards that are named in it: more than any game plays with."""

MOST_UNREAD = 10
"""Number of lines without a card after which a text is refused as no deck list, so that a pasted other text gets a
quick answer.
"""

CHARACTERS_OF_ONE = 2
"""Characters beyond ASCII take longer to compare: so many of a line that names no card count as a line more."""

MOST_COMPARED = 6
"""Maximum number of lines for which cards with a similar name are searched."""

MOST_CARDS = 250
"""Maximum number of cards of a list: more than any game allows."""

MOST_PASSED_OVER = 25
"""Headings, lines about the deck and lines without a word: more than any program writes. Those beyond name no card."""

MOST_CLAIMS = 5
"""Maximum number of lines that state the number of cards of a kind."""

MOST_CELLS = 12
"""Maximum number of cells in a row without headings."""

LONGEST_ZONE = 60
"""Maximum length of a zone's name."""

MOST_SHOWN, MOST_NAMED, MOST_BESIDE, MOST_COPIES = 40, 4, 9, 999

_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_COUNT = re.compile(r"^\s*(?:[x×]\s*)?\d{1,3}(?:\s*[x×])?\s+")
_LABEL = re.compile(
    r"[\W_]*(?:(?:primary|secondary|first|second|erste|zweite)\s+)?([^\W_]{1,20})\b[\s:]*", re.IGNORECASE
)
_ABOUT = re.compile(
    r"(?:(?:deck ?)?name|title|titel|author|autor|format|class|klasse|game|spiel|date|datum|url|link|source)\s*[:=]",
    re.IGNORECASE,
)


class ReadText(NamedTuple):
    """A deck that was read from a text."""

    deck: Deck
    strangers: Mapping[str, Text] = {}
    """The sentences about unknown ids. They stay in the deck, so that a deck with a removed card can be opened and
    corrected.
    """


class _Place(NamedTuple):
    """The number of a line in a deck list and its text for error messages."""

    line: int
    shown: str


class _Columns(NamedTuple):
    """The columns with names, counts and zones (such as a sideboard) in a deck list that is pasted as a table."""

    names: Sequence[int]
    counts: Sequence[int]
    zones: Mapping[int, str]
    """The zones of the list, by their headings."""


class _Claim(NamedTuple):
    """A line such as `21 Fighters`, which may state the number of cards of a kind."""

    place: _Place
    copies: int
    words: Sequence[str]


class DeckList:
    """The part of a deck list that was read so far."""

    def __init__(self, names: CardNames, beside: str) -> None:
        """Make the reader of a deck list. `beside` is the word for cards that are kept beside the deck."""
        self._names = names
        self._words_beside = frozenset(folded(beside).split())
        self._cards: dict[str, int] = {}
        self._beside: list[str] = []
        self._faults: list[tuple[int, Text]] = []
        self._strangers: dict[str, _Place] = {}
        self._claims: list[_Claim] = []
        self._columns: _Columns | None = None
        self._title: _Place | None = None
        self._is_side = False
        self._is_about = False
        self._compared = 0
        self._passed_over = 0
        self._unread = 0
        self._entries = 0
        self._total = 0

    @property
    def is_empty(self) -> bool:
        """True if the deck list has named no card so far."""
        return not (self._cards or self._beside)

    @property
    def faults(self) -> Sequence[Text]:
        """The faults found in the deck list so far, line by line."""
        return [fault for _, fault in sorted(self._faults, key=lambda each: each[0])]

    @property
    def is_too_strange(self) -> bool:
        """True if so many lines name no card that the rest need not be read."""
        return self._unread > MOST_UNREAD

    def add_line(self, number: int, line: str) -> None:
        """Read a line of a deck list without its remark. Raises `Unreadable` if the list is too long."""
        words = line.split(None, 2)
        if len(words) == 2 and not (self._columns or self._is_side) and self._add_plainly(number, line, *words):
            return
        place = _Place(number, line.strip())
        if line.isascii() and "~" not in line and "](" not in line:  # as nearly every line is
            self._add(place, line)
        elif is_crossed_out(line):
            text = "Line {number}, “{line}”, is crossed out: leave out what is not in the deck."
            self._refuse(place, Text(text, **_fields(place)))
        elif has_unclear_digits(line):
            self._refuse_count(place)
        else:
            self._add(place, in_plain_signs(line))

    def add_entries(self, entries: Iterable[Entry]) -> None:
        """Read entries of a deck from another program's file. Raises `Unreadable` if the list is too long."""
        for line, shown, names, count, zone in entries:
            place = _Place(line, shown)
            if self.is_too_strange:
                break
            is_side = self._is_beside(zone)
            if is_side is None:
                self._refuse_zone(place, zone)
            elif count is None:
                self._refuse_count(place)
            elif found := {card for name in names for card in self._names.find(name)}:
                self._take(place, [(count, card) for card in found], is_side=is_side)
            elif not self._is_stranger(place, names[0], count, is_side):
                self._refuse_unknown(place, names[0])

    def done(self, kinds: Mapping[str, str]) -> ReadText:
        """Return the deck that was read; `kinds` has the kind of each card. Raises `Unreadable` with all unreadable
        lines."""
        self._check_claims(kinds)
        if self._title and self.is_empty:
            self._refuse_unknown(self._title, self._title.shown)
        strangers = {name: self._unknown(place, name) for name, place in self._strangers.items()}
        deck = Deck(cards=tuple(self._cards.items()), beside=tuple(self._beside))
        if self._faults or self.is_too_strange:
            if self.is_too_strange:
                self._faults.append((MOST_ENTRIES + 1, Text("What follows was not read: too many lines name no card.")))
            self._faults += [(self._strangers[name].line, text) for name, text in strangers.items()]
            raise Unreadable(self.faults, None if self.is_empty else deck, strangers)
        return ReadText(deck, strangers)

    def _add_plainly(self, number: int, line: str, first: str, second: str) -> bool:
        """Read a line in this server's own format: `4 alley-cat`, `power first-light`. Return true if it is one."""
        is_known, is_beside = second in self._names.ids, first in self._words_beside
        if is_known and is_beside:
            self._count()
            self._beside.append(second)
            return True
        count = int(first) if first.isascii() and first.isdecimal() and len(first) <= 3 else None
        if is_known and count is not None:
            self._take(_Place(number, line.strip()), [(count, second)])
            return True
        if (count is None and not is_beside) or self._names.is_heading([second]):
            return False
        return self._is_stranger(_Place(number, line.strip()), second, 1 if count is None else count, is_beside)

    def _add(self, place: _Place, line: str) -> None:
        if self._columns is not None and self._add_row(place, line, self._columns):
            return None
        compared = Line(line, self._names)
        found = compared.meanings()
        if not found and "//" in line:  # a name may have it, too
            line = line.partition("//")[0]
            compared = Line(line, self._names)
            found = compared.meanings()
        if found:
            return self._take(place, found, is_side=self._is_side)
        words = compared.words
        was_about, self._is_about = self._is_about, words == ["about"]
        if not words or _ABOUT.match(line) or (was_about and words[0] == "name"):
            return self._pass_over(place, line)
        if self._add_beside(place, line):
            return None
        if self._add_heading(place, line, words):
            return self._pass_over(place, line)
        if self._add_table(place, line) or self._add_pieces(place, line):
            return None
        if self._is_title(line, words):
            self._title = place
            return self._pass_over(place, line)
        return self._refuse_unknown(place, _COUNT.sub("", line.strip()))

    def _is_title(self, line: str, words: Sequence[str]) -> bool:
        """True if a line above all cards is the deck's own name and cannot be a card: `Bo's Light Deck`."""
        if (
            len(line) > LONGEST_NAME
            or self._title
            or self._unread
            or not self.is_empty
            or any(re.search(r"\d", word) for word in words)
        ):
            return False
        is_named = any(word.endswith(("deck", "list", "liste")) for word in words) or key_of(line) in self._names.ready
        return is_named and WORDS_OUTSIDE.isdisjoint(words) and not self._names.near(line)

    def _pass_over(self, place: _Place, line: str) -> None:
        """Skip a line that is a remark for people. It counts against the limit like a line with a card."""
        self._passed_over += 1
        if self._passed_over > MOST_PASSED_OVER:
            self._refuse_unknown(place, line)

    def _add_beside(self, place: _Place, line: str) -> bool:
        """Read a card after a word that says where it belongs: `power First Light`, `SB: 1 First Light`."""
        label = _LABEL.match(line) if len(line) <= LONGEST_LINE else None
        if label is None or folded(label[1]) not in WORDS_OF_SIDES | self._words_beside:
            return False
        found = Line(line[label.end() :], self._names).meanings()
        if found:
            self._take(place, found, is_side=True)
        return bool(found)

    def _add_heading(self, place: _Place, line: str, words: Sequence[str]) -> bool:
        """Skip a heading above or below cards, and record its statement about their number."""
        numbers = [word for word in words if word.isdecimal()]
        if len(numbers) == len(words) or not self._are_of_headings(words):
            return False
        if numbers and not any(sign in line for sign in ":()[]="):
            if len(self._claims) > MOST_CLAIMS:
                return False
            kinds = [word for word in words if not word.isdecimal()]
            self._claims.append(_Claim(place, int(numbers[0][:4]), kinds))
        else:
            self._is_side = not WORDS_OF_SIDES.isdisjoint(words)
        return True

    def _add_table(self, place: _Place, line: str) -> bool:
        """Read the headings of a table, or a row of a table without headings: `4,Alley Cat,AB1`."""
        cells = cells_of(line)
        columns = self._columns_of(cells) if self.is_empty else None
        if columns is not None:
            self._columns = columns
            return True
        if not 1 < len(cells) <= MOST_CELLS:
            return False
        words = {cell: folded(cell) for cell in cells}
        counts = {word for word in words.values() if word.isdecimal()}
        called = {cell: self._names.find(cell) for cell, word in words.items() if not word.isdecimal()}
        found = tuple({(int(count[:4]), card) for count in counts for cards in called.values() for card in cards})
        if not found:
            return False
        others = [cell for cell, cards in called.items() if not (cards or self._names.is_set(cell))]
        sides = [self._is_beside(cell) for cell in others]
        if None in sides:
            self._refuse_zone(place, others[sides.index(None)])
        else:
            self._take(place, found, is_side=self._is_side or True in sides)
        return True

    def _columns_of(self, cells: Sequence[str]) -> _Columns | None:
        """Return the meaning of each column if these cells are the headings of a table of cards; otherwise `None`."""
        titles = [folded(cell).replace(" ", "") for cell in cells]
        names = [at for at, title in enumerate(titles) if title in NAMES]
        counts = [at for at, title in enumerate(titles) if title in COUNTS]
        if not names or (NUMBER in titles and not counts) or any(map(str.isdecimal, titles)):
            return None
        return _Columns(names, counts, {at: title for at, title in enumerate(titles) if title in ZONES})

    def _add_row(self, place: _Place, line: str, columns: _Columns) -> bool:
        """Read a row of a table with headings; return true if it is one."""
        cells = cells_of(line)
        if not cells:
            return False
        if not any(map(words_of, cells)) and line.lstrip().startswith("|"):  # the rule below the headings
            return True
        if (headings := self._columns_of(cells)) is not None:
            self._columns = headings
            return True
        if len(cells) <= max(*columns.names, *columns.counts, *columns.zones, 0):
            self._refuse_unknown(place, line)
            return True
        names = [cells[at] for at in columns.names]
        zone = " ".join([zone_in(title, cells[at]) for at, title in columns.zones.items()])
        is_side = self._is_beside(zone)
        counts = {folded(cells[at]) for at in columns.counts} or {"1"}
        if is_side is None:
            self._refuse_zone(place, zone)
        elif not all(count.isdecimal() and len(count) <= 3 for count in counts):
            self._refuse_count(place)
        elif found := {(int(count), card) for count in counts for name in names for card in self._names.find(name)}:
            self._take(place, tuple(found), is_side=is_side)
        elif len(counts) > 1 or not self._is_stranger(place, names[0], int(min(counts)), is_side):
            self._refuse_unknown(place, names[0])
        return True

    def _are_of_headings(self, words: Sequence[str]) -> bool:
        """True if these words belong only to headings, and none says that a card is outside of the deck."""
        return all(
            (word in WORDS_OF_SIDES or self._names.is_heading([word])) and word not in WORDS_OUTSIDE for word in words
        )

    def _is_beside(self, zone: str) -> bool | None:
        """True if a zone is that of cards beside the deck; `None` if it is outside of the deck."""
        words = words_of(zone) if len(zone) <= LONGEST_ZONE else [zone]
        if not self._are_of_headings(words):
            return None
        return not WORDS_OF_SIDES.isdisjoint(words)

    def _add_pieces(self, place: _Place, line: str) -> bool:
        """Read several entries in one line: `4 alley-cat, 2 trip-wire`."""
        pieces = [piece for piece in re.split("[,;]", line) if piece.strip()]
        if len(pieces) < 2:
            return False
        for piece in pieces:
            if self.is_too_strange:
                break
            self.add_line(place.line, piece)
        return True

    def _take(self, place: _Place, found: Meanings, *, is_side: bool = False) -> None:
        """Add the cards of a line, if it has only one meaning."""
        if len(found) > 1:
            return self._refuse(place, self._several(place, found))
        ((count, card),) = found
        if count == 0:
            return self._refuse(
                place, Text("Line {number}, “{line}”, says 0: leave out what is not in the deck.", **_fields(place))
            )
        if not 0 < count <= MOST_COPIES:
            return self._refuse(
                place,
                Text(
                    "Line {number}, “{line}”, says {count}; a number is from 1 to {most}.",
                    **_fields(place),
                    count=count,
                    most=MOST_COPIES,
                ),
            )
        if card in self._names.beside:
            self._count()
            self._beside += [card] * min(count, MOST_BESIDE)
        elif is_side:
            return self._refuse(
                place,
                Text(
                    "Line {number}, “{line}”: {name} is a card of the deck, and nothing like it comes beside one.",
                    **_fields(place),
                    name=self._names.title(card),
                ),
            )
        else:
            self._count(count)
            self._cards[card] = self._cards.get(card, 0) + count
        return None

    def _is_stranger(self, place: _Place, name: str, count: int, is_beside: bool) -> bool:
        """Record an id that no card has, with its number; return true if the line has one."""
        if not 0 < count <= MOST_COPIES or not _ID.fullmatch(name) or self._names.find(name):
            return False
        self._count(count)
        self._unread += 1
        self._strangers.setdefault(name, place)
        if is_beside:
            self._beside += [name] * min(count, MOST_BESIDE)
        else:
            self._cards[name] = self._cards.get(name, 0) + count
        return True

    def _count(self, cards: int = 0) -> None:
        """Count an entry of a deck list with this number of cards."""
        self._entries += 1
        self._total += cards
        if self._entries > MOST_ENTRIES:
            raise too_long(self._entries)
        if self._total > MOST_CARDS:
            raise Unreadable(
                [Text("This list has more than {most} cards: no game plays with so many.", most=MOST_CARDS)]
            )

    def _check_claims(self, kinds: Mapping[str, str]) -> None:
        """Refuse lines such as `2 Stage` that state a number of cards that the list does not have: they may mean a
        card."""
        if not self._claims:
            return
        held = Counter[str]()
        for card, count in (*self._cards.items(), *((card, 1) for card in self._beside)):
            held[folded(kinds.get(card, ""))] += count
        total = sum(self._cards.values())
        for place, count, words in self._claims:
            of_kind = {number for kind, number in held.items() if kind and words[0].startswith(kind)}
            if count not in (of_kind or {total, total + len(self._beside)}):
                self._refuse_unknown(place, " ".join(words))

    def _refuse(self, place: _Place, text: Text) -> None:
        self._unread += 1
        self._faults.append((place.line, text))

    def _refuse_count(self, place: _Place) -> None:
        self._refuse(place, Text("Line {number}, “{line}”, does not say how many.", **_fields(place)))

    def _refuse_zone(self, place: _Place, zone: str) -> None:
        text = "Line {number}, “{line}”: nobody can tell whether “{zone}” is a part of the deck; leave out what is not."
        self._refuse(place, Text(text, **_fields(place), zone=zone[:MOST_SHOWN]))

    def _refuse_unknown(self, place: _Place, said: str) -> None:
        self._unread += 0 if said.isascii() else len(said) // CHARACTERS_OF_ONE
        self._refuse(place, self._unknown(place, said))

    def _unknown(self, place: _Place, said: str) -> Text:
        """Return the error for a line that names no card, with similar card names as suggestions."""
        near: Sequence[str] = ()
        if self._compared < MOST_COMPARED:
            self._compared += 1
            near = self._names.near(said)
        if near:
            return Text(
                "Line {number}, “{line}”, names no card; most like it is {near}.",
                **_fields(place),
                near=self._called(near),
            )
        if place.shown[:1].isdecimal():
            return Text("Line {number}, “{line}”, names no card of this game.", **_fields(place))
        (word,) = self._words_beside or ("",)
        like = Text("“3 card-name” or “{beside} name”", beside=word) if word else "“3 card-name”"
        return Text("Line {number}, “{line}”, must be like {like}.", **_fields(place), like=like)

    def _several(self, place: _Place, found: Meanings) -> Text:
        cards = sorted({card for _, card in found})
        if len(cards) == 1:
            counts = ", ".join(str(count) for count, _ in sorted(found))
            return Text("Line {number}, “{line}”, may say several numbers: {counts}.", **_fields(place), counts=counts)
        return Text(
            "Line {number}, “{line}”, fits several cards: {cards}. Write the id of the one that is meant.",
            **_fields(place),
            cards=self._called(cards[:MOST_NAMED]),
        )

    def _called(self, cards: Iterable[str]) -> str:
        return ", ".join(f"“{self._names.title(card)}” ({card})" for card in cards)


def too_long(count: int) -> Unreadable:
    """Return the error for a deck list that is too long."""
    return Unreadable(
        [Text("This list has {count} lines; at most {most_lines} are read.", count=count, most_lines=MOST_ENTRIES)]
    )


def _fields(place: _Place) -> dict[str, object]:
    return {"number": place.line, "line": place.shown[:MOST_SHOWN]}
