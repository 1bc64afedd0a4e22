"""Programs in an arena: they are seated by their tokens, and play where they are."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from matches.processes import Hand
from quarterdeck_client import Client
from quarterdeck_client.bots import RandomBot
from quarterdeck_client.bots.seated_bot import play_where_seated
from quarterdeck_client.errors import ClientError, RefusedError
from quarterdeck_games import GAMES
from quarterdeck_protocol.lobby.tables import TableStage
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Scope
from quarterdeck_server.evaluation.arena import Contest, Outcome, bouts
from quarterdeck_server.evaluation.external_bots import SilentProgramError, external_arena, play_all
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.storage.store import Store
from servers import PASSWORD, SOON, LiveServer, live_server

ALL = (Scope.PLAY, Scope.LOBBY_READ, Scope.LOBBY_HOST)
GAME = "density-deck"


@asynccontextmanager
async def _served(
    *bots: str, scopes: tuple[Scope, ...] = ALL, store: Store | None = None
) -> AsyncIterator[tuple[LiveServer, dict[str, str]]]:
    """Run a server on which somebody has made these bots, and return their tokens."""
    async with live_server(store) as server, asyncio.timeout(SOON), Client(server.url, name="Ada") as ada:
        await ada.account.register("Ada", PASSWORD)
        tokens = {}
        for name in bots:
            bot = next(each for each in (await ada.account.make_bot(name)).bots if each.name == name)
            tokens[name] = (await ada.account.make_token(scopes, bot=bot.id)).token
        tokens["Ada"] = (await ada.account.make_token(scopes)).token
        yield server, {name: str(token) for name, token in tokens.items()}


@asynccontextmanager
async def _running(url: str, token: str) -> AsyncIterator[None]:
    """Let a program run with this token."""
    async with Client(url, token=token) as program:
        playing = asyncio.ensure_future(play_where_seated(program, RandomBot(1).play, every=0.01))
        yield
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)


async def _time_runs_out(server: LiveServer, hand: Hand) -> None:
    """Let the time go on wherever somebody is asked, and what they had put by, as often as they are."""
    while True:
        if any(table.stage is TableStage.PLAYING for table in await server.services.tables.repository.read_all()):
            hand.move(60_000)
            await server.services.matches.sweep()
        await asyncio.sleep(0.01)


def _contest(bot: str, other: str, game: str = GAME) -> Contest:
    return Contest(game=game, seats=2, bot=bot, other=other, seed=1)


async def _played(
    url: str, tokens: dict[str, str], contest: Contest, *, matches: int = 2, time_limit: float = 60.0
) -> list[Outcome]:
    outcomes: list[Outcome] = []
    house = [name for name in (contest.bot, contest.other) if name not in tokens]
    planned = list(bouts([contest], matches))
    async with external_arena(url, tokens, house, GAMES[contest.game], time_limit) as arena:
        await play_all(arena, planned, 2, outcomes.append, lambda: False)
    return outcomes


@pytest.mark.parametrize("game", [GAME, "amiibart"])
async def test_a_program_plays_a_bot_of_the_house_from_both_seats(game: str) -> None:
    async with _served("Engine") as (server, tokens), _running(server.url, tokens["Engine"]):
        contest = _contest("greedy", "Engine", game)
        outcomes = await _played(
            server.url, {"Engine": tokens["Engine"]}, contest, matches=4
        )  # two may be lost by luck
    assert {outcome.bout.seat for outcome in outcomes} == {0, 1}
    assert sum(outcome.score for outcome in outcomes) > 0
    assert all(outcome.actions > 5 for outcome in outcomes)


async def test_two_programs_play_each_other() -> None:
    async with _served("Engine", "Rival") as (server, tokens):
        del tokens["Ada"]
        async with _running(server.url, tokens["Engine"]), _running(server.url, tokens["Rival"]):
            outcomes = await _played(server.url, tokens, _contest("Engine", "Rival"))
    assert len(outcomes) == 2


async def test_no_further_matches_begin_when_it_is_enough() -> None:
    async with _served("Engine") as (server, tokens), _running(server.url, tokens["Engine"]):
        outcomes: list[Outcome] = []
        async with external_arena(server.url, {"Engine": tokens["Engine"]}, ["random"], GAMES[GAME], 60.0) as arena:
            planned = list(bouts([_contest("random", "Engine")], 10))
            await play_all(arena, planned, 1, outcomes.append, lambda: len(outcomes) == 2)
    assert len(outcomes) == 2


async def test_a_program_that_is_not_there_is_said_and_its_match_given_up() -> None:
    hand = Hand()
    async with _served("Engine", store=MemoryStore(Memory(hand))) as (server, tokens):
        running_out = asyncio.ensure_future(_time_runs_out(server, hand))
        with pytest.raises(SilentProgramError, match="Engine has not acted in time: is its program running"):
            await _played(server.url, {"Engine": tokens["Engine"]}, _contest("Engine", "random"), time_limit=1.0)
        running_out.cancel()
        async with Client(server.url, token=tokens["Engine"]) as engine:
            async with asyncio.timeout(SOON):
                while any(seat.stage == "playing" for seat in (await engine.seats()).seats):  # noqa: ASYNC110 - of another process
                    await asyncio.sleep(0.01)


@pytest.mark.parametrize("stage", [TableStage.GATHERING, TableStage.PLAYING])
async def test_a_match_that_nobody_wants_any_more_is_given_up_however_far_it_has_come(stage: TableStage) -> None:
    async with _served("Engine") as (server, tokens):
        playing = asyncio.ensure_future(_played(server.url, {"Engine": tokens["Engine"]}, _contest("Engine", "random")))
        async with Client(server.url, token=tokens["Engine"]) as engine:
            while not any(seat.stage is stage for seat in (await engine.seats()).seats):
                assert not playing.done()
            playing.cancel()
            await asyncio.wait([playing])
            assert (await engine.seats()).seats == ()


async def test_anything_that_is_no_bots_token_is_refused() -> None:
    async with _served("Engine") as (server, tokens):
        with pytest.raises(ClientError, match="the token for mine belongs to the player Ada, not to a bot account"):
            await _played(server.url, {"mine": tokens["Ada"]}, _contest("mine", "random"))
        with pytest.raises(ClientError, match="two of these tokens belong to the same bot"):
            await _played(server.url, dict.fromkeys("ab", tokens["Engine"]), _contest("a", "b"))
        with pytest.raises(ClientError, match="lookahead: no bot of density-deck on"):
            await _played(server.url, {"mine": tokens["Engine"]}, _contest("lookahead", "mine"))
        with pytest.raises(RefusedError) as refused:
            await _played(server.url, {"mine": "nonsense"}, _contest("mine", "random"))
        assert refused.value.code is RefusalCode.UNKNOWN_TOKEN


async def test_a_token_that_may_not_open_tables_is_refused() -> None:
    async with _served("Engine", scopes=(Scope.PLAY, Scope.LOBBY_READ)) as (server, tokens):
        with pytest.raises(RefusedError) as refused:
            await _played(server.url, {"Engine": tokens["Engine"]}, _contest("Engine", "random"))
    assert refused.value.code is RefusalCode.MISSING_SCOPE
