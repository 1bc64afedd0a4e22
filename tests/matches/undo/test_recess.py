"""Recess by consent: a request, its answers and the end in the log, on every process, with clocks that stand."""

import msgspec
import pytest
from matches.processes import ADA, BO, MATCH, Process, Processes, Watcher, both, processes, settle
from msgspec import UNSET
from msgspec.structs import replace
from quarterdeck_games import GAMES
from quarterdeck_protocol.names import Version
from quarterdeck_protocol.recess import RecessRule, RecessStep
from quarterdeck_server.matches.record import LONGEST_RECESS
from quarterdeck_server.matches.snapshots import OPENED, STANDING, encoded, snapshot_in
from quarterdeck_server.matches.undo.recess import MOST_REQUESTS
from quarterdeck_server.verification.transcript_check import verify
from servers import Message, opening

ASK, AGREE, DECLINE, RESUME = RecessStep
BOT: Message = {"id": "bot", "name": "Bot", "kind": "bot", "bot": "random"}


async def paused(several: Processes) -> tuple[Process, Watcher, Watcher]:
    """Return a match in recess after 4 s of the first decision, and its seats: the one that is asked and the other."""
    process, mine, other = await both(several)
    several.pass_time(4_000)
    mine.recess(ASK, "ask")
    await settle()
    other.recess(AGREE, "yes")
    await settle()
    return process, mine, other


def states(watcher: Watcher) -> list[str | None]:
    """Return what the updates said of a recess."""
    return [each.get("recess", {}).get("state") for each in watcher.received]


async def test_clocks_stand_until_all_have_resumed_and_go_on_with_what_they_had() -> None:
    async with processes() as several:
        process, mine, other = await paused(several)
        now = several.hand.time
        assert (states(mine), states(other)) == (["asked", "on"], ["asked", "on"])
        recess = {"seat": mine.seat, "state": "on", "missing": [0, 1], "until": now + LONGEST_RECESS}
        assert (mine.latest["recess"], mine.latest["waiting"], mine.latest["choices"]) == (recess, [], [])
        several.pass_time(200_000)
        mine.match.run_clock()
        mine.act("early", cell=1)
        await settle()
        mine.recess(RESUME, "back")
        await settle()
        assert mine.latest["recess"]["missing"] == [other.seat]
        other.recess(RESUME, "back too")
        await settle()
        assert mine.answers == ["ask", "back", "early in_recess"]
        until = several.hand.time + 26_000
        assert mine.latest["waiting"] == [{"seat": mine.seat, "until": until, "bank": 0, "absent": False}]
        assert (states(mine)[-1], process.log.tried) == ("over", 5)
        several.pass_time(20_000)
        mine.match.run_clock()
        mine.act("in time", cell=1)
        await settle()
        assert (mine.answers[-2], several.causes()[-1], mine.latest.get("recess")) == ("in time", "Acted", None)


async def test_a_restart_resumes_a_recess_and_the_server_ends_it_when_its_time_is_up() -> None:
    async with processes() as several:
        _, mine, _ = await paused(several)
        begun = several.hand.time
        several.pass_time(LONGEST_RECESS - 60_000)
        later = await (await several.start()).watch(mine.seat)
        await later.look(None)
        assert later.latest["recess"]["until"] == later.match.record.next_until == begun + LONGEST_RECESS
        later.match.run_clock()
        await settle()
        assert states(later)[-1] == "on"
        assert await later.match._entries.due(9) == []
        several.pass_time(60_000)
        assert await later.match._entries.due(9) == [MATCH]
        later.match.run_clock()
        await settle()
        assert (states(later)[-1], states(mine)[-1]) == ("over", "over")
        assert later.latest["waiting"][0]["until"] == several.hand.time + 26_000
        assert several.entries()[-1].seat is None


async def test_a_snapshot_keeps_the_recess_and_its_clocks() -> None:
    async with processes() as several:
        _, mine, other = await paused(several)
        record = mine.match.record
        (rest,) = record.parts(Version(0))
        standing = encoded(record.state_for_snapshot(rest))
        again = type(record)(record.opened, record.game)
        again.take_up(snapshot_in({STANDING: standing, OPENED: msgspec.json.encode(record.opened)}, 9))
        for seat in (mine, other):
            seat.recess(RESUME)
            await settle()
            again.read(several.memory.logs[MATCH].entries[-1])
        assert (again.recess, again.waiting, again.recess_requests) == (
            record.recess,
            record.waiting,
            record.recess_requests,
        )


async def test_what_a_seat_cannot_do() -> None:
    async with processes() as several:
        _, mine, other = await both(several)
        other.recess(RESUME, "no recess")
        other.recess(AGREE, "no request")
        await settle()
        for number in range(MOST_REQUESTS):
            mine.recess(ASK)
            await settle()
            mine.recess(AGREE, f"own {number}")
            mine.recess(ASK, f"twice {number}")
            await settle()
            other.recess(DECLINE)
            await settle()
        mine.recess(ASK, "too many")
        await settle()
        assert other.answers == ["no recess recess_over", "no request recess_over"]
        assert mine.answers[:2] == ["own 0 recess_over", "twice 0 recess_over"]
        assert (mine.answers[-1], states(mine)[-1]) == ("too many too_many_recesses", "declined")


@pytest.mark.parametrize(
    ("rated", "rule", "answer"),
    [
        (False, UNSET, "ask"),
        (True, UNSET, "ask no_recess"),
        (True, RecessRule.CONSENT, "ask"),
        (False, RecessRule.NEVER, "ask no_recess"),
    ],
)
async def test_a_rated_match_has_a_recess_only_if_its_table_says_so(rated: bool, rule: RecessRule, answer: str) -> None:
    async with processes() as several:
        process = await several.start()
        await process.matches.begin(replace(opening("match", (ADA, BO), rated=rated), recess_rule=rule))
        mine = await process.on_turn()
        mine.recess(ASK, "ask")
        await settle()
        assert mine.answers == [answer]


async def test_an_action_of_an_asked_seat_ends_the_request_and_bots_agree_at_once() -> None:
    async with processes() as several:
        _, mine, other = await both(several)
        other.recess(ASK)
        await settle()
        mine.act(cell=1)
        await settle()
        assert (states(other), mine.latest.get("recess")) == (["asked", None], None)
    async with processes() as several:
        process = await several.begin((ADA, BOT))
        mine = await process.watch((await process.match()).seat_of("ada"))
        mine.recess(ASK)
        await settle()
        assert (mine.latest["recess"]["state"], mine.latest["recess"]["missing"]) == ("on", [mine.seat])


async def test_who_leaves_ends_the_recess_and_the_transcript_can_be_verified() -> None:
    async with processes() as several:
        process, mine, other = await paused(several)
        mine.recess(RESUME)
        await settle()
        other.resign("gone")
        await settle()
        assert (other.answers, mine.latest["result"] is not None) == (["yes", "gone"], True)
        assert verify(await process.matches.transcript(MATCH), GAMES).entries == 5
