"""Interpreter steps of an action and their processor time, in the whole server without sockets and store.

    python tests/bench action_steps --matches 50 --baseline 11db9a3

One process plays `tiny` (`socketless_server.py`), one action of each match a turn. The bench counts the interpreter's
instructions and function calls in the server, the rules and the protocol. These counts do not depend on the load of the
machine. It also measures the thread's processor time, in alternation with an older commit. Steps and time differ: a
third of the time is the interpreter's own, and the rest is the work that its instructions start.
"""

import argparse
import asyncio
import gc
import os
import sys
from collections import Counter
from collections.abc import Sequence
from statistics import median
from types import CodeType, FrameType
from typing import Any

import msgspec
from bench.rounds_in_turn import HERE, beside
from bench.socketless_server import Play, seated
from quarterdeck_server.process.freed_memory import collect_in_pieces
from quarterdeck_server.process.loops import fastest_loop

TURNS_TIMED = 20
TURNS_COUNTED = 4
"""In each round, and in the first; of those that are counted the one with the fewest steps is taken, in which nothing
else was done."""

COUNTED = ("/quarterdeck_server/", "/quarterdeck_games/", "/quarterdeck_protocol/")


class Round(msgspec.Struct, frozen=True, kw_only=True):
    """Cost of an action in one round."""

    microseconds: float
    instructions: float
    calls: float
    functions: dict[str, float]
    """Instructions by function."""


class Steps:
    """Counts the interpreter's instructions and the calls of functions."""

    def __init__(self) -> None:
        self.instructions: Counter[CodeType] = Counter()
        self.calls = 0
        self._is_counted: dict[CodeType, bool] = {}

    def watch(self) -> None:
        sys.settrace(self._called)

    def unwatch(self) -> None:
        sys.settrace(None)

    def _called(self, frame: FrameType, event: str, _: object) -> Any:
        code = frame.f_code
        counted = self._is_counted.get(code)
        if counted is None:
            name = code.co_filename
            counted = any(part in name for part in COUNTED)
            self._is_counted[code] = counted
        if not counted:
            return None
        self.calls += 1
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        return self._stepped

    def _stepped(self, frame: FrameType, event: str, _: object) -> Any:
        if event == "opcode":
            self.instructions[frame.f_code] += 1
        return self._stepped


async def played(matches: int) -> Steps:
    """Return the steps of an action of each of so many matches."""
    play = await seated(matches)
    await play.turn()  # what is worked out once
    fewest = await _counted(play)
    await play.close()
    return fewest


async def _counted(play: Play) -> Steps:
    counted = []
    for _ in range(TURNS_COUNTED):
        steps = Steps()
        await play.turn(steps.watch, steps.unwatch)
        counted.append(steps)
    return min(counted, key=lambda each: each.instructions.total())


async def _serve(matches: int) -> None:
    play = await seated(matches)
    for _ in range(TURNS_TIMED):
        await play.turn()
    steps = await _counted(play)
    gc.collect()
    collect_in_pieces()
    while await asyncio.to_thread(sys.stdin.readline):
        took = [await play.turn() for _ in range(TURNS_TIMED)]
        print(msgspec.json.encode(_round(took, steps, matches)).decode(), flush=True)
    os._exit(0)  # there is nothing to be put in order


def _round(took: Sequence[float], steps: Steps, matches: int) -> Round:
    functions = {
        f"{code.co_filename.rpartition('/quarterdeck_')[2]}:{code.co_qualname}": number / matches
        for code, number in steps.instructions.most_common()
    }
    return Round(
        microseconds=median(took) / matches * 1e6,
        instructions=steps.instructions.total() / matches,
        calls=steps.calls / matches,
        functions=functions,
    )


def serve(matches: str) -> None:
    """Play a round for each line of input, and print its cost."""
    with asyncio.Runner(loop_factory=fastest_loop()) as runner:
        runner.run(_serve(int(matches)))


def main() -> None:
    """Run the measurement that the command line selects."""
    parser = argparse.ArgumentParser(description="Count the steps of an action of tiny.")
    parser.add_argument("--matches", type=int, default=50, help="played side by side")
    parser.add_argument("--rounds", type=int, default=15, help="of each commit")
    parser.add_argument("--baseline", metavar="REV", help="an older commit, played in turn with this one")
    parser.add_argument("--functions", type=int, default=0, help="how many to tell the instructions of")
    wanted = parser.parse_args()
    lines = asyncio.run(beside("action_steps", (str(wanted.matches),), wanted.rounds, wanted.baseline))
    measured = {name: [msgspec.json.decode(line, type=Round) for line in each] for name, each in lines.items()}
    for name, rounds in measured.items():
        said = f"{name}: {rounds[-1].instructions:,.0f} instructions, {rounds[-1].calls:.0f} calls, "
        said += f"{median([each.microseconds for each in rounds]):.1f} µs of the processor an action"
        if name != HERE:
            pairs = zip(measured[HERE], rounds, strict=True)
            said += f"; now is {median([one.microseconds / other.microseconds for one, other in pairs]):.3f} of it"
        print(said)
    for name, number in list(measured[HERE][-1].functions.items())[: wanted.functions]:
        print(f"{number:8.1f}  {name}")
