"""Snapshots of long matches: what is opened from one is the match, and what does not fit is folded from the start."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest
from matches.forgetful import Forgetful
from matches.processes import LIMIT, MATCH, Process, Processes, processes, settle
from quarterdeck_games import GAMES
from quarterdeck_games.state_codec import shape_of
from quarterdeck_games.tiny.rules import State, Tiny
from quarterdeck_protocol.games.tiny import Event, Mark
from quarterdeck_protocol.names import Ref, Seat, Version
from quarterdeck_server.matches.entries import acted_entry
from quarterdeck_server.matches.loop_turns import MOST_ENTRIES
from quarterdeck_server.matches.match import Match
from quarterdeck_server.matches.record import MOST_REFS, Record
from quarterdeck_server.matches.snapshot_writer import fields_of
from quarterdeck_server.matches.snapshots import (
    EVERY,
    OPENED,
    STANDING,
    MatchState,
    RefDone,
    UnusableSnapshot,
    encoded,
    parts_of,
    snapshot_in,
)
from structlog.testing import capture_logs


async def grow(process: Process, entries: int, *, refs: bool = False) -> None:
    """Write entries into the log of a match, as a process would that nobody watches, with a snapshot of none."""
    record = await process.matches.fold(MATCH)
    for _ in range(entries):
        seat = record.waiting[0].seat
        ref = Ref(f"r{record.version}") if refs else None
        action = record.codec.canonical(Mark(cell=record.version % 256, note=""))
        entry = acted_entry(record, seat, record.codec.action(action), action, ref)
        foreseen, stored = record.foresee(entry), record.codec.stored(entry)
        over = foreseen.result is not None
        at = await process.store.log.append(MATCH, record.head, stored, foreseen.deadline, over=over)
        record.advance(foreseen, record.stamped(at, stored))


class Counted(Tiny):
    """Tiny, which knows how many events were folded."""

    def __init__(self) -> None:
        self.evolved = 0

    def evolve(self, state: State, event: Event) -> State:
        self.evolved += 1
        return super().evolve(state, event)

    @asynccontextmanager
    async def in_one_turn(self) -> AsyncIterator[list[int]]:
        """Return how many events are folded in each turn of the event loop as long as this lasts."""
        turns, before = list[int](), self.evolved

        async def count() -> None:
            while True:
                await asyncio.sleep(0)
                turns.append(self.evolved - before - sum(turns))

        counting = asyncio.ensure_future(count())
        await asyncio.sleep(0)
        yield turns
        counting.cancel()
        turns.append(self.evolved - before - sum(turns))


def comparable(record: Record) -> dict[str, Any]:
    """All that a record knows, but for what it has worked out for viewers."""
    return {name: value for name, value in vars(record).items() if name != "_boards"}


async def folded(several: Processes) -> Record:
    """Return the match as a process folds it that has nothing but the log."""
    several.memory.snapshots.clear()
    return await (await several.start()).matches.fold(MATCH)


async def play_to(match: Match, version: int) -> None:
    """Let the time of whoever is asked run out until the match stands at this version."""
    while match.record.version < version:
        match.run_clock()
        await settle()


async def test_a_match_is_opened_from_what_whoever_wrote_its_entries_has_left() -> None:
    async with processes() as several:
        one = await several.begin(marks=1_000)
        await grow(one, EVERY - 3, refs=True)
        match = await one.match()
        assert several.memory.snapshots == {}
        for _ in range(3):
            several.pass_time(LIMIT)
            match.run_clock()
            await settle()
        assert set(several.memory.snapshots[MATCH][0]) == {OPENED, STANDING, str(EVERY)}
        two = await several.start()
        opened = (await two.match()).record
        assert opened.version == match.record.version == EVERY + 1
        assert two.matches.metrics.snapshots.used == 1
        assert comparable(opened) == comparable(await folded(several))


async def test_a_long_match_that_has_none_is_folded_once_in_many_turns_of_the_loop_and_then_has_one() -> None:
    counted = Counted()
    async with processes({**GAMES, "tiny": counted}) as several:
        one = await several.begin(marks=1_000)
        await grow(one, 3 * EVERY + 20, refs=True)
        async with counted.in_one_turn() as turns:
            first = (await one.match()).record
        assert sum(turns) > 3 * EVERY
        assert max(turns) <= MOST_ENTRIES
        await settle()
        assert sorted(several.memory.snapshots[MATCH][0]) == sorted(
            [OPENED, STANDING, str(EVERY), str(2 * EVERY), str(3 * EVERY)]
        )
        two = await several.start()
        evolved = counted.evolved
        second = await two.matches.fold(MATCH)
        assert counted.evolved == evolved, "nothing had come since"
        assert comparable(second) == comparable(first)


async def test_no_transcript_and_no_replay_holds_the_loop() -> None:
    counted = Counted()
    async with processes({**GAMES, "tiny": counted}) as several:
        one = await several.begin(marks=300)
        await grow(one, 300)
        for read in (one.matches.encoded_transcript(MATCH), one.matches.replay(MATCH, None)):
            async with counted.in_one_turn() as turns:
                encoded_whole = await read
            assert sum(turns) >= 300
            assert max(turns) <= MOST_ENTRIES
            whole = msgspec.json.decode(encoded_whole)
            assert len(whole.get("entries", whole.get("frames"))) == 301
            assert msgspec.json.encode(whole) == encoded_whole, "it is what one encoding of all of it gives"


async def test_a_player_who_has_missed_much_of_a_match_that_is_open_catches_up_in_many_turns_of_the_loop() -> None:
    """And what was submitted meanwhile is judged by what there is then."""
    counted = Counted()
    async with processes({**GAMES, "tiny": counted}) as several:
        one, two = await several.begin(marks=1_000), await several.start()
        match = await two.match()
        await two.store.log.unsubscribe(MATCH)  # as if no news reached it
        await grow(one, 3 * EVERY)
        assert match.record.version == 1
        several.pass_time(LIMIT)
        async with counted.in_one_turn() as turns:
            match.catch_up()
            match.run_clock()  # of what it knows, somebody's time is out; as it stands, as well
            await settle()
        assert match.record.version == 3 * EVERY + 2
        assert sum(turns) >= 3 * EVERY
        assert max(turns) <= MOST_ENTRIES
        assert comparable(match.record) == comparable(await folded(several))


async def test_a_match_that_has_ended_leaves_none() -> None:
    async with processes() as several:
        one = await several.begin(marks=EVERY - 1)
        await grow(one, EVERY - 2)
        match = await one.match()
        several.pass_time(LIMIT)
        match.run_clock()
        await settle()
        assert (match.record.version, match.is_over) == (EVERY, True)
        assert several.memory.snapshots == {}


async def test_anything_that_is_remembered_of_a_very_long_match_is_in_its_snapshot() -> None:
    async with processes() as several:
        one = await several.begin(marks=9_000)
        await grow(one, MOST_REFS + 2 * EVERY, refs=True)
        opened = (await one.match()).record
        await settle()
        again = await (await several.start()).matches.fold(MATCH)
        assert len(again.done) == MOST_REFS
        assert list(again.done.items()) == list(opened.done.items())
        assert comparable(again) == comparable(opened)


def without_a_part(fields: dict[str, bytes]) -> None:
    del fields[str(EVERY)]


def cut_short(fields: dict[str, bytes]) -> None:
    fields[STANDING] = fields[STANDING][:-1]


def of_a_newer_server(fields: dict[str, bytes]) -> None:
    standing = msgspec.msgpack.decode(fields[STANDING], type=MatchState)
    fields[STANDING] = encoded(msgspec.structs.replace(standing, format=2))


def of_another_epoch(fields: dict[str, bytes]) -> None:
    standing = msgspec.msgpack.decode(fields[STANDING], type=MatchState)
    fields[STANDING] = encoded(msgspec.structs.replace(standing, epoch=1))


def with_a_part_of_another_history(fields: dict[str, bytes]) -> None:
    fields[str(EVERY)] = encoded(parts_of(bytes(8 * EVERY), [], Version(0))[0])


def of_other_rules(fields: dict[str, bytes]) -> None:
    opened = msgspec.json.decode(fields[OPENED])
    fields[OPENED] = msgspec.json.encode({**opened, "rules": 99})


def with_a_state_of_another_game(fields: dict[str, bytes]) -> None:
    standing = msgspec.msgpack.decode(fields[STANDING], type=MatchState)
    fields[STANDING] = encoded(msgspec.structs.replace(standing, state=b"[]"))


@pytest.mark.parametrize(
    "damage",
    [
        without_a_part,
        cut_short,
        of_a_newer_server,
        of_another_epoch,
        with_a_part_of_another_history,
        of_other_rules,
        with_a_state_of_another_game,
    ],
)
async def test_one_that_does_not_fit_is_not_believed(damage: Callable[[dict[str, bytes]], None]) -> None:
    async with processes() as several:
        one = await several.begin(marks=1_000)
        await grow(one, EVERY + 5)
        right = (await one.match()).record
        await settle()
        fields, until = several.memory.snapshots[MATCH]
        damaged = dict(fields)
        damage(damaged)
        several.memory.snapshots[MATCH] = damaged, until
        two = await several.start()
        with capture_logs() as lines:
            opened = (await two.match()).record
        assert comparable(opened) == comparable(right)
        assert [line["event"] for line in lines] == ["a snapshot cannot be used"]
        assert (two.matches.metrics.snapshots.unusable, two.matches.metrics.snapshots.used) == (1, 0)
        await settle()
        assert several.memory.snapshots[MATCH][0] == fields, "it was written anew"


class Leaner(msgspec.Struct, frozen=True, kw_only=True, tag="tiny"):
    """A state of before, which did not know yet what has a default now."""


class Richer(msgspec.Struct, frozen=True, kw_only=True, tag="tiny"):
    """A state that counts something which one of before has not."""

    counted: int = 0
    after: "tuple[Richer, ...]" = ()


def test_a_state_has_another_shape_when_anything_in_it_has() -> None:
    kinds = [*(game.states for game in GAMES.values()), Leaner, Richer]
    assert len({shape_of(kind) for kind in kinds}) == len(kinds)


async def test_one_of_a_server_whose_states_knew_less_is_not_believed() -> None:
    """It could be read, with what is missing at its default: nobody would notice that the log says otherwise."""
    async with processes() as several:
        one = await several.begin(marks=1_000)
        await grow(one, EVERY)
        record = (await one.match()).record
        await settle()
        fields, until = several.memory.snapshots[MATCH]
        standing = msgspec.msgpack.decode(fields[STANDING], type=MatchState)
        before = encoded(msgspec.structs.replace(standing, shape=shape_of(Leaner)))
        several.memory.snapshots[MATCH] = {**fields, STANDING: before}, until
        two = await several.start()
        assert comparable((await two.match()).record) == comparable(record)
        assert two.matches.metrics.snapshots.unusable == 1


async def test_one_of_entries_that_the_store_has_forgotten_is_not_believed() -> None:
    async with processes() as several:
        one = await several.begin(marks=1_000)
        await grow(one, 20)
        earlier = Forgetful(several)
        await grow(one, EVERY)
        gone = fields_of(await one.matches.fold(MATCH), Version(0))
        earlier.put_back()
        several.hand.move(5)  # so the same entries are others
        await grow(one, EVERY)
        right = await folded(several)
        await one.store.log.store_snapshot(MATCH, gone, replaces_all=True)
        two = await several.start()
        opened = (await two.match()).record
        assert two.matches.metrics.snapshots.unusable == 1
        assert comparable(opened) == comparable(right)


async def test_one_that_says_something_else_than_the_log_is_noticed_and_the_log_is_right() -> None:
    async with processes() as several:
        one = await several.begin(marks=1_000)
        await grow(one, EVERY)
        right = (await one.match()).record
        await settle()
        fields, until = several.memory.snapshots[MATCH]
        for wrong in (False, True):
            standing = msgspec.msgpack.decode(fields[STANDING], type=MatchState)
            acted = [number + wrong for number in standing.acted]
            changed = encoded(msgspec.structs.replace(standing, acted=acted))
            several.memory.snapshots[MATCH] = {**fields, STANDING: changed}, until
            two = await several.start()
            with capture_logs() as lines:
                watcher = await two.watch(Seat(0))
                assert (watcher.match.record.acted == right.acted) is not wrong
                await settle()
            assert comparable(watcher.match.record) == comparable(right)
            assert [message["type"] for message in watcher.received] == ["update"] * wrong
            said = ["a snapshot differs from the log"] if wrong else []
            assert [line["event"] for line in lines] == said
            assert two.matches.metrics.snapshots.wrong == wrong
        assert several.memory.snapshots[MATCH][0] == {}


def test_parts_that_are_cut_at_any_version_are_the_same_parts() -> None:
    trail = bytes(range(256)) * EVERY
    versions = len(trail) // 8
    done = [RefDone(Seat(0), Ref(str(version)), Version(version), None) for version in range(1, versions + 1, 3)]
    whole = parts_of(trail, done, Version(0))
    for since in range(0, versions, EVERY):
        later = [each for each in done if each.version > since]
        assert parts_of(trail, later, Version(since)) == whole[since // EVERY :]


OTHERWISE = {
    "opened",
    "game",
    "codec",
    "seats",
    "state",
    "trail",
    "done",
    "choices",
    "result",
    "boards",
    "last_action",
    "undo_requests",
    "has_undo",
    "offers_undo",
    "recess_requests",
    "frozen",
    "links",
    "order_key",
    "rules_shown",
    "faces_bots_alone",
}
"""What of a record a snapshot has in another shape, or what follows from it."""


async def test_all_that_a_record_knows_is_in_its_snapshot() -> None:
    async with processes() as several:
        record = (await (await several.begin()).match()).record
    known = {name.lstrip("_") for name in vars(record)}
    assert known - OTHERWISE == set(MatchState.__struct_fields__) - {"format", "shape", "state", "rest"}


async def test_a_snapshot_without_its_standing_is_none() -> None:
    async with processes() as several:
        one = await several.begin(marks=1_000)
        await grow(one, 3)
        fields = dict(fields_of(await one.matches.fold(MATCH), Version(0)))
        assert snapshot_in(fields, MOST_REFS).standing.version == 4
        del fields[STANDING]
        with pytest.raises(UnusableSnapshot, match="missing"):
            snapshot_in(fields, MOST_REFS)
