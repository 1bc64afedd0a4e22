"""Parser of decks that people type and paste: a ready deck's name, a deck code, a list, or the output of another
program.

A line of a list names a card by its id or by its name in any language, with a number before or after it or without one:
`4 trip-wire`, `4x Trip Wire`, `Stolperdraht x4`, `4 Trip Wire (AB1) 122`. Cards beside a deck, such as a Power, may
have their own word before them: `power first-light`. Remarks for people are skipped: text after `#` or `//`, lines that
begin with `;`, headings (`Fighters (21)`) and totals. A code is found among other words, in a link and in quotes.
"""

import re
from collections.abc import Mapping, Sequence
from html import unescape
from itertools import chain, takewhile

from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.encoding.file_kinds import NAMES, FileKind, kind_of_text
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_games.card_names import LONGEST_NAME, CardNames, key_of
from quarterdeck_games.deck_entries import BLANKS, Coded, cut_off, entries_in_json, entries_in_xml, is_xml
from quarterdeck_games.deck_lines import LONGEST_LINE, with_counts
from quarterdeck_games.deck_lists import MOST_ENTRIES, MOST_SHOWN, DeckList, ReadText, too_long
from quarterdeck_games.deck_remarks import half_a_comment, without_comments
from quarterdeck_games.decks import LONGEST_CODE, Names, Unreadable, from_code

REMARK = "#"
"""The rest of a line behind it is for people."""

REMARKS = (REMARK, "//", ";")
"""A list with remarks has at least one of these."""

FOREIGN = frozenset(
    [
        FileKind.PGN,
        FileKind.JSON_LINES,
        FileKind.TRANSCRIPT,
        FileKind.REPLAY,
        FileKind.TABLE,
        FileKind.KEYS,
        FileKind.CARD_SET,
    ]
)
"""Kinds of text in which there is no deck."""

LEAST_OF_CODE = 13
"""Characters of a code that names at least one card."""

SEPARATORS = frozenset(["sep=;", "sep=,", "sep="])
"""The line by which Excel marks the separator of a table."""

MOST_TITLES = 20
"""Lines among which there is one with a number if a list has numbered lines."""

_BRACKETS = re.compile(r"\[\s*x?\d{1,3}x?\s*\]\s*[^\W_]", re.IGNORECASE)  # `[4] Alley Cat`
_INVISIBLE = ("\u00ad", "\u200b", "\u200c", "\u200d", "\u200e", "\u200f", "\u2060", "\ufeff")
_FOREIGN_CODE = re.compile(rf"(?<![A-Za-z0-9])([A-Z]{{2}})-([A-Z2-7]{{{LEAST_OF_CODE},}})(?![A-Za-z0-9-])")

Line = tuple[int, str]
"""The number of a line in the text, and its content before a remark."""


class DeckTexts:
    """Parser of the deck texts of one game."""

    def __init__(
        self,
        prefix: str,
        names: CardNames,
        numbered: Names,
        ready: Mapping[str, Deck],
        kinds: Mapping[str, str],
        beside: str,
    ) -> None:
        """Make the reader and writer of a game's decks as text. `prefix` is the beginning of the game's deck codes,
        `beside` the word for cards beside a deck."""
        self._prefix = prefix
        self._names = names
        self._numbered = numbered
        self._ready = ready
        self._kinds = kinds
        self._beside = beside
        self._beginnings = (f"{prefix}-", f"{prefix.lower()}-", f"{prefix.title()}-")
        self._wrapped = re.compile(rf"(?<![A-Za-z0-9]){prefix}-[A-Z2-7]+(?:\s+[A-Z2-7]+)+(?![A-Za-z0-9-])")
        self._code = re.compile(
            rf"(?<![A-Za-z0-9]){prefix}-[A-Z2-7]{{{LEAST_OF_CODE},}}(?![A-Za-z0-9-])", re.IGNORECASE
        )
        # The same in capitals, its first letters in front: the search skips to them instead of trying each place.
        self._capitals = re.compile(rf"{prefix}(?<![A-Za-z0-9]{prefix})-[A-Z2-7]{{{LEAST_OF_CODE},}}(?![A-Za-z0-9-])")

    def read(self, text: str) -> ReadText:
        """Return the deck that a text contains: a name, a code or a list. Raises `Unreadable`."""
        bare = text.strip(" \t\r\n" if text.isascii() else BLANKS)
        if bare in self._ready:
            return ReadText(self._ready[bare])
        lines = text.splitlines()
        if len(lines) > MOST_ENTRIES:
            raise too_long(len(lines))
        if bare.startswith(("{", "[", "<")) and (kind := kind_of_text(bare)) in FOREIGN:
            raise Unreadable([Text("This is not a deck: it is {kind}.", kind=NAMES[kind])])
        if bare.startswith("{") or (bare.startswith("[") and not bare[1:2].isalpha() and not _BRACKETS.match(bare)):
            return self._in_json(text)
        shown = without_comments(text)
        if (half := half_a_comment(shown)) is not None:
            number = len(shown[: half + 1].splitlines())
            fault = Text(
                "Line {number}, “{line}”, begins or ends a comment, and its other end is missing.",
                number=number,
                line=lines[number - 1].strip()[:MOST_SHOWN],
            )
            raise Unreadable([fault])
        if is_xml(bare if shown is text else shown.strip(BLANKS)):
            return self._in_xml(shown)
        if "&" in shown and shown.count("&") <= MOST_ENTRIES:
            shown = unescape(shown)
        if shown is not text:
            lines = shown.splitlines()
        if any(sign in shown for sign in REMARKS):
            lines = [_without_remark(line) for line in lines]
        blanks = " \t\r\n" if shown.isascii() else BLANKS  # four times as fast for most lists
        listed = [(number, line) for number, line in enumerate(lines, 1) if line.strip(blanks)]
        if listed and listed[0][1].strip(BLANKS) in SEPARATORS:
            del listed[0]
        return self._in_lines(text, listed)

    def _in_json(self, text: str) -> ReadText:
        if (objects := text.count("{")) > MOST_ENTRIES:
            raise too_long(objects)
        try:
            found = entries_in_json(text.strip("\ufeff\u200b"))
        except KeyError as twice:
            key = str(twice.args[0])[:MOST_SHOWN]
            raise Unreadable(
                [Text("In this JSON “{key}” stands twice in one object: write it once.", key=key)]
            ) from None
        except (ValueError, RecursionError):  # `msgspec.DecodeError` is a `ValueError`
            raise Unreadable([Text("This begins like JSON, but cannot be read as such.")]) from None
        if isinstance(found, Coded) and not found.text.lstrip(BLANKS).startswith(("{", "[")):
            return self.read(found.text)
        if found is None or isinstance(found, Coded):
            like = '{"cards": [["card-name", 3]]}'
            raise Unreadable([Text("This JSON names no cards; a deck is like {like}.", like=like)])
        listed = DeckList(self._names, self._beside)
        listed.add_entries(found)
        return listed.done(self._kinds)

    def _in_xml(self, text: str) -> ReadText:
        if (element := cut_off(text)) is not None:
            raise Unreadable([Text("This XML is cut off: “{element}” does not end.", element=element[:MOST_SHOWN])])
        found = entries_in_xml(text)
        first = next(found, None)
        if first is None:
            raise Unreadable([Text("This is XML or a web page, and it names no cards of a deck.")])
        listed = DeckList(self._names, self._beside)
        listed.add_entries(chain([first], found))
        return listed.done(self._kinds)

    def _in_lines(self, text: str, lines: Sequence[Line]) -> ReadText:
        if not lines:
            codes = self._codes_in(text)  # as in what `quarterdeck deck show` writes, where nothing else is left of it
            if len(codes) != 1:
                raise Unreadable([self._nothing(text)])
            return ReadText(from_code(codes[0], self._prefix, self._numbered))
        first = lines[0][1].strip(BLANKS)
        if len(lines) == 1 and (deck := self._ready_in(first)) is not None:
            return ReadText(deck)
        codes = self._codes_in("\n".join([line for _, line in lines]))
        if codes:
            return self._of_codes(codes, lines)
        if (
            lines[0][1].lstrip().startswith(f"{self._prefix}-")
            and (deck := self._unwrapped("\n".join([line for _, line in lines]))) is not None
        ):
            return ReadText(deck)
        if len(lines) == 1 and first.startswith(self._beginnings) and not self._names.find(first):
            return ReadText(from_code(first.upper(), self._prefix, self._numbered))
        listed = self._list_of(lines)
        if listed.is_empty and (fault := self._no_deck(first, is_alone=len(lines) == 1)) is not None:
            raise Unreadable([fault])
        return listed.done(self._kinds)

    def _list_of(self, lines: Sequence[Line]) -> DeckList:
        listed = DeckList(self._names, self._beside)
        is_numbered = any(". " in line or ") " in line for _, line in lines[:MOST_TITLES])
        for number, line in with_counts(lines) if is_numbered else lines:
            if listed.is_too_strange:
                break
            listed.add_line(number, line)
        return listed

    def _ready_in(self, text: str) -> Deck | None:
        """Return the ready deck with this name, in any language."""
        if text in self._ready:
            return self._ready[text]
        found = self._names.ready.get(key_of(text), ()) if len(text) <= LONGEST_NAME else ()
        return self._ready[found[0]] if len(found) == 1 else None

    def _codes_in(self, text: str) -> Sequence[str]:
        """Return the different deck codes in a text."""
        text = text.replace("%2D", "-")
        if not any(beginning in text for beginning in self._beginnings):
            return ()
        if text.isascii():
            return tuple(dict.fromkeys(self._capitals.findall(text.upper())))
        for sign in _INVISIBLE:
            text = text.replace(sign, "")
        return tuple(dict.fromkeys(found.upper() for found in self._code.findall(text)))

    def _unwrapped(self, text: str) -> Deck | None:
        """Return the deck of a code that is split into several lines of equal length, as mail programs do."""
        found = self._wrapped.search(text[: 2 * LONGEST_CODE])
        if found is None:
            return None
        first, second, *parts = found[0].split()
        longest = len(second)
        whole = [first, second, *takewhile(lambda part: len(part) == longest, parts)]
        for last in (1, 0):
            try:
                return from_code(
                    "".join([first, second, *parts][: len(whole) + last]).upper(), self._prefix, self._numbered
                )
            except Unreadable:
                continue
        return None

    def _of_codes(self, codes: Sequence[str], lines: Sequence[Line]) -> ReadText:
        """Return the deck of a code. Other text must be a remark, or a list of the same deck."""
        if len(codes) > 1:
            raise Unreadable([Text("There are {count} different deck codes here: give one.", count=len(codes))])
        try:
            deck = from_code(codes[0], self._prefix, self._numbered)
        except Unreadable:
            whole = self._unwrapped("\n".join([line for _, line in lines]))
            if whole is None:
                raise
            return ReadText(whole)
        others = [(number, self._code.sub(" ", line)) for number, line in lines]
        listed = self._list_of([(number, line) for number, line in others if line.strip(BLANKS)])
        if not listed.is_empty:
            other = listed.done(self._kinds).deck
            if (other.all_cards, sorted(other.beside)) != (deck.all_cards, sorted(deck.beside)):
                raise Unreadable(
                    [Text("Here are a deck code and a list, and they are different decks: give one of them.")]
                )
        return ReadText(deck)

    def _nothing(self, text: str) -> Text:
        there = ", ".join(self._ready)
        if text.strip(BLANKS):
            return Text(
                "Nothing but remarks stands here: name a ready deck ({there}), or give a code or a list.", there=there
            )
        return Text("This is empty: name a ready deck ({there}), or give a code or a list.", there=there)

    def _no_deck(self, text: str, *, is_alone: bool) -> Text | None:
        """Return the reason why a text that names no card is not a deck, if its lines need not be reported one by
        one."""
        text = text[:LONGEST_LINE]
        foreign = _FOREIGN_CODE.search(text)
        if foreign is not None and foreign[1] != self._prefix:
            return Text(
                "{code} is the deck code of another game; those of this game begin with {prefix}-.",
                code=f"{foreign[0][:MOST_SHOWN]}",
                prefix=self._prefix,
            )
        if is_alone and len(text.split()) == 1:
            there = ", ".join(self._ready)
            return Text(
                "{text} is no deck: name a ready one ({there}), or give a code or a list.",
                text=text[:MOST_SHOWN],
                there=there,
            )
        return None


def _without_remark(line: str) -> str:
    """Return the part of a line before its remark."""
    if REMARK in line:
        before, _, behind = line.partition(REMARK)
        is_in_link = behind.startswith("/") and "://" in before[before.rfind(" ") + 1 :]
        line = line if is_in_link else before
    if "//" in line or ";" in line:
        return "" if line.lstrip(BLANKS).startswith(("//", ";")) else line
    return line
