"""The way of a match into its log and out of it, over several processes: nobody hears of what is not kept."""

import asyncio

from matches.processes import MATCH, Fate, both, processes, settle
from quarterdeck_protocol.names import Seat
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.matches.sequencer import LONGEST_QUEUE, TRIES


class TestNobodyHearsOfWhatIsNotKept:
    async def test_no_frame_leaves_before_the_log_has_answered(self) -> None:
        async with processes() as several:
            process, mine, other = await both(several)
            process.log.fate = Fate.HELD
            mine.act("a")
            await settle()
            assert (mine.received, other.received, mine.match.record.version) == ([], [], 1)
            process.log.let_through()
            await settle()
            assert [(each["version"], each["ref"]) for each in mine.received] == [(2, "a")]
            assert [(each["version"], each["ref"]) for each in other.received] == [(2, None)]

    async def test_anything_that_is_lost_is_refused_and_nobody_hears_of_it(self) -> None:
        async with processes() as several:
            process, mine, other = await both(several)
            process.log.fate = Fate.LOST
            mine.act("a")
            await settle()
            assert (mine.answers, other.received, several.causes()) == (["a unavailable"], [], ["Opened"])

    async def test_it_goes_on_after_what_was_lost(self) -> None:
        async with processes() as several:
            process, mine, _ = await both(several)
            process.log.fate = Fate.LOST
            mine.act("a")
            await settle()
            process.log.fate = Fate.KEPT
            mine.act("a")
            await settle()
            assert (mine.answers, several.causes()) == (["a", "a unavailable"], ["Opened", "Acted"])

    async def test_an_answer_that_was_lost_is_read_back(self) -> None:
        async with processes() as several:
            process, mine, other = await both(several)
            process.log.fate = Fate.UNANSWERED
            mine.act("a")
            await settle()
            assert mine.answers == ["a unavailable"], "the sender is told that it is not known"
            assert [each["version"] for each in other.received] == [2], "and all others, that it was done"
            process.log.fate = Fate.KEPT
            mine.act("a", seen=1)
            await settle()
            assert mine.answers == ["a", "a unavailable"], "sent again it is done once"
            assert several.causes() == ["Opened", "Acted"]

    async def test_while_the_store_is_away_everything_is_refused_and_afterwards_it_goes_on(self) -> None:
        async with processes() as several:
            _, mine, other = await both(several)
            several.memory.leave()
            for ref in "abc":
                mine.act(ref)
                await settle()
            assert mine.answers == ["a unavailable", "b unavailable", "c unavailable"]
            several.memory.come_back()
            await settle()
            mine.act("d")
            await settle()
            assert (mine.answers[0], several.causes()) == ("d", ["Opened", "Acted"])
            assert [each["version"] for each in other.received] == [2]


class TestOthersAreFaster:
    async def test_it_is_decided_again_on_what_the_others_have_made_of_it(self) -> None:
        async with processes() as several:
            _, mine, _ = await both(several)
            there = await (await several.start()).watch(Seat(1 - mine.seat))
            mine.act("a")
            there.resign("b")  # on a version that is the past by now
            await settle()
            assert (mine.answers, there.answers) == (["a"], ["b"])
            assert several.causes() == ["Opened", "Acted", "Resigned"]
            assert mine.latest == {**there.latest, "seat": mine.seat, "ref": None, "now": mine.latest["now"]}

    async def test_it_is_refused_if_the_others_leave_nothing_to_do(self) -> None:
        async with processes() as several:
            _, mine, _ = await both(several)
            there = await (await several.start()).watch(Seat(1 - mine.seat))
            there.resign("b")
            mine.act("a")
            await settle()
            assert (mine.answers, there.answers) == (["a match_over"], ["b"])
            assert mine.latest["result"] == {"places": [1, 2] if mine.seat == 0 else [2, 1], "reason": "left"}

    async def test_a_player_who_is_beaten_every_time_is_told(self) -> None:
        async with processes() as several:
            process, mine, _ = await both(several)
            process.log.fate, process.log.tried = Fate.BEATEN, 0
            mine.act("a")
            await settle()
            assert (mine.answers, process.log.tried) == (["a stale"], TRIES)
            process.log.fate = Fate.KEPT
            mine.act("b")
            await settle()
            assert mine.answers == ["b", "a stale"]


class TestHearing:
    async def test_another_process_tells_its_viewers_the_same(self) -> None:
        async with processes() as several:
            _, mine, other = await both(several)
            elsewhere = await several.start()
            there, spectator = await elsewhere.watch(other.seat), await elsewhere.watch(None)
            mine.act("a")
            await settle()
            own = {"now": 0, "watching": 0}  # what each process says by itself
            assert [each | own for each in there.received] == [each | own for each in other.received]
            assert [each.get("watching", 0) for each in (*there.received, *other.received)] == [1, 0], (
                "who watches is there"
            )
            assert [(each["version"], each["seat"], each["choices"]) for each in spectator.received] == [(2, None, [])]

    async def test_a_gap_is_read(self) -> None:
        async with processes() as several:
            _, mine, other = await both(several)
            elsewhere = await several.start()
            there = await elsewhere.watch(None)
            await elsewhere.log.unsubscribe(MATCH)
            mine.act()
            await settle()
            await elsewhere.log.subscribe(MATCH)
            assert there.received == []
            other.act()
            await settle()
            assert [(each["since"], each["version"]) for each in there.received] == [(1, 2), (2, 3)]

    async def test_after_silence_everything_is_read(self) -> None:
        async with processes() as several:
            _, mine, _ = await both(several)
            elsewhere = await several.start()
            there = await elsewhere.watch(None)
            await elsewhere.log.unsubscribe(MATCH)
            mine.act()
            await settle()
            assert there.received == []
            several.memory.come_back()
            await settle()
            assert [each["version"] for each in there.received] == [2]

    async def test_an_entry_that_was_not_heard_is_noticed_by_the_sweep(self) -> None:
        async with processes() as several:
            _, mine, _ = await both(several)
            elsewhere = await several.start()
            there = await elsewhere.watch(None)
            await elsewhere.log.unsubscribe(MATCH)
            mine.act()
            await settle()
            several.pass_time(3_000)
            await elsewhere.matches.sweep()
            await settle()
            assert [each["version"] for each in there.received] == [2]

    async def test_doubles_and_old_news_change_nothing(self) -> None:
        async with processes() as several:
            _, mine, other = await both(several)
            mine.act()
            await settle()
            for stamped in several.memory.logs[MATCH].entries:
                mine.match.receive_entry(mine.match.record.epoch, stamped)
            await settle()
            assert (mine.match.record.version, len(other.received)) == (2, 1)

    async def test_anything_that_is_written_while_a_match_is_opened_is_not_missed(self) -> None:
        async with processes() as several:
            _, mine, _ = await both(several)
            elsewhere = await several.start()
            elsewhere.log.after_read = mine.act
            there = await elsewhere.match()
            await settle()
            assert there.record.version == 2

    async def test_a_reconnect_while_a_match_is_opened_makes_it_read_again(self) -> None:
        async with processes() as several:
            _, mine, _ = await both(several)
            elsewhere = await several.start()

            def deaf_for_a_moment() -> None:
                elsewhere.store.log._subscribed.clear()
                mine.act()
                several.memory.come_back()

            elsewhere.log.after_read = deaf_for_a_moment
            opening = asyncio.ensure_future(elsewhere.match())
            await settle()
            assert (await opening).record.version == 2


class TestTooMuch:
    async def test_a_queue_that_is_full_refuses(self) -> None:
        async with processes() as several:
            process, mine, _ = await both(several)
            process.log.fate = Fate.HELD
            for number in range(LONGEST_QUEUE + 3):
                mine.act(f"{number}", seen=1)
            await settle()
            assert [each.code for each in mine.refused] == [RefusalCode.TOO_MANY] * 2
            process.log.fate = Fate.KEPT
            process.log.let_through()
            await settle()
            assert len(mine.answers) == LONGEST_QUEUE + 3
            assert several.causes() == ["Opened", "Acted"]
