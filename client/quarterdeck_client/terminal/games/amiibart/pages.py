"""Pages to read during a match of Amiibart: cards in play with their texts, both libraries by kind, and cards that have
left play."""

from collections import Counter
from collections.abc import Mapping

from quarterdeck_protocol.games.amiibart import CardId, FighterView, SeatView, View
from quarterdeck_protocol.names import Seat
from rich.text import Text

from quarterdeck_client.phrases import PhraseBook
from quarterdeck_client.terminal.games.board import Page
from quarterdeck_client.words.card_texts import Book, name_of

KINDS = ("fighter", "spell", "hazard", "stage", "")
"""The order of card kinds in a library. The last entry is for cards of unknown kind."""


def pages(view: View, own: Seat | None, book: Book, phrasing: PhraseBook) -> list[Page]:
    """Return the pages of card texts to read during the match. Those with the player's own cards come first."""
    seats = sorted(view.seats, key=lambda seat: seat.seat != own)
    names = ["Your" if seat.seat == own else f"{phrasing.seat(seat.seat)}'s" for seat in seats]
    return [
        Page(
            "In play", tuple([one for seat, name in zip(seats, names, strict=True) for one in _side(seat, name, book)])
        ),
        *[Page(f"{name} library", _library(seat, book)) for seat, name in zip(seats, names, strict=True)],
        Page("Gone", tuple([one for seat, name in zip(seats, names, strict=True) for one in _gone(seat, name, book)])),
    ]


def by_kind(library: Mapping[CardId, int], book: Book) -> list[str]:
    """Return one line for each kind of card in a library: `Spells 3: Bandage ×2, Spark`."""
    lines = []
    for kind in KINDS:
        cards = {card: count for card, count in library.items() if _kind(card, book) == kind}
        if cards:
            names = ", ".join(f"{name_of(book, card)}{_times(count)}" for card, count in sorted(cards.items()))
            lines.append(f"{f'{kind.capitalize()}s' if kind else 'Library'} {sum(cards.values())}: {names}")
    return lines


def _library(seat: SeatView, book: Book) -> tuple[Text, ...]:
    cards = sorted(seat.library, key=lambda card: (KINDS.index(_kind(card, book)), card))
    said = [card_text(_kind(card, book).capitalize(), card, book, _times(seat.library[card])) for card in cards]
    return tuple(said) or (Text("No card is left."),)


def card_text(role: str, card: CardId, book: Book, beside: str = "") -> Text:
    """Return the complete printed text of a card."""
    printed = book.get(card)
    words = Text(f"{role} " if role else "", style="#d9a441").append(name_of(book, card), style="bold not italic")
    words.append(beside, style="bold")
    if printed is None:
        return words
    words.append(f"  {printed.line}" if printed.line else "", style="dim")
    return words.append(f"\n{printed.text}" if printed.text else "", style="default")


def _side(seat: SeatView, whose: str, book: Book) -> list[Text]:
    said = [
        card_text(f"{whose} Power", power, book, " – used this turn" if power in seat.used else "")
        for power in seat.powers
    ]
    said += [card_text(f"{whose} Stage", seat.stage, book)] if seat.stage is not None else []
    said += [card_text(f"{whose} Hazard", hazard, book) for hazard in seat.hazards]
    for slot, fighter in enumerate(seat.slots, start=1):
        if fighter is not None:
            said.append(card_text(f"{whose} slot {slot}", fighter.card, book, _now(fighter)))
    return said


def _now(fighter: FighterView) -> str:
    words = [f" – now {fighter.attack} Attack, {fighter.health} Health"]
    words += [keyword.value.capitalize() for keyword in fighter.keywords]
    return ", ".join([*words, *(["may attack"] if fighter.may_attack else [])])


def _gone(seat: SeatView, whose: str, book: Book) -> list[Text]:
    said = [
        card_text(f"{whose} discarded", card, book, _times(count))
        for card, count in sorted(Counter(seat.discarded).items())
    ]
    return said + [
        card_text(f"{whose} gone for good", card, book, _times(count))
        for card, count in sorted(Counter(seat.removed).items())
    ]


def _kind(card: CardId, book: Book) -> str:
    kind = book[card].kind if card in book else ""
    return kind if kind in KINDS else ""


def _times(count: int) -> str:
    return f" ×{count}" if count > 1 else ""
