"""Files of tournaments, read back by a CSV reader."""

import csv
import io

import msgspec
from lobby.tournament_world import played_tournament
from quarterdeck_server.lobby.tournaments.reports.report_parser import parse_report
from quarterdeck_server.lobby.tournaments.reports.tournament_report import report_of
from quarterdeck_server.lobby.tournaments.tournament_files import pairings_csv, standings_csv

HOSTILE = "=1+1\n001"


async def test_tables_have_a_row_for_each_player_and_no_formula() -> None:
    tournament = await played_tournament()
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
    assert len(parse_report(str(report_of(hostile)).encode()).players) == len(tournament.entrants)
