"""Lots of a tournament: they follow from its seed alone."""

from lobby.tournament_world import TournamentWorld
from lobby.tournaments.test_standings import AT, ID, LOG, A, C, D
from quarterdeck_server.lobby.tournaments.draws import field_of, lot, newly_numbered, paired_event
from quarterdeck_server.lobby.tournaments.pairings import pair
from quarterdeck_server.lobby.tournaments.tournament_log import TOURNAMENTS, Joined, RoundPaired, TournamentRecord
from quarterdeck_server.lobby.tournaments.tournament_state import state_of

SEED = "00" * 32


def test_a_lot_is_a_keyed_hash() -> None:
    assert lot(SEED, "ada").hex() == "f511103a4f5f11256c03bfd575892ebb778a710229c49033ee945913499e234e"


async def test_everybody_can_derive_the_pairings_of_an_ended_tournament() -> None:
    """The log and the revealed seed give the same pairings again, on any machine."""
    world = TournamentWorld()
    players = [await world.lobby.somebody() for _ in range(9)]
    made = await world.made(players[0], rounds=4)
    await world.joined(made.summary.id, players)
    await world.order(players[0], made.summary.id, 1)
    await world.play_on(made.summary.id)
    (record,) = await TOURNAMENTS.read(world.store.documents, [made.summary.id])
    assert record is not None
    seed = state_of(record).seed or ""
    derived = []
    for number, event in enumerate(record.log):
        if isinstance(event, RoundPaired):
            before = state_of(type(record)(id=record.id, seed=seed, ref=None, log=record.log[:number]).when_closed())
            derived.append(paired_event(before, seed, pair(field_of(before, seed)), event.at) == event)
    assert derived == [True] * 4


async def test_players_are_numbered_by_rating_then_by_lot() -> None:
    world = TournamentWorld()
    players = [await world.lobby.somebody() for _ in range(4)]
    made = await world.made(players[0])
    await world.joined(made.summary.id, players[:3])
    (record,) = await TOURNAMENTS.read(world.store.documents, [made.summary.id])
    assert record is not None
    strong = Joined(at=record.log[0].at, player=players[3].id, rating=1600, deck_hash=None)
    state = state_of(record.plus(strong))
    rest = sorted((each.id for each in players[:3]), key=lambda each: lot(SEED, each))
    assert [each.player for each in newly_numbered(state, SEED)] == [players[3].id, *rest]


def test_points_without_an_opponent_are_a_float_and_an_absence_is_none() -> None:
    """C has had a bye, D has come late, and B is away in the third round."""
    third = RoundPaired(at=AT, numbered=(), groups=((C, D), (A,)))
    record = TournamentRecord(id=ID, seed=SEED, ref=None, log=(*LOG, third))
    floats = [each.floats for each in field_of(state_of(record), SEED).candidates]
    assert floats == [(0, 0, -1), (0, 1, 0), (-1, 0, 0), (-1, -1, 0)]
