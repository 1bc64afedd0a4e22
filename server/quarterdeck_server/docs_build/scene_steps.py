"""Conversion of a documented scene to the steps of a recorded conversation, so that a new command needs no script
besides its scene.

Ids and tokens of a scene differ on each server. So if a value from an answer is sent again by a later command, it is
replaced by a name in the conversation.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec.structs import replace
from quarterdeck_protocol.messages import AnyFromClient

from quarterdeck_server.docs_build.baseline import FRAMES
from quarterdeck_server.docs_build.frozen_conversation import CONVERSATION, Step, read_steps
from quarterdeck_server.docs_build.recorded_server import Frames

SUMS = "SHA256SUMS"
"""The digests of everything that is never written again."""

_COMMAND = re.compile(r"(?P<who>\w+) \d+")
_NEWS = re.compile(r"(?P<command>\w+ \d+) tells (?P<who>\w+)")
_NOTICED = re.compile(r"noticed \d+ (?P<who>\w+)")
_ID = re.compile(r"(?=.*\d)[0-9A-Za-z-]{8,}")
"""Ids, codes and tokens have a digit, and are long."""


WITHOUT_CHANCE = frozenset({"recess", "undo"})
"""Scenes that act in a match where all seats are asked the same first: their actions fit every deal."""

_TYPE = re.compile(r'\{"type":"(\w+)"')


class SceneError(Exception):
    """Error: a scene cannot be converted to a conversation. The text gives the reason."""


def conversations_in(protocol: Path) -> tuple[str, ...]:
    """Return the names of all recorded conversations, the oldest first."""
    numbers = [int(path.stem.rpartition("-")[2]) for path in protocol.glob("baseline-conversation-*.jsonl")]
    return (CONVERSATION, *(f"baseline-conversation-{number}.jsonl" for number in sorted(numbers)))


def commands_in(steps: Sequence[Step]) -> set[str]:
    """Return the types of the commands that these steps send."""
    return {found[1] for step in steps if (found := _TYPE.match(step.says or ""))}


def known_commands(protocol: Path) -> set[str]:
    """Return the types of all commands that occur in recorded conversations."""
    found = (read_steps((protocol / name).read_bytes()) for name in conversations_in(protocol))
    return {tag for steps in found for tag in commands_in(steps)}


def are_all_known(known: set[str]) -> bool:
    """True if these command types are all commands of the protocol."""
    return {str(kind.__struct_config__.tag) for kind in get_args(AnyFromClient)} <= known


def new_conversations(protocol: Path, scenes: Mapping[str, Frames]) -> Iterator[tuple[str, list[Step]]]:
    """Yield a new conversation, with the name of its file, for each scene with a command that no recorded conversation
    has."""
    known = known_commands(protocol)
    number = len(conversations_in(protocol))
    for scene, frames in scenes.items():
        steps = steps_of(frames, known)
        new = commands_in(steps) - known
        if new:
            if "act" in commands_in(steps) and scene not in WITHOUT_CHANCE:
                why = f"`{sorted(new)[0]}` is new, and its scene `{scene}` acts in a match, where chance decides"
                raise SceneError(f"{why}. Record it in a scene without a match.")
            known |= new
            number += 1
            yield f"baseline-conversation-{number}.jsonl", steps


def steps_of(frames: Frames, known: set[str]) -> list[Step]:
    """Return the commands of a scene as steps, with the notifications that the new commands cause."""
    steps: list[Step] = []
    answers: list[Any] = []
    newest = ""
    for label, frame in frames.items():
        if command := _COMMAND.fullmatch(label):
            newest = label
            message = {key: value for key, value in msgspec.json.decode(frame).items() if value is not None}
            says = _named(msgspec.json.encode(message).decode(), steps, answers)
            steps.append(Step(who=command["who"], says=says))
            answers.append(msgspec.json.decode(frames[f"{label} answer"]))
        elif (news := _NEWS.fullmatch(label)) and _is_new(frames.get(news["command"]), known):
            steps.append(Step(who=news["who"], hears=_type_of(frame)))
            answers.append(msgspec.json.decode(frame))
        elif (noticed := _NOTICED.fullmatch(label)) and _is_new(frames.get(newest), known):
            steps.append(Step(who=noticed["who"], hears=_type_of(frame)))
            answers.append(msgspec.json.decode(frame))
    return steps


WITH_A_CODE = frozenset(
    {"answer_device_request", "confirm_second_factor", "get_device_request", "remove_second_factor"}
)
"""Commands with a code that a program of the server or an app makes. A recording has none, so their refusal
is recorded."""


def check_answers(steps: Sequence[Step], known: set[str]) -> None:
    """Raise `SceneError` if a new command was refused in its scene. Such a recording would not protect the command's
    effect."""
    for step in steps:
        if commands_in([step]) - known - WITH_A_CODE and step.answer["type"] == "refused":
            raise SceneError(
                f"the new command {step.says} was refused when its scene was recorded: {step.answer['text']}"
            )


def sums_with(sums: str, files: Mapping[str, bytes]) -> str:
    """Return the list of digests with those of further files added. Existing digests stay unchanged."""
    there = {line.partition("  ")[2] for line in sums.splitlines()}
    new = [f"{sha256(content).hexdigest()}  {name}" for name, content in files.items() if name not in there]
    return "".join(f"{line}\n" for line in [*sums.splitlines(), *new])


def frames_so_far(frames: bytes) -> tuple[str, bytes]:
    """Return a file name and content for all example frames that are recorded now. Later frames go into further
    files."""
    return f"{FRAMES}:{len(frames.splitlines())}", frames


def _named(says: str, steps: list[Step], answers: list[Any]) -> str:
    """Return a command in which values from earlier answers are replaced by names."""
    for value in dict.fromkeys(re.findall(r'"([^"]+)"', says)):
        if not _ID.fullmatch(value):
            continue
        for number, answer in enumerate(answers):
            place = next((place for place, each in _places(answer) if each == value), None)
            if place is not None:
                name = f"v{number}_{len(steps[number].keep)}"
                name = next((each for each, kept in steps[number].keep.items() if kept == place), name)
                steps[number] = replace(steps[number], keep={**steps[number].keep, name: place})
                says = says.replace(f'"{value}"', f'"${name}"')
                break
    return says


def _places(value: Any, place: str = "") -> Iterator[tuple[str, Any]]:
    match value:
        case dict():
            for name, each in value.items():
                yield from _places(each, f"{place}.{name}".removeprefix("."))
        case list():
            for number, each in enumerate(value):
                yield from _places(each, f"{place}.{number}".removeprefix("."))
        case _:
            yield place, value


def _is_new(command: bytes | None, known: set[str]) -> bool:
    """True if a new command causes a notification. Notifications of a matchmaking round are caused by no command."""
    return command is not None and _type_of(command) not in known


def _type_of(frame: bytes) -> str:
    return str(msgspec.json.decode(frame)["type"])
