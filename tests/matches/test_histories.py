"""A store that forgets: a process takes the log's side, tells its viewers the whole of it, and play goes on."""

import asyncio

import pytest
from matches.forgetful import Forgetful, order, play, two_processes
from matches.processes import MATCH, processes, settle
from quarterdeck_protocol.names import Seat, Version
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.matches.log import NEVER, Head
from servers import SOON
from structlog.testing import capture_logs


async def test_all_processes_take_the_side_of_a_log_that_is_shorter_and_play_goes_on() -> None:
    async with processes() as several:
        one, mine, _, other = await two_processes(several)
        await play(mine, other)
        earlier = Forgetful(several)
        await play(mine, other)
        assert [order(each.latest) for each in (mine, other)] == [(0, 5), (0, 5)]
        earlier.put_back()
        several.pass_time(2_000)
        await one.matches.sweep()
        await settle()
        assert [order(each.latest) for each in (mine, other)] == [(1, 4), (1, 4)]
        assert [(each.latest["since"], each.latest["events"]) for each in (mine, other)] == [(3, []), (4, [])]
        assert all(each.latest["view"]["marks"] == 2 for each in (mine, other))
        await play(mine, other)
        assert [order(each.latest) for each in (mine, other)] == [(1, 6), (1, 6)]
        assert mine.latest["link"] == other.latest["link"]


async def test_a_player_who_acts_finds_it_out_at_once() -> None:
    async with processes() as several:
        _, mine, _, other = await two_processes(several)
        earlier = Forgetful(several)
        await play(mine, other)
        earlier.put_back()
        asked = next(each for each in (mine, other) if each.latest["choices"])
        asked.act("a")
        await settle()
        assert asked.answers == ["a stale"]
        assert [order(each.latest) for each in (mine, other)] == [(1, 2), (1, 2)]
        await play(mine, other)
        assert [order(each.latest) for each in (mine, other)] == [(1, 4), (1, 4)]


async def test_a_log_that_has_grown_again_to_the_same_length_is_another_one() -> None:
    async with processes() as several:
        one, mine, two, other = await two_processes(several)
        earlier = Forgetful(several)
        await play(mine, other)
        earlier.put_back()
        three = await several.start()  # it knows nothing of what was forgotten
        await play(*[await three.watch(Seat(seat)) for seat in (0, 1)], cell=100)
        rewritten = several.memory.logs[MATCH].entries
        assert len(rewritten) == mine.match.record.version == 4, "it had grown to 3, and then the loss was noted"
        several.pass_time(2_000)
        for process in (two, one, three):
            await process.matches.sweep()
            await settle()
        held = [(await process.match()).record for process in (one, two, three)]
        assert {(record.epoch, record.version, record.link) for record in held} == {(1, 4, held[2].link)}
        assert [order(each.latest) for each in (mine, other)] == [(1, 4), (1, 4)]


async def test_anything_that_is_heard_of_another_history_is_not_taken_for_the_next_entry() -> None:
    async with processes() as several:
        one, mine, two, other = await two_processes(several)
        earlier = Forgetful(several)
        await play(mine, other)
        earlier.put_back()
        three = await several.start()
        there = [await three.watch(Seat(seat)) for seat in (0, 1)]
        await play(*there, cell=100)
        await play(*there)  # the others hear of version 4, and hold another version 3
        several.pass_time(2_000)
        await one.matches.sweep()
        await settle()
        links = {record.link for record in [(await process.match()).record for process in (one, two, three)]}
        assert len(links) == 1
        assert order(mine.latest) == order(other.latest)


async def test_a_match_that_is_gone_is_said_to_be_gone_and_nothing_is_tried_for_ever() -> None:
    with capture_logs() as log:
        async with processes() as several:
            one, mine, two, other = await two_processes(several)
            await play(mine, other)
            several.memory.logs.clear()
            several.pass_time(2_000)
            mine.act("a")
            for process in (one, two):
                await process.matches.sweep()
                await settle()
            assert mine.answers == ["a unknown_match"]
            for each in (mine, other):
                assert (each.latest["type"], each.latest["code"]) == ("match_unwatched", "unknown_match")
                assert "match" in each.latest["text"]
            await one.matches.sweep()
            await two.matches.sweep()
            assert (one.matches.held, two.matches.held) == (0, 0)
    assert [line["event"] for line in log if line["log_level"] == "error"] == ["the store has lost a match"] * 2


async def test_a_player_who_knows_more_of_a_match_that_has_just_gone_is_told_so_and_does_not_wait_for_its_log() -> None:
    async with processes() as several:
        one, mine, _, other = await two_processes(several)
        await play(mine, other)
        several.memory.logs.clear()
        one.matches._missed()
        await settle()
        with pytest.raises(CommandRefused) as refused:
            async with asyncio.timeout(SOON):
                await mine.look(Version(9))
        assert refused.value.code is RefusalCode.UNKNOWN_MATCH


async def test_a_match_that_comes_back_is_opened_again() -> None:
    async with processes() as several:
        one, mine, _, other = await two_processes(several)
        await play(mine, other)
        there = Forgetful(several)
        several.memory.logs.clear()
        one.matches._missed()
        await settle()
        there.put_back()
        again = await one.watch(mine.viewing.seat)
        assert again.match is not mine.match
        assert again.match.record.version == 3


async def test_anything_that_was_seen_in_a_history_that_is_no_more_is_not_done_in_another() -> None:
    async with processes() as several:
        one, mine, _, other = await two_processes(several)
        earlier = Forgetful(several)
        await play(mine, other)
        seen = mine.match.record.version
        earlier.put_back()
        one.matches._missed()
        await settle()
        for _ in range(2):
            await play(mine, other)
        late = mine if mine.match.record.choices[mine.seat] else other
        assert late.match.record.version > seen
        late.act("old", seen=late.match.record.version, epoch=0)
        late.act("new", seen=late.match.record.version, epoch=1)
        await settle()
        assert late.answers == ["new", "old stale"]


async def test_the_epoch_goes_on_when_the_store_forgets_again() -> None:
    async with processes() as several:
        one, mine, two, other = await two_processes(several)
        earlier = Forgetful(several)
        for epoch in (1, 2, 3):
            await play(mine, other)
            earlier.put_back()
            for process in (one, two):
                process.matches._missed()
            await settle()
            assert [order(each.latest) for each in (mine, other)] == [(epoch, 2), (epoch, 2)]


async def test_time_never_runs_backwards_in_a_log() -> None:
    async with processes() as several:
        _, mine, _, other = await two_processes(several)
        several.hand.move(-3_600_000)
        await play(mine, other)
        times = [stamped.at for stamped in several.memory.logs[MATCH].entries]
        assert times == sorted(times)


async def test_a_log_that_was_begun_before_there_were_digests_goes_on() -> None:
    async with processes() as several:
        _, mine, _, other = await two_processes(several)
        await play(mine, other)
        log = several.memory.logs[MATCH]
        log.entries[:] = [type(each)(each.version, each.entry, each.at) for each in log.entries]
        three = await several.start()
        there = [await three.watch(Seat(seat)) for seat in (0, 1)]
        assert there[0].match.record.head == Head(version=Version(3))
        await play(*there)
        assert there[0].match.record.version == 5


async def test_a_store_that_cannot_be_asked_has_forgotten_nothing() -> None:
    async with processes() as several:
        one, mine, _, other = await two_processes(several)
        await play(mine, other)
        several.memory.leave()
        one.matches._missed()
        await settle()
        assert order(mine.latest) == (0, 3)
        several.memory.come_back()
        await settle()
        await play(mine, other)
        assert order(mine.latest) == (0, 5)
        await one.log.append(MATCH, mine.match.record.head, b"{}", NEVER, over=False)
