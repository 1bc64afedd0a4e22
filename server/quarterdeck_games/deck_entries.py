"""Parser of deck lists in the file formats of other programs, entry by entry.

It reads JSON of this server (`deck_read`, a saved deck, a card set's ready deck) and of others, and the XML of
Cockatrice and MTGO. Each entry has the line on which it is in the text. Plain lists are read line by line in
`deck_lists.py`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from html import unescape
from itertools import islice
from typing import Any, NamedTuple

import msgspec
from quarterdeck_protocol.encoding.unambiguous_json import repeated_key

from quarterdeck_games.deck_remarks import SIDES, ZONES, zone_in

MOST_NAMED = 500
"""Cards that are looked at: more than are read."""

LONGEST_TAG = 1_000
"""Characters of an element of XML in which attributes are read; those of a card have a hundred."""

BLANKS = " \t\r\n\ufeff\u200b"

COUNTS = frozenset(["count", "quantity", "qty", "amount", "copies", "anzahl", "menge"])
NUMBER = "number"
"""The count of copies in Cockatrice's files; elsewhere it may be a card's number in its set."""

NAMES = frozenset(["id", "card", "name", "cardname", "karte", "title"])
_CARD = re.compile(r"<(zone|section|cards?)\b([^<>]*)(>?)([^<]*)", re.IGNORECASE)
_ROOT = re.compile(r"<([a-z_]+)[\s>/]", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"(?<!\w)(\w+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")


class Entry(NamedTuple):
    """A card that a deck text names."""

    line: int
    """The number of the line in the given text, from 1."""

    shown: str
    """The text of the entry, to be shown to its author."""

    names: Sequence[str]
    """All that it is called there."""

    copies: int | None
    """The number of copies; `None` if the line has no whole number, or several."""

    zone: str = ""
    """The zone, if the text names one: `sideboard`."""


class Coded(NamedTuple):
    """A text inside JSON that contains the whole deck: a list or a deck code."""

    text: str


def is_xml(text: str) -> bool:
    """True if a text begins like XML or HTML."""
    return re.match(r"<(\?xml|!doctype|[a-z_]+[\s>/])", text.lstrip(BLANKS), re.IGNORECASE) is not None


def entries_in_xml(text: str) -> Iterator[Entry]:
    """Yield the cards in an XML deck: `<card number="4" name="Alley Cat"/>`, `<Cards Quantity="4" Name="Alley
    Cat"/>`."""
    line, at, zone = 1, 0, ""
    for found in islice(_CARD.finditer(text), MOST_NAMED):
        line += text.count("\n", at, found.start())
        at = found.start()
        fields = {
            name.casefold(): unescape(one or other) for name, one, other in _ATTRIBUTE.findall(found[2][:LONGEST_TAG])
        }
        if found[1].casefold() in ("zone", "section"):
            zone = fields.get("name", "")
            continue
        name = fields.get("name", "") or unescape(found[4]).strip()
        if name or fields:
            counts = {_whole(fields[each]) for each in (*COUNTS, NUMBER) if each in fields} or {1}
            copies = counts.pop() if found[3] and len(counts) == 1 else None
            own = [zone_in(each, fields[each]) for each in ZONES & fields.keys()]
            yield Entry(line, found[0].strip(), [name], copies, " ".join((zone, *own)).strip())


def cut_off(text: str) -> str | None:
    """Return the name of the first XML element that is not closed; `None` if the text is complete."""
    root = _ROOT.search(text)
    if root is None or root[1].casefold() in ("card", "cards"):
        return None
    return None if f"</{root[1]}" in text else root[1]


def entries_in_json(text: str) -> Iterator[Entry] | Coded | None:
    """Return the cards in a JSON deck, or the text in it that contains the deck; `None` if it names no cards. Raises
    `msgspec.DecodeError` and `RecursionError` if it cannot be read, and `KeyError` with a key that occurs twice."""
    value = msgspec.json.decode(text)
    if (key := repeated_key(text)) is not None:
        raise KeyError(key)
    while isinstance(value, dict) and isinstance(value.get("deck"), dict | str):
        value = value["deck"]
    if isinstance(value, str):
        return Coded(value)
    if isinstance(value, dict) and "cards" not in value:
        for name in ("code", "text"):
            if isinstance(value.get(name), str):
                return Coded(value[name])
    named = list(islice(_named_in(value), MOST_NAMED))
    return _on_their_lines(named, text) if named else None


_Named = tuple[Any, Any, str]
"""The name, count and zone of a card in JSON."""


def _named_in(value: Any) -> Iterator[_Named]:
    if isinstance(value, dict) and ("cards" in value or "beside" in value):
        yield from _cards_in(value.get("cards", []), "")
        for field in SIDES:
            yield from _cards_in(value.get(field, []), field)
    else:
        yield from _cards_in(value, "")


def _cards_in(value: Any, zone: str) -> Iterator[_Named]:
    match value:
        case dict():
            yield from ((name, count, zone) for name, count in value.items())
        case list():
            for each in value:
                match each:
                    case [name, count]:
                        yield name, count, zone
                    case dict():
                        yield _card_of(each, zone)
                    case _:
                        yield each, 1, zone
        case _:
            return


def _card_of(fields: Mapping[str, Any], zone: str) -> _Named:
    """Return the card that the fields of an entry describe. If there are several numbers, all are returned."""
    names, counts = [], []
    for name, part in fields.items():
        field = name.casefold()
        if field in NAMES:
            names.append(part)
        elif field in COUNTS:
            counts.append(part)
        elif field in ZONES:
            zone = f"{zone} {zone_in(field, str(part))}".strip()
    is_one = all(count == counts[0] for count in counts)
    return names or "", (counts or [1])[0] if is_one else counts, zone


def _on_their_lines(named: Sequence[_Named], text: str) -> Iterator[Entry]:
    """Yield deck entries with the line numbers on which their names occur."""
    line, at = 1, 0
    for called, count, zone in named:
        names = called if isinstance(called, list) else [called]
        said = [name for name in names if isinstance(name, str)]
        shown = msgspec.json.encode(names[0]).decode() if names else ""
        found = text.find(shown, at)
        if found >= 0:
            line += text.count("\n", at, found)
            at = found
        yield Entry(line, f"{shown}: {msgspec.json.encode(count).decode()}", said or [""], _whole(count), zone)


def _whole(value: Any) -> int | None:
    """Return an integer from a value in any form; `None` if it is not an integer."""
    match value:
        case bool():
            return None
        case int():
            return value
        case float() if value.is_integer() and abs(value) < 1_000_000:
            return int(value)
        case str() if value.strip().isdecimal() and len(value) < 10:
            return int(value)
        case _:
            return None
