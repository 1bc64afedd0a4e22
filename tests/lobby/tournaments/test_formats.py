"""Tournaments of each format, played to their end: absences, check-in, cuts, series and pods."""

from typing import Any

import pytest
from lobby.ratings_world import DECK
from lobby.tournament_world import Fate, TournamentWorld, proved, refused, with_players
from quarterdeck_protocol.lobby.ratings import Unrated
from quarterdeck_protocol.lobby.tournaments import (
    BracketPart,
    CreateTournament,
    EntrantStage,
    RemoveEntrant,
    RuleTournamentResult,
    Tournament,
    TournamentFormat,
    TournamentPairing,
    TournamentStage,
)
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.lobby.accounts.address_marks import MARKS, AddressMarksRecord
from quarterdeck_server.lobby.ratings.documents import MATCH_RESULTS
from quarterdeck_server.lobby.tournaments.draws import field_of, paired_event
from quarterdeck_server.lobby.tournaments.pairings import pair
from quarterdeck_server.lobby.tournaments.tournament_log import TOURNAMENTS, RoundPaired
from quarterdeck_server.lobby.tournaments.tournament_state import state_of


async def _stage(world: TournamentWorld, made: Tournament, player: PlayerId) -> EntrantStage:
    shown = await world.service.shown(made.summary.id)
    return next(each.stage for each in shown.entrants if each.player.id == player)


FORMATS: dict[str, tuple[int, dict[str, Any]]] = {
    "swiss": (7, {"rounds": 3}),
    "swiss with a cut": (9, {"rounds": 3, "cut_to": 4, "third_place": True}),
    "swiss, best of three": (5, {"rounds": 3, "best_of": 3}),
    "round robin": (5, {"format": TournamentFormat.ROUND_ROBIN, "rounds": 9, "most_entrants": 10}),
    "single elimination": (6, {"format": TournamentFormat.SINGLE_ELIMINATION, "rounds": 7, "third_place": True}),
    "double elimination": (7, {"format": TournamentFormat.DOUBLE_ELIMINATION, "rounds": 15}),
    "pods": (11, {"format": TournamentFormat.PODS, "rounds": 3, "game": DECK}),
}


@pytest.mark.parametrize("name", FORMATS)
async def test_a_tournament_of_each_format_is_played_and_its_pairings_derive_from_its_log(name: str) -> None:
    number, fields = FORMATS[name]
    for seed in range(3):
        world = TournamentWorld()
        made, director, players = await world.entered(number, **fields)
        await world.order(director, made.summary.id, 1)
        ended = await world.play_on(made.summary.id, seed)
        assert ended.summary.stage is TournamentStage.ENDED
        assert ended.summary.rounds == len(ended.rounds)
        matches = [game.match for of in ended.rounds for each in of.pairings for game in each.games]
        assert len(matches) == len({*matches}) == len({each.match for each in world.begun}) == len(world.begun)
        assert ended.entrants[0].place == 1
        for player in players:
            assert (await world.notices(player.id))[-1][0] == "tournament_ended"
        (record,) = await TOURNAMENTS.read(world.store.documents, [made.summary.id])
        assert record is not None
        for at, event in enumerate(record.log):
            if isinstance(event, RoundPaired):
                before = state_of(type(record)(id=record.id, seed="", ref=None, log=record.log[:at]).when_closed())
                pairs = pair(field_of(before, record.seed))
                assert paired_event(before, record.seed, pairs, event.at) == event


async def test_the_first_of_the_standings_play_on_after_a_cut() -> None:
    world = TournamentWorld()
    made, director, _ = await world.entered(9, rounds=3, cut_to=4, third_place=True)
    await world.order(director, made.summary.id, 1)
    ended = await world.play_on(made.summary.id)
    assert (len(ended.rounds), len(ended.cut)) == (5, 4)
    assert {each.player.id for each in ended.entrants[:4]} == {*ended.cut}
    assert [each.place for each in ended.entrants[:4]] == [1, 2, 3, 4]
    semifinals = [{*each.players} for each in ended.rounds[3].pairings]
    assert semifinals == [{ended.cut[0], ended.cut[3]}, {ended.cut[1], ended.cut[2]}]
    assert {each.part for each in ended.rounds[4].pairings} == {BracketPart.FINAL, BracketPart.THIRD_PLACE}
    assert all(each.part is None for each in ended.rounds[0].pairings)
    assert sum(each.points for each in ended.entrants) == 3 * 500, "the bracket gives no points"


async def test_nobody_in_pods_has_a_bye_and_points_are_given_by_place() -> None:
    world = TournamentWorld()
    fields = {"format": TournamentFormat.PODS, "game": DECK, "place_points": (500, 300, 100)}
    made, director, _ = await world.entered(11, **fields)
    await world.begin(director, made.summary.id, 1)
    assert sorted(len(each.players) for each in world.begun) == [3, 4, 4]
    for opened, places in zip(world.begun, ((1, 1, 3, 4), (2, 1, 4, 3), (3, 2, 1)), strict=True):
        await world.finish(opened, places)
    await world.move_on()
    first = (await world.service.shown(made.summary.id)).rounds[0]
    assert [each.points for each in first.pairings] == [(400, 400, 100, 0), (300, 500, 0, 100), (100, 300, 500)]


async def test_the_next_match_of_a_series_begins_when_the_last_one_is_public() -> None:
    world = TournamentWorld()
    made, director, players = await world.entered(2, rounds=1, best_of=3)
    await world.begin(director, made.summary.id, 1)
    for number in (1, 2):
        assert len(world.begun) == number
        opened = world.begun[-1]
        winner = [each.id for each in opened.players].index(players[0].id)
        await world.finish(opened, (1, 2) if winner == 0 else (2, 1), hidden=10_000)
        world.hand.move(9_000)
        await world.sweep()
        assert len(world.begun) == number
        await world.move_on()
    assert [each.players for each in world.begun[:2]] == [world.begun[0].players, world.begun[0].players[::-1]]
    shown = await world.service.shown(made.summary.id)
    assert [each.points for each in shown.entrants] == [100, 0]
    assert [each[0] for each in await world.notices(players[0].id)][:2] == ["round_paired", "round_paired"]


@pytest.mark.parametrize(
    ("idle", "places", "more", "is_absent"),
    [
        ((0,), (2, 1), {}, True),
        ((0,), (1, 2), {}, False),  # whose opponent gave up at once
        ((), (2, 1), {}, False),
        ((0,), (2, 1), {"rewound": True}, False),
        ((0, 1), (2, 1), {"result": None}, False),
    ],
)
async def test_a_player_who_did_nothing_is_absent_until_back(
    idle: tuple[int, ...], places: tuple[int, int], more: dict[str, Any], is_absent: bool
) -> None:
    """A match that the server could not bring to its end, or of which it has lost a part, makes nobody absent."""
    world = TournamentWorld()
    made, director, _ = await world.entered(4, rounds=3, between_rounds=None)
    id_ = made.summary.id
    await world.begin(director, id_, 1)
    player = world.begun[0].players[0]
    await world.finish(world.begun[0], places, idle=idle, **more)
    await world.finish(world.begun[1], (1, 2))
    await world.move_on()
    assert (await _stage(world, made, player.id) is EntrantStage.ABSENT) is is_absent
    await world.begin(director, id_, 2)
    shown = await world.service.shown(id_)
    assert all(player.id not in each.players for each in shown.rounds[1].pairings) is is_absent
    await world.joined(id_, [player])
    assert await _stage(world, made, player.id) is EntrantStage.IN


async def test_players_who_have_not_checked_in_are_absent_in_the_first_round() -> None:
    world = TournamentWorld()
    starts_at = Milliseconds(world.hand() + 600_000)
    made, _, players = await world.entered(4, starts_at=starts_at, check_in=300_000)
    id_ = made.summary.id
    closed = (RefusalCode.TOURNAMENT_CLOSED, "$.tournament")
    assert await refused(world.service.check_in(players[0].id, id_)) == closed
    world.hand.move(300_000)
    late = await world.lobby.somebody()
    assert await refused(world.service.check_in(late.id, id_)) == closed
    await world.joined(id_, [late])
    for player in (players[0], *players[:2]):
        await world.service.check_in(player.id, id_)
    shown = await world.service.shown(id_)
    here = {late.id, players[0].id, players[1].id}
    assert {each.player.id for each in shown.entrants if each.checked_in} == here
    world.hand.move(300_000)
    await world.sweep()
    first = (await world.service.shown(id_)).rounds[0]
    assert {player for each in first.pairings for player in each.players} == here
    assert await _stage(world, made, players[2].id) is EntrantStage.ABSENT


async def test_nobody_enters_a_bracket_late() -> None:
    world = TournamentWorld()
    made, director, _ = await world.entered(4, format=TournamentFormat.SINGLE_ELIMINATION, rounds=7)
    await world.begin(director, made.summary.id, 1)
    asked = world.joined(made.summary.id, [await world.lobby.somebody()])
    assert await refused(asked) == (RefusalCode.TOURNAMENT_CLOSED, "$.tournament")


async def test_a_rated_tournament_is_a_moderators_and_rates_players_at_one_address() -> None:
    world = TournamentWorld()
    director, *players = [await world.lobby.somebody() for _ in range(3)]
    message = CreateTournament(name="Cup", game=DECK, rounds=1, rated=True, between_rounds=0)
    asked = world.service.create(director, message)
    assert await refused(asked) == (RefusalCode.MISSING_ROLE, "$.rated")
    made = await world.service.create(director, message, role=proved)
    for player in players:
        marks = AddressMarksRecord().with_mark("one house", world.hand())
        await world.store.documents.commit([MARKS.put(player.id, None, marks)])
    await world.joined(made.summary.id, players)
    await world.begin(director, made.summary.id, 1)
    (opened,) = world.begun
    assert opened.rated
    await world.finish(opened, (1, 2))
    await world.lobby.play("elsewhere", players, (1, 2), game=DECK, at=world.hand())
    results = await MATCH_RESULTS.read(world.store.documents, [opened.match, "elsewhere"])
    assert [each.unrated for each in results if each is not None] == [None, Unrated.SAME_ADDRESS]


def _matches(pairing: TournamentPairing) -> list[MatchId | None]:
    return [game.match for game in pairing.games] if pairing.games else [None]


@pytest.mark.parametrize("fate", [Fate.LOST, Fate.UNANSWERED])
@pytest.mark.parametrize(
    ("number", "more"),
    [
        (2, {"best_of": 3, "rounds": 1}),
        (4, {"cut_to": 2, "rounds": 1}),
        (5, {"format": TournamentFormat.PODS, "game": GameName("density-deck"), "rounds": 2}),
        (3, {"format": TournamentFormat.DOUBLE_ELIMINATION, "rounds": 5, "most_entrants": 4}),
    ],
    ids=["series", "cut", "pods", "double elimination"],
)
async def test_a_process_dies_at_any_commit_of_each_format(number: int, more: dict[str, object], fate: Fate) -> None:
    """Every match begins once, has a result, and is notified once."""
    for kept in range(200):
        world, made, players = await with_players(number, **more)
        await world.order(players[0], made.summary.id, 1)
        world.process.documents.fates = [Fate.KEPT] * kept + [fate]
        first = world.process
        ended = await world.play_on(made.summary.id)
        pairings = [(at, pairing) for at, of in enumerate(ended.rounds, 1) for pairing in of.pairings]
        assert [each.points for _, each in pairings if each.points is None] == []
        matches = [game.match for _, pairing in pairings for game in pairing.games]
        assert sorted(each.match for each in world.begun) == sorted(matches)
        for entrant in ended.entrants:
            mine = [(at, pairing) for at, pairing in pairings if entrant.player.id in pairing.players]
            expected = [("round_paired", at, match) for at, each in mine for match in _matches(each)]
            assert await world.notices(entrant.player.id) == [*expected, ("tournament_ended", entrant.place, None)]
        if world.process is first:
            assert kept > 20
            return
    raise AssertionError("some commits were never lost")


async def test_pods_of_two_have_the_points_of_their_places_too() -> None:
    world = TournamentWorld()
    made, director, _ = await world.entered(5, format=TournamentFormat.PODS, rounds=2, game=DECK)
    await world.begin(director, made.summary.id, 1)
    pair_, _ = sorted(world.begun, key=lambda each: len(each.players))
    assert len(pair_.players) == 2
    await world.finish(pair_, (2, 1))
    await world.move_on()
    shown = await world.service.shown(made.summary.id)
    assert {each.points for each in shown.rounds[0].pairings} == {(200, 300), None}
    ruling = RuleTournamentResult(
        tournament=made.summary.id, match=pair_.match, points=(100, 0), pod_points=(), why="a slip"
    )
    assert await refused(world.service.orders.rule(director, ruling)) == (RefusalCode.MALFORMED, "$.pod_points")


async def test_an_opponent_in_a_pod_of_two_has_the_points_of_the_winner() -> None:
    world = TournamentWorld()
    made, director, players = await world.entered(2, format=TournamentFormat.PODS, rounds=2, game=DECK)
    await world.begin(director, made.summary.id, 1)
    removal = RemoveEntrant(tournament=made.summary.id, player=players[0].id, why="two decks", disqualify=True)
    shown = await world.service.orders.remove(director, removal)
    (pairing,) = shown.rounds[0].pairings
    assert sorted(pairing.points or ()) == [0, 300]
