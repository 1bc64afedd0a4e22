"""Differences between a JSON value and the next one: three of the operations of JSON Patch (RFC 6902), and their
application."""

import re
from collections.abc import Sequence
from typing import Any

import msgspec

_NUMBER = re.compile(r"0|[1-9][0-9]*")


class Operation(msgspec.Struct, frozen=True, gc=False, tag_field="op"):
    """One change of a JSON value, at a place that a JSON Pointer (RFC 6901) names."""

    path: str
    """The place: a `/` before each key or index, with `~1` for `/` and `~0` for `~` in keys."""


class Add(Operation, frozen=True, gc=False, tag="add"):
    """Patch operation: insert a field into an object, or an element into an array before this index. An index equal to
    the array's length appends."""

    value: Any
    """The new value."""


class Remove(Operation, frozen=True, gc=False, tag="remove"):
    """Patch operation: remove a field or an element; later elements move up."""


class Replace(Operation, frozen=True, gc=False, tag="replace"):
    """Patch operation: replace the value of a field or an element."""

    value: Any
    """The new value."""


AnyOperation = Add | Remove | Replace


class PatchError(ValueError):
    """Error: a patch does not fit the value to which it is applied."""


def patched(document: Any, operations: Sequence[AnyOperation]) -> Any:
    """Return a JSON value with these operations applied in order. The given value is modified. Raises `PatchError` if
    an operation does not fit."""
    whole = {"": document}
    for operation in operations:
        keys = ["", *(_key(part) for part in operation.path.split("/")[1:])]
        if operation.path and not operation.path.startswith("/"):
            raise PatchError(f"`{operation.path}` is no place")
        place: Any = whole
        for key in keys[:-1]:
            place = place[_found(place, key, operation)]
        _carry_out(place, keys[-1], operation)
    return whole[""]


def _carry_out(place: Any, key: str, operation: AnyOperation) -> None:
    match operation, place:
        case Add(), dict():
            place[key] = operation.value
        case Add(), list():
            if key != str(len(place)):
                _found(place, key, operation)
            place.insert(int(key), operation.value)
        case Replace(), _:
            place[_found(place, key, operation)] = operation.value
        case Remove(), _:
            del place[_found(place, key, operation)]
        case _:
            raise _misfit(operation)


def _found(place: Any, key: str, operation: AnyOperation) -> Any:
    """Return the key or index of the value at `key`. Raises `PatchError` if there is none."""
    if isinstance(place, dict) and key in place:
        return key
    if isinstance(place, list) and _NUMBER.fullmatch(key) and int(key) < len(place):
        return int(key)
    raise _misfit(operation)


def _key(part: str) -> str:
    return part.replace("~1", "/").replace("~0", "~")


def _misfit(operation: AnyOperation) -> PatchError:
    return PatchError(f"the patch does not fit: the value has nothing at `{operation.path}`")
