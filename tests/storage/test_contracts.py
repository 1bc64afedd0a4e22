"""What matches and the lobby ask of a store, held against memory and a real Redis alike."""

import asyncio
import gc
from collections.abc import Awaitable, Callable

import pytest
from quarterdeck_protocol.names import Epoch, MatchId, Milliseconds, Version
from quarterdeck_server.matches.log import NEVER, START, Deadline, Head, Remembered, Stamped, next_digest
from quarterdeck_server.storage.store import Store
from quarterdeck_server.store_errors import Conflict
from stores import Backup, Ears, before, next_of

AnotherProcess = Callable[[], Awaitable[Store]]

MATCH, OTHER = MatchId("match"), MatchId("other")
EVERY_BYTE = bytes(range(256))
NOW_AT_THE_LATEST = Deadline(limit=Milliseconds(0))
IN_AN_HOUR = Deadline(limit=Milliseconds(3_600_000))


async def write(store: Store, version: int, entry: bytes = b"entry", *, match: MatchId = MATCH) -> Stamped:
    at = await store.log.append(match, before(version), entry, NEVER, over=False)
    return Stamped(Version(version), entry, at, (await store.log.heads([match]))[match].digest)


async def head_of(store: Store) -> Head:
    return (await store.log.heads([MATCH]))[MATCH]


async def set_deadline(store: Store, version: int, deadline: Deadline, *, over: bool = False) -> None:
    await store.log.append(MATCH, before(version), b"entry", deadline, over=over)


class TestTheLog:
    async def test_an_entry_is_read_as_it_was_written(self, another_process: AnotherProcess) -> None:
        store = await another_process()
        written = [
            await write(store, 1, EVERY_BYTE),
            await write(store, 2, b""),
            await write(store, 3, b"a b\n" * 9000),
        ]
        assert (await store.log.read(MATCH)).entries == written

    async def test_another_process_reads_the_same(self, another_process: AnotherProcess) -> None:
        one, two = await another_process(), await another_process()
        written = [await write(one, 1, b"mine"), await write(two, 2, b"yours")]
        assert (await one.log.read(MATCH)).entries == (await two.log.read(MATCH)).entries == written

    async def test_reading_after_a_version_gives_what_came_later(self, another_process: AnotherProcess) -> None:
        store = await another_process()
        written = [await write(store, version) for version in (1, 2, 3)]
        assert (await store.log.read(MATCH, Version(1))).entries == written[1:]
        assert (await store.log.read(MATCH, Version(3))).entries == []
        assert (await store.log.read(MATCH, Version(9))).entries == []

    async def test_a_long_log_is_read_whole(self, another_process: AnotherProcess) -> None:
        store = await another_process()
        versions = [Version(number) for number in range(1, 2501)]
        await asyncio.gather(
            *(store.log.append(MATCH, before(version), b"%d" % version, NEVER, over=False) for version in versions)
        )
        read = (await store.log.read(MATCH)).entries
        assert [(stamped.version, stamped.entry) for stamped in read] == [
            (version, b"%d" % version) for version in versions
        ]

    async def test_a_match_that_is_not_there_has_no_entries(self, another_process: AnotherProcess) -> None:
        store = await another_process()
        assert (await store.log.read(MATCH)).entries == []

    async def test_matches_do_not_touch_each_other(self, another_process: AnotherProcess) -> None:
        store = await another_process()
        here, there = await write(store, 1, b"here"), await write(store, 1, b"there", match=OTHER)
        assert ((await store.log.read(MATCH)).entries, (await store.log.read(OTHER)).entries) == ([here], [there])

    @pytest.mark.parametrize("version", [1, 2, 4])
    async def test_any_version_but_the_next_is_a_conflict_that_changes_nothing(
        self, another_process: AnotherProcess, version: int
    ) -> None:
        store = await another_process()
        written = [await write(store, 1), await write(store, 2)]
        with pytest.raises(Conflict):
            await store.log.append(MATCH, before(version), b"late", NOW_AT_THE_LATEST, over=True)
        assert (await store.log.read(MATCH)).entries == written
        assert await store.log.due(9) == []

    async def test_anything_that_is_appended_in_one_turn_is_written_in_order(
        self, another_process: AnotherProcess
    ) -> None:
        store = await another_process()
        answers = [store.log.append(MATCH, before(version), b"", NEVER, over=False) for version in (1, 2, 4, 3)]
        outcomes = await asyncio.gather(*answers, return_exceptions=True)
        assert [isinstance(outcome, Conflict) for outcome in outcomes] == [False, False, True, False]
        assert (await store.log.versions([MATCH]))[MATCH] == 3

    async def test_of_all_who_append_at_once_exactly_one_wins_each_version(
        self, another_process: AnotherProcess
    ) -> None:
        processes = [await another_process() for _ in range(3)]
        won: list[tuple[int, bytes]] = []

        async def play(store: Store, name: bytes) -> None:
            while (version := (await store.log.versions([MATCH]))[MATCH] + 1) <= 40:
                try:
                    await store.log.append(MATCH, before(version), name, NEVER, over=False)
                except Conflict:
                    continue
                won.append((version, name))

        await asyncio.gather(*(play(store, b"%d" % number) for number, store in enumerate(processes * 4)))
        read = [(stamped.version, stamped.entry) for stamped in (await processes[0].log.read(MATCH)).entries]
        assert read == sorted(won)
        assert [version for version, _ in read] == list(range(1, 41))

    async def test_versions_of_many_matches_are_told_at_once(self, another_process: AnotherProcess) -> None:
        store = await another_process()
        await write(store, 1)
        await write(store, 2)
        assert await store.log.versions([OTHER, MATCH]) == {OTHER: 0, MATCH: 2}
        assert await store.log.versions([]) == {}

    async def test_an_entry_is_stamped_with_the_stores_time(self, another_process: AnotherProcess) -> None:
        store = await another_process()
        before = await store.log.now()
        written = await write(store, 1)
        assert before <= written.at <= await store.log.now()

    async def test_an_entry_is_written_though_whoever_asked_has_gone(self, another_process: AnotherProcess) -> None:
        store = await another_process()
        store.log.append(MATCH, before(1), b"entry", NEVER, over=False).cancel()
        await write(store, 2)

    async def test_a_refusal_that_nobody_waits_for_is_no_fault(self, another_process: AnotherProcess) -> None:
        store = await another_process()
        faults: list[object] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, fault: faults.append(fault))
        store.log.append(MATCH, before(7), b"entry", NEVER, over=False)
        await write(store, 1)
        gc.collect()
        assert faults == []


class TestHistories:
    async def test_nobody_writes_after_entries_that_the_store_has_forgotten(
        self, another_process: AnotherProcess, backup: Callable[[], Backup]
    ) -> None:
        awake, asleep = await another_process(), await another_process()
        await write(awake, 1)
        earlier = backup()
        await write(awake, 2, b"forgotten")
        known = await head_of(asleep)
        earlier.put_back()
        await write(awake, 2, b"instead")
        with pytest.raises(Conflict):
            await asleep.log.append(MATCH, known, b"late", NEVER, over=False)
        assert [stamped.entry for stamped in (await awake.log.read(MATCH)).entries] == [b"entry", b"instead"]

    async def test_all_who_find_that_entries_are_gone_come_to_the_same_epoch(
        self, another_process: AnotherProcess, backup: Callable[[], Backup]
    ) -> None:
        processes = [await another_process() for _ in range(3)]
        await write(processes[0], 1)
        earlier = backup()
        await write(processes[1], 2)
        known = await head_of(processes[2])
        earlier.put_back()
        await asyncio.gather(*(process.log.rewind(MATCH, known) for process in processes))
        heads = [await head_of(process) for process in processes]
        assert [(head.epoch, head.version) for head in heads] == [(1, 1)] * 3
        assert [(await process.log.read(MATCH)).epoch for process in processes] == [1, 1, 1]

    async def test_a_history_with_as_many_entries_is_another_one(
        self, another_process: AnotherProcess, backup: Callable[[], Backup]
    ) -> None:
        store = await another_process()
        await write(store, 1)
        earlier = backup()
        await write(store, 2, b"forgotten")
        known = await head_of(store)
        earlier.put_back()
        await write(store, 2, b"instead")
        assert (await head_of(store)) != known
        await store.log.rewind(MATCH, known)
        assert (await head_of(store)).epoch == 1

    async def test_an_epoch_that_was_forgotten_is_not_given_twice(
        self, another_process: AnotherProcess, backup: Callable[[], Backup]
    ) -> None:
        store = await another_process()
        await write(store, 1)
        earlier = backup()
        for epoch in (1, 2, 3):
            await store.log.append(MATCH, await head_of(store), b"forgotten", NEVER, over=False)
            known = await head_of(store)
            earlier.put_back()
            await store.log.rewind(MATCH, known)
            assert (await head_of(store)).epoch == epoch

    async def test_the_history_that_is_known_is_left_as_it_is(self, another_process: AnotherProcess) -> None:
        store = await another_process()
        await write(store, 1)
        known = await head_of(store)
        await write(store, 2)
        await store.log.rewind(MATCH, known)
        await store.log.rewind(MATCH, await head_of(store))
        assert (await head_of(store)).epoch == 0

    async def test_a_match_that_is_gone_has_no_history(
        self, another_process: AnotherProcess, backup: Callable[[], Backup]
    ) -> None:
        store, earlier = await another_process(), backup()
        await write(store, 1)
        known = await head_of(store)
        earlier.put_back()
        await store.log.rewind(MATCH, known)
        assert (await head_of(store), (await store.log.read(MATCH)).entries) == (START, [])

    async def test_a_higher_epoch_is_rung_with_the_newest_entry(
        self, another_process: AnotherProcess, backup: Callable[[], Backup]
    ) -> None:
        one, two = await another_process(), await another_process()
        rung: asyncio.Queue[tuple[Epoch, Stamped]] = asyncio.Queue()
        two.log.set_callbacks(lambda _, epoch, stamped: rung.put_nowait((epoch, stamped)), lambda: None)
        first = await write(one, 1)
        earlier = backup()
        await two.log.subscribe(MATCH)
        await write(one, 2)
        assert (await next_of(rung))[0] == 0
        known = await head_of(one)
        earlier.put_back()
        await one.log.rewind(MATCH, known)
        assert await next_of(rung) == (1, first)

    @pytest.mark.parametrize("left", [1, 0])
    async def test_anything_that_was_forgotten_is_written_back_as_it_was(
        self, another_process: AnotherProcess, backup: Callable[[], Backup], left: int
    ) -> None:
        store = await another_process()
        earlier = backup()
        written = [await write(store, 1)]
        earlier = backup() if left else earlier
        written += [await write(store, version, b"%d" % version) for version in (2, 3)]
        known = await head_of(store)
        earlier.put_back()
        short = await head_of(store)
        later = Milliseconds(await store.log.now() - 1)
        await store.log.restore(
            MATCH, short, Remembered(epoch=Epoch(0), entries=written[left:], until=later, over=False)
        )
        assert (await store.log.read(MATCH)).entries == written
        assert (await head_of(store), await store.log.due(9)) == (known, [MATCH])
        assert (await write(store, 4)).at >= written[-1].at

    async def test_a_match_that_had_ended_is_over_when_it_is_written_back(
        self, another_process: AnotherProcess, backup: Callable[[], Backup]
    ) -> None:
        store = await another_process()
        await set_deadline(store, 1, NOW_AT_THE_LATEST)
        earlier = backup()
        end = await write(store, 2)
        earlier.put_back()
        short = await head_of(store)
        await store.log.restore(MATCH, short, Remembered(epoch=Epoch(0), entries=[end], until=None, over=True))
        assert await store.log.due(9) == []
        assert (await head_of(store)).version == 2

    async def test_nothing_is_written_back_behind_others(
        self, another_process: AnotherProcess, backup: Callable[[], Backup]
    ) -> None:
        one, two = await another_process(), await another_process()
        await write(one, 1)
        earlier = backup()
        forgotten = await write(one, 2, b"forgotten")
        known = await head_of(one)
        earlier.put_back()
        short = await head_of(one)
        remembered = Remembered(epoch=Epoch(0), entries=[forgotten], until=None, over=False)
        await write(two, 2, b"instead")
        with pytest.raises(Conflict):
            await one.log.restore(MATCH, short, remembered)
        assert (await one.log.read(MATCH)).entries[-1].entry == b"instead"
        earlier.put_back()
        await two.log.rewind(MATCH, known)
        with pytest.raises(Conflict):
            await one.log.restore(MATCH, short, remembered)
        assert (await head_of(one)).version == 1

    async def test_two_who_remember_the_same_write_it_back_once(
        self, another_process: AnotherProcess, backup: Callable[[], Backup]
    ) -> None:
        processes = [await another_process() for _ in range(2)]
        written = [await write(processes[0], 1)]
        earlier = backup()
        written.append(await write(processes[0], 2))
        earlier.put_back()
        short = await head_of(processes[0])
        remembered = Remembered(epoch=Epoch(0), entries=written[1:], until=None, over=False)
        done = [process.log.restore(MATCH, short, remembered) for process in processes]
        answers = await asyncio.gather(*done, return_exceptions=True)
        assert sorted(map(type, answers), key=str) == sorted([type(None), Conflict], key=str)
        assert (await processes[1].log.read(MATCH)).entries == written

    async def test_anything_that_is_written_back_rings_all_who_follow(
        self, another_process: AnotherProcess, backup: Callable[[], Backup]
    ) -> None:
        one, two = await another_process(), await another_process()
        rung: asyncio.Queue[tuple[Epoch, Stamped]] = asyncio.Queue()
        two.log.set_callbacks(lambda _, epoch, stamped: rung.put_nowait((epoch, stamped)), lambda: None)
        await write(one, 1)
        earlier = backup()
        await two.log.subscribe(MATCH)
        newest = await write(one, 2)
        assert (await next_of(rung))[1] == newest
        earlier.put_back()
        remembered = Remembered(epoch=Epoch(3), entries=[newest], until=None, over=False)
        await one.log.restore(MATCH, await head_of(one), remembered)
        assert await next_of(rung) == (3, newest)

    async def test_each_entry_has_the_digest_of_all_before_it(self, another_process: AnotherProcess) -> None:
        store = await another_process()
        written = [await write(store, version, b"%d" % version) for version in (1, 2, 3)]
        digest = ""
        for stamped in written:
            digest = next_digest(digest, stamped.at, stamped.entry)
            assert stamped.digest == digest
        assert await head_of(store) == Head(Epoch(0), Version(3), digest)


class TestDeadlines:
    async def test_a_match_is_due_when_its_limit_has_passed(self, another_process: AnotherProcess) -> None:
        store = await another_process()
        await set_deadline(store, 1, NOW_AT_THE_LATEST)
        assert await store.log.due(9) == [MATCH]

    async def test_a_match_is_due_when_its_moment_has_come(self, another_process: AnotherProcess) -> None:
        store = await another_process()
        await set_deadline(store, 1, Deadline(until=await store.log.now()))
        assert await store.log.due(9) == [MATCH]

    @pytest.mark.parametrize("limit", [None, Milliseconds(3_600_000)])
    async def test_a_match_is_not_due_before(self, another_process: AnotherProcess, limit: Milliseconds | None) -> None:
        store = await another_process()
        await set_deadline(store, 1, Deadline(until=Milliseconds(await store.log.now() + 3_600_000), limit=limit))
        assert await store.log.due(9) == []

    async def test_the_earlier_of_two_deadlines_counts(self, another_process: AnotherProcess) -> None:
        store = await another_process()
        now = await store.log.now()
        await set_deadline(store, 1, Deadline(until=now, limit=IN_AN_HOUR.limit))
        assert await store.log.due(9) == [MATCH]
        await set_deadline(store, 2, Deadline(until=Milliseconds(now + 3_600_000), limit=Milliseconds(0)))
        assert await store.log.due(9) == [MATCH]

    @pytest.mark.parametrize("later", [NEVER, IN_AN_HOUR])
    async def test_the_next_entry_moves_the_deadline(self, another_process: AnotherProcess, later: Deadline) -> None:
        store = await another_process()
        await set_deadline(store, 1, NOW_AT_THE_LATEST)
        await set_deadline(store, 2, later)
        assert await store.log.due(9) == []

    async def test_a_match_that_is_over_is_never_due_and_still_read(self, another_process: AnotherProcess) -> None:
        store = await another_process()
        await set_deadline(store, 1, NOW_AT_THE_LATEST)
        await set_deadline(store, 2, NOW_AT_THE_LATEST, over=True)
        assert await store.log.due(9) == []
        assert len((await store.log.read(MATCH)).entries) == 2

    async def test_matches_with_a_later_deadline_are_listed_until_they_end(
        self, another_process: AnotherProcess
    ) -> None:
        store = await another_process()
        until = Milliseconds(await store.log.now() + 3_600_000)
        await set_deadline(store, 1, Deadline(until=until))
        assert list(await store.log.due_after(Milliseconds(until - 1))) == [MATCH]
        assert list(await store.log.due_after(until)) == []
        await set_deadline(store, 2, Deadline(until=until), over=True)
        assert list(await store.log.due_after(Milliseconds(until - 1))) == []

    async def test_those_that_have_waited_longest_are_given_first(self, another_process: AnotherProcess) -> None:
        store = await another_process()
        now = await store.log.now()
        matches = [MatchId(f"match-{number}") for number in range(20)]
        for number, match in enumerate(matches):
            overdue = Deadline(until=Milliseconds(now - 1000 + number))
            await store.log.append(match, before(1), b"", overdue, over=False)
        assert await store.log.due(99) == matches
        assert await store.log.due(5) == matches[:5]


class TestRinging:
    async def test_followers_are_rung_for_what_others_write(self, another_process: AnotherProcess) -> None:
        one, two, three = await another_process(), await another_process(), await another_process()
        ears = [Ears(two), Ears(three)]
        await asyncio.gather(two.log.subscribe(MATCH), three.log.subscribe(MATCH))
        written = [(MATCH, await write(one, 1, EVERY_BYTE)), (MATCH, await write(one, 2, b""))]
        for hearing in ears:
            assert [await next_of(hearing.entries), await next_of(hearing.entries)] == written

    async def test_the_writer_is_not_rung(self, another_process: AnotherProcess) -> None:
        one, two = await another_process(), await another_process()
        ears = Ears(one)
        await asyncio.gather(one.log.subscribe(MATCH), two.log.subscribe(MATCH))
        await write(one, 1, b"mine")
        theirs = await write(two, 2, b"theirs")
        assert await next_of(ears.entries) == (MATCH, theirs)

    async def test_a_process_that_does_not_follow_is_not_rung(self, another_process: AnotherProcess) -> None:
        one, two = await another_process(), await another_process()
        ears = Ears(two)
        await two.log.subscribe(OTHER)
        await write(one, 1)
        there = await write(one, 1, match=OTHER)
        assert await next_of(ears.entries) == (OTHER, there)

    async def test_a_process_that_no_longer_follows_is_no_longer_rung(self, another_process: AnotherProcess) -> None:
        one, two = await another_process(), await another_process()
        ears = Ears(two)
        await asyncio.gather(two.log.subscribe(MATCH), two.log.subscribe(OTHER))
        await two.log.unsubscribe(MATCH)
        await write(one, 1)
        there = await write(one, 1, match=OTHER)
        assert await next_of(ears.entries) == (OTHER, there)

    async def test_a_conflict_rings_nobody(self, another_process: AnotherProcess) -> None:
        one, two = await another_process(), await another_process()
        ears = Ears(two)
        await two.log.subscribe(MATCH)
        with pytest.raises(Conflict):
            await write(one, 2)
        written = await write(one, 1)
        assert await next_of(ears.entries) == (MATCH, written)

    async def test_the_last_entry_of_a_match_is_heard_too(self, another_process: AnotherProcess) -> None:
        one, two = await another_process(), await another_process()
        ears = Ears(two)
        await two.log.subscribe(MATCH)
        await set_deadline(one, 1, NEVER, over=True)
        assert (await next_of(ears.entries))[1].version == 1


async def test_a_store_that_is_there_answers_a_ping(another_process: AnotherProcess) -> None:
    await (await another_process()).ping()
