"""A match over several processes: what is asked is done once, and nobody hears of what is not kept."""

import asyncio

import pytest
from matches.processes import ADA, BO, LIMIT, MATCH, Fate, both, processes, settle
from quarterdeck_protocol.names import Ref, Seat, Version
from quarterdeck_server.matches.happenings import HISTORY
from servers import SOON, opening


class TestTheSameCommandIsDoneOnce:
    async def test_sent_again_while_it_is_on_its_way(self) -> None:
        async with processes() as several:
            process, mine, _ = await both(several)
            process.log.fate = Fate.HELD
            mine.act("a", seen=1)
            mine.act("a", seen=1)
            await settle()
            process.log.fate = Fate.KEPT
            process.log.let_through()
            await settle()
            assert (mine.answers, several.causes()) == (["a", "a"], ["Opened", "Acted"])
            assert [(each["version"], each["since"], len(each["events"])) for each in mine.received] == [(2, 1, 1)] * 2

    async def test_sent_again_later_it_is_answered_from_where_it_stands(self) -> None:
        async with processes() as several:
            _, mine, other = await both(several)
            mine.act("a", seen=1)
            await settle()
            other.act("b", seen=2, cell=1)
            await settle()
            mine.act("a", seen=1)
            await settle()
            assert several.causes() == ["Opened", "Acted", "Acted"]
            assert (mine.latest["ref"], mine.latest["since"], mine.latest["version"]) == ("a", 1, 3)
            assert [event["cell"] for event in mine.latest["events"]] == [0, 1]

    async def test_sent_again_through_another_process(self) -> None:
        async with processes() as several:
            _, mine, _ = await both(several)
            mine.act("a", seen=1)
            await settle()
            again = await (await several.start()).watch(mine.seat)
            again.act("a", seen=1)
            await settle()
            assert (again.answers, several.causes()) == (["a"], ["Opened", "Acted"])

    async def test_sent_through_two_processes_at_once(self) -> None:
        async with processes() as several:
            process, mine, _ = await both(several)
            again = await (await several.start()).watch(mine.seat)
            mine.act("a", seen=1)
            again.act("a", seen=1)
            await settle()
            assert (mine.answers, again.answers, several.causes()) == (["a"], ["a"], ["Opened", "Acted"])
            assert process.log.tried == 2

    async def test_leaving_again_after_the_end_is_answered(self) -> None:
        async with processes() as several:
            _, mine, _ = await both(several)
            for _ in range(2):
                mine.resign("a")
                await settle()
            assert (mine.answers, several.causes()) == (["a", "a"], ["Opened", "Resigned"])

    async def test_the_same_ref_with_another_action_is_refused(self) -> None:
        async with processes() as several:
            _, mine, _ = await both(several)
            mine.act("a", cell=0)
            mine.act("a", cell=1)
            mine.resign("a")
            await settle()
            assert (mine.answers, several.causes()) == (["a", "a ref_reused", "a ref_reused"], ["Opened", "Acted"])

    async def test_the_same_ref_of_another_seat_is_another_command(self) -> None:
        async with processes() as several:
            _, mine, other = await both(several)
            mine.act("a")
            await settle()
            other.act("a")
            await settle()
            assert (mine.answers, other.answers) == (["a"], ["a"])

    async def test_without_a_ref_nothing_is_remembered(self) -> None:
        async with processes() as several:
            _, mine, other = await both(several)
            for watcher in (mine, other, mine, other):
                watcher.act()
                await settle()
            assert several.causes() == ["Opened", *["Acted"] * 4]


class TestWhatWasSeen:
    async def test_an_action_counts_while_its_choices_are_what_they_were(self) -> None:
        async with processes() as several:
            _, mine, other = await both(several)
            assert mine.match.record.unchanged_since[mine.seat] == 1
            mine.act("a", seen=1)
            await settle()
            other.act("b", seen=1)  # its choices have changed with version 2
            await settle()
            assert other.answers == ["b stale"]

    async def test_entries_that_change_nothing_for_a_seat_do_not_make_it_stale(self) -> None:
        async with processes() as several:
            process, mine, other = await both(several)
            for _ in range(3):  # one lets its time run out, the other plays
                several.pass_time(LIMIT)
                mine.match.run_clock()
                await settle()
                other.act()
                await settle()
            at = mine.match.record.version
            await process.watch(mine.seat)  # an entry of its own: it is back
            await settle()
            assert (several.causes()[-1], mine.match.record.version) == ("Returned", at + 1)
            other.act("a", seen=at)
            await settle()
            assert other.answers == ["a"]

    async def test_anything_that_another_process_has_shown_is_read_before_it_is_judged(self) -> None:
        async with processes() as several:
            _, mine, _ = await both(several)
            elsewhere = await several.start()
            there = await elsewhere.watch(Seat(1 - mine.seat))
            await elsewhere.log.unsubscribe(MATCH)  # it is deaf
            mine.act("a")
            await settle()
            assert there.match.record.version == 1
            there.act("b", seen=2)
            await settle()
            assert (there.answers, several.causes()) == (["b"], ["Opened", "Acted", "Acted"])

    async def test_a_version_that_nobody_has_is_stale(self) -> None:
        async with processes() as several:
            _, mine, _ = await both(several)
            mine.act("a", seen=2)
            await settle()
            assert mine.answers == ["a stale"]


class TestCatchingUpByQuestion:
    async def test_since_tells_what_has_happened(self) -> None:
        async with processes() as several:
            process, mine, other = await both(several)
            for watcher in (mine, other, mine):
                watcher.act()
                await settle()
            frame = await mine.look(Version(1))
            assert frame.count(b'"type":"marked"') == 3
            assert b'"since":1,' in frame
            for version in (4, 9):
                assert b'"events":[]' in await mine.look(Version(version))
            assert b'"events":[]' in await mine.look(None)
            assert b'"since":0,' in await mine.look(Version(-5))
            del process

    async def test_it_goes_back_only_so_far(self) -> None:
        async with processes() as several:
            process = await several.begin(marks=HISTORY + 50)
            mine = await process.on_turn()
            other = await process.watch(Seat(1 - mine.seat))
            for number in range(HISTORY + 10):
                (mine, other)[number % 2].act()
                await settle()
            frame = await mine.look(Version(1))
            assert frame.count(b'"type":"marked"') == HISTORY
            assert b'"since":%d,' % (mine.match.record.version - HISTORY) in frame

    async def test_anything_that_happens_while_the_log_is_read_is_told_too(self) -> None:
        async with processes() as several:
            process, mine, other = await both(several)
            mine.act()
            await settle()
            process.log.after_read = other.act
            frame = await mine.look(Version(1))
            await settle()
            assert b'"since":1,' in frame
            version = 3 if b'"version":3,' in frame else 2
            assert frame.count(b'"type":"marked"') == version - 1

    async def test_the_answer_to_who_begins_to_watch_comes_before_any_news(self) -> None:
        async with processes() as several:
            process, mine, other = await both(several)
            mine.act()
            await settle()
            elsewhere = await several.start()
            late = await elsewhere.watch(None)

            def hear() -> None:
                late.match.receive_entry(late.match.record.epoch, several.memory.logs[MATCH].entries[-1])

            other.act()
            elsewhere.log.before_read = hear
            await late.match.answer_watch(late.viewing, Version(1), Ref("watch"))
            await settle()
            mine.act()
            await settle()
            hear()
            assert [(each["ref"], each["version"], len(each["events"])) for each in late.received] == [
                ("watch", 3, 2),
                (None, 4, 1),
            ]
            del process

    async def test_a_store_that_has_lost_entries_does_not_make_it_ask_for_ever(self) -> None:
        async with processes() as several:
            _, mine, _ = await both(several)
            mine.act()
            await settle()
            several.memory.logs[MATCH].entries.pop()
            async with asyncio.timeout(SOON):
                assert b'"version":2,' in await mine.look(Version(1))


class TestBeginning:
    async def test_beginning_twice_begins_once(self) -> None:
        async with processes() as several:
            one, two = await several.start(), await several.start()
            opened = opening("match", [ADA, BO])
            await asyncio.gather(one.matches.begin(opened), two.matches.begin(opened), one.matches.begin(opened))
            assert several.causes() == ["Opened"]

    @pytest.mark.parametrize("opened_at_once", [1, 5])
    async def test_a_match_that_many_ask_for_is_opened_once(self, opened_at_once: int) -> None:
        async with processes() as several:
            process = await several.begin()
            opened = await asyncio.gather(*(process.match() for _ in range(opened_at_once)))
            assert len({id(match) for match in opened}) == process.matches.held == 1
