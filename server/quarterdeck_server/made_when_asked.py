"""Mappings whose values are computed and cached at first access, so that the start of the server needs none of them."""

import asyncio
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import TypeVar

Name = TypeVar("Name", bound=Hashable)
Made = TypeVar("Made")


class MadeWhenAsked(Mapping[Name, Made]):
    """A mapping whose names are known and whose values are computed at first access."""

    def __init__(self, names: Iterable[Name], make: Callable[[Name], Made]) -> None:
        """Make a dictionary whose values are made when they are first read. `make` must always return the same value
        for a name, because two threads may call it at the same time."""
        self._names = dict.fromkeys(names)
        self._make = make
        self._made: dict[Name, Made] = {}
        self._making: dict[Name, asyncio.Future[Made]] = {}

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
        """Return a value, computed in a thread so that nobody else waits for it; `None` for an unknown name. All
        callers that ask meanwhile wait for the same computation."""
        if name in self._made:
            return self._made[name]
        if name not in self._names:
            return None
        if name not in self._making:
            self._making[name] = asyncio.ensure_future(asyncio.to_thread(self.__getitem__, name))
            self._making[name].add_done_callback(lambda _: self._making.pop(name))
        return await asyncio.shield(self._making[name])  # a caller that leaves does not take it from the others
