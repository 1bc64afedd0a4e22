"""Undo by consent: a request and its answers in the log, on every process, with clocks, refs and snapshots."""

import msgspec
import pytest
from games.worlds import WORLDS
from matches.processes import ADA, BO, MATCH, Fate, Process, Processes, Watcher, both, processes, settle
from msgspec import UNSET
from msgspec.structs import replace
from quarterdeck_games import GAMES
from quarterdeck_protocol.names import Milliseconds, Seat, Version
from quarterdeck_protocol.sides import PlayerKind
from quarterdeck_protocol.transcripts.transcript import Acted
from quarterdeck_protocol.undo import UndoAnswer, UndoRule
from quarterdeck_server.matches.snapshots import OPENED, STANDING, encoded, snapshot_in
from quarterdeck_server.matches.undo.steps import MOST_REQUESTS, undo_of
from quarterdeck_server.verification.transcript_check import verify
from quarterdeck_testing.plans import usual_plan
from quarterdeck_testing.random_matches import played
from servers import Message, opening

CY: Message = {"id": "cy", "name": "Cy", "kind": "bot", "owner": "ada"}


async def marked(several: Processes) -> tuple[Process, Watcher, Watcher]:
    """Return a match with one action, at version 2, and its seats: the one that acted and the other."""
    process, mine, other = await both(several)
    mine.act("mark", cell=3)
    await settle()
    return process, mine, other


async def begun_by_ada(several: Processes, other: Message) -> Watcher:
    """Return Ada's seat in a match against another player in which she has the first turn."""
    process = await several.start()
    for number in range(9):
        match = opening(f"match-{number}", (ADA, other))
        await process.matches.begin(replace(match, bot_delay=Milliseconds(700)))
        mine = await process.on_turn(match.match)
        if mine.match.record.players[mine.seat].kind is PlayerKind.PERSON:
            return mine
    raise AssertionError("Ada never begins")


def states(watcher: Watcher) -> list[str | None]:
    """Return what the updates said of an undo."""
    return [each.get("undo", {}).get("state") for each in watcher.received]


class TestAgreeing:
    async def test_the_match_is_as_it_was_before_the_action_and_goes_on(self) -> None:
        async with processes() as several:
            process, mine, other = await marked(several)
            before = (await (await several.start()).watch(mine.seat)).match.record.view(None)
            mine.ask_undo(2, "ask")
            await settle()
            other.answer_undo(2, ref="yes")
            await settle()
            assert (states(mine), states(other)) == (["possible", "asked", "done"], [None, "asked", "done"])
            assert (mine.answers, other.answers) == (["mark", "ask"], ["yes"])
            latest = mine.latest
            assert (latest["version"], latest["epoch"], latest["events"]) == (4, 0, [])
            assert (latest["view"]["marks"], latest["choices"]) == (0, [{"type": "mark", "cell": 0, "note": ""}])
            assert before.marks == 1
            mine.act("again", cell=5)
            await settle()
            assert (mine.latest["version"], mine.latest["view"]["marks"], other.latest.get("undo")) == (5, 1, None)
            assert process.log.tried == 5

    async def test_every_process_and_a_later_one_tell_the_same(self) -> None:
        async with processes() as several:
            _, mine, other = await marked(several)
            elsewhere = await (await several.start()).watch(None)
            mine.ask_undo(2)
            await settle()
            other.answer_undo(2)
            await settle()
            later = await (await several.start()).watch(None)
            await later.look(None)
            assert later.latest["view"] == elsewhere.latest["view"] == mine.latest["view"]
            assert states(elsewhere) == ["asked", "done"]
            assert later.latest["undo"] == elsewhere.latest["undo"]

    @pytest.mark.parametrize(("other", "missing"), [(CY, 1), ({**CY, "owner": None, "bot": "random"}, 0)])
    async def test_programs_of_players_answer_and_bots_of_the_house_agree_at_once(
        self, other: Message, missing: int
    ) -> None:
        program = {key: value for key, value in other.items() if value is not None}
        async with processes() as several:
            mine = await begun_by_ada(several, program)
            mine.act(cell=3)
            await settle()
            mine.ask_undo(2)
            await settle()
            undo, marks = mine.latest["undo"], mine.latest["view"]["marks"]
            assert (undo["state"], len(undo["missing"]), marks) == (("asked", 1, 1) if missing else ("done", 0, 0))
            assert undo["agreed"] == []

    async def test_a_command_based_on_the_action_is_stale(self) -> None:
        async with processes() as several:
            _, mine, other = await marked(several)
            mine.ask_undo(2)
            await settle()
            other.answer_undo(2)
            other.act("late", seen=2, cell=7)
            mine.act("early", seen=1, cell=7)
            await settle()
            assert (other.answers, mine.answers[1:]) == (["late stale"], ["early stale"])


class TestRefusing:
    async def test_a_request_that_was_declined_cannot_be_repeated(self) -> None:
        async with processes() as several:
            _, mine, other = await marked(several)
            mine.ask_undo(2, "ask")
            await settle()
            other.answer_undo(2, UndoAnswer.DECLINE)
            await settle()
            assert mine.latest["undo"]["state"] == "declined"
            mine.ask_undo(2, "again")
            other.answer_undo(2, ref="never mind")
            await settle()
            assert (mine.answers[2:], other.answers) == (["again undo_over"], ["never mind undo_over"])
            assert mine.latest["view"]["marks"] == 1

    async def test_the_next_action_ends_a_request(self) -> None:
        async with processes() as several:
            _, mine, other = await marked(several)
            mine.ask_undo(2)
            await settle()
            other.act("instead", cell=4)
            other.answer_undo(2, ref="late")
            await settle()
            assert (other.answers, mine.latest.get("undo")) == (["instead", "late undo_over"], None)

    async def test_the_end_of_a_clock_ends_a_request(self) -> None:
        async with processes() as several:
            process, mine, other = await marked(several)
            mine.ask_undo(2)
            await settle()
            several.pass_time(30_001)
            mine.match.run_clock()
            other.answer_undo(2, ref="late")
            await settle()
            assert (several.causes()[-1], other.answers) == ("TimedOut", ["late undo_over"])
            assert process.log.tried == 4

    async def test_a_seat_asks_five_times_in_a_match(self) -> None:
        async with processes() as several:
            _, mine, other = await both(several)
            for number in range(MOST_REQUESTS):
                action = 2 + 3 * number
                mine.act(cell=number)
                await settle()
                mine.ask_undo(action)
                await settle()
                other.answer_undo(action)
                await settle()
            mine.act(cell=9)
            await settle()
            mine.ask_undo(mine.match.record.version, "sixth")
            await settle()
            assert (mine.answers, mine.latest.get("undo")) == (["sixth too_many_undos"], None)

    async def test_only_the_asked_seat_answers_and_only_the_actor_asks(self) -> None:
        async with processes() as several:
            _, mine, other = await marked(several)
            other.ask_undo(2, "not mine")
            await settle()
            mine.ask_undo(2)
            await settle()
            mine.answer_undo(2, ref="myself")
            await settle()
            assert (other.answers, mine.answers[1:]) == (["not mine undo_over"], ["myself undo_over"])

    @pytest.mark.parametrize("off", ["the match", "the server"])
    async def test_a_match_without_undo_offers_none(self, off: str) -> None:
        async with processes() as several:
            process = await several.start()
            process.matches.offer_undo(is_on=off == "the match")
            rule = UndoRule.NEVER if off == "the match" else UNSET
            await process.matches.begin(replace(opening("match", (ADA, BO)), undo_rule=rule))
            mine = await process.on_turn()
            mine.act("mark", cell=3)
            await settle()
            mine.ask_undo(2, "ask")
            await settle()
            assert (mine.answers, states(mine)) == (["mark", "ask no_undo"], [None])

    async def test_an_answer_is_shown_at_its_version_only(self) -> None:
        async with processes() as several:
            process, mine, other = await both(several)
            several.pass_time(30_000)
            mine.match.run_clock()
            await settle()
            other.act(cell=3)
            await settle()
            action = other.match.record.version
            other.ask_undo(action)
            await settle()
            mine.answer_undo(action, UndoAnswer.DECLINE)
            await settle()
            await process.watch(mine.seat)  # the player is back: an entry without events
            await settle()
            assert several.causes()[-1] == "Returned"
            assert states(other)[-3:] == ["asked", "declined", None]


class TestDoingItOnce:
    async def test_a_repeated_command_is_done_once(self) -> None:
        async with processes() as several:
            _, mine, other = await marked(several)
            for _ in range(2):
                mine.ask_undo(2, "ask")
                await settle()
            for _ in range(2):
                other.answer_undo(2, ref="yes")
                await settle()
            other.answer_undo(2, UndoAnswer.DECLINE, ref="yes")
            await settle()
            assert (mine.answers, other.answers) == (["mark", "ask", "ask"], ["yes", "yes", "yes ref_reused"])
            assert several.memory.logs[MATCH].entries[-1].version == 4

    async def test_an_answer_that_meets_another_action_is_decided_on_the_log(self) -> None:
        async with processes() as several:
            process, mine, other = await marked(several)
            elsewhere = await (await several.start()).watch(other.seat)
            mine.ask_undo(2)
            await settle()
            process.log.fate = Fate.HELD
            other.act("first", cell=1)
            elsewhere.answer_undo(2, ref="second")
            await settle()
            process.log.let_through()
            await settle()
            assert (other.answers, elsewhere.answers) == (["first"], ["second undo_over"])


async def test_clocks_are_those_of_the_action_and_time_since_then_is_charged_to_no_seat() -> None:
    async with processes() as several:
        _, mine, other = await both(several)
        several.pass_time(4_000)
        mine.act(cell=3)
        await settle()
        several.pass_time(9_000)
        mine.ask_undo(2)
        await settle()
        asked = other.latest["waiting"]
        other.answer_undo(2)
        await settle()
        now = several.hand.time
        assert asked == [{"seat": other.seat, "until": now - 9_000 + 30_000, "bank": 0, "absent": False}]
        assert mine.latest["waiting"] == [{"seat": mine.seat, "until": now + 30_000, "bank": 0, "absent": False}]


async def test_a_snapshot_keeps_the_action_and_the_request() -> None:
    async with processes() as several:
        _, mine, other = await marked(several)
        mine.ask_undo(2)
        await settle()
        record = mine.match.record
        (rest,) = record.parts(Version(0))
        standing = encoded(record.state_for_snapshot(rest))
        fields = {STANDING: standing, OPENED: msgspec.json.encode(record.opened)}
        again = type(record)(record.opened, record.game)
        again.take_up(snapshot_in(fields, 9))
        other.answer_undo(2)
        await settle()
        stored = several.memory.logs[MATCH].entries[-1]
        again.read(stored)
        assert (again.undo, again.state, again.clocks) == (record.undo, record.state, record.clocks)
        assert again.undo_requests == record.undo_requests


async def test_a_transcript_with_an_undo_is_verified_and_replayed() -> None:
    async with processes() as several:
        process, mine, other = await marked(several)
        mine.ask_undo(2)
        await settle()
        other.answer_undo(2)
        await settle()
        mine.resign()
        await settle()
        transcript = await process.matches.transcript(MATCH)
        assert verify(transcript, GAMES).entries == 5
        frames = msgspec.json.decode(await process.matches.replay(MATCH, Seat(0)))["frames"]
        assert [each.get("undo", {}).get("state") for each in frames] == [None, None, "asked", "done", None]
        assert frames[3]["view"] == frames[0]["view"]


@pytest.mark.parametrize("game", sorted(set(GAMES) - {"tiny"}))
def test_each_game_has_actions_that_can_be_taken_back(game: str) -> None:
    """Guards the promise that such an action has shown nobody anything (`promises/undo.py`)."""
    possible = 0
    for chance in range(5):
        for playing in played(replace(usual_plan(WORLDS[game]), chance=chance)):
            entry, record = playing.entries[-1], playing.record
            undo = None if entry.seat is None else undo_of(record, entry.seat)
            possible += undo is not None
            assert undo is None or isinstance(entry.cause, Acted)
            assert undo_of(record, None) is None
    assert possible
