"""The view of a match in words, for any game."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from quarterdeck_client.phrases import NOTHING, PhraseBook
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.web.discord.discord_messages import clipped

LONGEST_FIELD = 400
LEFT_OUT = frozenset(
    {"options", "seats", "seat", "stage", "faces", "prospects", "piece", "slot", "type", "last", "turn_cap"}
)
"""Fields that are shown elsewhere, or that only programs read."""

TITLES: Mapping[str, str] = {
    "hand": Text("hand"),
    "hand_count": Text("cards in hand"),
    "deck_count": Text("cards in the deck"),
    "deck_counts": Text("cards in the decks"),
    "library": Text("cards left"),
    "discarded": Text("discarded"),
    "discard_count": Text("discarded cards"),
    "removed": Text("removed"),
    "energy": Text("energy"),
    "tokens": Text("Death Tokens"),
    "slots": Text("Fighters"),
    "powers": Text("Powers"),
    "hazards": Text("Hazards"),
    "used": Text("used"),
    "turn": Text("turn"),
    "round": Text("round"),
    "deal": Text("deal"),
    "points": Text("points"),
    "damage": Text("damage"),
    "field": Text("field"),
    "dojos": Text("Dojos"),
    "turn_seat": Text("on turn"),
    "starting_seat": Text("first player"),
    "actions_taken": Text("actions taken"),
    "active_levels": Text("active levels"),
    "revealed": Text("revealed"),
    "resolving": Text("resolving"),
    "offer": Text("offer"),
    "looked_at": Text("looked at"),
    "redraws": Text("redraws"),
    "combos_played": Text("Combos played"),
    "fighters_discarded": Text("Fighters discarded"),
    "cooldown": Text("cooldown"),
    "sensei": Text("Sensei"),
    "picked": Text("picked"),
    "question": Text("question"),
    "fighters_played": Text("Fighters played"),
    "dealer_seat": Text("dealer"),
    "surrender_cost": Text("cost of surrender"),
    "pile_count": Text("cards in the pile"),
    "centre": Text("centre"),
    "score": Text("score"),
    "status": Text("status"),
    "lives": Text("lives"),
    "pending": Text("pending"),
    "lapses": Text("lapses"),
    "discard_top": Text("top of the discard pile"),
    "drawn": Text("drawn"),
    "taken": Text("taken"),
    "oblivion": Text("Oblivion"),
    "placing": Text("placing"),
    "pace": Text("pace"),
    "attack": Text("attack"),
}
"""The titles of common fields. Others have their name."""

Say = Callable[[str], str]


def board(view: Mapping[str, Any], book: PhraseBook, say: Say) -> str:
    """Return what a view shows: first of all seats together, then of each seat."""
    here = book.at(view)
    return "\n".join([*_fields(view, here, say), *_of_seats(view, here, say)])


def _of_seats(view: Mapping[str, Any], book: PhraseBook, say: Say) -> Iterator[str]:
    seats = view.get("seats")
    for number, seat in enumerate(seats if isinstance(seats, list) else ()):
        if isinstance(seat, dict):
            yield f"**{book.seat(seat.get('seat', number))}**"
            yield from _fields(seat, book, say)


def _fields(part: Mapping[str, Any], book: PhraseBook, say: Say) -> Iterator[str]:
    """Yield the fields with a content: those with a number or a word in one line, the others in a line each."""
    short: list[str] = []
    long: list[str] = []
    for name, value in part.items():
        if name in LEFT_OUT or isinstance(value, bool) or value in (None, [], {}, ""):
            continue
        text = clipped(_text(name, value, book), LONGEST_FIELD)
        title = say(TITLES[name]) if name in TITLES else book.thing("", name)
        if text.strip(f" ,{NOTHING}"):
            (long if isinstance(value, list | dict) else short).append(f"{title}: {text}")
    if short:
        yield " · ".join(short)
    yield from long


def _text(name: str, value: Any, book: PhraseBook) -> str:
    """Return a value: a card with its numbers, a list of them, or numbers of cards by their names."""
    match value:
        case dict() if "card" in value:
            numbers = [str(each) for key, each in value.items() if _is_number(each) and key not in LEFT_OUT]
            carried = [
                _text(key, each, book) for key, each in value.items() if isinstance(each, dict) and "card" in each
            ]
            parts = [book.thing("card", value["card"]), "/".join(numbers), *(f"+ {each}" for each in carried)]
            return " ".join(part for part in parts if part)
        case dict() if value and all(_is_number(each) for each in value.values()):
            return ", ".join(f"{each} × {book.thing('', key)}" for key, each in value.items())
        case dict():
            parts = [_text(key, each, book) for key, each in value.items() if each is not None and key not in LEFT_OUT]
            return " ".join(part for part in parts if part)
        case list():
            return ", ".join(filter(None, (_text(name, each, book) for each in value)))
        case None | bool():
            return ""
        case _:
            return book.thing(name, value)


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
