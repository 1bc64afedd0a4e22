"""Rounds of a tournament: whichever process dies, each match begins once, and each result counts once."""

import hashlib
from itertools import combinations
from typing import Any

import pytest
from lobby.tournament_world import Fate, Process, TournamentWorld, paired, refused, with_players
from quarterdeck_protocol.lobby.tables import SpectatorDelay
from quarterdeck_protocol.lobby.tournaments import PairingRule, Tournament, TournamentStage
from quarterdeck_protocol.names import Milliseconds, TableId
from quarterdeck_protocol.recess import RecessRule
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Player
from quarterdeck_protocol.undo import UndoRule
from quarterdeck_server.lobby.tables.model import TableRecord, shown
from quarterdeck_server.lobby.tables.seat_limits import SEATED_TABLES, of_player
from quarterdeck_server.lobby.tables.service import TableService
from quarterdeck_server.lobby.tournaments.tournament_field import Field, Pairs
from quarterdeck_server.lobby.tournaments.tournament_rounds import LEASE_SECONDS, SECONDS_BETWEEN_SWEEPS


async def _begun(world: TournamentWorld, number: int, **more: object) -> tuple[Tournament, list[Player]]:
    players = [await world.lobby.somebody() for _ in range(number)]
    made = await world.made(players[0], **more)
    await world.joined(made.summary.id, players)
    await world.order(players[0], made.summary.id, 1)
    return made, players


async def _check(world: TournamentWorld, made: Tournament, players: list[Player], ended: Tournament) -> None:
    """Check all that must be true of a tournament of three rounds, whatever has happened to its processes."""
    assert ended.summary.stage is TournamentStage.ENDED
    assert hashlib.sha256(bytes.fromhex(ended.seed or "")).hexdigest() == made.commitment
    pairings = [pairing for round_ in ended.rounds for pairing in round_.pairings]
    matches = [each.match for each in pairings if each.match is not None]
    assert [each.match for each in world.begun] == matches
    assert {each.undo_rule for each in world.begun} == {UndoRule.NEVER}
    assert {each.recess_rule for each in world.begun} == {RecessRule.NEVER}
    assert len(ended.rounds) == 3
    met = [frozenset(each.players) for each in pairings if each.match is not None]
    assert len(met) == len(set(met))
    for round_ in ended.rounds:
        assert sorted(player for each in round_.pairings for player in each.players) == sorted(
            each.id for each in players
        )
    assert sum(each.points for each in ended.entrants) == sum(sum(each.points or ()) for each in pairings)
    for entrant in ended.entrants:
        mine = [next(each.match for each in of.pairings if entrant.player.id in each.players) for of in ended.rounds]
        expected = [("round_paired", number, match) for number, match in enumerate(mine, 1)]
        found = await world.notices(entrant.player.id)
        asked = [each for each in found if each[0] == "round_over"]  # players who are ready at once are not asked
        assert len(asked) == len({*asked})
        assert bool(asked) <= ended.when_ready
        assert [each for each in found if each not in asked] == [*expected, ("tournament_ended", entrant.place, None)]


async def test_players_are_notified_of_a_match_that_the_sweep_of_tables_has_begun(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begin = TableService.begin_seated

    async def overtaken(self: TableService, table: TableRecord, *beside: Any) -> None:
        await begin(self, table)  # as the sweep of another process does
        await begin(self, table, *beside)

    monkeypatch.setattr(TableService, "begin_seated", overtaken)
    world, made, players = await with_players(4)
    await world.begin(players[0], made.summary.id, 1)
    for player in players:
        assert [kind for kind, *_ in await world.notices(player.id)] == ["round_paired"]


async def test_a_tournament_is_played_to_its_end() -> None:
    world = TournamentWorld()
    made, players = await _begun(world, 7)
    ended = await world.play_on(made.summary.id)
    await _check(world, made, players, ended)
    byes = [each.players for of in ended.rounds for each in of.pairings if each.match is None]
    assert len(set(byes)) == 3
    assert [each.place for each in ended.entrants] == sorted(each.place for each in ended.entrants)


async def test_players_of_a_round_sit_at_its_table_which_has_no_rematch() -> None:
    """It would count as a match of the tournament, in its ratings too."""
    world = TournamentWorld()
    made, _ = await _begun(world, 2, between_rounds=None)
    await world.sweep()
    (opened,) = world.begun
    tables, table = world.process.rounds._matches._tables, TableId(opened.match)
    sat = await SEATED_TABLES.read(world.store.documents, [of_player(each.id) for each in opened.players])
    assert [each and each.tables for each in sat] == [(table,)] * 2
    await tables.sweeper.match_over(table, opened.match)
    for player in opened.players:
        given = tables.service.rematch(table, player.id, None)
        assert await refused(given) == (RefusalCode.TOURNAMENT_CLOSED, "$.table")
    kept = await tables.repository.find(table)
    assert kept is not None
    assert shown(kept).tournament == made.summary.id


@pytest.mark.parametrize("delay", [None, SpectatorDelay.NONE, SpectatorDelay.END])
async def test_all_matches_have_the_spectator_delay_of_their_tournament(delay: SpectatorDelay | None) -> None:
    world = TournamentWorld()
    made, _ = await _begun(world, 4, spectator_delay=delay)
    await world.sweep()
    tables = world.process.rounds._matches._tables.repository
    found = [await tables.find(TableId(each.match)) for each in world.begun]
    assert [each and each.delay for each in found] == [made.spectator_delay] * 2 == [delay or SpectatorDelay.NONE] * 2


async def test_a_player_who_has_left_is_counted_at_the_end_and_promised_no_place() -> None:
    world = TournamentWorld()
    made, players = await _begun(world, 5, rounds=2)
    await world.sweep()
    await world.sweep()
    await world.service.leave(players[4].id, made.summary.id)
    running = await world.service.shown(made.summary.id)
    assert {each.player.id for each in running.entrants if each.best_place is None} == {players[4].id}
    assert running.summary.entrants == 4
    assert (await world.play_on(made.summary.id)).summary.entrants == 5


@pytest.mark.parametrize("when_ready", [False, True])
@pytest.mark.parametrize("fate", [Fate.LOST, Fate.UNANSWERED])
async def test_a_process_dies_at_any_of_its_commits(fate: Fate, when_ready: bool) -> None:
    """Each run loses one more commit, or its answer, until no commit of the whole tournament is left."""
    for kept in range(200):
        world = TournamentWorld()
        pause = 60_000 if when_ready else 0
        made, players = await _begun(world, 5, when_ready=when_ready, between_rounds=pause)
        world.process.documents.fates = [Fate.KEPT] * kept + [fate]
        first = world.process
        ended = await world.play_on(made.summary.id)
        await _check(world, made, players, ended)
        if world.process is first:
            assert kept > (22 if when_ready else 20)
            return
    raise AssertionError("some commits were never lost")


async def test_players_are_notified_of_a_match_that_has_begun() -> None:
    """A program that watches the match as soon as the notice arrives would else be told that there is none, and be
    absent."""
    for kept in range(200):
        world = TournamentWorld()
        _, players = await _begun(world, 4)
        world.process.documents.fates = [Fate.KEPT] * kept + [Fate.LOST]
        await world.sweep()
        begun = {each.match for each in world.begun}
        told = {match for player in players for _, _, match in await world.notices(player.id)}
        assert told <= begun
        if len(told) == 2:
            return
    raise AssertionError("the players are never notified")


async def test_two_processes_work_on_a_tournament_at_once() -> None:
    world = TournamentWorld()
    made, players = await _begun(world, 6)
    other = TournamentWorld.__new__(TournamentWorld)
    other.__dict__.update(world.__dict__)
    other.process = type(world.process)(world.store, world.begun, world.hand)
    for pair in combinations((world, other), 2):
        for each in pair:
            await each.sweep()
    await _check(world, made, players, await world.play_on(made.summary.id))


async def test_the_next_round_is_paired_within_two_seconds_of_the_last_result() -> None:
    world = TournamentWorld()
    made, _ = await _begun(world, 4)
    await world.sweep()
    await world.finish(world.begun[0], (1, 2))
    world.hand.move(60_000)
    await world.sweep()
    await world.finish(world.begun[1], (1, 2))
    ended = world.hand()
    for _ in range(4):
        world.hand.move(int(1000 * SECONDS_BETWEEN_SWEEPS))
        await world.sweep()
    shown = await world.service.shown(made.summary.id)
    assert [each.rule for each in shown.rounds] == [PairingRule.DUTCH] * 2
    assert shown.rounds[1].paired_at - ended <= 2_000


async def test_a_deleted_player_is_not_paired() -> None:
    world = TournamentWorld()
    made, players = await _begun(world, 5)
    await world.lobby.players.remove(players[4].id)
    ended = await world.play_on(made.summary.id)
    assert all(players[4].id not in each.players for of in ended.rounds for each in of.pairings)
    assert len(ended.rounds) == 3


async def test_the_time_of_the_first_round_begins_it_or_cancels_it() -> None:
    for number, stage in ((2, TournamentStage.RUNNING), (1, TournamentStage.CANCELLED)):
        world = TournamentWorld()
        players = [await world.lobby.somebody() for _ in range(number)]
        made = await world.made(players[0], starts_at=Milliseconds(world.hand() + 60_000))
        await world.joined(made.summary.id, players)
        await world.sweep()
        assert (await world.service.shown(made.summary.id)).summary.stage is TournamentStage.OPEN
        world.hand.move(60_000)
        await world.sweep()
        assert (await world.service.shown(made.summary.id)).summary.stage is stage


async def test_a_fault_in_a_tournament_does_not_hold_up_the_others() -> None:
    async def faulty(field: Field) -> Pairs:
        if len(field.candidates) == 3:
            raise KeyError("a game that this process has not")
        return await paired(field)

    world = TournamentWorld()
    world.process = Process(world.store, world.begun, world.hand, faulty)
    bad, _ = await _begun(world, 3)
    good, _ = await _begun(world, 4)
    ended = await world.play_on(good.summary.id)
    assert ended.summary.stage is TournamentStage.ENDED
    assert (await world.service.shown(bad.summary.id)).rounds == ()


async def test_a_player_who_leaves_and_comes_back_does_not_delay_the_pairing() -> None:
    """Each time a round is being paired, a player leaves and enters again. The round has the field of its beginning,
    and is paired once."""
    world = TournamentWorld()
    paired_fields = []

    async def disturbed(field: Field) -> Pairs:
        paired_fields.append(len(field.candidates))
        await world.service.leave(players[2].id, made.summary.id)
        await world.joined(made.summary.id, [await world.lobby.somebody()])
        return await paired(field)

    world.process = Process(world.store, world.begun, world.hand, disturbed)
    made, players = await _begun(world, 5)
    await world.sweep()
    shown = await world.service.shown(made.summary.id)
    assert paired_fields == [5]
    (first,) = shown.rounds
    assert sorted(player for each in first.pairings for player in each.players) == sorted(each.id for each in players)
    assert [each.points for each in shown.entrants if each.number is None] == [50]


async def test_a_lease_that_has_expired_gives_back_no_other_one() -> None:
    """A process pairs so long that another one takes over. When it is ready, the other one keeps its lease."""
    world = TournamentWorld()
    first, second = world.process, Process(world.store, world.begun, world.hand)
    made, _ = await _begun(world, 4)
    held = await first.rounds._leased(made.summary.id)
    world.hand.move(1000 * LEASE_SECONDS + 1)
    assert held is not None
    assert await second.rounds._leased(made.summary.id) is not None
    await first.rounds._released(held)
    assert await first.rounds._leased(made.summary.id) is None


@pytest.mark.parametrize("is_deleted", [True, False])
async def test_a_tournament_without_its_director_ends(is_deleted: bool) -> None:
    """It is ended soon if the director has deleted the account, and else after a month before the first round, or a
    week after a later one."""
    for rounds in (0, 1):
        world = TournamentWorld()
        made, director, _ = await world.entered(2, between_rounds=None)
        if rounds:
            await world.begin(director, made.summary.id, 1)
            await world.finish(world.begun[0], (1, 2))
            await world.move_on()
        if is_deleted:
            await world.lobby.players.remove(director.id)
        world.hand.move(60 * 60_000 if is_deleted else (7 if rounds else 30) * 24 * 60 * 60_000 - 1)
        await world.sweep()
        world.hand.move(60 * 60_000)
        await world.sweep()
        stage = TournamentStage.ENDED if rounds else TournamentStage.CANCELLED
        assert (await world.service.shown(made.summary.id)).summary.stage is stage
