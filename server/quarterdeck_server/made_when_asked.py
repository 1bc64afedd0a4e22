"""Lazy mappings: values computed on first access and kept, so the start needs none of them."""

import asyncio
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import TypeVar

Name = TypeVar("Name", bound=Hashable)
Made = TypeVar("Made")


class MadeWhenAsked(Mapping[Name, Made]):
    """A mapping with known names and lazily computed values."""

    def __init__(self, names: Iterable[Name], make: Callable[[Name], Made]) -> None:
        """`make` gives the same whenever it is asked: two threads may ask at once."""
        self._names = dict.fromkeys(names)
        self._make = make
        self._made: dict[Name, Made] = {}

    def __getitem__(self, name: Name) -> Made:
        if name in self._made:
            return self._made[name]
        if name not in self._names:
            raise KeyError(name)
        return self._made.setdefault(name, self._make(name))

    def __iter__(self) -> Iterator[Name]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    async def asked(self, name: Name) -> Made | None:
        """Return it, made in a thread of its own so that nobody else waits for that; `None` if there is none."""
        if name in self._made:
            return self._made[name]
        return await asyncio.to_thread(self.get, name)
