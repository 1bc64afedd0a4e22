"""Lessons: guided first matches, as recordings of the real rules with the words of a coach."""

from typing import Any

import msgspec

from quarterdeck_protocol.names import Count, GameName
from quarterdeck_protocol.patch import AnyOperation


class LessonStep(msgspec.Struct, frozen=True, kw_only=True):
    """One idea of a lesson."""

    at: Count
    """The update that it is about, counted from 0. Updates between this one and the one of the next step are shown in
    passing."""

    say: str
    """The words of the coach."""

    hint: str
    """The hint for a learner who tries another action; empty if nothing is asked."""

    choose: bool
    """True if the learner makes the only choice of this update; otherwise the learner reads and continues."""


class Lesson(msgspec.Struct, frozen=True, kw_only=True):
    """A guided first match of one game: what seat 0 saw of a match that was played by the rules, and what to do in it.
    The server is not needed while it is played."""

    game: GameName
    rules: Count
    """The version of the game's rules."""

    first: dict[str, Any]
    """The first `update`. `choices` has the learner's next choice, or nothing. There is no `link`."""

    patches: tuple[tuple[AnyOperation, ...], ...]
    """For each further update, the changes since the one before it, as a JSON Patch."""

    steps: tuple[LessonStep, ...]
    """In order; at least one step is about the last update."""
