"""Files of tournaments, read back by the programs that they are for: a CSV reader, and a checker of FIDE's reports."""

import csv
import io

import msgspec
from caissify_pairings.fpc import check_trf
from caissify_pairings.trf import parse_trf
from lobby.tournament_world import TournamentWorld
from quarterdeck_protocol.lobby.tournaments import RuleTournamentResult, Tournament
from quarterdeck_server.lobby.tournaments.tournament_files import has_report, pairings_csv, report, standings_csv

LATE, GONE = 8, 2
HOSTILE = "=1+1\n001"


async def _played() -> Tournament:
    """Return a tournament of nine players with a late entry, a player who leaves, and a ruling."""
    world = TournamentWorld()
    players = [await world.lobby.person(f"Player {letter * 3}") for letter in "abcdefghk"]
    director = await world.lobby.person("Dee Rector")
    made = await world.made(director, rounds=5)
    id_ = made.summary.id
    await world.joined(id_, players[:LATE])
    await world.order(director, id_, 1)
    await world.sweep()
    await world.joined(id_, players[LATE:])
    first = (await world.service.shown(id_)).rounds[0].pairings[0]
    assert first.match is not None
    ruling = RuleTournamentResult(tournament=id_, match=first.match, points=(0, 100), why="late")
    await world.service.orders.rule(director, ruling)
    await world.service.leave(players[GONE].id, id_)
    return await world.play_on(id_, seed=4)


async def test_the_report_of_fide_has_all_results_and_its_checker_pairs_each_round_alike() -> None:
    tournament = await _played()
    text = report(tournament)
    summary = check_trf(text)["summary"]
    assert (summary["rounds_checked"], summary["total_discrepancies"]) == (5, 0)
    read = {each["starting_number"]: each for each in parse_trf(text)["players"]}
    assert {number: each["score"] for number, each in read.items()} == {
        each.number: each.points / 100 for each in tournament.entrants
    }
    late = next(each.number for each in tournament.entrants if each.player.name == "Player kkk")
    assert text.splitlines()[4 + (late or 0)][91:101].strip() == "0000 - H"


async def test_tables_have_a_row_for_each_player_and_no_formula() -> None:
    tournament = await _played()
    rows = list(csv.DictReader(io.StringIO(standings_csv(tournament))))
    assert [(row["player"], float(row["points"]), float(row["wins"])) for row in rows] == [
        (each.player.id, each.points / 100, each.tie_breaks[-1] / 100) for each in tournament.entrants
    ]
    pairings = list(csv.DictReader(io.StringIO(pairings_csv(tournament))))
    assert len(pairings) == sum(len(each.players) for of in tournament.rounds for each in of.pairings)
    assert [row["ruling"] for row in pairings[:2]] == ["late", "late"]
    hostile = msgspec.structs.replace(
        tournament,
        summary=msgspec.structs.replace(tournament.summary, name=HOSTILE),
        entrants=tuple(
            msgspec.structs.replace(each, player=msgspec.structs.replace(each.player, name=HOSTILE))
            for each in tournament.entrants
        ),
    )
    assert {row["name"] for row in csv.DictReader(io.StringIO(standings_csv(hostile)))} == {f"'{HOSTILE}"}
    assert len(parse_trf(report(hostile))["players"]) == len(tournament.entrants)


async def test_a_tournament_of_larger_tables_has_no_report_of_fide() -> None:
    tournament = await _played()
    first = tournament.rounds[0].pairings[0]
    three = msgspec.structs.replace(first, players=(*first.players, tournament.entrants[0].player.id))
    round_ = msgspec.structs.replace(tournament.rounds[0], pairings=(three,))
    assert has_report(tournament)
    assert not has_report(msgspec.structs.replace(tournament, rounds=(round_,)))
