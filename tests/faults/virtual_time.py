"""Time that passes only when nobody has anything to do: an hour of a cluster takes as long as the work in it.

The loop is asyncio's own, over a selector that never waits: when it is asked to, time is that much later. Who belongs
to a process of the simulation can be frozen, as by SIGSTOP, and ended, as by SIGKILL: what it would do waits, or never
happens.
"""

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from contextvars import Context, ContextVar, copy_context
from typing import Any, TypeVar

Result = TypeVar("Result")


class Standstill(Exception):  # noqa: N818 - a state of affairs
    """Nobody has anything to do any more, and nothing will ever happen."""


class Owner:
    """A process of the simulation, as the loop knows it."""

    def __init__(self, name: str, lag: float = 0.0) -> None:
        self.name = name
        self.lag = lag
        """By how many seconds its timers are late, each by a little more than the one before: which of two that are due
        in the same moment would go first is nowhere said, and must be the same every time."""

        self.is_frozen = False
        self.is_dead = False
        self.held: list[_Owned] = []
        self.tasks: dict[asyncio.Task[Any], None] = {}
        """Its tasks that have not ended, in the order in which they began."""


A_LITTLE = 1e-10

OWNER: ContextVar[Owner | None] = ContextVar("owner", default=None)


class _Owned:
    """Something that a process will do."""

    __slots__ = ("args", "callback", "context", "handle", "owner")

    def __init__(self, owner: Owner, callback: Callable[..., object], args: tuple[Any, ...], context: Context) -> None:
        self.owner = owner
        self.context = context
        self.callback = callback
        self.args = args
        self.handle: asyncio.Handle | None = None

    def __call__(self) -> None:
        if self.owner.is_dead or (self.handle is not None and self.handle.cancelled()):
            return
        if self.owner.is_frozen:
            self.owner.held.append(self)
        else:
            self.callback(*self.args)


class _Jump(selectors.SelectSelector):
    """A selector that is at the end of each wait at once."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            raise Standstill
        self.now += max(timeout, 0.0)
        return []


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop whose time is virtual."""

    def __init__(self) -> None:
        self._jump = _Jump()
        super().__init__(self._jump)
        self.set_task_factory(_noted_task)  # type: ignore[arg-type]  # it takes all options

    def time(self) -> float:
        return self._jump.now

    def call_soon(  # type: ignore[override]  # how arguments belong to a callback is of no matter here
        self, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        owned, context = _owned(callback, args, context)
        if owned is None:
            return super().call_soon(callback, *args, context=context)
        owned.handle = super().call_soon(owned, context=context)
        return owned.handle

    def call_at(  # type: ignore[override]  # the same
        self, when: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        owned, context = _owned(callback, args, context)
        if owned is None:
            return super().call_at(when, callback, *args, context=context)
        owned.owner.lag += A_LITTLE
        owned.handle = handle = super().call_at(when + owned.owner.lag, owned, context=context)
        return handle

    def run_in_executor(  # type: ignore[override]  # what is known of it is enough here
        self, executor: object, func: Callable[..., Any], *args: Any
    ) -> "asyncio.Future[Any]":
        """Do it at once: what another thread does takes no virtual time, and comes back in no order of its own."""
        done: asyncio.Future[Any] = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as error:
            done.set_exception(error)
        return done

    def thaw(self, owner: Owner) -> None:
        """Let a process do what it would have done meanwhile, and go on."""
        owner.is_frozen = False
        held, owner.held = owner.held, []
        for owned in held:
            super().call_soon(owned, context=owned.context)


def _owned(
    callback: Callable[..., object], args: tuple[Any, ...], context: Context | None
) -> tuple[_Owned | None, Context]:
    context = copy_context() if context is None else context
    owner = context.get(OWNER)
    return (None if owner is None else _Owned(owner, callback, args, context)), context


def _noted_task(
    loop: asyncio.AbstractEventLoop, coroutine: Coroutine[Any, Any, Any], **options: Any
) -> asyncio.Task[Any]:
    task = asyncio.Task(coroutine, loop=loop, **options)
    owner = options["context"].get(OWNER) if "context" in options else OWNER.get()
    if owner is not None:
        owner.tasks[task] = None
        task.add_done_callback(lambda done: owner.tasks.pop(done, None))
    return task


def run(coroutine: Coroutine[Any, Any, Result]) -> Result:
    """Run this in virtual time, from its beginning to its end."""
    loop = VirtualLoop()
    try:
        return loop.run_until_complete(coroutine)
    finally:
        for task in asyncio.all_tasks(loop):
            task.cancel()
        loop.run_until_complete(asyncio.sleep(0))
        loop.close()


def context_of(owner: Owner | None) -> Context:
    """Return the context of what this process does; of what no process does, if there is none."""
    context = copy_context()
    context.run(OWNER.set, owner)
    return context
