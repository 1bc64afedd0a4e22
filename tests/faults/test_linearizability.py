"""The search for an order finds one where there is one, and none where there is none."""

import math
import random

import pytest
from faults.linearizability import Called, order_of

Write = tuple[str, int]


def step(state: int, operation: Write) -> int | None:
    """A register: `write` sets it, `read` has to give what it holds."""
    what, value = operation
    if what == "write":
        return value
    return state if state == value else None


def call(what: str, value: int, began: float, ended: float = math.inf) -> Called[Write]:
    return Called((what, value), began, ended)


@pytest.mark.parametrize(
    ("calls", "is_possible"),
    [
        ([], True),
        ([call("write", 1, 0, 1), call("read", 1, 2, 3)], True),
        ([call("write", 1, 0, 1), call("read", 0, 2, 3)], False),
        ([call("write", 1, 0, 9), call("read", 0, 2, 3), call("read", 1, 4, 5)], True),
        ([call("write", 1, 0, 9), call("read", 1, 2, 3), call("read", 0, 4, 5)], False),
        ([call("write", 1, 0), call("read", 1, 5, 6)], True),
        ([call("write", 1, 0), call("read", 0, 5, 6)], True),
        ([call("write", 1, 5), call("read", 1, 0, 4)], False),
        ([call("write", 1, 0, 5), call("write", 2, 1, 6), call("read", 1, 7, 8)], True),
        ([call("write", 1, 0, 5), call("write", 2, 1, 6), call("read", 1, 7, 8), call("read", 2, 9, 10)], False),
        ([call("write", 1, 0, 1), call("write", 2, 2, 3), call("read", 1, 4, 5)], False),
    ],
)
def test_a_history_has_an_order_or_has_none(calls: list[Called[Write]], is_possible: bool) -> None:
    assert (order_of(calls, 0, step) is not None) == is_possible


def test_the_order_that_is_found_is_one() -> None:
    calls = [call("write", 1, 0, 9), call("write", 2, 0, 9), call("read", 1, 1, 8), call("write", 3, 0)]
    order = order_of(calls, 0, step)
    assert order is not None
    state: int | None = 0
    for each in order:
        assert state is not None
        state = step(state, each.operation)
    assert state is not None
    assert {id(each) for each in calls if each.ended < math.inf} <= {id(each) for each in order}


@pytest.mark.parametrize("seed", range(40))
def test_anything_that_did_happen_in_an_order_is_found_and_one_lie_in_it_is_not(seed: int) -> None:
    """Operations that took effect one after the other, each somewhere between its beginning and its end."""
    chance = random.Random(seed)
    state, calls = 0, list[Called[Write]]()
    for moment in range(60):
        began, ended = moment - chance.random() * 3, moment + chance.random() * 3
        if chance.random() < 0.5:
            state = moment + 1
            calls.append(call("write", state, began, ended if chance.random() < 0.9 else math.inf))
        else:
            calls.append(call("read", state, began, ended))
    assert order_of(chance.sample(calls, len(calls)), 0, step) is not None
    assert order_of([*calls, call("read", 1_000, 0, 70)], 0, step) is None
