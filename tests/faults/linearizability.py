"""Whether what clients saw of one register could have happened one operation at a time.

The search of Wing and Gong, with Lowe's memory of what has been tried: an operation may come next if it began before
every other one that is left had ended, and the register allows it. What has no answer may have happened at any time
since it began, or not at all.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeVar

import msgspec

State = TypeVar("State")
Operation = TypeVar("Operation")


class Called(msgspec.Struct, Generic[Operation], frozen=True):
    """An operation, with when it was asked for and when it was answered."""

    operation: Operation
    began: float
    ended: float = math.inf
    """When it was answered; infinite if it never was."""


def order_of(
    calls: Sequence[Called[Operation]], state: State, step: Callable[[State, Operation], State | None]
) -> list[Called[Operation]] | None:
    """Return an order in which these operations could have happened one by one, from this state on; `None` if there is
    none. `step` gives the state after an operation, `None` if its answer does not fit."""
    calls = sorted(calls, key=lambda call: (call.ended, call.began))
    answered = sum(1 << number for number, call in enumerate(calls) if call.ended < math.inf)
    tried: set[tuple[int, State]] = set()
    done, order = 0, list[tuple[int, State]]()
    choices = [_steps(calls, done, state, step)]
    while answered & ~done:
        for number, after in choices[-1]:
            if (done | 1 << number, after) not in tried:
                order.append((number, state))
                done, state = done | 1 << number, after
                tried.add((done, state))
                choices.append(_steps(calls, done, state, step))
                break
        else:
            if not order:
                return None
            choices.pop()
            number, state = order.pop()
            done &= ~(1 << number)
    return [calls[number] for number, _ in order]


def _steps(
    calls: Sequence[Called[Operation]], done: int, state: State, step: Callable[[State, Operation], State | None]
) -> Iterator[tuple[int, State]]:
    """Return what may come next, in the order of the ends, and the state after it. What fits and changes nothing comes
    at once, and nothing else is tried there: it never stands in the way of another."""
    fitting: list[tuple[int, State]] = []
    first_end = math.inf
    for number, call in enumerate(calls):
        if done >> number & 1:
            continue
        if call.began <= (first_end := min(first_end, call.ended)):
            after = step(state, call.operation)
            if after == state:
                return iter([(number, state)])
            if after is not None:
                fitting.append((number, after))
    return iter(fitting)
