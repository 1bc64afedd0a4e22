"""Decks as data, for every game with decks that players bring, and their codes, which can be pasted into a chat.

- It begins with two letters for the game, `AB` for Amiibart TCG, and a hyphen. What follows are bytes in base 32 (RFC
  4648, without `=`), in this order:
- a byte for the form of the code, which is 1;
- for each set, in the order of their ids: a byte for the length of its id, the id in ASCII, a byte for how many entries
  follow, and the entries in the order of their numbers, each two bytes, the higher first: eight times the card's number
  in the set plus how many there are, or plus 0 for a card that comes beside the deck;
- the two highest bytes of the CRC-32 of all that.
- Set ids and numbers are given once and for ever, so a code means the same wherever it is read and however sets grow;
  and a deck has one code, in any order of its cards.
"""

import base64
import binascii
import zlib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

import msgspec
from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.translatable_text import Text, sentences

FORM = 1
COPIES_BITS = 3
"""Number of copies of a card that a code can express: from 1 to 7."""

LARGEST_NUMBER = (1 << 16 - COPIES_BITS) - 1
ENTRY_BYTES = 2
MOST_ENTRIES = 255
LONGEST_CODE = 2_000
"""Room for six hundred entries."""

Numbers = Mapping[str, tuple[str, int]]
"""For each card, the id of its set and its number in the set."""

Names = Mapping[tuple[str, int], str]
"""The same the other way round."""


class Unreadable(Exception):  # noqa: N818 - said as a player would say it
    """Error: a text is not a deck; `faults` has all faults as sentences."""

    def __init__(self, faults: Sequence[str], rest: Deck | None = None, strangers: Collection[str] = ()) -> None:
        """Make the error for a deck that cannot be read. `rest` is the readable part of the deck, if there is any;
        `strangers` are the unknown card ids in that part, which `faults` reports."""
        super().__init__(sentences(faults))
        self.faults = tuple(faults)
        self.rest = rest
        self.strangers = strangers


def counted(cards: Iterable[tuple[str, int]]) -> Counter[str]:
    """Return the number of copies of each card, in the order in which the cards first occur."""
    counts: Counter[str] = Counter()
    for card, count in cards:
        counts[card] += count
    return counts


def as_played(deck: Deck, printings: Mapping[str, str]) -> Deck:
    """Return a deck in which printings are replaced by their cards."""
    if not any(name in printings for name in (*deck.beside, *(name for name, _ in deck.cards))):
        return deck
    counts = counted((printings.get(name, name), count) for name, count in deck.cards)
    beside = tuple([printings.get(name, name) for name in deck.beside])
    return msgspec.structs.replace(deck, cards=tuple(counts.items()), beside=beside)


def code_of(deck: Deck, prefix: str, numbers: Numbers) -> str:
    """Return a deck's code. Raises `ValueError` if a card has no number, or there are more than 7 of it."""
    if any(count < 1 for _, count in deck.cards):
        raise ValueError("a deck code cannot contain 0 copies of a card, because 0 marks a card beside the deck")
    counts = counted([*((card, 0) for card in deck.beside), *deck.cards])
    sections: dict[str, list[tuple[int, int]]] = {}
    for card, count in counts.items():
        if card not in numbers or not 0 <= count < 1 << COPIES_BITS:
            raise ValueError(f"a deck code cannot contain {count} of {card!r}: it has 1 to 7 of a card with a number")
        of, number = numbers[card]
        sections.setdefault(of, []).append((number, count))
    body = bytes([FORM]) + b"".join(
        _section(of, entries[at : at + MOST_ENTRIES])
        for of, entries in sorted((of, sorted(entries)) for of, entries in sections.items())
        for at in range(0, len(entries), MOST_ENTRIES)
    )
    return f"{prefix}-" + base64.b32encode(body + _check_of(body)).decode().rstrip("=")


def _section(of: str, entries: Sequence[tuple[int, int]]) -> bytes:
    numbers = b"".join((number << COPIES_BITS | count).to_bytes(ENTRY_BYTES, "big") for number, count in entries)
    return bytes([len(of)]) + of.encode("ascii") + bytes([len(entries)]) + numbers


def _check_of(body: bytes) -> bytes:
    return zlib.crc32(body).to_bytes(4, "big")[:ENTRY_BYTES]


def from_code(code: str, prefix: str, names: Names) -> Deck:
    """Return the deck of a code in capital letters. Raises `Unreadable`."""
    text = code[len(prefix) + 1 :]
    if len(text) > LONGEST_CODE:
        raise Unreadable(
            [
                Text(
                    "This deck code has {count} characters; at most {longest_code} are read.",
                    count=len(text),
                    longest_code=LONGEST_CODE,
                )
            ]
        )
    try:
        checked = base64.b32decode(text + "=" * (-len(text) % 8))
    except (binascii.Error, ValueError):
        raise Unreadable([Text("This deck code has a character too many, too few, or a wrong one.")]) from None
    body, check = checked[:-ENTRY_BYTES], checked[-ENTRY_BYTES:]
    if not body or _check_of(body) != check:
        raise Unreadable([Text("This deck code is damaged: its check digits do not fit.")])
    if body[0] != FORM:
        raise Unreadable(
            [Text("This deck code has form {version}; this server reads form {form}.", version=body[0], form=FORM)]
        )
    cards: dict[str, int] = {}
    beside = []
    faults = []
    for of, number, count in _entries(body):
        name = names.get((of, number))
        if name is None:
            faults.append(_unknown(of, number, names))
        elif count:
            cards[name] = count
        else:
            beside.append(name)
    return read_as(cards, beside, list(dict.fromkeys(faults)))


def read_as(cards: Mapping[str, int], beside: Sequence[str], faults: Sequence[str]) -> Deck:
    """Return the deck that was read. If there are faults, raise `Unreadable` with its readable part."""
    deck = Deck(cards=tuple(cards.items()), beside=tuple(beside))
    if faults:
        raise Unreadable(faults, deck if deck.cards or deck.beside else None)
    return deck


def _entries(body: bytes) -> Iterator[tuple[str, int, int]]:
    """Yield every entry of a deck code: the set, the number in it, and the number of copies. Raises `Unreadable` if the
    code is incomplete."""
    at = 1
    try:
        while at < len(body):
            end = at + 1 + body[at]
            of, entries = body[at + 1 : end].decode("ascii"), body[end]
            for start in range(end + 1, end + 1 + ENTRY_BYTES * entries, ENTRY_BYTES):
                high, low = body[start], body[start + 1]
                yield of, *divmod(high << 8 | low, 1 << COPIES_BITS)
            at = end + 1 + ENTRY_BYTES * entries
    except (IndexError, UnicodeDecodeError):
        raise Unreadable([Text("This deck code breaks off in the middle.")]) from None


def _unknown(of: str, number: int, names: Names) -> str:
    if not any(known == of for known, _ in names):
        return Text("This deck code names cards of the set {of}, which this server does not have.", of=of[:8])
    return Text(
        "This deck code names card {number} of the set {of}, which this server does not have.", number=number, of=of
    )
