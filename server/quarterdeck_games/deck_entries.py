"""What a text names as the cards of a deck, entry by entry, in the forms in which programs write decks.

JSON of this server (`deck_read`, a kept deck, a card set's ready deck) and of others, and XML as Cockatrice and MTGO
write it. Each entry has the line on which it stands in the text as it was given. Lists are read line by line in
`deck_lists.py`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from html import unescape
from itertools import islice
from typing import Any, NamedTuple

import msgspec

MOST_NAMED = 500
"""Cards that are looked at: more than are read."""

BLANKS = " \t\r\n\ufeff\u200b"

COUNTS = frozenset(["count", "quantity", "qty", "amount", "copies", "anzahl", "menge"])
NUMBER = "number"
"""How many in Cockatrice's files; elsewhere it may be a card's number in its set."""

NAMES = frozenset(["id", "card", "name", "cardname", "karte", "title"])
SIDES = frozenset(["side", "sideboard", "beside"])
"""Names of a zone, or of a field, of what stands beside a deck's cards."""

ZONES = SIDES | {"zone", "section", "board"}
"""Fields that say in which zone a card is."""

_CARD = re.compile(r"<(zone|cards?)\b([^<>]*)>([^<]*)", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"(\w+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")


class Entry(NamedTuple):
    """A card that is named somewhere in a text."""

    line: int
    """In the text as it was given, from 1."""

    shown: str
    """What stands there, to be shown to whoever wrote it."""

    name: str
    copies: int | None
    """`None` where no whole number stands."""

    is_beside: bool = False
    """True if it stands in a sideboard, or where the text has what comes beside the cards."""


class Coded(NamedTuple):
    """A text within JSON that is to be read in the place of all of it: a list or a code."""

    text: str


def is_xml(text: str) -> bool:
    """True if a text begins as XML or HTML does."""
    return re.match(r"<(\?xml|!doctype|[a-z_]+[\s>/])", text.lstrip(BLANKS), re.IGNORECASE) is not None


def entries_in_xml(text: str) -> Iterator[Entry]:
    """Return the cards in XML: `<card number="4" name="Alley Cat"/>`, `<Cards Quantity="4" Name="Alley Cat"/>`."""
    line, at, is_beside = 1, 0, False
    for found in islice(_CARD.finditer(text), MOST_NAMED):
        line += text.count("\n", at, found.start())
        at = found.start()
        fields = {name.casefold(): unescape(one or other) for name, one, other in _ATTRIBUTE.findall(found[2])}
        if found[1].casefold() == "zone":
            is_beside = fields.get("name", "").casefold() in SIDES
            continue
        name = fields.get("name", "") or unescape(found[3]).strip()
        if name or fields:
            counts = [fields[each] for each in (*COUNTS, NUMBER) if each in fields]
            beside = is_beside or fields.get("sideboard", "").casefold() == "true"
            yield Entry(line, found[0].strip(), name, _whole(counts[0]) if counts else 1, beside)


def entries_in_json(text: str) -> Iterator[Entry] | Coded | None:
    """Return the cards in JSON, or the text in it that says them; `None` if it names no cards. Raises
    `msgspec.DecodeError` and `RecursionError` if it cannot be read."""
    value = msgspec.json.decode(text)
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


_Named = tuple[Any, Any, bool]
"""A name as it stands in JSON, how many, and whether it is beside the cards."""


def _named_in(value: Any) -> Iterator[_Named]:
    if isinstance(value, dict) and ("cards" in value or "beside" in value):
        yield from _cards_in(value.get("cards", []), is_beside=False)
        for field in SIDES:
            yield from _cards_in(value.get(field, []), is_beside=True)
    else:
        yield from _cards_in(value, is_beside=False)


def _cards_in(value: Any, *, is_beside: bool) -> Iterator[_Named]:
    match value:
        case dict():
            yield from ((name, count, is_beside) for name, count in value.items())
        case list():
            for each in value:
                match each:
                    case [name, count]:
                        yield name, count, is_beside
                    case dict():
                        yield _field(each, NAMES, ""), _field(each, COUNTS, 1), is_beside
                    case _:
                        yield each, 1, is_beside
        case _:
            return


def _field(value: Mapping[str, Any], names: frozenset[str], otherwise: Any) -> Any:
    """Return the first field of a card with one of these names."""
    return next((part for name, part in value.items() if name.casefold() in names), otherwise)


def _on_their_lines(named: Sequence[_Named], text: str) -> Iterator[Entry]:
    """Return entries with the lines on which their names stand, one after the other."""
    line, at = 1, 0
    for name, count, is_beside in named:
        said = name if isinstance(name, str) else ""
        shown = msgspec.json.encode(name).decode()
        found = text.find(shown, at)
        if found >= 0:
            line += text.count("\n", at, found)
            at = found
        yield Entry(line, f"{shown}: {msgspec.json.encode(count).decode()}", said, _whole(count), is_beside)


def _whole(value: Any) -> int | None:
    """Return a whole number, written in whichever way; `None` if it is none."""
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
