"""The long form: `python tests/faults simulated|real|cluster|workers --seed 1 --faults 1000`, with a
progress bar, and counts; `python tests/faults notices --faults 100000` writes so many notices, and `webhooks` so many
events. `tournaments` plays the 24 events that are broken at each of their commits: `--seed 12 --faults 1` the 12th.
`senders --faults 20` kills so many processes that send webhooks from a real Redis.

`make faults` runs all four. What is found is printed with its seed, which replays it: a simulated cluster exactly,
real processes as far as they let themselves be told what to do when.
"""

import argparse
import asyncio
import logging
import math
import os
import random
import statistics
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import structlog

sys.path.insert(0, str(Path(__file__).parent.parent))

from faults import noticed_faults
from faults.killed_senders import kill_senders
from faults.ordeal import Ordeal
from faults.real_cluster_faults import CLUSTER_WAYS, cluster_ordeal
from faults.real_faults import CHEAP, WAYS, real_ordeal
from faults.real_worker_faults import WORKER_WAYS, workers_ordeal
from faults.simulated_faults import ordeal
from faults.tournament_faults import all_points, broken_events
from faults.webhook_storm import storm

FAULTS_A_RUN = 25
EVENTS_A_RUN = 10_000
MATCHES_SENT = 200
TEN = 10


def _simulated(seed: int, faults: int, only: tuple[str, ...]) -> Iterator[Ordeal]:
    while faults > 0:
        kinds = random.Random(f"{seed} kinds").choices(only, k=min(faults, FAULTS_A_RUN)) if only else ()
        yield ordeal(seed, min(faults, FAULTS_A_RUN), tuple(kinds))
        seed, faults = seed + 1, faults - FAULTS_A_RUN


def _real(seed: int, faults: int, only: tuple[str, ...]) -> Iterator[Ordeal]:
    while faults > 0:
        number = min(faults, FAULTS_A_RUN)
        chance = random.Random(f"{seed} kinds")
        kinds = [chance.choice(only or CHEAP) for _ in range(number)]
        if number == FAULTS_A_RUN and not only:  # one of each of those that take long
            for place, kind in zip((5, 15), [kind for kind in WAYS if kind not in CHEAP], strict=True):
                kinds[place] = kind
        with tempfile.TemporaryDirectory() as folder:
            yield asyncio.run(real_ordeal(seed, tuple(kinds), Path(folder)))
        seed, faults = seed + 1, faults - number


def _in_tens(
    run: Callable[[int, tuple[str, ...], Path], Coroutine[Any, Any, Ordeal]], every: tuple[str, ...]
) -> Callable[[int, int, tuple[str, ...]], Iterator[Ordeal]]:
    """Return what runs ten faults after the other, of all the kinds that there are."""

    def ordeals(seed: int, faults: int, only: tuple[str, ...]) -> Iterator[Ordeal]:
        while faults > 0:
            number = min(faults, TEN)
            chance = random.Random(f"{seed} kinds")
            kinds = tuple(chance.choice(only or every) for _ in range(number))
            with tempfile.TemporaryDirectory() as folder:
                yield asyncio.run(run(seed, kinds, Path(folder)))
            seed, faults = seed + 1, faults - number

    return ordeals


def _bar(done: int, of: int, broken: int, what: str = "faults") -> str:
    width = 40
    filled = width * done // max(of, 1)
    return f"\r[{'#' * filled}{'.' * (width - filled)}] {done}/{of} {what}, {broken} broken promises "


ORDEALS: dict[str, Callable[[int, int, tuple[str, ...]], Iterator[Ordeal]]] = {
    "simulated": _simulated,
    "real": _real,
    "cluster": _in_tens(cluster_ordeal, tuple(CLUSTER_WAYS)),
    "workers": _in_tens(workers_ordeal, tuple(WORKER_WAYS)),
}


def _notices(seed: int, number: int) -> int:
    """Write so many notices under faults, and say what came of it."""
    began = time.process_time()
    found = noticed_faults.run(seed, number, lambda done: print(_bar(done, number, 0, "notices"), end="", flush=True))
    broken = found.lost + found.without_a_cause + found.doubled_in_an_inbox + found.other_ids
    print(_bar(found.written, number, broken, "notices"))
    print(f"{found.lost} lost, {found.without_a_cause} without a cause, {found.doubled_in_an_inbox} twice in an inbox")
    again = f"{found.received_again} received again, {found.other_ids} of them with another id"
    print(f"{again}; one was received {found.most_times} times at most")
    for kind, times in sorted(found.faults.items()):
        print(f"{times:6}  {kind}")
    print(f"{time.process_time() - began:.0f} s of the processor")
    return 1 if broken else 0


def _webhooks(seed: int, events: int) -> int:
    # A disabled webhook is an error in the log. Here its owner enables it each time.
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    began, counts = time.process_time(), Counter[str]()
    while counts["events"] < events:
        found = asyncio.run(storm(min(events - counts["events"], EVENTS_A_RUN), seed))
        counts["events"] += len(found.written)
        counts["attempts"] += found.attempts
        counts["repeated under the same id"] += found.repeated
        counts["processes killed"] += found.killed
        seed += 1
        print(_bar(counts["events"], events, 0), end="", flush=True)
    print("\n" + ", ".join(f"{number} {what}" for what, number in counts.items()) + ", 0 lost, all matches in order")
    print(f"{time.process_time() - began:.0f} s of the processor")
    return 0


def _senders(seed: int, kills: int) -> int:
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    began = os.times()
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(kill_senders(MATCHES_SENT, seed, Path(folder), kills))
    used = sum(os.times()[:4]) - sum(began[:4])
    print(
        f"{found.events} events of a real Redis through {found.killed} processes killed by SIGKILL: 0 lost,",
        f"{found.requests} requests, order by match kept, every signature verified ({used:.0f} s of the processor)",
    )
    return 0


def _tournaments(first: int, events: int) -> int:
    """Play tournaments that are broken at their commits, from the event with this number, and say what came of it."""
    points = all_points()[first - 1 :][:events]
    broken: list[str] = []

    def report(number: int, found: list[str]) -> None:
        broken.extend(found)
        print(_bar(number, len(points), len(broken), "events"), end="", flush=True)

    with tempfile.TemporaryDirectory() as folder:
        faults, commits = asyncio.run(broken_events(Path(folder), points, report))
    print("\n" + "\n".join(broken))
    print(f"{faults.total()} faults: {dict(faults)}; an event has at most {commits} commits")
    return 1 if broken else 0


def main() -> int:
    """Run what is asked for, and say what came of it."""
    parser = argparse.ArgumentParser(prog="python tests/faults", description=__doc__)
    parser.add_argument("where", choices=(*ORDEALS, "notices", "webhooks", "senders", "tournaments"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--faults", type=int, default=1_000)
    parser.add_argument("--only", nargs="+", default=(), metavar="KIND", help="no faults but of these kinds")
    parser.add_argument("--minutes", type=float, default=math.inf, help="begin no more runs after so many minutes")
    chosen = parser.parse_args()
    if chosen.where == "notices":
        return _notices(chosen.seed, chosen.faults)
    if chosen.where == "tournaments":
        return _tournaments(chosen.seed, chosen.faults)
    if chosen.where == "webhooks":
        return _webhooks(chosen.seed, chosen.faults)
    if chosen.where == "senders":
        return _senders(chosen.seed, chosen.faults)
    began = time.monotonic()
    kinds: Counter[str] = Counter()
    handovers: Counter[str] = Counter()
    gaps: dict[str, list[float]] = defaultdict(list)
    broken = acknowledged = rewinds = runs = 0
    for found in ORDEALS[chosen.where](chosen.seed, chosen.faults, tuple(chosen.only)):
        runs += 1
        kinds.update(fault.kind for fault in found.faults)
        handovers.update(found.handovers)
        acknowledged += found.acknowledged
        rewinds += found.rewinds
        broken += len(found.breaches) + len(found.errors)
        for breach in found.breaches:
            print(f"\nseed {found.seed}: {breach.promise}: {breach.match}: {breach.words}")
        for error in found.errors:
            print(f"\nseed {found.seed}: an error in a log: {error}")
        for kind, seconds in found.gaps.items():
            gaps[kind] += seconds
        print(_bar(kinds.total(), chosen.faults, broken), end="", flush=True)
        if time.monotonic() - began > 60 * chosen.minutes:
            break
    print(f"\n{runs} runs, {kinds.total()} faults, {acknowledged} actions acknowledged, {rewinds} told of a loss")
    if handovers:
        print("handed over:", ", ".join(f"{number} {outcome}" for outcome, number in sorted(handovers.items())))
    print("faults  until a match goes on, in seconds: median and longest")
    for kind, number in sorted(kinds.items()):
        print(f"{number:6}  {statistics.median(gaps[kind] or [0]):6.2f} {max(gaps[kind] or [0]):6.2f}  {kind}")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
