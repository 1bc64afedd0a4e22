"""The report of a broken promise: the game, the expectation, the match with its seed, and the action.

Each promise is a test, and each of its assertions has a sentence that says what was expected. The decorator `promise`
adds the rest.
"""

import functools
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Any, TypeVar

from hypothesis.errors import HypothesisException

from quarterdeck_testing.plans import Plan
from quarterdeck_testing.random_matches import ENDS, GOES_ON, Playing
from quarterdeck_testing.world import World

Test = TypeVar("Test", bound=Callable[..., None])

MOST_SHOWN = 600
"""Characters of one value in the message."""

MOVE = ("viewer", "seat", "action", "choice", "entry", "event")
"""Names of the variables in a promise that show where it is broken."""


class BrokenPromiseError(AssertionError):
    """Error: a game does not keep a promise."""


def promise(sentence: str, *, at_a_moment: bool = True) -> Callable[[Test], Test]:
    """Decorate a test with the promise that it checks: a failure says which game broke it, where, and how.

    `at_a_moment` is false for a promise about many matches together.
    """

    def decorated(test: Test) -> Test:
        @functools.wraps(test)
        def checked(*args: Any, **kwargs: Any) -> None:
            __tracebackhide__ = True
            try:
                test(*args, **kwargs)
            except AssertionError as broken:
                place = _place(broken.__traceback__) if at_a_moment else []
                said = "\n".join(_in_words(sentence, broken) + place)
                raise BrokenPromiseError(said).with_traceback(broken.__traceback__) from None
            except HypothesisException:
                raise
            except Exception as fault:
                fault.add_note("\n".join([f"While checking the promise: {sentence}", *_place(fault.__traceback__)]))
                raise

        return checked  # type: ignore[return-value]  # the same test, with its failures in words

    return decorated


def _in_words(sentence: str, broken: AssertionError) -> list[str]:
    expected, _, found = str(broken).partition("\n")
    if expected in (ENDS, GOES_ON):  # a match that another promise has played
        sentence = "every match goes on to its end, whatever the players do"
    names = [each.game.name for each in _values(broken.__traceback__, World)]
    lines = [f"{names[0] if names else 'A game'} breaks a promise: {sentence}", f"  Expected: {expected}"]
    if found:
        lines.append("  Found:    " + _cut(found).replace("\n", "\n            "))
    return lines


def _place(traceback: TracebackType | None) -> list[str]:
    """Return lines about the match and its present moment, from the variables of the failed functions."""
    lines = []
    matches = list(_values(traceback, Playing))
    plans = [each.plan for each in matches] or list(_values(traceback, Plan))
    if plans:
        plan = plans[0]
        lines.append(
            f"  Match:    {plan.setup.seats} seats, {plan.setup.options!r}, seed {plan.seed}, chance {plan.chance}, "
            f"manner {plan.manner.value}" + (", with further card sets" if plan.hosted else "")
        )
    moment = [f"after version {matches[0].record.version}"] if matches else []
    moment += [f"{name} {_said(value)}" for name, value in _move(traceback)]
    if moment:
        lines.append("  Moment:   " + "\n            ".join(moment))
    return lines


def _move(traceback: TracebackType | None) -> Iterator[tuple[str, Any]]:
    for frame in _frames(traceback):
        found = [(name, frame[name]) for name in MOVE if name in frame]
        if found:
            yield from found
            return


def _said(value: Any) -> str:
    events = getattr(value, "events", None)
    if events is not None and hasattr(value, "cause"):
        action = getattr(value.cause, "action", None)
        cause = repr(value.cause) if action is None else f"the action {bytes(action).decode()}"
        return _cut(f"with {cause} of seat {value.seat}: {list(events)!r}")
    return _cut(repr(value))


def _cut(text: str) -> str:
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]} …"


Value = TypeVar("Value")


def _values(traceback: TracebackType | None, kind: type[Value]) -> Iterator[Value]:
    """Yield the variables of this type in the failed functions, beginning with the innermost one."""
    for frame in _frames(traceback):
        for value in frame.values():
            if isinstance(value, kind):
                yield value


def _frames(traceback: TracebackType | None) -> list[dict[str, Any]]:
    frames = []
    while traceback is not None:
        frames.append(dict(traceback.tb_frame.f_locals))
        traceback = traceback.tb_next
    return frames[::-1]
