"""Cost of each stage of an action in this server without wire and store, compared with an older commit.

    python tests/bench stages density-deck --baseline 11db9a3

The bench plays rounds of whole random matches (`match_stages.py`), the same ones each time. Microseconds depend on the
machine. Comparable are a stage in yardsticks (`python_yardstick.py`) and its ratio to the older commit's. The ratio is
the median of the rounds, and in each round both commits play in turn.
"""

import argparse
import asyncio
from collections.abc import Sequence
from statistics import median

import msgspec
from bench.match_stages import CHOICES, STAGES, Round
from bench.rounds_in_turn import HERE, beside
from quarterdeck_games import GAMES

HOUSE = ("amfibido", "amiibart", "density-deck", "myacards")
ALL = "all of it"


class Stage(msgspec.Struct, frozen=True, kw_only=True):
    """One stage over all rounds."""

    microseconds: float
    """For an action."""

    yardsticks: float
    before: float | None
    """The microseconds of the older commit, if there is one."""

    ratio: float | None
    """To the older commit, each in yardsticks of its own."""


def reckoned(now: Sequence[Round], before: Sequence[Round]) -> dict[str, Stage]:
    """Return each stage's medians, with those of an older commit if there are rounds of it."""

    return {stage: _stage(stage, now, before) for stage in (*STAGES, ALL, CHOICES)}


def _stage(stage: str, now: Sequence[Round], before: Sequence[Round]) -> Stage:
    mine = [_of(stage, each) for each in now]
    others = [_of(stage, each) for each in before]
    in_yardsticks = [took / each.yardstick for took, each in zip(mine, now, strict=True)]
    others_in_yardsticks = [took / each.yardstick for took, each in zip(others, before, strict=True)]
    return Stage(
        microseconds=median(mine),
        yardsticks=median(in_yardsticks),
        before=median(others) if any(others) else None,
        ratio=median([one / other for one, other in zip(in_yardsticks, others_in_yardsticks, strict=True)])
        if any(others)
        else None,
    )


def _of(stage: str, each: Round) -> float:
    """Return the microseconds of a stage: none if the commit does not have it."""
    if stage == ALL:
        return sum([took for one, took in each.microseconds.items() if one != CHOICES])
    return each.microseconds.get(stage, 0.0)


def compare(name: str, seats: int, *, matches: int, rounds: int, baseline: str | None) -> dict[str, list[Round]]:
    """Return the rounds of this commit, and of an older one if there is to be one. Raises `OSError`."""
    lines = asyncio.run(beside("match_stages", (name, str(seats), str(matches)), rounds, baseline))
    decoder = msgspec.json.Decoder(Round)
    return {commit: [decoder.decode(line) for line in each] for commit, each in lines.items()}


def lines_of(name: str, seats: int, measured: dict[str, list[Round]]) -> list[str]:
    """Return the figures in words."""
    now, *others = measured.values()
    stages = reckoned(now, others[0] if others else ())
    baseline = next((commit for commit in measured if commit != HERE), None)
    played = f"{len(now)} rounds of {now[0].matches} matches ({now[0].actions:,} actions)"
    yardstick = median([each.yardstick for each in now])
    lines = [f"{name}, {seats} seats: µs an action, {played}; a yardstick took {yardstick:.0f} µs"]
    for stage, figures in stages.items():
        line = f"  {stage:<10}{figures.microseconds:>8.1f} µs{figures.yardsticks:>8.3f} yardsticks"
        if figures.before is not None and figures.ratio is not None:
            line += f"   {baseline} {figures.before:>8.1f} µs   ratio {figures.ratio:.2f}"
        lines.append(line + ("   (a part of foresee)" if stage == CHOICES else ""))
    return lines


def main() -> None:
    """Measure the games that the command line names."""
    parser = argparse.ArgumentParser(description="Measure each stage of an action without wire and store.")
    parser.add_argument("games", nargs="*", metavar="game", help="without any: all of the house")
    parser.add_argument("--seats", type=int, help="how many play; without it, as many as may")
    parser.add_argument("--matches", type=int, default=16, help="a round")
    parser.add_argument("--rounds", type=int, default=7, help="of each commit")
    parser.add_argument("--baseline", metavar="REV", help="an older commit, played in turn with this one")
    wanted = parser.parse_args()
    if not GAMES.keys() >= set(wanted.games):
        parser.error(f"the games are {', '.join(sorted(GAMES))}")
    for name in wanted.games or HOUSE:
        seats = wanted.seats or GAMES[name].seats[-1]
        measured = compare(name, seats, matches=wanted.matches, rounds=wanted.rounds, baseline=wanted.baseline)
        print(*lines_of(name, seats, measured), sep="\n", flush=True)
