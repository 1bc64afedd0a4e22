"""Who is told later hears of a match by the log and the time alone, at every process, and of nothing that is newer."""

from typing import Any

import pytest
from matches.processes import MATCH, Process, Processes, Watcher, processes, settle
from quarterdeck_protocol.names import Milliseconds, Seat, Version
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.matches.audience import SpectatorRights, Viewing
from quarterdeck_server.matches.clock import StoreClock

DELAY = 30_000


async def _begun(several: Processes, match: str = "match", **options: Any) -> Process:
    """Begin a match in which nobody is out of time, at a process whose clock only stands still or is moved."""
    return _standing_still(several, await several.begin(match=match, time_limit=3_600_000, **options))


def _standing_still(several: Processes, process: Process) -> Process:
    process.matches.clock = StoreClock(lambda: 0)
    process.matches.clock.correct(several.hand.time)
    return process


async def _moved(several: Processes, process: Process, cell: int, milliseconds: int = 1_000) -> None:
    """Let whose turn it is mark a cell, then time go by."""
    (await process.on_turn()).act(cell=cell)
    await settle()
    several.pass_time(milliseconds)


async def _told(spectator: Watcher) -> list[int]:
    """Return the versions that a spectator was told, once all that is due was."""
    spectator.match.send_due_updates()
    await settle()
    return [each["version"] for each in spectator.received]


async def test_a_spectator_is_told_each_entry_when_it_is_as_old_as_the_delay() -> None:
    async with processes() as several:
        process = await _begun(several, spectator_delay="30s")
        several.pass_time(DELAY)
        spectator = await process.watch(None)
        await spectator.look(None)
        for cell in (0, 1, 2):
            await _moved(several, process, cell)
        assert await _told(spectator) == [1]
        several.pass_time(DELAY - 3_001)
        assert await _told(spectator) == [1]
        for versions in ([1, 2], [1, 2, 3], [1, 2, 3, 4]):
            several.pass_time(1 if versions == [1, 2] else 1_000)
            assert await _told(spectator) == versions


async def test_anything_that_is_told_later_is_what_is_told_at_once_to_who_may_see_it_so() -> None:
    async with processes() as several:
        process = await _begun(several, spectator_delay="30s")
        several.pass_time(DELAY)
        later, live = await process.watch(None), await process.watch(None)
        live.match.leave(live.viewing)
        live.viewing.sees_all_at_once = True
        live.match.join(live.viewing)
        for each in (live, later):
            await each.look(None)
        for cell in (0, 1):
            await _moved(several, process, cell)
        assert ([each["version"] for each in live.received], len(later.received)) == ([1, 2, 3], 1)
        several.pass_time(DELAY - 2_000)
        await _told(later)
        several.pass_time(1_000)
        await _told(later)
        but = {"now": 0, "delay": None}
        assert [{**each, **but} for each in later.received] == [{**each, **but} for each in live.received]
        assert [each.get("delay") for each in (*live.received, *later.received)] == [None] * 3 + [DELAY] * 3
        for update in later.received[1:]:
            assert update["now"] == update["at"], "it is told as of the moment in which it was written"


async def test_anything_that_is_told_later_is_encoded_once_for_all_who_see_alike() -> None:
    async with processes() as several:
        process = await _begun(several, spectator_delay="30s")
        several.pass_time(DELAY)
        crowd = [await process.watch(None) for _ in range(3)]
        frames: list[list[bytes]] = [[] for _ in crowd]
        for each, told in zip(crowd, frames, strict=True):
            await each.look(None)
            each.viewing.send_update = told.append
        await _moved(several, process, 0)
        several.pass_time(DELAY)
        await _told(crowd[0])
        ((first,), *others) = frames
        assert all(told == [first] and told[0] is first for told in others)


async def test_another_process_tells_the_same() -> None:
    async with processes() as several:
        process = await _begun(several, spectator_delay="30s")
        await _moved(several, process, 0, 20_000)
        await _moved(several, process, 1, 15_000)
        other = _standing_still(several, await several.start())
        spectators = [await each.watch(None) for each in (process, other)]
        for each in spectators:
            await each.look(None)
        assert [each.latest["version"] for each in spectators] == [2, 2]
        assert [each.latest["link"] for each in spectators] == [spectators[0].latest["link"]] * 2
        await _moved(several, process, 2, 15_000)
        for each in spectators:
            assert (await _told(each))[-1] == 3


async def test_an_end_is_told_when_it_is_as_old_as_the_delay_and_the_match_is_open_to_all_then() -> None:
    async with processes() as several:
        process = await _begun(several, spectator_delay="3min")
        several.pass_time(200_000)
        spectator = await process.watch(None)
        await spectator.look(None)
        (await process.on_turn()).resign()
        await settle()
        held = await process.match()
        assert held.is_over
        assert not held.is_over_for_all
        several.pass_time(179_999)
        assert [each["result"] for each in spectator.received] == [None]
        await _told(spectator)
        assert [each["result"] for each in spectator.received] == [None]
        several.pass_time(1)
        await _told(spectator)
        assert spectator.latest["result"] is not None
        assert held.is_over_for_all


async def test_nothing_is_told_before_the_beginning_is_as_old_as_the_delay_and_it_is_said_when_that_is() -> None:
    async with processes() as several:
        process = await _begun(several, spectator_delay="30s")
        several.pass_time(10_000)
        spectator = await process.watch(None)
        with pytest.raises(CommandRefused) as refused:
            await spectator.look(None)
        assert (refused.value.code, refused.value.retry_in) == (RefusalCode.NOT_SHOWN_YET, 20_000)
        several.pass_time(20_000)
        await spectator.look(None)
        assert spectator.latest["version"] == 1


async def test_until_the_end_a_spectator_is_told_nothing_and_then_all() -> None:
    async with processes() as several:
        process = await _begun(several, spectator_delay="end")
        with pytest.raises(CommandRefused) as refused:
            await process.watch(None)
        assert (refused.value.code, refused.value.retry_in) == (RefusalCode.NOT_SHOWN_YET, None)
        (await process.on_turn()).resign()
        await settle()
        spectator = await process.watch(None)
        await spectator.look(Version(0))
        assert spectator.latest["result"] is not None


async def test_a_player_who_has_a_seat_is_told_at_once_and_comes_to_be_told_later_without_it() -> None:
    async with processes() as several:
        process = await _begun(several, spectator_delay="30s")
        player = await process.watch(Seat(0))
        several.pass_time(1_000)
        await _moved(several, process, 0, DELAY - 1_000)
        assert player.latest["version"] == 2
        link = player.latest["link"]
        spectator = await process.watch(None)
        await spectator.look(Version(2), link)
        assert [each["type"] for each in spectator.received] == ["update"], "nobody has lost anything"
        assert spectator.latest["version"] == 1


async def test_a_player_who_says_a_version_that_is_not_told_yet_is_answered_as_if_there_were_none() -> None:
    answers: list[Any] = []
    for moves in (0, 1, 2):
        async with processes() as several:
            process = await _begun(several, spectator_delay="30s")
            several.pass_time(DELAY)
            for cell in range(moves):
                await _moved(several, process, cell, 0)
            spectator = await process.watch(None)
            await spectator.look(Version(2))
            await spectator.look(Version(2), "00" * 32)
            answers.append([{**each, "now": 0} for each in spectator.received])
    assert answers[0] == answers[1] == answers[2]


async def test_a_loss_is_told_to_spectators_of_what_they_were_told() -> None:
    async with processes() as several:
        process = await _begun(several, spectator_delay="30s")
        several.pass_time(DELAY)
        spectator = await process.watch(None)
        await spectator.look(None)
        await _moved(several, process, 0, DELAY)
        assert await _told(spectator) == [1, 2]
        log = several.memory.logs[MATCH]
        del log.entries[1:]
        held = await process.match()
        held.catch_up()
        await settle()
        kinds = [each["type"] for each in spectator.received]
        assert "rewound" in kinds
        assert spectator.latest["version"] == 1
        several.pass_time(DELAY)
        await _told(spectator)
        assert spectator.latest["version"] == held.record.version


async def test_when_nobody_is_told_nothing_is_folded_and_who_comes_then_is_told_how_it_stood() -> None:
    async with processes() as several:
        process = await _begun(several, spectator_delay="30s")
        several.pass_time(DELAY)
        spectator = await process.watch(None)
        await spectator.look(None)
        spectator.match.leave(spectator.viewing)
        await _moved(several, process, 0, DELAY)
        await _told(spectator)
        again = await process.watch(None)
        await again.look(Version(1))
        assert (again.latest["version"], again.latest["since"]) == (2, 1)
        assert [event["type"] for event in again.latest["events"]] == ["marked"]


async def test_overlays_follow_with_their_own_delay_and_their_audience_ends_with_the_last_of_them() -> None:
    async with processes() as several:
        process = await several.begin(time_limit=3_600_000)
        match = await process.match()
        several.pass_time(10_000)
        received: dict[int, list[bytes]] = {0: [], 1: [], 9_000: []}
        overlays = [
            Viewing(None, frames.append, rights=SpectatorRights(through=Seat(0))) for frames in received.values()
        ]
        for overlay, delay in zip(overlays, (0, 0, 9_000), strict=True):
            match.join_overlay(overlay, Milliseconds(delay))
        await settle()
        (await process.on_turn()).act(cell=0)
        await settle()
        several.pass_time(5_000)
        match.send_due_updates()
        assert [len(frames) for frames in received.values()] == [1, 1, 0]
        several.pass_time(5_000)
        match.send_due_updates()
        await settle()
        assert len(received[9_000]) == 1
        assert b'"through":0' in received[9_000][0]
        assert (match.watching_here, match.shown_here) == (0, 0)
        for left, overlay in enumerate(overlays, 1):
            assert match.is_followed
            match.leave(overlay)
            assert len(match._delayed._overlays) == (2 if left == 1 else 3 - left)
