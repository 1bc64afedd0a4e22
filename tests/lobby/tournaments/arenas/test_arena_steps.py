"""Arenas from their start to their end: late entries, pauses, hidden results, and processes that die."""

from typing import Any

import pytest
from lobby.tournament_world import Fate, TournamentWorld, refused
from quarterdeck_protocol.lobby.tournaments import (
    EntrantStage,
    RemoveEntrant,
    Tournament,
    TournamentFormat,
    TournamentStage,
)
from quarterdeck_protocol.names import Milliseconds
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Player
from quarterdeck_server.lobby.tournaments.arenas.arena_steps import SETTLING
from quarterdeck_server.lobby.tournaments.arenas.waves import BETWEEN_WAVES, wave
from quarterdeck_server.lobby.tournaments.tournament_log import TOURNAMENTS, WavePaired, WaveScored
from quarterdeck_server.lobby.tournaments.tournament_state import state_of

MINUTE = 60_000


async def _begun(number: int, **more: Any) -> tuple[TournamentWorld, Tournament, list[Player]]:
    world = TournamentWorld()
    players = [await world.lobby.somebody() for _ in range(number)]
    fields = {"format": TournamentFormat.ARENA, "rounds": 1, "duration": MINUTE, **more}
    made = await world.made(players[0], **fields)
    await world.joined(made.summary.id, players)
    await world.order(players[0], made.summary.id, 1)
    return world, made, players


async def _points(world: TournamentWorld, made: Tournament) -> dict[str, int]:
    shown = await world.service.shown(made.summary.id)
    return {each.player.id: each.points // 100 for each in shown.entrants}


@pytest.mark.parametrize("fate", [Fate.LOST, Fate.UNANSWERED])
async def test_a_process_dies_at_any_commit_of_an_arena(fate: Fate) -> None:
    for kept in range(200):
        world, made, players = await _begun(5, duration=12_000)
        first = world.process
        first.documents.fates = [Fate.KEPT] * kept + [fate]
        ended = await world.play_on(made.summary.id)
        assert ended.summary.stage is TournamentStage.ENDED
        (record,) = await TOURNAMENTS.read(world.store.documents, [made.summary.id])
        assert record is not None
        state = state_of(record)
        assert state.arena is not None
        begun = [each.match for each in world.begun]
        assert begun == [state.arena.match_of(number) for number, _ in enumerate(state.arena.matches, 1)]
        scored = [match for each in record.log if isinstance(each, WaveScored) for match, _ in each.results]
        assert len(scored) == len({*scored})
        for at, event in enumerate(record.log):
            if isinstance(event, WavePaired):
                before = state_of(type(record)(id=record.id, seed="", ref=None, log=record.log[:at]))
                assert before.arena is not None
                assert event.pairs == wave(before.arena, before.active(before.arena), record.seed, event.at)
        for player in players:
            told = await world.notices(player.id)
            mine = [each.match for each in world.begun if player in each.players]
            assert [match for kind, _, match in told if kind == "round_paired"] == mine
            assert [kind for kind, *_ in told].count("tournament_ended") == 1
        if world.process is first:
            assert kept > 20
            return
    raise AssertionError("some commits were never lost")


async def test_players_enter_late_pause_and_come_back() -> None:
    world, made, players = await _begun(2)
    id_ = made.summary.id
    await world.sweep()
    late = [await world.lobby.somebody() for _ in range(2)]
    await world.joined(id_, late)
    await world.service.leave(players[0].id, id_)
    await world.finish(world.begun[0], (1, 2))
    for _ in range(2):
        world.hand.move(BETWEEN_WAVES)
        await world.sweep()
    assert [{each.id for each in opened.players} for opened in world.begun[1:]] == [{late[0].id, late[1].id}]
    assert max((await _points(world, made)).values()) == 2, "a match that runs during a pause counts"
    await world.joined(id_, players[:1])
    world.hand.move(30_000)
    await world.sweep()
    assert {each.id for each in world.begun[2].players} == {players[0].id, players[1].id}
    shown = await world.service.shown(id_, players[1].id)
    assert {world.begun[1].match, world.begun[2].match} == {each.match for each in shown.rounds[0].pairings}


async def test_matches_that_end_after_the_arena_do_not_count_and_hidden_ones_are_awaited() -> None:
    world, made, _ = await _begun(6)
    await world.sweep()
    world.hand.move(MINUTE - 1_000)
    in_time, hidden, late = world.begun
    await world.finish(in_time, (1, 2))
    await world.finish(hidden, (1, 2), hidden=30_000)
    world.hand.move(1_001)
    await world.finish(late, (1, 2))
    world.hand.move(SETTLING)
    await world.sweep()
    running = await world.service.shown(made.summary.id)
    assert (running.summary.stage, running.seed) == (TournamentStage.RUNNING, None)
    assert sorted((await _points(world, made)).values()) == [0, 0, 0, 0, 0, 2]
    world.hand.move(30_000)
    await world.sweep()
    ended = await world.service.shown(made.summary.id)
    assert ended.summary.stage is TournamentStage.ENDED
    assert sorted((await _points(world, made)).values()) == [0, 0, 0, 0, 2, 2]
    assert len(world.begun) == 3


async def test_a_player_who_does_nothing_is_absent() -> None:
    world, made, _ = await _begun(2)
    await world.sweep()
    await world.finish(world.begun[0], (1, 2), idle=(1,))
    world.hand.move(BETWEEN_WAVES)
    await world.sweep()
    shown = await world.service.shown(made.summary.id)
    assert [each.stage for each in shown.entrants] == [EntrantStage.IN, EntrantStage.ABSENT]
    assert len(world.begun) == 1


async def test_a_match_that_is_resigned_before_both_have_acted_counts_nothing() -> None:
    world, made, _ = await _begun(2)
    await world.sweep()
    await world.finish(world.begun[0], (1, 2), is_unplayed=True)
    world.hand.move(BETWEEN_WAVES)
    await world.sweep()
    shown = await world.service.shown(made.summary.id)
    assert [(each.points, each.stage) for each in shown.entrants] == [(0, EntrantStage.IN)] * 2
    assert [each.arena.matches for each in shown.entrants if each.arena is not None] == [0, 0]
    assert len(world.begun) == 2, "both are paired again"


async def test_an_arena_begins_at_its_time_and_shows_the_first_hundred_and_the_viewer() -> None:
    world = TournamentWorld()
    director, *players = [await world.lobby.somebody() for _ in range(104)]
    starts_at = Milliseconds(world.hand() + MINUTE)
    fields = {"format": TournamentFormat.ARENA, "rounds": 1, "duration": MINUTE}
    made = await world.made(director, starts_at=starts_at, **fields)
    await world.joined(made.summary.id, players)
    world.hand.move(MINUTE)
    await world.sweep()
    assert len(world.begun) == 51
    asked = world.order(director, made.summary.id, 2)
    assert await refused(asked) == (RefusalCode.TOURNAMENT_CLOSED, "$.round")
    shown = await world.service.shown(made.summary.id)
    assert (len(shown.entrants), shown.summary.entrants, shown.ends_at) == (100, 103, world.hand() + MINUTE)
    last = await world.service.shown(made.summary.id, players[-1].id)
    assert players[-1].id in {each.player.id for each in last.entrants[100:]}


@pytest.mark.parametrize(
    ("where", "fields"),
    [
        ("$.duration", {"duration": None}),
        ("$.duration", {"format": TournamentFormat.SWISS}),
        ("$.best_of", {"best_of": 3}),
        ("$.check_in", {"check_in": MINUTE}),
    ],
)
async def test_settings_of_arenas_and_of_other_formats_are_kept_apart(where: str, fields: dict[str, Any]) -> None:
    world = TournamentWorld()
    director = await world.lobby.somebody()
    all_fields = {"format": TournamentFormat.ARENA, "rounds": 1, "duration": MINUTE, **fields}
    assert await refused(world.made(director, **all_fields)) == (RefusalCode.MALFORMED, where)


async def test_a_director_who_has_left_an_arena_decides_nothing_about_its_players() -> None:
    world, made, (director, other, _) = await _begun(3)
    await world.sweep()
    await world.service.leave(director.id, made.summary.id)
    removal = RemoveEntrant(tournament=made.summary.id, player=other.id, why="x")
    refusal = (RefusalCode.CONFLICT_OF_INTEREST, "$.player")
    assert await refused(world.service.orders.remove(director, removal)) == refusal
