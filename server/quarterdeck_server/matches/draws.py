"""The records of random draws in a log entry: every draw, and the place in the entry's events that shows its result
(`protocol/FAIRNESS.md`).

The rules name the event that will show each draw. This module finds the place within the event when the entry is made,
so that a verifier without the rules need not search. Entries without draws, the most common ones, have no such records.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import UNSET, Raw
from quarterdeck_games.dice import Drawn
from quarterdeck_protocol.fairness.draws import Draw, DrawKind

_encoder = msgspec.json.Encoder()


def noted(draws: Sequence[Drawn], events: Sequence[Any]) -> Raw:
    """Return the encoded records of random draws for a log entry with these events."""
    if not draws:
        return Raw(b"[]")
    told, taken = _as_written(events), set[str]()
    return Raw(_encoder.encode([_noted(draw, told, taken) for draw in draws]))


def _noted(draw: Drawn, events: Sequence[Any], taken: set[str]) -> Draw:
    outcome = _as_written(draw.outcome)
    at = _shown(draw, outcome, events, taken)
    taken.update(at or ())
    return Draw(
        kind=draw.kind,
        purpose=draw.purpose,
        of=draw.of,
        words=draw.words,
        at=UNSET if at is None else at,
        outcome=outcome if at is None else UNSET,
    )


def _as_written(value: Any) -> Any:
    return msgspec.json.decode(_encoder.encode(value))


def _shown(draw: Drawn, outcome: Any, events: Sequence[Any], taken: set[str]) -> tuple[str, ...] | None:
    """Return the JSON pointers that show the result of a draw, found by its purpose. Places already used by other draws
    are skipped. `None` if there is no place."""
    kind, _, field = draw.purpose.partition(".")
    for number, event in enumerate(events):
        if not isinstance(event, dict) or event.get("type") != kind or field not in ("", *event):
            continue
        place, value = (f"/{number}/{field}", event[field]) if field else (f"/{number}", event)
        if draw.kind is DrawKind.SHUFFLE:
            at = _pieces(outcome, [each for each in _lists(place, value) if each[0] not in taken])
        else:
            at = _one(outcome, [each for each in _values(place, value) if each[0] not in taken])
        if at is not None:
            return at
    return None


def _pieces(outcome: Any, lists: Sequence[tuple[str, list[Any]]]) -> tuple[str, ...] | None:
    """Return the places of the lists in an event that together contain the result of a draw, in order. At each step the
    longest fitting list is used. `None` if none fits."""
    at: list[str] = []
    start = 0
    while start < len(outcome) or not at:
        fits = [
            (len(value), place)
            for place, value in lists
            if place not in at and outcome[start : start + len(value)] == value and (value or not outcome)
        ]
        if not fits:
            return None
        length, place = max(fits, key=lambda each: each[0])
        at.append(place)
        start += length
    return tuple(at)


def _one(outcome: Any, values: Sequence[tuple[str, Any]]) -> tuple[str, ...] | None:
    return next(((place,) for place, value in values if type(value) is type(outcome) and value == outcome), None)


def _lists(place: str, value: Any) -> Iterator[tuple[str, list[Any]]]:
    """Yield all lists within a value, including nested ones, each with its place."""
    if isinstance(value, list):
        yield place, value
    for name, part in _parts(value):
        yield from _lists(f"{place}/{name}", part)


def _values(place: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Yield a value and, if it is a list, its elements, each with its place."""
    yield place, value
    if isinstance(value, list):
        for number, each in enumerate(value):
            yield f"{place}/{number}", each


def _parts(value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        yield from value.items()
    elif isinstance(value, list):
        for number, each in enumerate(value):
            yield str(number), each
