"""Open turns of running matches: those of players with time, not of bots, finished matches or unknown ones."""

from matches.processes import ADA, MATCH, processes, settle
from quarterdeck_protocol.names import MatchId, Milliseconds
from quarterdeck_server.services.open_turns import OpenTurns
from servers import bot


async def test_the_turn_of_a_player_is_open_until_the_match_ends() -> None:
    async with processes() as several:
        process = await several.begin(time_limit=3_600_000)
        running = OpenTurns(process.matches, process.log)
        record = (await process.match()).record
        (waiting,) = record.waiting
        (turn,) = await running.turns(MATCH)
        assert (turn.seat, turn.player) == (waiting.seat, record.players[waiting.seat].id)
        assert (turn.asked_at, turn.until) == (record.at, waiting.until)
        assert list(await running.slow(Milliseconds(waiting.until - 1))) == [MATCH]
        assert list(await running.slow(waiting.until)) == []
        head = (await running.heads([MATCH]))[MATCH]
        (await process.on_turn()).resign()
        await settle()
        assert (await running.heads([MATCH]))[MATCH] != head
        assert await running.turns(MATCH) == ()
        assert await running.turns(MatchId("unknown")) == ()


async def test_bots_of_the_server_have_no_turns() -> None:
    async with processes() as several:
        process = await several.begin((ADA, bot()), time_limit=3_600_000)
        turns = await OpenTurns(process.matches, process.log).turns(MATCH)
        assert [turn.player for turn in turns] in (["ada"], [])
