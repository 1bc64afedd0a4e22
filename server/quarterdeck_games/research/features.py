"""Views and choices as numbers: each becomes a row of a fixed width, in any game.

A view is a tree of names, numbers and words, like JSON. Each leaf is a feature, named by its path: a number counts
under its path, a word or a boolean under its path and its value. The name of a feature is hashed to a column and a
sign, and its value is added there (feature hashing: Weinberger and others, 2009). So the width is the same for every
game and every set of cards, and a feature has the same column in every match. Features in the same column cannot be
told apart; a program that needs every detail reads the view itself.
"""

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from math import copysign, log1p
from typing import Any, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

Row: TypeAlias = NDArray[np.float32]
Leaf: TypeAlias = tuple[str, float]

PRINTED = "faces"
"""The fields of printed text on the cards of a view: it follows from their names, and is left out."""

KEYS = ("seat", "slot", "zone")
"""The keys that give the position of an object in a list; the first existing one counts, otherwise its index."""

PIECE = "piece"
"""The key of a reference to a thing on the table."""


def as_json(value: Any) -> Any:
    """Return a value in the form of JSON: objects, numbers, strings and lists."""
    return msgspec.to_builtins(value, str_keys=True)


def leaves(value: Any, place: str) -> list[Leaf]:
    """Return the features of a JSON value, each with its name and number."""
    found: list[Leaf] = []
    _collect(value, place, found)
    return found


def row_of_view(view: Any, seat: int, width: int) -> Row:
    """Return a seat's view in JSON form as a row with `width` columns. The seat is one of its features."""
    return _row([(f"own={seat}", 1.0), *leaves(view, "")], width)


def rows_of_choices(choices: Sequence[Any], view: Any, most: int, width: int) -> Row:
    """Return a row with `width` columns for each choice, and empty rows up to `most`. If a choice names a piece on the
    table, the view's features of that piece are added."""
    rows = np.zeros((most, width), dtype=np.float32)
    shown: dict[str, Any] = {}
    _note_pieces(view, shown)
    known: dict[tuple[str, str], list[Leaf]] = {}
    for number, choice in enumerate(choices):
        found: list[Leaf] = []
        for name, value in choice.items():
            _collect(value, name, found)
            for each in value if isinstance(value, list) else (value,):
                if isinstance(each, str) and each in shown:
                    if (name, each) not in known:
                        known[name, each] = leaves({**shown[each], PIECE: None}, f"{name}:")
                    found += known[name, each]
        rows[number] = _row(found, width)
    return rows


def _collect(value: Any, place: str, found: list[Leaf]) -> None:
    """Add the features of a value to those that were found."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if name != PRINTED and inner is not None:
                _collect(inner, f"{place}.{name}", found)
    elif isinstance(value, list | tuple):
        for number, inner in enumerate(value):
            if isinstance(inner, str):  # a hand is what is in it, in whatever order
                found.append((f"{place}={inner}", 1.0))
            elif inner is not None:
                _collect(inner, f"{place}.{_key(inner, number)}", found)
    elif isinstance(value, str | bool):
        found.append((f"{place}={value}", 1.0))
    elif value is not None:  # hundreds of health stand beside single points
        found.append((place, copysign(log1p(abs(value)), value)))


def _key(inner: Any, number: int) -> object:
    if isinstance(inner, dict):
        for name in KEYS:
            if isinstance(inner.get(name), int | str):
                return inner[name]
    return number


def _note_pieces(value: Any, shown: dict[str, Any]) -> None:
    """Collect the pieces that a view shows, by their ids."""
    if isinstance(value, dict):
        if isinstance(value.get(PIECE), str):
            shown[value[PIECE]] = value
        for name, inner in value.items():
            if name != PRINTED and isinstance(inner, dict | list | tuple):
                _note_pieces(inner, shown)
    elif isinstance(value, list | tuple):
        for inner in value:
            if isinstance(inner, dict | list | tuple):
                _note_pieces(inner, shown)


def _row(found: Sequence[Leaf], width: int) -> Row:
    columns = [_column(name) for name, _ in found]
    weights = [sign * amount for (_, sign), (_, amount) in zip(columns, found, strict=True)]
    counted = np.bincount([number % width for number, _ in columns], weights, width)
    return counted.astype(np.float32)


@lru_cache(maxsize=1 << 17)
def _column(name: str) -> tuple[int, float]:
    """Return the number from which a feature's column is computed, and the sign with which it counts."""
    number = int.from_bytes(hashlib.blake2b(name.encode(), digest_size=8).digest(), "little")
    return number >> 1, 1.0 if number & 1 else -1.0
