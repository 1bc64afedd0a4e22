"""Bots that search: who thinks and when, and that a match waits for none of them beyond its clock."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from matches.processes import ADA, MATCH, Process, Processes, processes, settle
from msgspec import Raw
from quarterdeck_protocol.names import PlayerId, Seat
from quarterdeck_protocol.transcripts.transcript import Acted
from quarterdeck_server.matches.clock import StoreClock
from quarterdeck_server.search_position import CLOCKS, SearchPosition
from servers import Message

GAME = "density-deck"
CLUB = [{"id": f"bot-{number}", "name": f"Club {number}", "bot": "club"} for number in (1, 2)]
PASS = b'{"type":"pass"}'
"""On offer to whoever begins a deal."""


@dataclass
class Asked:
    """What a search was asked, and its answer."""

    level: str
    position: SearchPosition
    seconds: float
    answer: "asyncio.Future[Raw | None]"

    def play(self, action: bytes | None = PASS) -> None:
        self.answer.set_result(None if action is None else Raw(action))


class Slow:
    """Searches that take until a test says what they come to."""

    def __init__(self) -> None:
        self.asked: list[Asked] = []
        self.is_prepared = False

    def prepare(self) -> None:
        self.is_prepared = True

    async def think(
        self, level: str, position: SearchPosition, seconds: float, people: Sequence[PlayerId]
    ) -> Raw | None:
        asked = Asked(level, position, seconds, asyncio.get_running_loop().create_future())
        self.asked.append(asked)
        return await asked.answer


async def thinking(several: Processes, players: list[Message] | None = None, **options: Any) -> tuple[Process, Slow]:
    """Return a process at which a bot thinks about its first action."""
    searches = Slow()
    process = await several.begin(players or CLUB, searches=searches, game=GAME, **options)
    process.matches.clock = StoreClock(lambda: 0)  # it stands still, too
    several.pass_time(0)
    await process.match()
    await settle()
    return process, searches


def acted(several: Processes) -> list[tuple[int, str]]:
    """Return who has done something, and what."""
    return [
        (int(entry.seat), str(msgspec.json.decode(entry.cause.action)["type"]))
        for entry in several.entries()
        if entry.seat is not None and isinstance(entry.cause, Acted)
    ]


async def test_it_thinks_within_the_clock_of_its_seat_and_plays_what_it_has_thought_of() -> None:
    async with processes() as several:
        process, searches = await thinking(several)
        assert searches.is_prepared
        (asked,) = searches.asked
        assert (asked.level, asked.position.game, asked.position.seats) == ("club", GAME, 2)
        assert asked.seconds == CLOCKS["club"] / 1000
        seat = asked.position.seat
        (waiting,) = (await process.match()).record.waiting
        assert (waiting.seat, waiting.until) == (seat, several.hand.time + CLOCKS["club"])
        asked.play()
        await settle()
        assert acted(several) == [(seat, "pass")]
        assert [each.position.seat for each in searches.asked] == [seat, 1 - seat]
        assert searches.asked[0].position.key != searches.asked[1].position.key


async def test_a_table_with_less_time_leaves_it_less() -> None:
    async with processes() as several:
        _, searches = await thinking(several, time_limit=1_500)
        assert searches.asked[0].seconds == 1.5


async def test_a_player_who_does_not_search_plays_at_once_as_it_can() -> None:
    async with processes() as several:
        _, searches = await thinking(several)
        searches.asked[0].play(None)
        await settle()
        assert len(acted(several)) == 1
        assert len(searches.asked) == 2


async def test_when_its_clock_has_run_out_it_is_played_for_and_its_thought_comes_too_late() -> None:
    async with processes() as several:
        process, searches = await thinking(several)
        several.pass_time(CLOCKS["club"] - 1)
        await process.matches.sweep()
        await settle()
        assert acted(several) == []
        several.pass_time(1)
        await process.matches.sweep()
        await settle()
        assert len(acted(several)) == 1
        assert searches.asked[0].answer.cancelled()
        assert len(searches.asked) == 2


async def test_anything_that_it_may_not_do_is_not_done_and_the_clock_has_it_played_for() -> None:
    async with processes() as several:
        process, searches = await thinking(several)
        searches.asked[0].play(b'{"type":"discard","card":{"colour":"blue","power":5}}')
        await settle()
        assert acted(several) == []
        several.pass_time(CLOCKS["club"])
        await process.matches.sweep()
        await settle()
        assert len(acted(several)) == 1


async def test_another_process_that_opens_the_match_thinks_too_and_the_log_takes_one_of_both() -> None:
    async with processes() as several:
        _, first = await thinking(several)
        second = Slow()
        other = await several.start(searches=second)
        await other.match()
        await settle()
        assert first.asked[0].position == second.asked[0].position
        for searches in (first, second):
            searches.asked[0].play()
        await settle()
        assert len(acted(several)) == 1
        assert [len(first.asked), len(second.asked)] in ([1, 2], [2, 1]), "who has written it thinks on alone"


async def test_another_process_plays_on_for_one_that_has_died() -> None:
    async with processes() as several:
        process, _ = await thinking(several)
        several.started.remove(process)
        await process.matches.close()
        other = await several.start(searches=Slow())
        several.pass_time(CLOCKS["club"])
        await other.matches.sweep()
        await settle()
        assert len(acted(several)) == 1


async def test_nobody_thinks_about_the_only_thing_to_do_or_for_a_person() -> None:
    async with processes() as several:
        process, searches = await thinking(several, [ADA, CLUB[0]])
        record = (await process.match()).record
        bots_turn = bool(record.choices[Seat(1)])
        assert [each.position.seat for each in searches.asked] == ([Seat(1)] if bots_turn else [])


async def test_a_match_in_which_a_bot_thinks_is_not_let_go_and_ends_its_thinking_when_it_is_closed() -> None:
    async with processes() as several:
        process, searches = await thinking(several)
        match = await process.match()
        assert not match.is_idle
        await match.close()
        assert searches.asked[0].answer.cancelled()
        assert match.id == MATCH
