"""Games whose code fails: it costs whom it concerns, and nobody else. If a match cannot go on, it is given up."""

from collections.abc import Sequence

import pytest
from matches import forgetful
from matches.forgetful import look_around, play, whoever_is_asked
from matches.processes import ADA, LIMIT, MATCH, Fate, Process, Processes, Watcher, processes, settle
from quarterdeck_games import GAMES
from quarterdeck_games.dice import Dice
from quarterdeck_games.tiny.rules import State, Tiny
from quarterdeck_protocol.games.tiny import Event, Mark, View
from quarterdeck_protocol.messages import Result
from quarterdeck_protocol.names import Seat, Viewer
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.matches.log import START
from quarterdeck_server.matches.player_marks import mark_of
from quarterdeck_server.matches.record import VOID
from quarterdeck_server.matches.rule_failures import GRACE
from quarterdeck_server.verification.transcript_check import verify
from servers import bot
from structlog.testing import capture_logs


class Leaky(Tiny):
    """Puts its state among the events of cell 7, which the encoder refuses."""

    name = "leaky"

    def decide(self, state: State, seat: Seat, action: Mark, dice: Dice) -> Sequence[Event]:
        events = super().decide(state, seat, action, dice)
        return (*events, state) if action.cell == 7 else events  # type: ignore[arg-type]  # that is the mistake

    def evolve(self, state: State, event: Event) -> State:
        return state if isinstance(event, State) else super().evolve(state, event)


class Blind(Tiny):
    """Cannot show itself to seat 1 once a mark is made."""

    name = "blind"

    def view(self, state: State, viewer: Viewer) -> View:
        if viewer == 1 and state.marks:
            raise RuntimeError("a slip in the view")
        return super().view(state, viewer)


async def test_an_entry_that_cannot_be_written_is_refused_and_the_match_goes_on() -> None:
    with capture_logs() as log:
        async with processes({**GAMES, "leaky": Leaky()}) as several:
            process = await several.begin(marks=20, game="leaky")
            mine = await process.on_turn()
            mine.act("bad", cell=7)
            await settle()
            mine.act("good", cell=1)
            await settle()
    assert mine.answers == ["good", "bad internal"]
    (line,) = [line for line in log if line["log_level"] == "error"]
    assert line["event"] == "the rules failed"
    assert (line["match"], line["ref"]) == (MATCH, "bad")
    assert line["player"] == mark_of(mine.match.record.players[mine.seat].id)


async def test_a_view_that_fails_for_one_seat_leaves_no_other_without_word() -> None:
    with capture_logs() as log:
        async with processes({**GAMES, "blind": Blind()}) as several:
            process = await several.begin(marks=20, game="blind")
            seeing, blind, spectator = [await process.watch(seat) for seat in (Seat(0), Seat(1), None)]
            if blind.match.record.choices[1]:
                blind.act("a")
                await settle()
                assert blind.answers == ["a internal"]  # it has its answer, though not how the match stands
            else:
                seeing.act("a")
                await settle()
                assert seeing.answers == ["a"]
            versions = [each.received[-1]["version"] for each in (seeing, spectator)]
    assert versions == [2, 2]
    assert {line["event"] for line in log if line["log_level"] == "error"} == {"a view failed"}


async def test_each_view_that_fails_is_counted_once() -> None:
    async with processes({**GAMES, "blind": Blind()}) as several:
        process = await several.begin(marks=20, game="blind")
        seeing, blind = [await process.watch(seat) for seat in (Seat(0), Seat(1))]
        (blind if blind.match.record.choices[1] else seeing).act("a")
        await settle()
        counted = process.matches.metrics.of("blind")
        assert counted.failures == 1, "what is told to all"
        for times in (2, 3):
            with pytest.raises(CommandRefused):
                await blind.look(None)
            assert counted.failures == times, "what one asks for"


SECRET = "seat 1 holds the ace of spades"


class Stuck(Tiny):
    """Cannot say what may be done once there are two marks, and quotes a hand in saying so."""

    name = "stuck"

    def choices(self, state: State, seat: Seat) -> Sequence[Mark]:
        if state.marks >= 2:
            raise KeyError(SECRET)
        return super().choices(state, seat)


class Sleepless(Tiny):
    """Cannot play for whoever is late."""

    name = "sleepless"

    def timed_out(self, state: State, seat: Seat, dice: Dice) -> Sequence[Event]:
        raise RuntimeError(SECRET)


class Speechless(Tiny):
    """Can show nobody with a seat how the match stands once a mark is made."""

    name = "speechless"

    def view(self, state: State, viewer: Viewer) -> View:
        if state.marks and viewer is not None:
            raise RuntimeError(SECRET)
        return super().view(state, viewer)


class Forgetful(Tiny):
    """Forgets, as a process with other rules would, how a mark is made."""

    name = "forgetful"

    def __init__(self) -> None:
        self.has_forgotten = False

    def evolve(self, state: State, event: Event) -> State:
        if self.has_forgotten:
            raise LookupError(SECRET)
        return super().evolve(state, event)


BROKEN = {**GAMES, "stuck": Stuck(), "sleepless": Sleepless(), "speechless": Speechless()}


async def both(several: Processes, game: str) -> tuple[Process, Watcher, Watcher]:
    """Begin a match, with a watcher at each seat on another process: first the seat whose turn it is."""
    here = await several.begin(game=game, marks=20)
    mine = await here.on_turn()
    there = await several.start()
    return here, mine, await there.watch(Seat(1 - mine.seat))


async def let_the_house_try(several: Processes, *milliseconds: int) -> None:
    """Let time pass in these steps, and every process look after what is due after each."""
    for each in milliseconds:
        several.pass_time(each)
        for process in several.started:
            await process.matches.sweep()
            await settle()


async def test_a_match_whose_choices_fail_is_given_up_and_everybody_is_told() -> None:
    with capture_logs() as log:
        async with processes(BROKEN) as several:
            here, mine, other = await both(several, "stuck")
            mine.act("a")
            await settle()
            other.act("b")  # this would be the second mark
            await settle()
            assert other.answers == ["b internal"]
            await let_the_house_try(several, LIMIT, GRACE - 1_000)
            assert other.match.record.result is None, "another process may have other rules"
            await let_the_house_try(several, 1_100)
            for each in (mine, other):
                assert each.latest["result"] == {"places": [], "reason": "void"}
                assert (each.latest["choices"], each.latest["waiting"], each.latest["view"]["marks"]) == ([], [], 1)
            assert several.causes() == ["Opened", "Acted", "Voided"]
            assert await here.matches.is_over(MATCH)
            assert await here.log.due(9) == []
            assert verify(await here.matches.transcript(MATCH), BROKEN).result == VOID
            other.act("c")
            await settle()
            assert other.answers[-1] == "c match_over"
    errors = [line for line in log if line["log_level"] == "error"]
    assert {line["event"] for line in errors} == {"the rules failed"}
    assert len(errors) <= 4, "what fails every second is said once by each process"
    assert all("in choices" in line["traceback"] for line in errors)
    assert SECRET not in str(log), "the log has the traceback without hands"


async def test_a_match_in_which_the_house_cannot_play_for_a_seat_is_given_up() -> None:
    with capture_logs() as log:
        async with processes(BROKEN) as several:
            _, mine, other = await both(several, "sleepless")
            await let_the_house_try(several, LIMIT, GRACE + 100)
            assert [each.latest["result"] for each in (mine, other)] == [{"places": [], "reason": "void"}] * 2
    assert SECRET not in str(log)


async def test_a_match_whose_rules_fail_only_for_a_while_goes_on() -> None:
    with capture_logs():
        async with processes(BROKEN) as several:
            _, mine, other = await both(several, "sleepless")
            await let_the_house_try(several, LIMIT, GRACE // 2)
            mine.act("late")
            await settle()
            await let_the_house_try(several, GRACE // 2)
            assert (mine.answers, other.latest["result"]) == (["late"], None)


async def test_a_seat_that_cannot_be_shown_how_it_stands_is_told_so_and_the_match_is_given_up() -> None:
    with capture_logs() as log:
        async with processes(BROKEN) as several:
            here, mine, other = await both(several, "speechless")
            spectator = await here.watch(None)
            mine.act("a")
            await settle()
            assert mine.answers == ["a internal"]
            several.pass_time(GRACE + 100)
            for each in (mine, other):
                each.match.run_clock()
            await settle()
            assert spectator.latest["result"] == {"places": [], "reason": "void"}
            for each in (mine, other):
                assert (each.latest["type"], each.latest["code"]) == ("match_unwatched", "internal")
    assert SECRET not in str(log)


async def test_a_bot_whose_rules_fail_does_not_stop_a_match_for_ever() -> None:
    with capture_logs():
        async with processes(BROKEN) as several:
            here = await several.begin([ADA, bot()], game="speechless", marks=20)
            mine = await here.watch(Seat(0))
            if mine.match.record.choices[0]:
                mine.act()
            await let_the_house_try(several, 1_000, 1_000, GRACE + 100)
            assert mine.match.record.result == VOID


async def test_a_match_that_cannot_be_folded_any_more_is_given_up_when_nobody_can_play_it_on() -> None:
    forgetful = Forgetful()
    with capture_logs() as log:
        async with processes({**GAMES, "forgetful": forgetful}) as several:
            here = await several.begin(game="forgetful", marks=20)
            (await here.on_turn()).act()
            await settle()
            forgetful.has_forgotten = True
            later = await several.start()
            several.pass_time(LIMIT)
            await later.matches.sweep()
            several.pass_time(GRACE - 1_000)
            await later.matches.sweep()
            assert several.causes() == ["Opened", "Acted"]
            several.pass_time(1_100)
            await later.matches.sweep()
            assert several.causes() == ["Opened", "Acted", "Voided"]
            match = await later.match()
            assert match.record.result == VOID
            assert await later.log.due(9) == []
            assert (await later.log.heads([MATCH]))[MATCH] != START
    assert [line["event"] for line in log if line["log_level"] == "error"] == [
        "a match with an expired clock cannot be folded"
    ]
    assert SECRET not in str(log)


class Slipping(Tiny):
    """Cannot tell how it stands while it slips."""

    name = "slipping"
    slips = False

    def result(self, state: State) -> Result | None:
        if self.slips:
            raise RuntimeError("a slip in the result")
        return super().result(state)


async def test_a_loss_is_noted_once_the_rules_are_well_again_and_nothing_goes_before_it() -> None:
    game = Slipping()
    async with processes({**GAMES, game.name: game}) as several:
        process = await several.begin(marks=20, game=game.name)
        mine = await process.on_turn()
        other = await process.watch(Seat(1 - mine.seat))
        await play(mine, other)
        earlier = forgetful.Forgetful(several)
        await play(mine)
        earlier.put_back()
        process.log.fate = Fate.LOST
        await look_around(several)
        process.log.fate = Fate.KEPT
        game.slips = True
        asked = whoever_is_asked(mine, other)
        asked.act("early", cell=9)
        await settle()
        assert several.causes() == ["Opened", "Acted", "Acted"]
        game.slips = False
        asked.act("late", cell=9)
        await settle()
        assert several.causes() == ["Opened", "Acted", "Acted", "HistoryLost", "Acted"]
        assert sorted(asked.answers) == ["early internal", "late"]


async def test_a_match_whose_loss_can_never_be_noted_is_given_up() -> None:
    game = Slipping()
    async with processes({**GAMES, game.name: game}) as several:
        process = await several.begin(marks=20, game=game.name)
        mine = await process.on_turn()
        other = await process.watch(Seat(1 - mine.seat))
        await play(mine, other)
        earlier = forgetful.Forgetful(several)
        await play(mine)
        earlier.put_back()
        process.log.fate = Fate.LOST
        await look_around(several)
        process.log.fate = Fate.KEPT
        game.slips = True
        whoever_is_asked(mine, other).act("early", cell=9)
        await settle()
        for _ in range(2):
            several.pass_time(LIMIT + GRACE)
            await process.matches.sweep()
            await settle()
        assert several.causes() == ["Opened", "Acted", "Acted", "Voided"]
        assert mine.match.record.result == VOID
