"""What has changed from one value to the next, as operations of JSON Patch on what both are when they are encoded.

The values are compared as they are: whatever is equal costs one comparison, made in C, and is neither encoded nor
walked through. Only what has changed is looked into, and only that is ever encoded.
"""

from collections.abc import Callable, Sequence
from functools import cache
from operator import attrgetter
from typing import Any, NamedTuple

import msgspec
from msgspec import NODEFAULT, UNSET
from quarterdeck_protocol.patch import Add, AnyOperation, Remove, Replace

MOST_FIELDS_OF_SMALL = 8

_NESTING = (msgspec.Struct, tuple, list, dict)


class _Shape(NamedTuple):
    """How the structs of a type are encoded: all values of one at once, and for each field its part of a path, and with
    which value it is left out (`NODEFAULT` where it never is)."""

    values: Callable[[Any], Any]
    parts: tuple[str, ...]
    defaults: tuple[Any, ...]
    is_an_object: bool


def difference(before: Any, after: Any, path: str = "") -> list[AnyOperation]:
    """Return what makes the one value, encoded, the other."""
    found: list[AnyOperation] = []
    _compare(before, after, path, found)
    return found


def _compare(before: Any, after: Any, path: str, found: list[AnyOperation]) -> None:
    kind = type(after)
    if type(before) is not kind:
        if before != after or not isinstance(after, str):  # an enum is encoded as what it equals
            found.append(Replace(path=path, value=after))
    elif issubclass(kind, msgspec.Struct):
        _compare_structs(before, after, path, found)
    elif kind is tuple or kind is list:
        _compare_arrays(before, after, path, found)
    elif kind is dict and all(type(key) is str for key in (*before, *after)):
        _compare_objects(before, after, path, found)
    else:
        found.append(Replace(path=path, value=after))


def _compare_structs(before: Any, after: Any, path: str, found: list[AnyOperation]) -> None:
    kind: Any = type(after)
    values, parts, defaults, is_an_object = _shape_of(kind)
    changed = [
        each
        for each in zip(parts, defaults, values(before), values(after), strict=True)
        if each[2] is not each[3] and each[2] != each[3]
    ]
    if not is_an_object or (len(changed) > 1 and 2 * len(changed) >= len(parts) and _is_flat(changed)):
        found.append(Replace(path=path, value=after))
        return
    for part, default, old, new in changed:
        if not _is_there(default, new):
            if _is_there(default, old):
                found.append(Remove(path=path + part))
        elif not _is_there(default, old):
            found.append(Add(path=path + part, value=new))
        else:
            _compare(old, new, path + part, found)


def _compare_objects(before: dict[str, Any], after: dict[str, Any], path: str, found: list[AnyOperation]) -> None:
    for key, old in before.items():
        if key not in after:
            found.append(Remove(path=f"{path}/{_part(key)}"))
        elif old != after[key]:
            _compare(old, after[key], f"{path}/{_part(key)}", found)
    for key, new in after.items():
        if key not in before:
            found.append(Add(path=f"{path}/{_part(key)}", value=new))


def _compare_arrays(before: Sequence[Any], after: Sequence[Any], path: str, found: list[AnyOperation]) -> None:
    """Compare what lies between an equal beginning and an equal end, element by element."""
    shorter = min(len(before), len(after))
    first = 0
    while first < shorter and before[first] == after[first]:
        first += 1
    last = 0
    while last < shorter - first and before[-1 - last] == after[-1 - last]:
        last += 1
    old, new = before[first : len(before) - last], after[first : len(after) - last]
    pairs = min(len(old), len(new))
    changes = max(len(old), len(new))
    if changes > 1 and 2 * changes >= len(after) and all(_is_small(each) for each in new or after[:1]):
        found.append(Replace(path=path, value=after))
        return
    for index in range(pairs):
        if old[index] != new[index]:
            _compare(old[index], new[index], f"{path}/{first + index}", found)
    found.extend(Remove(path=f"{path}/{first + pairs}") for _ in old[pairs:])
    found.extend(Add(path=f"{path}/{first + index}", value=new[index]) for index in range(pairs, len(new)))


def _is_flat(changed: list[tuple[str, Any, Any, Any]]) -> bool:
    return not any(isinstance(new, _NESTING) and new for _, _, _, new in changed)


def _is_small(value: Any) -> bool:
    """Whether it is said whole in about as many bytes as an operation on a part of it."""
    if isinstance(value, msgspec.Struct):
        return len(value.__struct_fields__) <= MOST_FIELDS_OF_SMALL
    return not isinstance(value, _NESTING)


def _is_there(default: Any, value: Any) -> bool:
    """Whether msgspec encodes it: `UNSET` never, and a default not where defaults are left out."""
    if value is UNSET or value is default:
        return False
    return bool(value) or type(value) is not getattr(default, "factory", None)


@cache
def _shape_of(kind: Any) -> _Shape:
    config = kind.__struct_config__
    names = kind.__struct_fields__
    defaults = kind.__struct_defaults__ if config.omit_defaults else ()
    return _Shape(
        values=attrgetter(*names) if len(names) > 1 else lambda struct: tuple(getattr(struct, name) for name in names),
        parts=tuple(f"/{_part(encoded)}" for encoded in kind.__struct_encode_fields__),
        defaults=(NODEFAULT,) * (len(names) - len(defaults)) + defaults,
        is_an_object=not config.array_like,
    )


def _part(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")
