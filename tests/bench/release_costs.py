"""Costs of an action in counted instructions of the interpreter, compared with those of the last release.

    python tests/bench release_costs [--baseline v0.2.0]

Counts do not depend on the load of the machine, so the comparison can fail a build: `make bench-check` ends with 1 if
an action of any game costs more than a twentieth above the release. The same seeded matches are played by both commits
(`played_match.py`), and `tiny` also through the whole server (`action_steps.py`). If the rules of a game have changed
since, its matches differ, and the line says so. Work inside of C libraries is not counted.
"""

import argparse
import asyncio
import subprocess
import sys
from random import Random

import msgspec
from bench.action_steps import Steps, played
from bench.played_match import PlayedMatch
from bench.rounds_in_turn import HERE, beside
from quarterdeck_games import GAMES

WHOLE_SERVER = "whole server"
"""The name of the measure that goes through connections, commands and store, in the game `tiny`."""

STAGES = ("decide", "write", "foresee", "link", "draw", "encode")
"""What an action goes through; `draw` makes what each seat is shown, with outlooks and the possibility of an undo."""

HOUSE = ("amfibido", "amiibart", "density-deck", "myacards")
MOST = 1.05
"""The largest allowed ratio to the release."""

MATCHES = 6
"""Number of seeded matches of each game."""

MOST_ACTIONS = 150
"""Number of actions of a match after which it is left."""


class Cost(msgspec.Struct, frozen=True):
    """Instructions of an action, by stage."""

    actions: int
    rules: int
    """Version of the rules."""

    stages: dict[str, float]

    @property
    def total(self) -> float:
        return sum(self.stages.values())


def cost_of(name: str, matches: int = MATCHES) -> Cost:
    """Play a game's seeded matches, and return the instructions of an action in each stage."""
    _count(name, 1)  # what is kept in caches
    return _count(name, matches)


def _count(name: str, matches: int) -> Cost:
    game = GAMES[name]
    totals, actions = dict.fromkeys(STAGES, 0), 0
    for number in range(matches):
        match = PlayedMatch(game, game.seats[-1], Random(f"costs {number}"))
        for _ in range(MOST_ACTIONS):
            if match.record.result is not None:
                break
            match.choose()
            actions += 1
            for stage in STAGES:
                steps = Steps()
                steps.watch()
                try:
                    getattr(match, stage)()
                finally:
                    steps.unwatch()
                totals[stage] += steps.instructions.total()
    return Cost(actions, game.version, {stage: total / actions for stage, total in totals.items()})


def serve(name: str) -> None:
    """Print the cost of a game, or of the whole server, for each line that is read."""
    for _ in sys.stdin:
        if name == WHOLE_SERVER:
            steps = asyncio.run(played(MATCHES))
            cost = Cost(MATCHES, GAMES["tiny"].version, {"all": steps.instructions.total() / MATCHES})
        else:
            cost = cost_of(name)
        print(msgspec.json.encode(cost).decode(), flush=True)


def compared(name: str, now: Cost, before: Cost) -> tuple[str, bool]:
    """Return a line about a game, and true if an action costs too much more than in the release."""
    ratio = now.total / before.total
    line = f"{name:<14}{before.total:>10,.0f} → {now.total:>10,.0f} instructions an action, ratio {ratio:.3f}"
    if (now.rules, now.actions) != (before.rules, before.actions):
        line += "; the matches differ, because the rules have changed"
    stages = [
        f"{stage} {one:,.0f} → {now.stages[stage]:,.0f}"
        for stage, one in before.stages.items()
        if now.stages[stage] > one * MOST
    ]
    return line + "".join(f"\n    {stage}" for stage in stages), ratio > MOST


def last_release() -> str | None:
    """Return the newest tag of a version, or `None`."""
    run = subprocess.run(
        ["git", "describe", "--tags", "--abbrev=0", "--match", "v*"], capture_output=True, text=True, check=False
    )
    return run.stdout.strip() or None


def main() -> None:
    """Compare this commit with the last release. Exit status 1 if an action costs too much more."""
    parser = argparse.ArgumentParser(description="Compare the counted cost of an action with that of a release.")
    parser.add_argument("--baseline", metavar="REV", help="the commit to compare with; without it, the last release")
    wanted = parser.parse_args()
    baseline = wanted.baseline or last_release()
    if baseline is None:
        parser.error("there is no tag of a release here: name a commit with --baseline")
    is_dearer = False
    for name in (WHOLE_SERVER, *HOUSE):
        lines = asyncio.run(beside("release_costs", (name,), 1, baseline))
        costs = {commit: msgspec.json.decode(each[0], type=Cost) for commit, each in lines.items()}
        line, too_much = compared(name, costs.pop(HERE), costs.popitem()[1])
        print(line, flush=True)
        is_dearer |= too_much
    sys.exit(1 if is_dearer else 0)
