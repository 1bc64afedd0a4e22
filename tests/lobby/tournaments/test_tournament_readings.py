"""Readings of tournaments are computed once for each log, and large ones in a thread."""

import asyncio
import threading

from lobby.tournament_world import with_players
from oracles.generated_events import played
from quarterdeck_server.lobby.tournaments.tournament_readings import MANY_EVENTS, TournamentReadings, computed
from quarterdeck_server.lobby.tournaments.tournament_store import TournamentStore
from quarterdeck_server.lobby.tournaments.tournament_view import reading_of


async def test_all_who_ask_for_a_log_share_its_reading_until_it_grows() -> None:
    world, made, players = await with_players(3)
    readings, store = TournamentReadings(world.store.documents), TournamentStore(world.store.documents)
    _, before = await store.read(made.summary.id)
    one, other = await asyncio.gather(readings.of(before), readings.of(before))
    assert one is other
    await world.service.leave(players[2].id, made.summary.id)
    _, after = await store.read(made.summary.id)
    assert len((await readings.of(after)).state.playing) == 2
    assert len((await readings.of(before)).state.playing) == 3


async def test_a_large_log_is_read_in_a_thread_with_the_same_result() -> None:
    here = threading.get_ident()
    assert await computed(MANY_EVENTS, threading.get_ident) != here == await computed(1, threading.get_ident)
    world, _, _ = await with_players(2)
    (round_,) = played(3, 200, 1, ())
    assert len(round_.record.log) >= 300
    record = round_.record.plus(*round_.record.log[-100:])
    assert len(record.log) >= MANY_EVENTS
    found = await TournamentReadings(world.store.documents).of(record)
    assert found.standings == reading_of(record).standings


async def test_a_log_that_cannot_be_read_fails_for_those_who_ask_and_is_tried_again() -> None:
    world, made, _ = await with_players(2)
    readings = TournamentReadings(world.store.documents)
    _, record = await TournamentStore(world.store.documents).read(made.summary.id)
    broken = record.plus(record.log[0])
    for _ in range(2):
        (failed,) = await asyncio.gather(readings.of(broken), return_exceptions=True)
        assert isinstance(failed, TypeError)
    assert len((await readings.of(record)).standings) == 2
