"""Lessons of a game: a script for authors, and its recording by the real rules.

A script is `lesson.toml` in the package of a game. It names the decks, the seed and the words of a coach, and each
action of both seats. `recorded` plays it with the server's own match record. Its result is `lesson.json` beside the
script, which the server serves. A test compares the two, so that a change of the rules cannot break a lesson unnoticed.
"""

import copy
import tomllib
from itertools import pairwise
from typing import Any

import msgspec
from msgspec import Raw
from quarterdeck_games import AnyGame
from quarterdeck_games.game import IllegalAction
from quarterdeck_protocol.http.lessons import Lesson, LessonStep
from quarterdeck_protocol.names import GameName, MatchId, PlayerId, Seat
from quarterdeck_protocol.patch import patched
from quarterdeck_protocol.sides import Player
from quarterdeck_protocol.transcripts.transcript import Opened
from quarterdeck_server.matches.codec import AnyEntry
from quarterdeck_server.matches.difference import difference
from quarterdeck_server.matches.entries import opening_entry
from quarterdeck_server.matches.openings import with_card_sets
from quarterdeck_server.matches.record import Record

from quarterdeck_testing.random_matches import BEGAN, LIMIT, act, advance, frame_of

LEARNER = Seat(0)
LEFT_OUT = ("outlooks", "link", "watching")
"""Fields of an update that a lesson does without. Nothing is verified in it."""


class Move(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An action that the script makes for a seat."""

    seat: Seat
    act: dict[str, Any]


class ScriptStep(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One idea of a lesson."""

    say: str
    hint: str = ""
    act: dict[str, Any] | None = None
    then: tuple[Move, ...] = ()
    """The events after the step, before the next one. After the last step they follow the rules, and are not shown."""


class Script(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A lesson as its author writes it."""

    seed: int
    players: tuple[str, ...]
    """The players' names; the learner's comes first."""

    steps: tuple[ScriptStep, ...]
    decks: tuple[str, ...] = ()
    """Names of ready decks, one for each seat."""

    options: dict[str, Any] = {}

    @property
    def seats(self) -> int:
        return len(self.players)


class LessonError(ValueError):
    """Error: the rules do not allow what a script says."""


def script_of(text: str) -> Script:
    """Read a script. Raises `msgspec.ValidationError`."""
    return msgspec.convert(tomllib.loads(text), Script)


def recorded(game: AnyGame, script: Script) -> Lesson:
    """Play a script by the rules, and return the lesson, which ends with its last step. Raises `LessonError` with the
    first step that the rules refuse."""
    playing = played(game, script)
    first, *others = playing.updates[: playing.steps[-1].at + 1]
    return Lesson(
        game=GameName(game.name),
        rules=game.version,
        first=first,
        patches=tuple([tuple(difference(*pair)) for pair in pairwise([first, *others])]),
        steps=tuple(playing.steps),
    )


def played(game: AnyGame, script: Script) -> "PlayedScript":
    """Play a script by the rules to its end, also what comes after its last step. Raises `LessonError` with the first
    step that the rules refuse."""
    playing = PlayedScript(game, script)
    for number, step in enumerate(script.steps, 1):
        playing.steps.append(
            LessonStep(at=len(playing.updates) - 1, say=step.say, hint=step.hint, choose=step.act is not None)
        )
        task = None if step.act is None else Move(seat=LEARNER, act=step.act)
        for move in ((task,) if task else ()) + step.then:
            try:
                playing.make(move, is_asked=move is task)
            except (IllegalAction, LessonError, msgspec.ValidationError) as wrong:
                raise LessonError(f"{game.name}, step {number}, {move.act}: {wrong}") from wrong
    return playing


class PlayedScript:
    """The match of a script, and what its learner has seen so far."""

    def __init__(self, game: AnyGame, script: Script) -> None:
        decks = () if game.decks is None else tuple([game.decks.ready[name] for name in script.decks])
        setup = game.setup(script.seats, msgspec.convert(script.options, game.options), decks)
        opened = Opened(
            match=MatchId("lesson"),
            game=GameName(game.name),
            rules=game.version,
            players=tuple([Player(id=PlayerId(name), name=name) for name in script.players]),
            options=Raw(msgspec.json.encode(setup.options)),
            time_limit=LIMIT,
            seed=f"{script.seed:064x}",
            entropy=("",) * script.seats,
            decks=setup.decks,
        )
        self.record = Record(with_card_sets(opened, game), game)
        self.updates: list[dict[str, Any]] = []
        self.steps: list[LessonStep] = []
        self._take(opening_entry(self.record))

    def make(self, move: Move, *, is_asked: bool = False) -> None:
        """Make an action of the script. Raises `LessonError` if it is not offered, and any error of the rules."""
        record, offered = self.record, self.record.choices[move.seat]
        action = msgspec.convert(move.act, record.game.actions)
        if action not in offered:
            there = ", ".join(msgspec.json.encode(each).decode() for each in offered)
            raise LessonError(f"seat {move.seat} may choose: {there or 'nothing'}")
        if is_asked:
            outlooks = self._outlooks[offered.index(action) :][:1]
            self.updates[-1] |= {"choices": [msgspec.to_builtins(action)], "outlooks": outlooks}
        self._take(act(record, move.seat, action))

    def _take(self, entry: AnyEntry) -> None:
        advance(self.record, entry, BEGAN)
        update = msgspec.json.decode(frame_of(self.record, LEARNER, entry))
        self._outlooks = update.get("outlooks", [])
        self.updates.append({**{name: part for name, part in update.items() if name not in LEFT_OUT}, "choices": []})


def updates_of(lesson: Lesson) -> list[dict[str, Any]]:
    """Return all updates of a lesson, as a client computes them from the patches."""
    updates = [lesson.first]
    for patch in lesson.patches:
        updates.append(patched(copy.deepcopy(updates[-1]), patch))
    return updates
