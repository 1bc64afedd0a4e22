"""The long form: `python tests/faults simulated|real --seed 1 --faults 10000`, with a progress bar, and counts by kind.

`make faults` runs both. What is found is printed with its seed, which replays it.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from faults.simulated_faults import Ordeal, ordeal

FAULTS_A_RUN = 25


def _simulated(seed: int, faults: int) -> Iterator[Ordeal]:
    while faults > 0:
        yield ordeal(seed, min(faults, FAULTS_A_RUN))
        seed, faults = seed + 1, faults - FAULTS_A_RUN


def _bar(done: int, of: int, broken: int) -> str:
    width = 40
    filled = width * done // max(of, 1)
    return f"\r[{'#' * filled}{'.' * (width - filled)}] {done}/{of} faults, {broken} broken promises "


def main() -> int:
    """Run what is asked for, and say what came of it."""
    parser = argparse.ArgumentParser(prog="python tests/faults", description=__doc__)
    parser.add_argument("where", choices=("simulated",))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--faults", type=int, default=10_000)
    chosen = parser.parse_args()
    kinds: Counter[str] = Counter()
    broken = acknowledged = rewinds = runs = 0
    for found in _simulated(chosen.seed, chosen.faults):
        runs += 1
        kinds.update(fault.kind for fault in found.faults)
        acknowledged += found.acknowledged
        rewinds += found.rewinds
        broken += len(found.breaches) + len(found.errors)
        for breach in found.breaches:
            print(f"\nseed {found.seed}: {breach.promise}: {breach.match}: {breach.words}")
        for error in found.errors:
            print(f"\nseed {found.seed}: an error in a log: {error}")
        print(_bar(kinds.total(), chosen.faults, broken), end="", flush=True)
    print(f"\n{runs} runs, {kinds.total()} faults, {acknowledged} actions acknowledged, {rewinds} told of a loss")
    for kind, number in sorted(kinds.items()):
        print(f"  {number:6} {kind}")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
