"""A store that forgets, under processes that remember more."""

import copy
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from matches.processes import Fate, Process, Processes, Watcher, processes, settle
from quarterdeck_protocol.names import Seat
from quarterdeck_protocol.transcripts.transcript import HistoryLost
from servers import Message


class Forgetful:
    """What the store of some processes held at a moment."""

    def __init__(self, several: Processes) -> None:
        self._several = several
        self._logs = copy.deepcopy(several.memory.logs)

    def put_back(self) -> None:
        self._several.memory.logs = copy.deepcopy(self._logs)


async def two_processes(several: Processes, *, remember: bool = False) -> tuple[Process, Watcher, Process, Watcher]:
    """Return two processes, the seat whose turn it is on the one and the other seat on the other."""
    one = await several.begin(marks=40, remembers=remember)
    mine = await one.on_turn()
    two = await several.start(remembers=remember)
    return one, mine, two, await two.watch(Seat(1 - mine.seat))


async def play(*watchers: Watcher, cell: int = 0) -> None:
    """Let whoever is asked act, one after the other, from this cell on."""
    for _ in watchers:
        asked = whoever_is_asked(*watchers)
        asked.act(cell=cell + asked.match.record.version)
        await settle()


def whoever_is_asked(*watchers: Watcher) -> Watcher:
    return next(each for each in watchers if each.match.record.choices[each.seat])


async def forget_second(several: Processes, *watchers: Watcher) -> None:
    """Let each of these act twice, and the store forget the second round."""
    await play(*watchers)
    earlier = Forgetful(several)
    await play(*watchers)
    earlier.put_back()


def order(rewound: dict[str, object]) -> tuple[object, object]:
    return rewound["epoch"], rewound["version"]


def rewinds(watcher: Watcher) -> list[Message]:
    return [each for each in watcher.received if each["type"] == "rewound"]


def losses(several: Processes) -> list[HistoryLost]:
    return [entry.cause for entry in several.entries() if isinstance(entry.cause, HistoryLost)]


async def look_around(several: Processes) -> None:
    """Let every process look whether the log is what it thinks."""
    several.pass_time(2_000)
    for process in several.started:
        await process.matches.sweep()
        await settle()


@asynccontextmanager
async def forgotten_while(fate: Fate) -> AsyncIterator[tuple[Processes, Process, Watcher, Process, Watcher]]:
    """Two processes, and one watcher of each, that know more than the store: they have found out, and whatever they
    write from then on has this fate."""
    async with processes() as several:
        one, mine, two, other = await two_processes(several)
        await forget_second(several, mine, other)
        for process in (one, two):
            process.log.fate, process.log.tried = fate, 0
        await look_around(several)
        yield several, one, mine, two, other
