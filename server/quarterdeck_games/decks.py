"""Decks as data, for every game in which players bring their own: a list that people write, and a short code.

A list has a line for each card, `4 trip-wire`; what comes beside the cards, such as a Power, has a word of its own in
front: `power first-light`. A code can be pasted into a chat: two letters for the game, then in base 32 the number of
each card in its set with how many there are, and a check digit. Numbers stay as they are when a set grows.
"""

import base64
import binascii
import zlib
from collections.abc import Mapping, Sequence

from quarterdeck_protocol.decks import Deck

COPIES_BITS = 3
"""How many of a card a code can say: from 1 to 7."""

ENTRY_BYTES = 2


class Unreadable(Exception):  # noqa: N818 - said as a player would say it
    """This text is no deck; `faults` says everything that is wrong with it, in sentences."""

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__(" ".join(faults))
        self.faults = tuple(faults)


def read_deck(text: str, prefix: str, numbers: Sequence[str], ready: Mapping[str, Deck], beside: str) -> Deck:
    """Read a ready deck's name, a code or a list. `numbers` are all ids by their number in the set; `beside` is the
    word for what comes beside the cards. Raises `Unreadable`."""
    text = text.strip()
    if text in ready:
        return ready[text]
    if text.upper().startswith(f"{prefix}-"):
        return _from_code(text.upper(), prefix, numbers)
    if " " not in text:
        names = ", ".join(ready)
        raise Unreadable(
            [f"{text[:40] or 'Nothing'} is no deck: name a ready one ({names}), or give a code or a list."]
        )
    return _from_list(text, beside)


def _from_list(text: str, beside: str) -> Deck:
    cards: dict[str, int] = {}
    others: list[str] = []
    faults = []
    for number, line in enumerate(text.replace(",", "\n").splitlines(), 1):
        words = line.split()
        if not words:
            continue
        if len(words) == 2 and words[0].lower() == beside:
            others.append(words[1])
        elif len(words) == 2 and words[0].isascii() and words[0].isdecimal() and 0 < len(words[0]) <= 3:
            cards[words[1]] = cards.get(words[1], 0) + int(words[0])
        else:
            like = "“3 card-name”" + (f" or “{beside} name”" if beside else "")
            faults.append(f"Line {number}, “{line.strip()[:40]}”, must be like {like}.")
    if faults:
        raise Unreadable(faults)
    return Deck(cards=tuple(cards.items()), beside=tuple(others))


def code_of(deck: Deck, prefix: str, numbers: Sequence[str]) -> str:
    """Give a deck's code. Raises `ValueError` if a card has no number."""
    entries = [*deck.cards, *((card, 0) for card in deck.beside)]
    body = b"".join(
        (numbers.index(card) << COPIES_BITS | count).to_bytes(ENTRY_BYTES, "big") for card, count in entries
    )
    checked = body + zlib.crc32(body).to_bytes(4, "big")[:ENTRY_BYTES]
    return f"{prefix}-" + base64.b32encode(checked).decode().rstrip("=")


def _from_code(code: str, prefix: str, numbers: Sequence[str]) -> Deck:
    text = code[len(prefix) + 1 :]
    try:
        checked = base64.b32decode(text + "=" * (-len(text) % 8))
    except (binascii.Error, ValueError):
        raise Unreadable(["This deck code has a character too many, too few, or a wrong one."]) from None
    body, check = checked[:-ENTRY_BYTES], checked[-ENTRY_BYTES:]
    if zlib.crc32(body).to_bytes(4, "big")[:ENTRY_BYTES] != check or len(body) % ENTRY_BYTES:
        raise Unreadable(["This deck code is damaged: its check digits do not fit."])
    cards: dict[str, int] = {}
    beside = []
    for at in range(0, len(body), ENTRY_BYTES):
        number, count = divmod(int.from_bytes(body[at : at + ENTRY_BYTES], "big"), 1 << COPIES_BITS)
        if number >= len(numbers):
            return _unknown(number)
        if count:
            cards[numbers[number]] = cards.get(numbers[number], 0) + count
        else:
            beside.append(numbers[number])
    return Deck(cards=tuple(cards.items()), beside=tuple(beside))


def _unknown(number: int) -> Deck:
    raise Unreadable([f"This deck code names card number {number + 1}, which this server does not have."])
