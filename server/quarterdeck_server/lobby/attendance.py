"""Approximate attendance: the number of players signed in on all processes, of spectators of each match, and the seats
whose players are connected to a match with long turns.

It has no messages of its own, and no command waits for it. Every few seconds each process writes its counts into a
document that expires by itself, and reads the documents of the others. They hold numbers, seats and match ids, no
names.
"""

import secrets
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from heapq import nlargest
from itertools import islice

import msgspec
from quarterdeck_protocol.names import MatchId, Milliseconds, Seat

from quarterdeck_server.lobby.chance import Chance
from quarterdeck_server.lobby.collections import Collection, Snapshot
from quarterdeck_server.lobby.documents import DocumentStore, IndexEntry, IndexSweep
from quarterdeck_server.periodic_work import PeriodicTask, repeat
from quarterdeck_server.store_errors import Conflict

SECONDS_BETWEEN_COUNTS = 10.0
SECONDS_BELIEVED = 30
"""Seconds after which the counts of a silent process are ignored. It may have died."""

MOST_PROCESSES = 1_000
MOST_MATCHES = 200
"""Limit of matches that a process reports. It reports those with the most spectators."""

PROCESSES = "attendance"
"""Name of the index of counting processes, ordered by their last count."""

MOST_SEATED = 2_000
"""Limit of matches for which a process reports the seats of its connections. The players of others count as away."""

EXACT_BELOW = 10


class AttendanceRecord(msgspec.Struct, frozen=True):
    """The record of one process's counts: its signed-in players, the spectators of each match, and the seats of its
    connections."""

    players: int
    """Number of players signed in at that process."""

    watched: dict[MatchId, int]
    """Number of spectators at that process, by match."""

    seated: dict[MatchId, list[Seat]] = {}
    """The seats with a connection to that process, by match, for matches with long turns."""


ATTENDANCE = Collection("attendance", AttendanceRecord)


class Attendance:
    """Counts the signed-in players and spectators of one process, and adds the counts of the other processes."""

    def __init__(
        self,
        documents: DocumentStore,
        players: Callable[[], int],
        watched: Callable[[], Mapping[MatchId, int]],
        chance: Chance = secrets,
        seated: Callable[[], Mapping[MatchId, Sequence[Seat]]] = dict,
    ) -> None:
        """Make the count of players who are present. `players` and `watched` return the numbers of players and
        spectators on this process, `seated` the seats of its connections in matches with long turns."""
        self._documents = documents
        self._players = players
        self._watched = watched
        self._seated = seated
        self._process = chance.token_hex(8)
        self._elsewhere = AttendanceRecord(0, {})
        self._counting = PeriodicTask()

    def online(self) -> int:
        """Return the approximate number of players who are signed in."""
        return rounded(self._players() + self._elsewhere.players)

    async def processes(self) -> int:
        """Return the number of processes that share the store and have counted lately. Raises `Unavailable`."""
        return await self._documents.count(PROCESSES, low=await self._documents.now() - 1000 * SECONDS_BELIEVED)

    def watching(self, match: MatchId, here: int) -> int:
        """Return the approximate number of spectators of a match, given the number in this process."""
        return rounded(here + self._elsewhere.watched.get(match, 0))

    def seated(self) -> Mapping[MatchId, frozenset[Seat]]:
        """Return the seats with a connection to any process, for each match with long turns that has any."""
        elsewhere, here = self._elsewhere.seated, self._seated()
        return {match: frozenset((*elsewhere.get(match, ()), *here.get(match, ()))) for match in {*elsewhere, *here}}

    def start(self) -> None:
        """Start to count periodically. The first count is made at once."""
        self._counting.start(
            repeat(self.count, SECONDS_BETWEEN_COUNTS, meanwhile="others are not counted", at_once=True)
        )

    async def close(self) -> None:
        """Stop counting. Other processes ignore the last counts after `SECONDS_BELIEVED`."""
        await self._counting.stop()

    async def count(self) -> None:
        """Write the numbers of players and spectators on this process, and read those of the other processes. Raises
        `Unavailable`."""
        now = await self._documents.now()
        oldest = now - 1000 * SECONDS_BELIEVED
        listed = await self._documents.listed(PROCESSES, low=oldest, most=MOST_PROCESSES)
        others = [process for process, _ in listed if process != self._process]
        own, *found = await ATTENDANCE.snapshots(self._documents, [self._process, *others])
        self._elsewhere = _together([each.record for each in found if each.record is not None])
        with suppress(Conflict):  # it ended just now: the next time it is new
            await self._say(own, now, oldest)

    async def _say(self, own: Snapshot[AttendanceRecord], now: Milliseconds, oldest: int) -> None:
        watched = dict(nlargest(MOST_MATCHES, self._watched().items(), key=lambda each: each[1]))
        seated = {match: list(seats) for match, seats in islice(self._seated().items(), MOST_SEATED)}
        counted = AttendanceRecord(self._players(), watched, seated)
        listed: list[IndexEntry | IndexSweep] = [
            IndexSweep(PROCESSES, oldest),
            IndexEntry(PROCESSES, self._process, now),
        ]
        await self._documents.commit([own.becomes(counted, SECONDS_BELIEVED)], listed)


def _together(counted: list[AttendanceRecord]) -> AttendanceRecord:
    watched: dict[MatchId, int] = {}
    seated: dict[MatchId, list[Seat]] = {}
    for each in counted:
        for match, number in each.watched.items():
            watched[match] = watched.get(match, 0) + number
        for match, seats in each.seated.items():
            seated.setdefault(match, []).extend(seats)
    return AttendanceRecord(sum(each.players for each in counted), watched, seated)


def rounded(number: int) -> int:
    """Return a number as it is published: exact below ten, with one leading digit below a hundred, otherwise with
    two. All other digits become zeros."""
    if number < EXACT_BELOW:
        return number
    digits = str(number)
    significant = 1 if len(digits) == 2 else 2
    return int(digits[:significant].ljust(len(digits), "0"))
