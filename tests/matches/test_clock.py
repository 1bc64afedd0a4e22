"""Time: who is late is played for, exactly once, whoever is watching; and whoever comes back is waited for again."""

import asyncio
import time
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matches.processes import ADA, BO, LIMIT, MATCH, Fate, Process, Processes, Watcher, processes, settle
from quarterdeck_games import GAMES
from quarterdeck_games.dice import Dice
from quarterdeck_games.tiny.rules import State, Tiny
from quarterdeck_protocol.games.tiny import Event
from quarterdeck_protocol.names import MatchId, Milliseconds, Seat
from quarterdeck_server.matches import matches as matches_module
from quarterdeck_server.matches.clock import StoreClock
from quarterdeck_server.matches.log import Deadline
from quarterdeck_server.matches.record import LAPSES_UNTIL_ABSENT
from servers import bot, opening, soon
from stores import before
from structlog.testing import capture_logs

AN_HOUR = 3_600_000


async def both(several: Processes, **options: Any) -> tuple[Process, Watcher, Watcher]:
    """Return a process with the seat whose turn it is, and the other seat."""
    process = await several.begin(**options)
    mine = await process.on_turn()
    return process, mine, await process.watch(Seat(1 - mine.seat))


async def let_lapse(several: Processes, mine: Watcher, other: Watcher, times: int) -> None:
    """Let one seat's time run out again and again while the other plays."""
    for _ in range(times):
        several.pass_time(LIMIT)
        mine.match.run_clock()
        await settle()
        other.act()
        await settle()


class TestTheStoresTime:
    def test_it_is_that_of_the_store_as_far_as_a_clock_that_nobody_sets_has_come_since(self) -> None:
        machine = [5_000_000_000]
        clock = StoreClock(lambda: machine[0])
        assert not clock.is_right
        clock.correct(Milliseconds(1_000_000))
        machine[0] += 250_000_000
        assert (clock.is_right, clock.now(), clock.last_sent()) == (True, 1_000_250, 1_000_000)

    def test_it_stands_still_for_who_has_heard_nothing_of_the_store_for_a_while(self) -> None:
        """A process was stopped for 40 s, and meanwhile another store came whose clock is behind."""
        machine = [5_000_000_000]
        clock = StoreClock(lambda: machine[0])
        clock.correct(Milliseconds(1_000_000))
        machine[0] += 40_000_000_000
        assert clock.now() == 1_005_000
        clock.correct(Milliseconds(990_000))
        assert clock.now() == 990_000

    def test_until_the_store_has_told_its_time_it_is_the_date_of_this_machine(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        machine = [5_000_000_000]
        monkeypatch.setattr(time, "time_ns", lambda: 1_790_000_000_000_000_000)
        clock = StoreClock(lambda: machine[0])
        machine[0] += 250_000_000
        assert (clock.is_right, clock.now()) == (False, 1_790_000_000_250)

    def test_nobody_is_out_of_time_because_the_date_of_this_machine_jumps(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        clock = StoreClock()
        clock.correct(Milliseconds(1_000_000))
        monkeypatch.setattr(time, "time_ns", lambda: 10**19)
        monkeypatch.setattr(time, "time", lambda: 10.0**10)
        assert clock.now() < 1_000_000 + AN_HOUR


class TestLate:
    async def test_nobody_is_played_for_before_the_time_is_up(self) -> None:
        async with processes() as several:
            _, mine, _ = await both(several)
            several.pass_time(LIMIT - 100)  # the clock of this machine runs on meanwhile, a little
            mine.match.run_clock()
            await settle()
            assert several.causes() == ["Opened"]

    async def test_a_player_who_is_late_is_played_for_and_everybody_hears_of_it(self) -> None:
        async with processes() as several:
            process, mine, other = await both(several)
            several.pass_time(LIMIT)
            await process.matches.sweep()
            await settle()
            assert several.causes() == ["Opened", "TimedOut"]
            assert [each["version"] for each in mine.received] == [each["version"] for each in other.received] == [2]

    async def test_a_timer_wakes_the_match_by_itself(self) -> None:
        async with processes() as several:
            _, _, other = await both(several, time_limit=1)
            await soon(lambda: other.received)
            assert several.causes()[:2] == ["Opened", "TimedOut"]

    async def test_a_match_that_nobody_has_open_is_swept_by_any_process(self) -> None:
        async with processes() as several:
            await several.begin()
            elsewhere = await several.start()
            several.pass_time(LIMIT)
            await elsewhere.matches.sweep()
            await settle()
            assert several.causes() == ["Opened", "TimedOut"]

    async def test_a_process_that_runs_no_clocks_runs_only_those_of_matches_it_holds(self) -> None:
        async with processes() as several:
            await several.begin()
            elsewhere = await several.start()
            elsewhere.matches.runs_clocks = False
            several.pass_time(LIMIT)
            await elsewhere.matches.sweep()
            await settle()
            assert several.causes() == ["Opened"]
            await elsewhere.matches.open(MATCH)
            await settle()
            assert several.causes() == ["Opened", "TimedOut"]

    async def test_of_all_processes_that_sweep_exactly_one_plays(self) -> None:
        async with processes() as several:
            await several.begin()
            others = [await several.start() for _ in range(4)]
            several.pass_time(LIMIT)
            await asyncio.gather(*(process.matches.sweep() for process in [*others, *several.started]))
            await settle()
            assert several.causes() == ["Opened", "TimedOut"]

    async def test_anything_that_the_store_has_not_taken_is_tried_again(self) -> None:
        async with processes() as several:
            process, _, other = await both(several)
            process.log.fate = Fate.LOST
            several.pass_time(LIMIT)
            await process.matches.sweep()
            await settle()
            assert (several.causes(), other.received) == (["Opened"], [])
            process.log.fate = Fate.KEPT
            await process.matches.sweep()
            await settle()
            assert several.causes() == ["Opened", "TimedOut"]

    async def test_the_sweep_outlives_a_store_that_is_away(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(matches_module, "SECONDS_BETWEEN_SWEEPS", 0.01)
        async with processes() as several:
            process = await several.begin()
            several.memory.leave()
            with capture_logs() as logs:
                process.matches.start()
                await soon(lambda: logs)
            assert [line["event"] for line in logs][:1] == ["the store cannot be reached; clocks are stopped"]
            several.memory.come_back()
            several.pass_time(LIMIT)
            await soon(lambda: several.causes() == ["Opened", "TimedOut"])


class TestAbsent:
    async def test_after_three_times_in_a_row_the_house_plays_on_at_once(self) -> None:
        async with processes() as several:
            _, mine, other = await both(several)
            await let_lapse(several, mine, other, LAPSES_UNTIL_ABSENT)
            await soon(lambda: several.causes()[-1] == "TimedOut")
            assert several.causes().count("TimedOut") == LAPSES_UNTIL_ABSENT + 1
            other.act()
            await soon(lambda: several.causes().count("TimedOut") == LAPSES_UNTIL_ABSENT + 2)
            assert mine.match.record.is_absent(mine.seat)

    async def test_a_player_who_plays_between_is_not_absent(self) -> None:
        async with processes() as several:
            _, mine, other = await both(several, marks=100)
            for _ in range(3):
                await let_lapse(several, mine, other, LAPSES_UNTIL_ABSENT - 1)
                mine.act()
                await settle()
                other.act()
                await settle()
            assert not mine.match.record.is_absent(mine.seat)
            assert several.causes()[-1] == "Acted"

    async def test_a_player_who_joins_again_is_waited_for_again(self) -> None:
        async with processes() as several:
            process, mine, other = await both(several, marks=100)
            await let_lapse(several, mine, other, LAPSES_UNTIL_ABSENT)
            await soon(lambda: several.causes()[-1] == "TimedOut")
            back = await process.watch(mine.seat)
            await settle()
            other.act()
            await settle()
            assert several.causes()[-2:] == ["Returned", "Acted"]
            assert [(each.seat, each.absent) for each in back.match.record.waiting] == [(mine.seat, False)]
            assert back.match.record.until[mine.seat] == several.hand.time + LIMIT

    async def test_a_player_who_acts_is_waited_for_again(self) -> None:
        async with processes() as several:
            _, mine, other = await both(several, marks=100)
            await let_lapse(several, mine, other, LAPSES_UNTIL_ABSENT)
            await soon(lambda: several.causes()[-1] == "TimedOut")
            mine.act("a")  # not its turn, but it is there
            await settle()
            assert (mine.answers, several.causes()[-1]) == (["a not_your_turn"], "Returned")

    async def test_coming_back_over_two_connections_is_one_return(self) -> None:
        async with processes() as several:
            process, mine, other = await both(several, marks=100)
            await let_lapse(several, mine, other, LAPSES_UNTIL_ABSENT)
            await soon(lambda: several.causes()[-1] == "TimedOut")
            elsewhere = await several.start()
            await asyncio.gather(process.watch(mine.seat), process.watch(mine.seat), elsewhere.watch(mine.seat))
            await settle()
            assert several.causes().count("Returned") == 1

    async def test_a_match_that_everybody_has_left_comes_to_its_end(self) -> None:
        async with processes() as several:
            process, _, _ = await both(several, marks=20)
            for _ in range(2 * LAPSES_UNTIL_ABSENT):
                several.pass_time(LIMIT)
                await process.matches.sweep()
                await settle()
            await soon(lambda: several.causes().count("TimedOut") == 20)
            assert await process.log.due(9) == []


class TestBots:
    async def test_bots_play_a_match_to_its_end(self) -> None:
        async with processes() as several:
            process = await several.begin([bot(1), bot(2)], marks=50)
            match = await process.match()
            match.join(Watcher(match, None).viewing)
            await soon(lambda: match.record.result is not None)
            assert several.causes() == ["Opened", *["Acted"] * 50]

    async def test_bots_play_though_nobody_watches(self) -> None:
        async with processes() as several:
            process = await several.begin([bot(1), bot(2)], marks=3, bot_delay=1_000)
            for number in range(3):
                several.pass_time(1_000)
                await process.matches.sweep()
                await settle()
                assert several.causes() == ["Opened", *["Acted"] * (number + 1)]

    async def test_bots_of_one_match_on_many_processes_take_each_turn_once(self) -> None:
        async with processes() as several:
            await several.begin([bot(1), bot(2)], marks=50)
            others = [await several.start() for _ in range(3)]
            watching = await asyncio.gather(*(process.watch(None) for process in others))
            await soon(lambda: all(each.match.record.result is not None for each in watching))
            assert several.causes() == ["Opened", *["Acted"] * 50]
            for each in watching:
                assert [update["version"] for update in each.received] == list(range(each.received[0]["version"], 52))

    async def test_a_bot_that_this_house_does_not_have_is_late(self) -> None:
        async with processes() as several:
            process = await several.begin([{**bot(1), "bot": "deep-blue"}, {**bot(2), "bot": "deep-blue"}], marks=3)
            match = await process.match()
            await soon(lambda: match.record.result is not None)
            assert several.causes() == ["Opened", *["TimedOut"] * 3]


STEPS = ["act", "again", "clock", "clock elsewhere", "act elsewhere", "hold", "let through", "a turn of the loop"]


class TestTheRace:
    """A seat's action and its time running out, in any order over two processes: exactly one of them counts."""

    @given(st.lists(st.sampled_from(STEPS), min_size=2, max_size=14))
    def test_of_an_action_and_the_end_of_its_time_exactly_one_wins(self, steps: Sequence[str]) -> None:
        asyncio.run(self.race(steps))

    async def race(self, steps: Sequence[str]) -> None:
        async with processes() as several:
            process, mine, other = await both(several)
            elsewhere = await several.start()
            there = await elsewhere.watch(mine.seat)
            several.pass_time(LIMIT)
            sent = 0
            for step in steps:
                match step:
                    case "act" | "again":
                        mine.act("a", seen=1)
                        sent += 1
                    case "act elsewhere":
                        there.act("a", seen=1)
                        sent += 1
                    case "clock":
                        mine.match.run_clock()
                    case "clock elsewhere":
                        there.match.run_clock()
                    case "hold":
                        process.log.fate = Fate.HELD
                    case "let through":
                        process.log.let_through()
                    case _:
                        await asyncio.sleep(0)
            process.log.fate = Fate.KEPT
            process.log.let_through()
            mine.match.run_clock()
            await settle()
            causes = several.causes()
            assert len(causes) == 2
            assert causes[1] in ("Acted", "TimedOut")
            answers = [*mine.answers, *there.answers]
            assert answers == (["a"] if causes[1] == "Acted" else ["a stale"]) * sent
            assert [each["version"] for each in other.received] == [2]


class TestHolding:
    async def test_a_match_that_nobody_follows_is_let_go(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(matches_module, "SECONDS_IDLE_BEFORE_CLOSING", -1.0)
        async with processes() as several:
            process = await several.begin()
            watcher = await process.watch(None)
            await process.matches.sweep()
            assert process.matches.held == 1
            watcher.match.leave(watcher.viewing)
            await process.matches.sweep()
            assert (process.matches.held, process.store.log._subscribed) == (0, set())
            assert (await process.match()) is not watcher.match

    async def test_a_player_who_comes_while_it_is_let_go_hears_everything(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(matches_module, "SECONDS_IDLE_BEFORE_CLOSING", -1.0)
        async with processes() as several:
            process, mine, _ = await both(several)
            elsewhere = await several.start()
            match = await elsewhere.match()
            came: list[Watcher] = []
            really = elsewhere.store.log.unsubscribe

            async def unfollow(which: MatchId) -> None:
                await really(which)
                came.append(Watcher(match, None))
                mine.act()
                await settle()

            monkeypatch.setattr(elsewhere.log, "unsubscribe", unfollow)
            await elsewhere.matches.sweep()
            await settle()
            assert elsewhere.matches.held == 1
            assert [each["version"] for each in came[0].received] == [2]
            del process

    async def test_letting_go_while_the_store_is_away_is_no_fault(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(matches_module, "SECONDS_IDLE_BEFORE_CLOSING", -1.0)
        async with processes() as several:
            process = await several.begin()
            await process.match()
            several.memory.leave()
            await process.matches._close_idle()
            assert process.matches.held == 0


class Fragile(Tiny):
    """A game whose clock is broken."""

    name = "fragile"

    def timed_out(self, state: State, seat: Seat, dice: Dice) -> Sequence[Event]:
        raise ZeroDivisionError


class TestWhatCannotBePlayed:
    @pytest.mark.parametrize(
        "entry", [b"{", b"[]", b'{"version":1,"seat":null,"cause":{"type":"resigned"},"events":[]}']
    )
    async def test_a_log_that_cannot_be_read_holds_up_no_other_match(self, entry: bytes) -> None:
        async with processes() as several:
            process = await several.begin()
            await process.log.append(MatchId("a-broken-one"), before(1), entry, Deadline(limit=LIMIT), over=False)
            several.pass_time(LIMIT)
            with capture_logs() as logs:
                for _ in range(3):
                    await process.matches.sweep()
            await settle()
            assert several.causes() == ["Opened", "TimedOut"]
            assert [line["match"] for line in logs] == ["a-broken-one"], "it is noted once"

    async def test_matches_of_a_game_that_is_gone_hold_up_no_other(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(matches_module, "MOST_DUE_AT_ONCE", 2)
        async with processes({"fragile": Fragile(), **GAMES}) as several:
            past = await several.start()
            for number in range(5):
                await past.matches.begin(opening(f"old-{number}", [ADA, BO], game="fragile", time_limit=LIMIT - 1))
            several.pass_time(1)
            await past.matches.begin(opening("match", [ADA, BO], time_limit=LIMIT))
            several._games = GAMES
            process = await several.start()
            several.pass_time(LIMIT)
            with capture_logs():
                for _ in range(4):
                    await process.matches.sweep()
            await settle()
            assert several.causes() == ["Opened", "TimedOut"]

    async def test_rules_that_fail_on_the_clock_disturb_nobody(self) -> None:
        async with processes({"fragile": Fragile(), **GAMES}) as several:
            process = await several.begin(match="fragile-one", game="fragile")
            await process.matches.begin(opening("match", [ADA, BO], time_limit=LIMIT))
            broken = await process.on_turn(MatchId("fragile-one"))
            several.pass_time(LIMIT)
            with capture_logs() as logs:
                await process.matches.sweep()
                await settle()
            assert several.causes() == ["Opened", "TimedOut"]
            assert [line["event"] for line in logs] == ["the rules failed"]
            broken.act("a")
            await settle()
            assert broken.answers == ["a"], "the seat can still act"

    async def test_an_entry_that_cannot_be_folded_stops_only_its_match(self) -> None:
        async with processes() as several:
            process, mine, _ = await both(several)
            elsewhere = await several.start()
            with capture_logs() as logs:
                await elsewhere.log.append(MATCH, before(2), b"{}", Deadline(), over=False)
                mine.act("a", seen=1)
                await settle()
            assert mine.answers == ["a internal"]
            assert {line["log_level"] for line in logs} == {"error"}
            assert "5eed" not in repr(logs)
            await process.matches.begin(opening("another", [ADA, BO]))
            fresh = await process.on_turn(MatchId("another"))
            fresh.act("b")
            await settle()
            assert fresh.answers == ["b"]


def test_an_opening_is_read_as_it_was_written() -> None:
    opened = opening("match", [ADA, BO])
    assert msgspec.json.decode(msgspec.json.encode(opened), type=type(opened)) == opened
