"""The possible meanings of a line in a deck list: the cards that it may name, and their number.

The number may come before the card, after it, or be missing. Between them may be `x`, `×`, brackets, bullets, Markdown
and any kind of space, because lines are compared only by their words after case folding. What programs add to a name is
checked (set and number) or skipped (cost).
"""

import csv
import itertools
import re
from collections.abc import Mapping, Sequence

from quarterdeck_protocol.folding import words_of, words_spelt_out

from quarterdeck_games.card_names import NOTE, WORDS_OF_SIDES, CardNames
from quarterdeck_games.deck_remarks import WORDS_OUTSIDE

LONGEST_LINE = 160
"""Maximum length of a line that may name a card."""

SIGN = "x"
"""The signs between a number and a name."""

Meaning = tuple[int, str]
"""The count and the card."""

Meanings = Sequence[Meaning]

COUNTING = frozenset("x0123456789")
UMLAUTS = frozenset("äöüåø\u0308\u030a")
LONGEST_ROW = 400
"""Maximum length of a row of a table."""

_RISKY = frozenset("-–−0123456789 \t")
_NEGATIVE = re.compile(r"\s*[-–−]\d")
_NUMBERED = re.compile(r"\s*\d{1,3}[.)]\s+")
_FRONT = re.compile(r"x?(\d{1,3})(?!\d)(.*)")
_BACK = re.compile(r"x?(\d{1,3})x?")
_LEADING_NOTE = re.compile(r"[(\[{](?:\d{1,2}|[a-z0-9]{2,8}:\d{1,5})[)\]}]\s*(?=\w)", re.IGNORECASE)


MOST_TAILS = 2
"""Remarks behind a name that are passed over."""

_TAIL = re.compile(
    r"[(\[{]([^()\[\]{}]*)[)\]}]\s*$|\s--+\s(.*)$|\s(?:[€$£]\s?\d+(?:[.,]\d\d)?|\d+[.,]\d\d\s?(?:[€$£]|EUR|USD))\s*$"
)
"""The text behind a name: `[Main]`, `-- a remark`, `€0.50`."""

_ENDS, _SIGNS_OF_TAILS = frozenset(")]}RD"), frozenset("€$£-")
"""The last signs of a line with such a tail, and signs inside of it."""

_BARE_NOTE = re.compile(r"\s([A-Z][A-Z0-9]{1,4})\s+(\d{1,3})\s*$()()")
_POINT = re.compile(r"\s*(\d{1,3})\.0+\s+")
_ABBREVIATED = re.compile(r"(?:^|[\s\d])[^\W\d_]\.\s*[^\W\d]")
_LEADING_SET = re.compile(r"\W*x?\d{1,3}x?\s+\[([a-z0-9]{2,6})\]\s*(?=\w)", re.IGNORECASE)
_LINK = re.compile(r"\[([^\[\]]*)\]\([^()\s]*\)")
_OTHER_DIGIT = re.compile(r"(?![0-9])\d|(?<=\d)\s?[хХ](?=\s)")
_UNITS = frozenset(["stuck", "stueck", "stk", "mal", "copies", "of", "pieces", "pcs", "kopien", "exemplare"])


def in_plain_signs(line: str) -> str:
    """Return a line without Markdown links, and with digits of all scripts in ASCII."""
    if len(line) > LONGEST_ROW:
        return line
    if "](" in line:
        line = _LINK.sub(r"\1", line)
    if line.isascii():
        return line
    return _OTHER_DIGIT.sub(lambda found: str(int(found[0])) if found[0].isdecimal() else "x", line)


def with_counts(lines: Sequence[tuple[int, str]]) -> Sequence[tuple[int, str]]:
    """Return the lines with `4. Alley Cat` changed to `4 Alley Cat`, if the numbers cannot be positions in the list."""
    found = {at: numbered for at, (_, line) in enumerate(lines) if (numbered := _NUMBERED.match(line))}
    found = {at: numbered for at, numbered in found.items() if not lines[at][1][numbered.end() :][:1].isdecimal()}
    if not found or not _are_counts([int(re.sub(r"\D", "", numbered[0])) for numbered in found.values()]):
        return lines
    return [
        (number, re.sub(r"[.)]", " ", line, count=1) if at in found else line)
        for at, (number, line) in enumerate(lines)
    ]


def _are_counts(numbers: Sequence[int]) -> bool:
    """True if these numbers cannot be positions in a list: few increase by one, and one occurs twice."""
    rising = sum(later == earlier + 1 for earlier, later in itertools.pairwise(numbers))
    if rising * 2 >= len(numbers) - 1 and rising:
        return False
    places: set[int] = set()
    for number in numbers:
        if number == 1:
            places = set()
        elif number in places:
            return True
        places.add(number)
    return set(numbers) == {1}


class Line:
    """A line of a deck list, prepared for finding card names."""

    __slots__ = ("_names", "_tails", "_text", "_words")

    def __init__(self, text: str, names: CardNames, tails: int = 0) -> None:
        """Make the reader of one line of a deck list. `tails` is the number of remarks already removed from its end."""
        self._text = text
        self._tails = tails
        self._names = names
        self._words: list[str] | None = None

    @property
    def words(self) -> list[str]:
        """The words of the line after case folding; the whole line if it is too long."""
        if self._words is None:
            self._words = words_of(self._text) if len(self._text) <= LONGEST_LINE else [self._text]
        return self._words

    def meanings(self) -> Meanings:
        """Return all possible meanings of the line: mostly one or none."""
        if len(self._text) > LONGEST_LINE or not self._text:
            return ()
        return self._as_it_is() or self._without_remarks()

    def _without_remarks(self) -> Meanings:
        """Return what the line of a deck list can mean if its remarks (text beside the card name) are ignored."""
        text, words = self._text, self.words
        if not words:
            return ()
        may_have_tail = text.rstrip()[-1:] in _ENDS or not _SIGNS_OF_TAILS.isdisjoint(text)
        tail = _TAIL.search(text) if may_have_tail and self._tails < MOST_TAILS else None
        if tail is not None:
            front = Line(text[: tail.start()], self._names, self._tails + 1).meanings()
            remark = tail[1] or tail[2] or ""
            return () if re.search(r"\d", remark) else self._with(front, remark)
        note = _BARE_NOTE.search(text) if words[-1].isdecimal() else None
        if note is not None and (self._names.is_set(note[1]) or re.search(r"\d", note[1])):
            return self._noted(text, note)
        leading = _LEADING_SET.match(text) if "[" in text else None
        if leading is not None:
            return self._with(self._said(text, words_of(text.replace(f"[{leading[1]}]", " ", 1))), leading[1])
        if "." in text and _ABBREVIATED.search(text) and (found := self._alone(words, self._names.abbreviated)):
            return found
        if len(words) > 2 and words[1] in _UNITS and words[0].isdecimal():
            return self._alone([words[0], *words[3 if words[2] == "of" else 2 :]], self._names.keyed)
        return ()

    def _as_it_is(self) -> Meanings:
        text = self._text
        if text[0] in _RISKY and (point := _POINT.match(text)):
            return Line(f"{point[1]} {text[point.end() :]}", self._names, self._tails).meanings()
        if text[0] in _RISKY and (risky := _NEGATIVE.match(text) or _NUMBERED.match(text)):
            rest = text[risky.end() :]
            if risky[0][-1].isdecimal() or not rest[:1].isdecimal():  # `2. Alley Cat`: its place, or how many
                return ()
            return Line(rest, self._names).meanings()
        if "(" not in text and "[" not in text and "{" not in text and "|" not in text:
            return self._said(text, self.words)
        note = NOTE.search(text)
        if note is not None and not self._names.have_notes:
            return self._noted(text, note) or self._said(text, self.words)
        found = self._said(text, self.words)
        if found:
            return found
        if note is not None:
            return self._noted(text, note)
        leading = _LEADING_NOTE.search(text)
        return () if leading is None else self._said(text, words_of(text.replace(leading[0], " ", 1)))

    def _noted(self, text: str, note: re.Match[str]) -> Meanings:
        """Return the meanings of the line without the note that a program has added after the name."""
        of, number = note[1] or note[4], note[2] or note[3]
        found = self._said(text[: note.start()], words_of(text[: note.start()]))
        if not number:
            word = of.casefold()
            is_plain = word not in WORDS_OUTSIDE and word not in WORDS_OF_SIDES and word not in self._names.keyed
            return found if is_plain or self._names.is_set(of) else self._with(found, of)
        return [(count, each) for count, card in found for each in self._names.numbered((card,), of, number)]

    def _with(self, found: Meanings, remark: str) -> Meanings:
        """Return the meanings of the line with a remark after it; none if the remark may say that the card is not in
        the deck. If the remark names a card, that card is a further possible meaning."""
        words = words_of(remark)
        if not WORDS_OUTSIDE.isdisjoint(words) or not found:
            return ()
        if not WORDS_OF_SIDES.isdisjoint(words):
            return [each for each in found if each[1] in self._names.beside]
        named = self._names.find(remark)
        same = [each for each in found if each[1] in named]
        return same or (*found, *((count, card) for count in {count for count, _ in found} for card in named))

    def _said(self, text: str, words: Sequence[str]) -> Meanings:
        """Return the meanings of a text with these words. Umlauts are written out if necessary."""
        found = self._alone(words, self._names.keyed)
        if found or text.isascii() or UMLAUTS.isdisjoint(text.casefold()):
            return found
        return self._alone(words_spelt_out(text), self._names.keyed)

    def _alone(self, words: Sequence[str], keyed: Mapping[str, Sequence[str]]) -> Meanings:
        if not words:
            return ()
        whole = keyed.get("".join(words), ())
        found = [(1, card) for card in whole] if whole else []
        if words[0] == SIGN and len(words) > 1:
            words = (SIGN + words[1], *words[2:])
        if words[0][0] in COUNTING and (front := _FRONT.fullmatch(words[0])):
            rest = front[2] + "".join(words[1:])
            found += [(int(front[1]), card) for card in keyed.get(rest, ())]
            if rest.startswith(SIGN):
                found += [(int(front[1]), card) for card in keyed.get(rest.removeprefix(SIGN), ())]
        if words[-1] == SIGN and len(words) > 1:
            words = (*words[:-2], words[-2] + SIGN)
        if words[-1][-1] in COUNTING and len(words) > 1 and (last := _BACK.fullmatch(words[-1])):
            found += [(int(last[1]), card) for card in keyed.get("".join(words[:-1]), ())]
            if words[-2] == SIGN:
                found += [(int(last[1]), card) for card in keyed.get("".join(words[:-2]), ())]
        return found if len(found) < 2 else tuple(set(found))


def cells_of(line: str) -> Sequence[str]:
    """Return the cells of a line of a table with tabs, semicolons or commas; none if it is not such a line."""
    bare = line.strip()
    if bare.startswith("|") and bare.endswith("|") and len(line) <= LONGEST_ROW:
        return [cell.strip() for cell in bare[1:-1].split("|")] if bare.strip("|") else ()
    for between in "\t;,":
        if between in line:
            if len(line) > LONGEST_ROW:
                return ()
            try:
                cells = [cell.strip() for cell in next(csv.reader([line], delimiter=between, skipinitialspace=True))]
            except (csv.Error, StopIteration):
                return ()
            return cells if len(cells) > 1 else ()
    return ()
