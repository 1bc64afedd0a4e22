"""An awaitable that creates its coroutine only when it is awaited. If the app exits before, no coroutine is left
unawaited."""

from collections.abc import Awaitable, Callable, Generator
from typing import Any


class Later(Awaitable[None]):
    """A call of an asynchronous function that is made later."""

    def __init__(self, work: Callable[..., Awaitable[None]], *of: Any) -> None:
        self._work = work
        self._of = of

    def __await__(self) -> Generator[Any, Any, None]:
        return self._work(*self._of).__await__()
