"""Costs that grow with the amount of data, measured on a real Valkey: an action by its number in the match, the opening
of a match, its transcript and replay, and the export of a player's data. For each cost it also measures the longest
time that the event loop is blocked. All times are processor time of the event loop's thread, so other work on the
machine has little influence.

    quarterdeck bench growth
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence

import msgspec
from msgspec import Raw
from quarterdeck_games import GAMES
from quarterdeck_protocol.games.tiny import Mark
from quarterdeck_protocol.messages import Act
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, PlayerId, Ref, Version
from quarterdeck_protocol.sides import Player
from quarterdeck_protocol.transcripts.transcript import Opened

from quarterdeck_server.bots.roster import BOTS
from quarterdeck_server.evaluation.capacity.loop_hold import Held, held
from quarterdeck_server.evaluation.capacity.player_export import ExportFigures, measured_export
from quarterdeck_server.evaluation.capacity.store_memory import fresh_store
from quarterdeck_server.matches.audience import Viewing
from quarterdeck_server.matches.entries import acted_entry
from quarterdeck_server.matches.log import Fields
from quarterdeck_server.matches.match import Match
from quarterdeck_server.matches.matches import Matches
from quarterdeck_server.matches.snapshot_writer import fields_of
from quarterdeck_server.matches.snapshots import EVERY
from quarterdeck_server.process.freed_memory import collect_in_pieces
from quarterdeck_server.storage.redis.redis_store import RedisStore

ACTIONS = 1024
"""The number of actions measured from an index on: eight snapshots are among them."""

ACTIONS_IN_TURN = 32

NOTE = "a note, as an action has one"

Tell = Callable[[str], None]
"""Called with the name of the next measurement."""


class Growth(msgspec.Struct, frozen=True, kw_only=True):
    """The measured figures of costs that grow with the amount of data."""

    actions: dict[int, float]
    """Microseconds for an action, averaged over several actions in a row. The key is the index of the first of them
    in the match."""

    opened: dict[int, Held]
    """The opening of a match, by its entries, from its snapshot and as many entries as there ever are since."""

    folded: dict[int, Held]
    """The same without a snapshot."""

    transcript: Held
    transcript_bytes: int
    replay: Held
    """The size of the replay of the same match, as spectators saw it."""

    replay_bytes: int
    export: ExportFigures


async def measured(indexes: Sequence[int], lengths: Sequence[int], played: int, rounds: int, progress: Tell) -> Growth:
    """Measure how the costs of a match grow: of actions from these indexes of a match on, of matches with these numbers
    of entries, and of the export of a player with `played` matches. Each is measured `rounds` times, and the result is
    the median."""
    collect_in_pieces()
    async with fresh_store() as store:
        progress("actions")
        actions = await _cost_of_actions(store, indexes)
        opened: dict[int, Held] = {}
        folded: dict[int, Held] = {}
        for length in lengths:
            progress(f"{length} entries")
            match = MatchId(f"of-{length}")
            fields = await _write(store, match, length, ends=False)
            folded[length] = await _opening(store, match, {}, rounds)
            opened[length] = await _opening(store, match, fields, rounds)
        progress("a transcript")
        match = MatchId("ended")
        await _write(store, match, 2_500, ends=True)
        reader = Matches(GAMES, store.log, BOTS)
        transcript_bytes = len(await reader.encoded_transcript(match))
        replay_bytes = len(await reader.replay(match, None))

        async def transcript() -> Awaitable[object]:
            return reader.encoded_transcript(match)

        async def replay() -> Awaitable[object]:
            return reader.replay(match, None)

        held_by_transcript = await held(rounds, transcript)
        progress("a replay")
        held_by_replay = await held(rounds, replay)
        progress("an export")
        return Growth(
            actions=actions,
            opened=opened,
            folded=folded,
            transcript=held_by_transcript,
            transcript_bytes=transcript_bytes,
            replay=held_by_replay,
            replay_bytes=replay_bytes,
            export=await measured_export(store, played, rounds),
        )


def lines_of(growth: Growth) -> list[str]:
    """Return the measured figures as text for people."""
    lines = [f"an action from index {index:,} on: {cost:.0f} µs" for index, cost in growth.actions.items()]
    for length in growth.opened:
        for how, took in (("from its snapshot", growth.opened[length]), ("from the start", growth.folded[length])):
            lines.append(f"{length:,} entries opened {how}: {took.total:.1f} ms, {took.longest:.1f} in one piece")
    export = growth.export
    whose = f"an export of {export.matches:,} matches, {export.packs:,} packs and {export.lines:,} lines"
    for what, took, size in (
        ("a transcript", growth.transcript, growth.transcript_bytes),
        ("its replay", growth.replay, growth.replay_bytes),
        (whose, export.held, export.size),
    ):
        lines.append(f"{what} of {size / 1e6:.1f} MB: {took.total:.1f} ms, {took.longest:.1f} in one piece")
    return lines


async def _cost_of_actions(store: RedisStore, indexes: Sequence[int]) -> dict[int, float]:
    """Return the cost of an action from each of these indexes of a match on. The indexes are measured in
    alternation."""
    matches = Matches(GAMES, store.log, BOTS)
    tables: dict[int, _Table] = {}
    for index in indexes:
        match = MatchId(f"from-{index}")
        await _write(store, match, index, ends=False)
        tables[index] = _Table(await matches.open(match))
    took = dict.fromkeys(indexes, 0.0)
    for _ in range(ACTIONS // ACTIONS_IN_TURN):
        for index, table in tables.items():
            began = time.thread_time()
            for _ in range(ACTIONS_IN_TURN):
                await table.act()
            took[index] += time.thread_time() - began
    await matches.close()
    return {index: seconds / ACTIONS * 1e6 for index, seconds in took.items()}


class _Table:
    """A match in a measurement, with a connected viewer at each seat."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._updated = asyncio.Event()
        self._seats = [Viewing(seat, lambda _: self._updated.set()) for seat in match.record.seats]
        for viewing in self._seats:
            match.join(viewing)

    async def act(self) -> None:
        """Act for the first seat that has a choice, and wait for the update."""
        record = self._match.record
        seat, version = record.waiting[0].seat, record.version
        action = Raw(msgspec.json.encode(Mark(cell=version % 256, note=NOTE)))
        self._updated.clear()
        command = Act(match=self._match.id, seen=version, action=action, ref=Ref(f"r{version}"))
        self._match.act(seat, self._seats[seat], command, _refused)
        await self._updated.wait()


def _refused(refused: object) -> None:
    raise RuntimeError(f"an action of the bench was refused: {refused}")


async def _write(store: RedisStore, match: MatchId, entries: int, *, ends: bool) -> Fields:
    """Write a match into the store. Return its newest snapshot, which is as many entries before the end as it ever can
    be."""
    matches = Matches(GAMES, store.log, BOTS)
    await matches.begin(_opened(match, entries - 1 if ends else entries + 2 * ACTIONS))
    record = await matches.fold(match)
    taken_at, fields = max(1, entries - EVERY + 1), dict[str, bytes]()
    while record.version < entries:
        if record.version == taken_at:
            fields = dict(fields_of(record, Version(0)))
        action = record.codec.canonical(Mark(cell=record.version % 256, note=NOTE))
        ref = Ref(f"r{record.version}")
        entry = acted_entry(record, record.waiting[0].seat, record.codec.action(action), action, ref)
        foreseen, stored = record.foresee(entry), record.codec.stored(entry)
        over = foreseen.result is not None
        at = await store.log.append(match, record.head, stored, foreseen.deadline, over=over)
        record.advance(foreseen, record.stamped(at, stored))
    return fields


async def _opening(store: RedisStore, match: MatchId, snapshot: Fields, rounds: int) -> Held:
    """Measure the opening of a match from this snapshot, or without a snapshot."""
    processes: list[Matches] = []

    async def prepare() -> Awaitable[object]:
        while processes:
            await processes.pop().close()
        await store.log.store_snapshot(match, snapshot, replaces_all=True)
        processes.append(Matches(GAMES, store.log, BOTS))
        return processes[0].open(match)

    return await held(rounds, prepare)


def _opened(match: MatchId, marks: int) -> Opened:
    players = tuple(Player(id=PlayerId(name), name=name) for name in ("ada", "bo"))
    return Opened(
        match=match,
        game=GameName("tiny"),
        rules=GAMES["tiny"].version,
        players=players,
        options=Raw(msgspec.json.encode({"marks": marks})),
        time_limit=Milliseconds(3_600_000),
        seed="5eed" * 16,
        entropy=("", ""),
    )
