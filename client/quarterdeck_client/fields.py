"""A JSON object without a known type, as from an unknown game. Its fields are attributes."""

from collections.abc import Iterator, Mapping
from typing import Any


class Fields:
    """Immutable fields of a game's message: `choice.type`, or `choice["type"]`."""

    __slots__ = ("_fields",)

    def __init__(self, fields: Mapping[str, Any]) -> None:
        self._fields = {name: with_fields(value) for name, value in fields.items()}

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("__") and name in self._fields:
            return self._fields[name]
        raise AttributeError(f"{self!r} has no field {name!r}")

    def __getitem__(self, name: str) -> Any:
        return self._fields[name]

    def __contains__(self, name: object) -> bool:
        return name in self._fields

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __len__(self) -> int:
        return len(self._fields)

    def __eq__(self, other: object) -> bool:
        return self._fields == other._fields if isinstance(other, Fields) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self._fields))

    def __repr__(self) -> str:
        return f"Fields({', '.join(f'{name}={value!r}' for name, value in self._fields.items())})"

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._fields]

    def as_json(self) -> dict[str, Any]:
        """Return the fields as a dict, for encoders such as `msgspec.json.encode`."""
        return dict(self._fields)


def with_fields(value: Any) -> Any:
    """Convert a JSON value: objects become `Fields`, and lists become tuples."""
    match value:
        case dict():
            return Fields(value)
        case list():
            return tuple([with_fields(each) for each in value])
        case _:
            return value
