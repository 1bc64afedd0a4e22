"""Work that begins when it is awaited: if the app ends before that, nothing is left over."""

from collections.abc import Awaitable, Callable, Generator
from typing import Any


class Later(Awaitable[None]):
    """A call of an asynchronous function that has not been made yet."""

    def __init__(self, work: Callable[..., Awaitable[None]], *of: Any) -> None:
        self._work = work
        self._of = of

    def __await__(self) -> Generator[Any, Any, None]:
        return self._work(*self._of).__await__()
