"""Computation of a JSON Patch between two values: the operations on their encoded forms.

The values are compared as objects. Equal objects cost one comparison in C and are neither encoded nor searched. Only
changed parts are inspected and encoded. This code runs for every seat after every action. So facts about a type are
computed once, and the most common change (a field with another number, string or `None`) has the shortest code path.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec import NODEFAULT, UNSET, UnsetType
from msgspec.structs import astuple, replace
from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.patch import Add, AnyOperation, Remove, Replace

MOST_FIELDS_OF_SMALL = 8

T = TypeVar("T", bound=msgspec.Struct)


class _Shape(NamedTuple):
    """The encoded form of a struct type. For each field: its part of a path, and the default value with which the field
    is omitted (`NODEFAULT` if it never is)."""

    parts: tuple[str, ...]
    defaults: tuple[Any, ...]
    is_an_object: bool


def difference(before: Any, after: Any, path: str = "") -> list[AnyOperation]:
    """Return the JSON Patch operations that change the encoded `before` into the encoded `after`."""
    found: list[AnyOperation] = []
    _compare(before, after, path, found)
    return found


def sharing(value: T, other: T) -> T:
    """Return the struct with each field that equals the other struct's field replaced by the other's object. So
    memory holds equal parts only once."""
    if _comparison_of(type(value)) is not _compare_structs or type(other) is not type(value):
        return value
    same = {
        name: theirs
        for name, own, theirs in zip(value.__struct_fields__, astuple(value), astuple(other), strict=True)
        if own is not theirs and type(own) not in _PLAIN and own == theirs
    }
    return replace(value, **same) if same else value


class SharedDifference:
    """Computes JSON Patches between structs of one type for several viewers at the same two moments. Parts that are the
    same object, thanks to `sharing`, are compared and encoded only once. Each viewer gets the same operations as if it
    were alone."""

    __slots__ = ("_after", "_before", "_encoded", "_path")

    def __init__(self, path: str) -> None:
        self._path = path
        self._before: tuple[Any, ...] = ()
        self._after: tuple[Any, ...] = ()
        self._encoded: dict[int, bytes] = {}
        """For each changed field, by its index: its encoded operations for the first viewer."""

    def of(self, before: Any, after: Any) -> list[bytes]:
        """Return the operations that change `before` into `after`: one encoded part for each changed field, without
        brackets."""
        kind = type(after)
        if type(before) is not kind or _comparison_of(kind) is not _compare_structs or not _shapes[kind].is_an_object:
            return _encoded(difference(before, after, self._path))
        olds, news = astuple(before), astuple(after)
        changed: list[bytes] = []
        if not self._before:
            self._before, self._after = olds, news
            for index, (old, new) in enumerate(zip(olds, news, strict=True)):
                if old is not new and old != new and (own := self._compared(kind, index, old, new)):
                    self._encoded[index] = own[0]
                    changed += own
            return changed
        first = zip(olds, news, self._before, self._after, strict=True)
        for index, (old, new, first_old, first_new) in enumerate(first):
            if old is first_old and new is first_new:
                if index in self._encoded:
                    changed.append(self._encoded[index])
            elif old is not new and old != new:
                changed += self._compared(kind, index, old, new)
        return changed

    def _compared(self, kind: type, index: int, old: Any, new: Any) -> list[bytes]:
        parts, defaults, _ = _shapes[kind]
        found: list[AnyOperation] = []
        _compare_fields(defaults[index], old, new, self._path + parts[index], found)
        return _encoded(found)


def _encoded(operations: list[AnyOperation]) -> list[bytes]:
    return [wire.encode(operations)[1:-1]] if operations else []


def _compare(before: Any, after: Any, path: str, found: list[AnyOperation]) -> None:
    kind = type(after)
    if type(before) is kind:
        compare = _comparisons.get(kind)
        if compare is None:
            compare = _comparisons[kind] = _comparison_of(kind)
        compare(before, after, path, found)
    elif before != after or not isinstance(after, str):  # an enum is encoded as what it equals
        found.append(Replace(path, after))


def _compare_structs(before: Any, after: Any, path: str, found: list[AnyOperation]) -> None:
    parts, defaults, is_an_object = _shapes[type(after)]
    changed = [
        (part, default, old, new)
        for part, default, old, new in zip(parts, defaults, astuple(before), astuple(after), strict=True)
        if old is not new and old != new
    ]
    if not is_an_object or (len(changed) > 1 and 2 * len(changed) >= len(parts) and _is_flat(changed)):
        found.append(Replace(path, after))
        return
    for part, default, old, new in changed:
        _compare_fields(default, old, new, path + part, found)


def _compare_fields(default: Any, old: Any, new: Any, path: str, found: list[AnyOperation]) -> None:
    """Compare the old and new value of a struct's field."""
    if default is not NODEFAULT or old is UNSET or new is UNSET:
        if not _is_there(default, new):
            if _is_there(default, old):
                found.append(Remove(path))
            return
        if not _is_there(default, old):
            found.append(Add(path, new))
            return
    if type(new) in _PLAIN:
        found.append(Replace(path, new))
    else:
        _compare(old, new, path, found)


def _compare_objects(before: dict[Any, Any], after: dict[Any, Any], path: str, found: list[AnyOperation]) -> None:
    if not all(type(key) is str for key in (*before, *after)):
        found.append(Replace(path, after))
        return
    for key, old in before.items():
        if key not in after:
            found.append(Remove(f"{path}/{_part(key)}"))
        elif old != after[key]:
            _compare(old, after[key], f"{path}/{_part(key)}", found)
    for key, new in after.items():
        if key not in before:
            found.append(Add(f"{path}/{_part(key)}", new))


def _compare_arrays(before: Sequence[Any], after: Sequence[Any], path: str, found: list[AnyOperation]) -> None:
    """Compare two arrays element by element, without their equal beginnings and ends."""
    length = len(after)
    if len(before) != length:
        _compare_lengths(before, after, path, found)
        return
    changed = [
        (index, old, new)
        for index, (old, new) in enumerate(zip(before, after, strict=True))
        if old is not new and old != new
    ]
    if not changed:
        return
    first, last = changed[0][0], changed[-1][0]
    if 1 < last + 1 - first >= length / 2 and _are_small(after[first : last + 1]):
        found.append(Replace(path, after))
        return
    for index, old, new in changed:
        _compare(old, new, f"{path}/{index}", found)


def _compare_lengths(before: Sequence[Any], after: Sequence[Any], path: str, found: list[AnyOperation]) -> None:
    """Compute the patch between two arrays of different lengths."""
    first, last = _equal(before, after), 0
    shorter = min(len(before), len(after)) - first
    while last < shorter and before[-1 - last] == after[-1 - last]:
        last += 1
    old_end, new_end = len(before) - last, len(after) - last
    changes = max(old_end, new_end) - first
    if 1 < changes >= len(after) / 2 and _are_small(after[first:new_end] or after[:1]):
        found.append(Replace(path, after))
        return
    both_end = min(old_end, new_end)
    for index in range(first, both_end):
        if before[index] != after[index]:
            _compare(before[index], after[index], f"{path}/{index}", found)
    found.extend([Remove(f"{path}/{both_end}") for _ in range(both_end, old_end)])
    found.extend([Add(f"{path}/{index}", after[index]) for index in range(both_end, new_end)])


def _compare_others(_: Any, after: Any, path: str, found: list[AnyOperation]) -> None:
    found.append(Replace(path, after))


def _equal(before: Sequence[Any], after: Sequence[Any]) -> int:
    """Return the number of equal elements at the beginning of both arrays."""
    count = 0
    for old, new in zip(before, after, strict=False):
        if old is not new and old != new:
            break
        count += 1
    return count


def _is_flat(changed: list[tuple[str, Any, Any, Any]]) -> bool:
    return not any(new and _comparison_of(type(new)) is not _compare_others for _, _, _, new in changed)


def _are_small(values: Iterable[Any]) -> bool:
    """True if sending the complete values takes about as many bytes as sending operations that change parts of them."""
    for value in values:
        kind = type(value)
        compare = _comparison_of(kind)
        if compare is _compare_structs:
            if len(_shapes[kind].parts) > MOST_FIELDS_OF_SMALL:
                return False
        elif compare is not _compare_others:
            return False
    return True


def _is_there(default: Any, value: Any) -> bool:
    """True if msgspec encodes the field. `UNSET` is never encoded, and a default is not encoded where defaults are
    omitted."""
    if value is UNSET or value is default:
        return False
    return bool(value) or type(value) is not getattr(default, "factory", None)


_Comparison = Callable[[Any, Any, str, list[AnyOperation]], None]

_PLAIN: frozenset[type] = frozenset((int, str, bool, float, type(None)))
"""Types whose values are always replaced as a whole."""

_shapes: dict[type, _Shape] = {}
_comparisons: dict[type, _Comparison] = {
    **dict.fromkeys((*_PLAIN, UnsetType), _compare_others),
    tuple: _compare_arrays,
    list: _compare_arrays,
    dict: _compare_objects,
}
"""For each type, the function that compares two unequal values of it."""


def _comparison_of(kind: Any) -> _Comparison:
    known = _comparisons.get(kind)
    if known is None:
        is_a_struct = issubclass(kind, msgspec.Struct)
        if is_a_struct:
            _shapes[kind] = _shape_of(kind)
        known = _comparisons[kind] = _compare_structs if is_a_struct else _compare_others
    return known


def _shape_of(kind: Any) -> _Shape:
    config = kind.__struct_config__
    names = kind.__struct_fields__
    defaults = kind.__struct_defaults__ if config.omit_defaults else ()
    return _Shape(
        parts=tuple(f"/{_part(encoded)}" for encoded in kind.__struct_encode_fields__),
        defaults=(NODEFAULT,) * (len(names) - len(defaults)) + defaults,
        is_an_object=not config.array_like,
    )


def _part(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")
