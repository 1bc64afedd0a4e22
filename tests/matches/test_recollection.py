"""What a process remembers of a match is written back into a store that has forgotten it, where that is set."""

from matches.forgetful import Forgetful, look_around, losses, order, play, rewinds, two_processes
from matches.processes import MATCH, processes, settle
from quarterdeck_protocol.names import Version
from quarterdeck_server.matches.log import START
from quarterdeck_server.storage.lifetimes import LIFETIMES
from structlog.testing import capture_logs


async def test_anything_that_a_process_remembers_is_written_back_and_nobody_is_told_anything() -> None:
    async with processes() as several:
        one, mine, two, other = await two_processes(several, remember=True)
        await play(mine, other)
        earlier = Forgetful(several)
        await play(mine, other)
        counts = [len(each.received) for each in (mine, other)]
        entries = list(several.memory.logs[MATCH].entries)
        earlier.put_back()
        await look_around(several)
        assert several.memory.logs[MATCH].entries == entries
        assert [len(each.received) for each in (mine, other)] == counts
        assert several.memory.logs[MATCH].due == mine.match.record.next_until
        restored = [process.matches.metrics.games["tiny"].rewinds["restored"] for process in (one, two)]
        assert restored == [1, 0]
        await play(mine, other)
        assert [order(each.latest) for each in (mine, other)] == [(0, 7), (0, 7)]


async def test_a_match_that_is_gone_is_written_back_whole() -> None:
    async with processes() as several:
        _, mine, _, other = await two_processes(several, remember=True)
        await play(mine, other)
        entries = list(several.memory.logs[MATCH].entries)
        several.memory.logs.clear()
        await look_around(several)
        assert several.memory.logs[MATCH].entries == entries
        await play(mine, other)
        assert [order(each.latest) for each in (mine, other)] == [(0, 5), (0, 5)]


async def test_an_action_that_finds_it_out_is_done_after_what_was_written_back() -> None:
    async with processes() as several:
        _, mine, _, other = await two_processes(several, remember=True)
        earlier = Forgetful(several)
        await play(mine, other)
        earlier.put_back()
        mine.act("a")
        await settle()
        assert mine.answers == ["a"]
        assert [order(each.latest) for each in (mine, other)] == [(0, 4), (0, 4)]


async def test_a_player_who_knows_most_has_the_last_word_as_long_as_nobody_has_played_on() -> None:
    async with processes() as several:
        _, mine, _, other = await two_processes(several, remember=True)
        earlier = Forgetful(several)
        await play(mine)
        middle = Forgetful(several)
        await play(other)
        earlier.put_back()
        middle.put_back()  # as if somebody who knows less had been faster
        await look_around(several)
        assert mine.match.record.version == len(several.memory.logs[MATCH].entries) == 3
        assert losses(several) == []


async def test_where_others_have_played_on_their_log_is_right() -> None:
    async with processes() as several:
        _, mine, _, other = await two_processes(several, remember=True)
        earlier = Forgetful(several)
        await play(mine, other)
        earlier.put_back()
        three = await several.start()
        await play(await three.watch(mine.seat), cell=100)
        await look_around(several)
        assert [loss.since for loss in losses(several)] == [1]
        for each in (mine, other):
            assert [(rewound["version"], rewound["was"]) for rewound in rewinds(each)] == [(1, 3)]
        assert mine.latest["link"] == other.latest["link"]


async def test_anything_that_does_not_have_its_links_is_not_written_back() -> None:
    with capture_logs() as log:
        async with processes() as several:
            one, mine, _, other = await two_processes(several, remember=True)
            earlier = Forgetful(several)
            await play(mine, other)
            for process in several.started:
                recollection = (await process.match())._sequencer._recollection
                assert recollection is not None
                recollection._entries[-1] = type(recollection._entries[-1])(
                    Version(3), recollection._entries[-1].entry, one.matches.clock.now(), "another"
                )
            several.pass_time(10)
            earlier.put_back()
            mine.match.record.link = b"\0" * 32
            other.match.record.link = b"\0" * 32
            await look_around(several)
            assert losses(several)[0].since == 1
    assert "the remembered entries of a match have other links" in [line["event"] for line in log]


async def test_an_end_that_is_gone_is_written_back_as_an_end() -> None:
    async with processes() as several:
        _, mine, _, other = await two_processes(several, remember=True)
        await play(mine, other)
        earlier = Forgetful(several)
        mine.resign()
        await settle()
        assert other.match.is_over
        earlier.put_back()
        for process in several.started:
            process.matches._missed()
        await settle()
        log = several.memory.logs[MATCH]
        assert (len(log.entries), log.due) == (4, None)
        assert log.kept_until is not None


async def test_a_finished_match_that_has_left_the_store_is_not_written_back() -> None:
    async with processes() as several:
        _, mine, _, other = await two_processes(several, remember=True)
        await play(mine, other)
        mine.resign()
        await settle()
        assert other.match.is_over
        several.pass_time(LIFETIMES.finished_match * 1000)
        await look_around(several)
        assert MATCH not in several.memory.logs or several.memory.log(MATCH).head == START
