"""What the settling is told of matches: that they begin, that they have ended, and that they never will."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from matches.processes import ADA, BO, MATCH, Process, Processes, processes, settle
from quarterdeck_games import GAMES
from quarterdeck_games.dice import Dice
from quarterdeck_games.tiny.rules import State, Tiny
from quarterdeck_protocol.games.tiny import Event
from quarterdeck_protocol.lobby.moderation import DeedKind
from quarterdeck_protocol.lobby.ratings import Unrated
from quarterdeck_protocol.names import MatchId, Milliseconds, Seat
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.bots.roster import BOTS
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.players import Players
from quarterdeck_server.lobby.moderation.audit import AuditLog
from quarterdeck_server.lobby.ratings.documents import MATCH_RESULTS, UNSETTLED
from quarterdeck_server.lobby.ratings.match_results import MatchResultRecord
from quarterdeck_server.lobby.ratings.settlement import Settlement
from quarterdeck_server.matches.matches import Matches
from quarterdeck_server.matches.record import Record
from quarterdeck_server.matches.rule_failures import GRACE
from quarterdeck_server.services.match_lifecycle import (
    MILLISECONDS_UNTIL_HOPELESS,
    MatchLifecycle,
    deed_of,
    finished_by,
)
from quarterdeck_server.store_errors import Unavailable
from quick_passwords import quick_passwords
from servers import opening
from structlog.testing import capture_logs

DAY = MILLISECONDS_UNTIL_HOPELESS + 60_000


class Sleepless(Tiny):
    """Fails when the house is to play for somebody."""

    name = "sleepless"

    def timed_out(self, state: State, seat: Seat, dice: Dice) -> Sequence[Event]:
        raise RuntimeError("a slip in the rules")


class LobbySide:
    """One process's side of it."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.documents = process.store.documents
        self.settlement = Settlement(self.documents, deed_of)
        self.lifecycle = MatchLifecycle(process.matches, self.settlement)

    async def verdict(self, match: str = MATCH) -> MatchResultRecord | None:
        return (await MATCH_RESULTS.read(self.documents, [match]))[0]

    async def begin(self, match: str = MATCH, **options: Any) -> None:
        await self.lifecycle.begin(opening(match, [ADA, BO], rated=True, time_limit=30_000, **options))


async def lobby_side(several: Processes) -> LobbySide:
    return LobbySide(await several.start())


async def play(process: Process, marks: int) -> None:
    for _ in range(marks):
        (await process.on_turn()).act()
        await settle()


async def test_a_match_that_begins_is_noted_and_settled_as_it_ends() -> None:
    async with processes() as several:
        here = await lobby_side(several)
        await here.begin(marks=6)
        assert [match for match, _ in await here.documents.listed(UNSETTLED, most=9)] == [MATCH]
        await play(here.process, 6)
        verdict = await here.verdict()
        assert verdict is not None
        assert (verdict.unrated, verdict.entries, sorted(seat.place or 0 for seat in verdict.seats)) == (
            None,
            7,
            [1, 2],
        )
        assert verdict.ended == several.hand.time
        assert await here.documents.count(UNSETTLED) == 0


async def test_beginning_it_twice_notes_it_once_more_and_begins_it_once() -> None:
    async with processes() as several:
        here = await lobby_side(several)
        with capture_logs():
            await here.begin(marks=2)
            await here.begin(marks=2)
        assert await here.documents.count(UNSETTLED) == 1
        assert len(several.entries()) == 1


async def test_one_that_cannot_be_noted_is_not_said_to_have_begun() -> None:
    async with processes() as several:
        here = await lobby_side(several)
        several.memory.leave()
        with pytest.raises(Unavailable):
            await here.begin(marks=2)


async def test_a_process_that_opens_a_match_which_is_over_settles_it() -> None:
    async with processes() as several:
        dying = await several.begin(marks=6, rated=True)
        await play(dying, 6)
        here = await lobby_side(several)
        assert await here.verdict() is None
        await here.process.match()
        await settle()
        verdict = await here.verdict()
        assert verdict is not None
        assert verdict.unrated is None


async def test_one_that_the_house_gives_up_counts_for_nobody_and_moderators_see_it_once() -> None:
    with capture_logs():
        async with processes({**GAMES, "sleepless": Sleepless()}) as several:
            here, there = await lobby_side(several), await lobby_side(several)
            await here.begin(game="sleepless", marks=5)
            watchers = [await each.process.on_turn() for each in (here, there)]
            for milliseconds in (30_100, GRACE + 100):
                several.pass_time(milliseconds)
                for each in (here, there):
                    await each.process.matches.sweep()
                    await settle()
            verdict = await here.verdict()
            assert verdict is not None
            assert (verdict.unrated, verdict.reason) == (Unrated.HOUSE_ERROR, "void")
            assert [seat.place for seat in verdict.seats] == [None, None]
            assert await here.documents.count(UNSETTLED) == 0
            assert all(each.latest["result"]["reason"] == "void" for each in watchers)
            audit = await AuditLog(here.documents, Players(here.documents, quick_passwords())).read(None, 9)
            assert [(deed.what, deed.by, deed.whom) for deed in audit.deeds] == [(DeedKind.VOID_MATCH, None, None)]
            assert MATCH in audit.deeds[0].detail
            assert await there.lifecycle.is_over(MatchId(MATCH)), "its table is free"


class TestLooking:
    async def test_one_that_goes_on_is_left_alone(self) -> None:
        async with processes() as several:
            here = await lobby_side(several)
            await here.begin(marks=5)
            assert await here.lifecycle.ended_match(MATCH) is None

    async def test_one_that_is_over_is_given_as_whoever_held_it_gives_it(self) -> None:
        async with processes() as several:
            here, other = await lobby_side(several), await lobby_side(several)
            await here.begin(marks=3)
            await play(here.process, 3)
            held = await here.process.match()
            assert await other.lifecycle.ended_match(MATCH) == finished_by(held.record)
            assert finished_by(held.record).acted in {(2, 1), (1, 2)}

    async def test_one_that_is_not_there_is_refused(self) -> None:
        async with processes() as several:
            here = await lobby_side(several)
            with pytest.raises(CommandRefused) as refused:
                await here.lifecycle.ended_match(MatchId("nowhere"))
            assert refused.value.code is RefusalCode.UNKNOWN_MATCH

    async def test_one_that_stands_still_for_a_day_is_the_houses_error(self) -> None:
        with capture_logs():
            async with processes({**GAMES, "sleepless": Sleepless()}) as several:
                here = await lobby_side(several)
                await here.begin(game="sleepless", marks=5)
                several.pass_time(DAY - 120_000)
                assert await here.lifecycle.ended_match(MATCH) is None
                several.pass_time(120_000)
                finished = await here.lifecycle.ended_match(MATCH)
        assert finished is not None
        assert finished.result is None

    async def test_one_that_cannot_be_folded_is_given_up_after_a_day(self) -> None:
        async with processes() as several:
            here = await lobby_side(several)
            await here.begin(marks=5)
            await play(here.process, 1)
            entries = several.memory.logs[MATCH].entries
            entries[1] = msgspec.structs.replace(entries[1], entry=b"{}")
            other = await lobby_side(several)
            with capture_logs():
                assert await other.lifecycle.ended_match(MATCH) is None
                several.pass_time(DAY)
                finished = await other.lifecycle.ended_match(MATCH)
        assert finished is not None
        assert (finished.result, [player.id for player in finished.players]) == (None, ["ada", "bo"])

    async def test_one_that_others_still_play_is_not_given_up_however_long_ago_it_began(self) -> None:
        async with processes() as several:
            here = await lobby_side(several)
            await here.begin(marks=5)
            several.pass_time(DAY)
            await play(here.process, 1)
            games = {name: game for name, game in GAMES.items() if name != "tiny"}
            newer = MatchLifecycle(Matches(games, here.process.store.log, BOTS), here.settlement)
            newer._matches.clock.correct(await here.documents.now())
            assert await newer.ended_match(MATCH) is None
            several.pass_time(DAY)
            newer._matches.clock.correct(await here.documents.now())
            finished = await newer.ended_match(MATCH)
            entries = len(several.entries())
        assert finished is not None
        assert (finished.result, finished.ended - finished.began, finished.entries) == (None, DAY, entries)

    async def test_one_that_stood_still_because_the_house_was_away_goes_on(self) -> None:
        async with processes() as several:
            here = await lobby_side(several)
            await here.begin(marks=5)
            several.pass_time(DAY + DAY)  # nobody runs the clocks meanwhile
            other = await lobby_side(several)
            assert await other.lifecycle.ended_match(MATCH) is None
            await settle()
            held = await other.process.match()
            assert (held.record.version, sorted(held.record.lapses)) == (2, [0, 1])
            assert await other.verdict() is None

    async def test_one_of_other_rules_is_left_to_others_for_a_day(self) -> None:
        async with processes() as several:
            here = await lobby_side(several)
            opened = msgspec.structs.replace(opening(MATCH, [ADA, BO], rated=True), rules=99)
            await here.lifecycle.begin(opened)
            assert await here.lifecycle.ended_match(MATCH) is None
            several.pass_time(DAY)
            await here.settlement.note(MATCH, Milliseconds(0))
            await here.settlement.sweep(here.lifecycle.ended_match)
            verdict = await here.verdict()
        assert verdict is not None
        assert (verdict.unrated, verdict.reason) == ("house_error", None)


def test_of_each_deck_it_is_told_which_cards_it_had_in_whatever_printing() -> None:
    game = GAMES["amiibart"]
    assert game.decks is not None
    assert game.catalogue is not None
    face, printing = next(iter(game.catalogue.printings.items()))
    decks = tuple(game.decks.ready.values())[:2]
    painted = msgspec.structs.replace(decks[0], cards=((face, 1), (printing.of, 2), *decks[0].cards))
    opened = msgspec.structs.replace(opening("m", [ADA, BO], game="amiibart"), decks=(painted, decks[1]))
    told = finished_by(Record(opened, game))
    assert told.rules == opened.rules
    assert [set(each) for each in told.decks] == [
        {printing.of, *dict(decks[0].cards), *decks[0].beside},
        {*dict(decks[1].cards), *decks[1].beside},
    ]
