"""What is told and noted when the store has forgotten a part of a match."""

import asyncio

import pytest
from matches.forgetful import (
    Forgetful,
    forget_second,
    forgotten_while,
    look_around,
    losses,
    play,
    rewinds,
    two_processes,
    whoever_is_asked,
)
from matches.processes import MATCH, Fate, processes, settle
from quarterdeck_games import GAMES
from quarterdeck_protocol.names import Epoch, Ref, Seat, Version
from quarterdeck_protocol.transcripts.transcript import HistoryLost
from quarterdeck_server.matches.record import Record
from quarterdeck_server.matches.sequencer import TRIES
from quarterdeck_server.services.match_lifecycle import finished_by
from quarterdeck_server.verification.findings import DoesNotFollow, Kind, Noted
from quarterdeck_server.verification.transcript_check import verify
from stores import until


class TestTelling:
    async def test_every_viewer_is_told_to_where_it_has_gone_back_before_how_it_stands(self) -> None:
        async with processes() as several:
            one, mine, two, other = await two_processes(several)
            spectators = [await process.watch(None) for process in (one, two)]
            await forget_second(several, mine, other)
            await look_around(several)
            for each in (mine, other, *spectators):
                (rewound,) = rewinds(each)
                assert (rewound["match"], rewound["epoch"], rewound["version"], rewound["was"]) == (MATCH, 1, 3, 5)
                assert "after version 3" in rewound["text"]
                after = each.received[each.received.index(rewound) + 1]
                assert (after["type"], after["epoch"], after["events"]) == ("update", 1, [])

    async def test_a_player_who_was_told_that_something_is_done_is_told_that_it_is_gone(self) -> None:
        async with processes() as several:
            _, mine, _, other = await two_processes(several)
            mine.act("stays")
            await settle()
            earlier = Forgetful(several)
            other.act("goes", cell=1)
            await settle()
            mine.act("goes, too", cell=2)
            await settle()
            assert (mine.answers, other.answers) == (["stays", "goes, too"], ["goes"])
            earlier.put_back()
            await look_around(several)
            assert [rewound["refs"] for rewound in rewinds(mine)] == [["goes, too"]]
            assert [rewound["refs"] for rewound in rewinds(other)] == [["goes"]]
            other.act("goes", cell=1, epoch=1)
            await settle()
            assert other.answers == ["goes", "goes"], "it may be sent again"
            assert other.match.record.done[other.seat, Ref("goes")].version == 4

    async def test_anything_that_is_on_its_way_while_the_store_forgets_is_answered(self) -> None:
        async with processes() as several:
            one, mine, _, other = await two_processes(several)
            earlier = Forgetful(several)
            await play(mine, other)
            one.log.fate = Fate.UNANSWERED
            mine.act("on its way")
            earlier.put_back()
            await settle()
            one.log.fate = Fate.KEPT
            await look_around(several)
            assert mine.answers == ["on its way unavailable"]
            mine.act("on its way", seen=3, epoch=0)
            await settle()
            assert mine.answers[-1] == "on its way stale"

    async def test_where_two_histories_part_is_told_also_when_the_other_has_grown(self) -> None:
        async with processes() as several:
            _, mine, _, other = await two_processes(several)
            await forget_second(several, mine, other)
            three = await several.start()
            await play(*[await three.watch(Seat(seat)) for seat in (0, 1)], cell=100)
            await look_around(several)
            for each in (mine, other):
                assert (rewinds(each)[0]["version"], rewinds(each)[0]["was"]) == (3, 5)

    async def test_a_player_who_comes_back_with_a_link_that_is_gone_is_told_so(self) -> None:
        async with processes() as several:
            _, mine, _, other = await two_processes(several)
            await play(mine, other)
            earlier = Forgetful(several)
            await play(mine, other)
            link = mine.latest["link"]
            for process in several.started:
                await process.matches.close()
            earlier.put_back()
            three = await several.start()
            there = [await three.watch(Seat(seat)) for seat in (0, 1)]
            await play(*there, cell=100)
            await there[0].look(Version(5), link)
            (rewound,) = rewinds(there[0])
            assert (rewound["was"], rewound["version"], rewound["epoch"]) == (5, 4, 0)
            assert (there[0].latest["since"], there[0].latest["events"]) == (5, [])
            await there[1].look(Version(5), there[1].latest["link"])
            await there[1].look(Version(4), None)
            assert rewinds(there[1]) == []

    async def test_a_player_who_comes_back_with_more_than_there_is_is_told_so(self) -> None:
        async with processes() as several:
            one, mine, _, other = await two_processes(several)
            await play(mine, other)
            await mine.look(Version(9), "00" * 32)
            assert (rewinds(mine)[0]["was"], rewinds(mine)[0]["version"]) == (9, 3)
            assert one.matches.metrics.games["tiny"].resumes["ahead"] == 1

    async def test_a_player_who_knew_more_of_what_is_gone_than_is_noted_is_told_where_it_parted(self) -> None:
        async with processes() as several:
            _, mine, _, other = await two_processes(several)
            await forget_second(several, mine, other)
            await look_around(several)
            assert [(loss.since, loss.was) for loss in losses(several)] == [(3, 5)]
            await mine.look(Version(6), "00" * 32)  # told of one entry more by a process that has died with it
            assert (rewinds(mine)[-1]["was"], rewinds(mine)[-1]["version"]) == (6, 3)
            await play(other, mine, cell=100)
            await mine.look(Version(7), "00" * 32)  # the match has outgrown what was noted: who knows of which history
            assert (rewinds(mine)[-1]["was"], rewinds(mine)[-1]["version"]) == (7, 6)

    @pytest.mark.parametrize("link", [None, "", "00" * 32, "ff" * 32])
    async def test_a_player_who_has_seen_nothing_has_lost_nothing(self, link: str | None) -> None:
        async with processes() as several:
            _, mine, _, other = await two_processes(several)
            await play(mine, other)
            await mine.look(Version(0), link)
            assert rewinds(mine) == []
            assert (mine.latest["since"], len(mine.latest["events"]) > 0) == (0, True)


class TestTheChain:
    async def test_the_log_says_what_is_gone_with_the_link_that_was_told(self) -> None:
        async with processes() as several:
            _, mine, _, other = await two_processes(several)
            await play(mine, other)
            earlier = Forgetful(several)
            await play(mine, other)
            gone = mine.latest["link"]
            earlier.put_back()
            await look_around(several)
            assert losses(several) == [HistoryLost(epoch=Epoch(1), since=Version(3), was=Version(5), link=gone)]
            assert several.entries()[3].seat is None
            assert mine.latest["link"] == other.latest["link"]

    async def test_anything_that_nobody_has_noted_is_noted_by_whoever_opens_the_match(self) -> None:
        async with processes() as several:
            _, mine, _, other = await two_processes(several)
            earlier = Forgetful(several)
            await play(mine, other)
            known = mine.match.record.head
            for process in several.started:
                await process.matches.close()
            earlier.put_back()
            await several.started[0].log.rewind(MATCH, known)  # and then it has died
            three = await several.start()
            await three.match()
            await settle()
            assert [(loss.epoch, loss.since, loss.was) for loss in losses(several)] == [(1, 1, 1)]

    async def test_notes_of_what_is_gone_are_no_proof_of_a_lie_and_all_others_are(self) -> None:
        async with processes() as several:
            one, mine, _, other = await two_processes(several)
            await play(mine, other)
            stays = mine.latest["link"]
            earlier = Forgetful(several)
            await play(mine)
            gone_before = mine.latest["link"]
            await play(other)
            gone = mine.latest["link"]
            earlier.put_back()
            await look_around(several)
            mine.resign()
            await settle()
            transcript = await one.matches.transcript(MATCH)
            notes = ((Version(3), stays), (Version(4), gone_before), (Version(5), gone))
            found = verify(transcript, GAMES, Noted(links=notes))
            assert (found.losses, found.noted_of_lost, found.noted) == (1, 2, 1)
            assert found.causes["history_lost"] == 1
            for wrong in ((Version(3), gone), (Version(5), gone_before), (Version(9), gone)):
                with pytest.raises(DoesNotFollow) as lie:
                    verify(transcript, GAMES, Noted(links=(wrong,)))
                assert lie.value.kind is Kind.NOTE

    async def test_dice_that_were_thrown_are_not_thrown_again(self) -> None:
        async with processes() as several:
            _, mine, _, other = await two_processes(several)
            earlier = Forgetful(several)
            await play(mine, other)
            thrown = [dice_of(mine.match.record, version) for version in (3, 4, 5)]
            earlier.put_back()
            await look_around(several)
            again = [dice_of(mine.match.record, version) for version in (3, 4, 5)]
            assert not set(thrown) & set(again)
            assert again == [dice_of(other.match.record, version) for version in (3, 4, 5)]

    async def test_a_match_that_was_rewound_is_marked(self) -> None:
        async with processes() as several:
            _, mine, _, other = await two_processes(several)
            earlier = Forgetful(several)
            await play(mine, other)
            assert not finished_by(mine.match.record).rewound
            earlier.put_back()
            await look_around(several)
            assert finished_by(mine.match.record).rewound


def dice_of(record: Record, version: int) -> int:
    """Return what the dice of an entry would be."""
    record.version, now = Version(version - 1), record.version
    thrown = record.next_dice().roll(1_000_000, "test")
    record.version = now
    return thrown


class TestClocks:
    async def test_a_player_who_is_asked_has_their_time_again(self) -> None:
        async with processes() as several:
            one, mine, two, other = await two_processes(several)
            await play(mine)
            earlier = Forgetful(several)
            await play(other)
            earlier.put_back()
            several.pass_time(3_600_000)  # the copy is an hour old
            for process in (one, two):
                process.matches._missed()
                await settle()
            (asked,) = other.match.record.waiting
            assert asked.seat == other.seat
            assert asked.until == several.hand.time + 30_000
            assert several.memory.logs[MATCH].due == asked.until
            await one.matches.sweep()
            await settle()
            assert several.causes() == ["Opened", "Acted", "HistoryLost"]
            await play(other, mine)


class TestWhatComesBetween:
    async def test_it_is_noted_although_the_store_goes_away_in_that_moment(self) -> None:
        async with forgotten_while(Fate.LOST) as (several, one, _, two, _):
            assert losses(several) == []
            tried = [process.log.tried for process in (one, two)]
            assert tried == [1, 2], "once when it was found out, once when it looked: it is not asked all the time"
            for process in (one, two):
                process.log.fate = Fate.KEPT
            await look_around(several)
            assert [(loss.epoch, loss.since, loss.was) for loss in losses(several)] == [(1, 3, 5)]

    async def test_it_is_noted_before_an_action_however_often_the_log_said_no(self) -> None:
        """The log refuses it each time, though nobody has gone on: the note waits, and all that would follow."""
        async with forgotten_while(Fate.BEATEN) as (several, one, mine, two, other):
            for ref in ("early", "again"):
                mine.act(ref)
                other.act(ref)
                await settle()
            assert (mine.answers, other.answers) == (["early unavailable", "again unavailable"],) * 2
            assert several.causes() == ["Opened", "Acted", "Acted"]
            assert not [process for process in (one, two) if process.log.tried % TRIES]
            for process in (one, two):
                process.log.fate = Fate.KEPT
            asked = whoever_is_asked(mine, other)
            asked.act("goes on", cell=9)
            await settle()
            assert several.causes() == ["Opened", "Acted", "Acted", "HistoryLost", "Acted"]

    async def test_it_is_noted_before_an_action_whatever_the_store_did_meanwhile(self) -> None:
        async with forgotten_while(Fate.LOST) as (several, one, mine, two, other):
            several.memory.leave()
            mine.act("away")
            await settle()
            several.memory.come_back()
            one.log.fate = Fate.KEPT
            asked = whoever_is_asked(mine, other)
            assert mine.answers == ["away unavailable"]
            two.log.fate = Fate.KEPT
            asked.act("goes on", cell=9)
            await settle()
            assert several.causes() == ["Opened", "Acted", "Acted", "HistoryLost", "Acted"]

    async def test_a_player_who_knows_of_nothing_that_is_gone_notes_it_before_going_on(self) -> None:
        async with processes() as several:
            one, mine, two, other = await two_processes(several)
            await play(mine, other)
            earlier = Forgetful(several)
            await two.log.unsubscribe(MATCH)
            mine.act(cell=30)
            await settle()
            assert (mine.match.record.version, other.match.record.version) == (4, 3)
            known = mine.match.record.head
            await one.matches.close()
            earlier.put_back()
            await one.log.rewind(MATCH, known)  # and then it has died
            seat = next(waiting.seat for waiting in other.match.record.waiting)
            (await two.watch(seat)).act(cell=31)
            await settle()
            assert several.causes() == ["Opened", "Acted", "Acted", "HistoryLost", "Acted"]

    async def test_a_player_who_comes_back_in_that_moment_is_told_what_is_gone_and_no_events_of_another_history(
        self,
    ) -> None:
        async with processes() as several:
            one, mine, _, other = await two_processes(several)
            await play(mine, other)
            earlier = Forgetful(several)
            await play(mine, other)
            late = await one.watch(mine.seat)

            async def forget() -> None:
                earlier.put_back()
                three = await several.start()
                await play(*[await three.watch(Seat(seat)) for seat in (0, 1)], cell=100)
                await play(*[await three.watch(Seat(seat)) for seat in (0, 1)], cell=110)
                await look_around(several)

            one.log.before_read = forget
            await late.match.answer_watch(late.viewing, Version(4), Ref("watch"))
            assert [each["type"] for each in late.received[:2]] == ["rewound", "update"]
            assert (late.received[0]["version"], late.received[0]["was"], late.received[0]["epoch"]) == (3, 4, 1)
            assert (late.received[1]["epoch"], late.received[1]["events"], late.received[1]["ref"]) == (1, [], "watch")
            assert len(rewinds(late)) == 1

    async def test_anything_that_is_said_again_is_not_acknowledged_when_it_has_gone_in_that_moment(self) -> None:
        async with processes() as several:
            one, mine, _, other = await two_processes(several)
            await play(mine, other)
            earlier = Forgetful(several)
            mine.act("goes", cell=7)
            await settle()
            assert mine.answers == ["goes"]

            forgotten = asyncio.Event()

            async def forget() -> None:
                earlier.put_back()
                three = await several.start()
                await play(*[await three.watch(Seat(seat)) for seat in (0, 1)], cell=100)
                await look_around(several)
                forgotten.set()

            one.log.before_read = forget
            mine.act("goes", cell=7, seen=3, epoch=0)
            await forgotten.wait()
            await settle()
            assert [rewound["refs"] for rewound in rewinds(mine)] == [["goes"]]
            assert mine.answers == ["goes", "goes stale"]
            await mine.viewing.settle()

    async def test_a_player_who_knows_more_than_a_process_that_is_behind_is_told_no_events_of_another_history(
        self,
    ) -> None:
        async with processes() as several:
            one, mine, two, other = await two_processes(several)
            await play(mine, other)
            earlier = Forgetful(several)
            await two.log.unsubscribe(MATCH)
            mine.act(cell=30)
            await settle()
            link = mine.latest["link"]
            await one.matches.close()
            earlier.put_back()
            three = await several.start()
            for cell in (100, 110):
                await play(*[await three.watch(Seat(seat)) for seat in (0, 1)], cell=cell)
            assert other.match.record.version == 3
            await other.look(Version(4), link)
            (rewound,) = rewinds(other)
            after = other.received[other.received.index(rewound) + 1]
            assert (rewound["was"], after["version"], after["events"]) == (4, 7, [])

    async def test_a_player_who_knows_of_more_notes_it_although_another_has_noted_that_something_is_gone(self) -> None:
        async with processes() as several:
            one, mine, two, other = await two_processes(several)
            await play(mine, other)
            earlier = Forgetful(several)
            await two.log.unsubscribe(MATCH)
            mine.act(cell=30)
            await settle()
            earlier.put_back()
            await one.log.unsubscribe(MATCH)  # it hears of it when the other has noted what that one knows
            await two.log.rewind(MATCH, mine.match.record.head)
            other.match.catch_up()
            await until(lambda: losses(several))
            await look_around(several)
            noted = [(loss.epoch, loss.since, loss.was) for loss in losses(several)]
            assert noted == [(1, 3, 3), (1, 3, 4)]
            mine.resign()
            await settle()
            process = await several.start()
            found = verify(await process.matches.transcript(MATCH), GAMES)
            assert found.losses == 2
