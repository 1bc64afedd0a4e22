"""A deck as it is put together from a list, line by line, with all that cannot be understood.

Nothing is guessed. Every way in which a line can be understood is tried: a line that fits two cards names both, and one
that fits none is named with its number. A deck that is read is the deck that was written, or it is refused.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.folding import folded
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_games.card_names import WORDS_OF_SIDES, CardNames
from quarterdeck_games.deck_entries import COUNTS, NAMES, NUMBER, SIDES, ZONES, Entry
from quarterdeck_games.deck_lines import Line, Meanings, cells_of
from quarterdeck_games.decks import Unreadable

MOST_ENTRIES = 400
"""Lines of a list, and cards that are named in it: more than any game plays with."""

MOST_UNREAD = 15
"""So many lines that name no card are looked at: whoever pastes something else is told soon that it is no deck."""

CHARACTERS_OF_ONE = 2
"""Characters beyond ASCII take longer to compare: so many of a line that names no card count as a line more."""

MOST_COMPARED = 6
"""For so many lines cards with a similar name are looked for."""

MOST_CARDS = 250
"""Of a list: more than any game plays with."""

MOST_PASSED_OVER = 40
"""Headings, lines about the deck and lines without a word: more than any program writes. Those beyond name no card."""

MOST_CLAIMS = 5
"""Lines that say how many cards there are of a kind."""

MOST_SHOWN, MOST_NAMED, MOST_BESIDE, MOST_COPIES = 40, 4, 9, 999

_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_COUNT = re.compile(r"^\s*[x×]?\s*\d{1,3}\s*[x×]?\s+")
_ABOUT = re.compile(
    r"(?:(?:deck ?)?name|title|titel|author|autor|format|class|klasse|game|spiel|date|datum|url|link|source)\s*[:=]",
    re.IGNORECASE,
)


class ReadText(NamedTuple):
    """A deck as it was read from a text."""

    deck: Deck
    strangers: Mapping[str, Text] = {}
    """What is said of ids that no card has. They stay in the deck: one of which a card is gone can be opened and
    mended."""


class _Place(NamedTuple):
    """Where something stands, and what."""

    line: int
    shown: str


class _Columns(NamedTuple):
    """In which columns of a table the names, counts and zones stand."""

    name: int
    copies: int | None
    zone: int | None


class _Claim(NamedTuple):
    """A line that may say how many cards there are of a kind: `21 Fighters`."""

    place: _Place
    copies: int
    words: Sequence[str]


class DeckList:
    """What has been read of a list so far."""

    def __init__(self, names: CardNames, beside: str) -> None:
        """`beside` is the word for what comes beside the cards."""
        self._names = names
        self._words_beside = frozenset(folded(beside).split())
        self._cards: dict[str, int] = {}
        self._beside: list[str] = []
        self._faults: list[tuple[int, Text]] = []
        self._strangers: dict[str, _Place] = {}
        self._claims: list[_Claim] = []
        self._columns: _Columns | None = None
        self._is_side = False
        self._is_about = False
        self._compared = 0
        self._passed_over = 0
        self._unread = 0
        self._entries = 0
        self._total = 0

    @property
    def is_empty(self) -> bool:
        """True if no card is named so far."""
        return not (self._cards or self._beside)

    @property
    def faults(self) -> Sequence[Text]:
        """Return what is wrong so far, line by line."""
        return [fault for _, fault in sorted(self._faults, key=lambda each: each[0])]

    @property
    def is_too_strange(self) -> bool:
        """True if so many lines name no card that the rest need not be looked at."""
        return self._unread > MOST_UNREAD

    def add_line(self, number: int, line: str) -> None:
        """Read a line without its remark. Raises `Unreadable` if the list is too long."""
        words = line.split(None, 2)
        if len(words) == 2 and not (self._columns or self._is_side) and self._add_plainly(number, line, *words):
            return
        self._add(_Place(number, line.strip()), line)

    def add_entries(self, entries: Iterable[Entry]) -> None:
        """Read what a program has written. Raises `Unreadable` if the list is too long."""
        for line, shown, name, count, is_beside in entries:
            place = _Place(line, shown)
            if self.is_too_strange:
                break
            if count is None:
                self._refuse(place, Text("Line {number}, “{line}”, does not say how many.", **_fields(place)))
            elif found := self._names.find(name):
                self._take(place, [(count, card) for card in found], is_side=is_beside)
            elif not self._is_stranger(place, name, count, is_beside):
                self._refuse_unknown(place, name)

    def done(self, kinds: Mapping[str, str]) -> ReadText:
        """Return the deck; `kinds` says what each card is. Raises `Unreadable` with all that could not be read."""
        self._check_claims(kinds)
        strangers = {name: self._unknown(place, name) for name, place in self._strangers.items()}
        deck = Deck(cards=tuple(self._cards.items()), beside=tuple(self._beside))
        if self._faults or self.is_too_strange:
            if self.is_too_strange:
                self._faults.append((MOST_ENTRIES + 1, Text("What follows was not read: too many lines name no card.")))
            self._faults += [(self._strangers[name].line, text) for name, text in strangers.items()]
            raise Unreadable(self.faults, None if self.is_empty else deck, strangers)
        return ReadText(deck, strangers)

    def _add_plainly(self, number: int, line: str, first: str, second: str) -> bool:
        """Take a line as this server writes it: `4 alley-cat`, `power first-light`; return whether it is one."""
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
        found, words = compared.meanings(), compared.words
        if not found and "//" in line:  # a name may have it, too
            line = line.partition("//")[0]
            compared = Line(line, self._names)
            found, words = compared.meanings(), compared.words
        if found:
            return self._take(place, found, is_side=self._is_side)
        was_about, self._is_about = self._is_about, words == ["about"]
        if not words or _ABOUT.match(line) or (was_about and words[0] == "name"):
            return self._pass_over(place, line)
        if self._add_beside(place, words):
            return None
        if self._add_heading(place, line, words):
            return self._pass_over(place, line)
        if self._add_table(place, line) or self._add_pieces(place, line):
            return None
        return self._refuse_unknown(place, _COUNT.sub("", line))

    def _pass_over(self, place: _Place, line: str) -> None:
        """Pass over a line that is for people; each costs as much as one that names a card."""
        self._passed_over += 1
        if self._passed_over > MOST_PASSED_OVER:
            self._refuse_unknown(place, line)

    def _add_beside(self, place: _Place, words: Sequence[str]) -> bool:
        """Take a card with a word before it that says where it belongs: `power First Light`, `SB: 1 First Light`."""
        if words[0] not in WORDS_OF_SIDES | self._words_beside:
            return False
        found = Line(" ".join(words[1:]), self._names).meanings()
        if found:
            self._take(place, found, is_side=True)
        return bool(found)

    def _add_heading(self, place: _Place, line: str, words: Sequence[str]) -> bool:
        """Pass over what stands above cards or below them, and note what it says of them."""
        numbers = [word for word in words if word.isdecimal()]
        if len(numbers) == len(words) or not all(
            word in WORDS_OF_SIDES or self._names.is_heading([word]) for word in words
        ):
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
        """Take the first line of a table, or a row of one without headings: `4,Alley Cat,AB1`."""
        cells = cells_of(line)
        if not cells:
            return False
        titles = [folded(cell).replace(" ", "") for cell in cells]
        names = [at for at, title in enumerate(titles) if title in NAMES]
        counts = [at for at, title in enumerate(titles) if title in COUNTS]
        if names and self.is_empty and (counts or NUMBER not in titles) and not any(map(str.isdecimal, titles)):
            zones = [at for at, title in enumerate(titles) if title in ZONES]
            self._columns = _Columns(names[0], counts[0] if counts else None, zones[0] if zones else None)
            return True
        pairs = [(cells[0], cells[1]), (cells[1], cells[0])]
        found = tuple({each for count, name in pairs for each in self._in_cells(name, count)})
        if found:
            self._take(place, found, is_side=self._is_side)
        return bool(found)

    def _add_row(self, place: _Place, line: str, columns: _Columns) -> bool:
        """Take a row of a table with headings; return whether it is one."""
        cells = cells_of(line)
        if not cells:
            return False
        last = max(columns.name, columns.copies or 0, columns.zone or 0)
        if len(cells) <= last:
            self._refuse_unknown(place, line)
            return True
        name, is_side = cells[columns.name], columns.zone is not None and folded(cells[columns.zone]) in SIDES
        count = "1" if columns.copies is None else folded(cells[columns.copies])
        if not count.isdecimal() or len(count) > 3:
            self._refuse(place, Text("Line {number}, “{line}”, does not say how many.", **_fields(place)))
        elif found := self._in_cells(name, count):
            self._take(place, found, is_side=is_side)
        elif not self._is_stranger(place, name, int(count), is_side):
            self._refuse_unknown(place, name)
        return True

    def _in_cells(self, name: str, count: str) -> Meanings:
        """Return the cards that a cell names, as often as another one says."""
        if not count.isdecimal() or len(count) > 3:
            return ()
        return [(int(count), card) for card in self._names.find(name)]

    def _add_pieces(self, place: _Place, line: str) -> bool:
        """Take several entries in one line: `4 alley-cat, 2 trip-wire`."""
        pieces = [piece for piece in re.split("[,;]", line) if piece.strip()]
        if len(pieces) < 2:
            return False
        for piece in pieces:
            if self.is_too_strange:
                break
            self.add_line(place.line, piece)
        return True

    def _take(self, place: _Place, found: Meanings, *, is_side: bool = False) -> None:
        """Take what a line means, if it means one thing."""
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
        """Keep an id that no card has, with how many; return whether it is one."""
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
        """Count an entry, with so many cards."""
        self._entries += 1
        self._total += cards
        if self._entries > MOST_ENTRIES:
            raise too_long(self._entries)
        if self._total > MOST_CARDS:
            raise Unreadable(
                [Text("This list has more than {most} cards: no game plays with so many.", most=MOST_CARDS)]
            )

    def _check_claims(self, kinds: Mapping[str, str]) -> None:
        """Refuse lines such as `2 Stage` that say a number of cards that is not in the list: they may mean a card."""
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

    def _refuse_unknown(self, place: _Place, said: str) -> None:
        self._unread += 0 if said.isascii() else len(said) // CHARACTERS_OF_ONE
        self._refuse(place, self._unknown(place, said))

    def _unknown(self, place: _Place, said: str) -> Text:
        """Return that a line names no card, with cards of which the name is nearly so."""
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
    """Return that a list is too long."""
    return Unreadable(
        [Text("This list has {count} lines; at most {most_lines} are read.", count=count, most_lines=MOST_ENTRIES)]
    )


def _fields(place: _Place) -> dict[str, object]:
    return {"number": place.line, "line": place.shown[:MOST_SHOWN]}
