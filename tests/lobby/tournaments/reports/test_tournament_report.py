"""Reports of tournaments, read back by a library for them, and compared with the tournament."""

import msgspec
from caissify_pairings.fpc import check_trf
from caissify_pairings.trf import parse_trf
from lobby.tournament_world import played_tournament
from oracles.generated_events import NOW, played, shown
from quarterdeck_protocol.lobby.tournaments import BracketPart, EntrantStage, TournamentStage
from quarterdeck_protocol.names import PlayerId
from quarterdeck_server.lobby.tournaments.reports.report_check import check_report
from quarterdeck_server.lobby.tournaments.reports.report_parser import parse_report
from quarterdeck_server.lobby.tournaments.reports.tournament_report import Edition, has_report, report_of
from quarterdeck_server.lobby.tournaments.tournament_log import Ruled
from quarterdeck_server.lobby.tournaments.tournament_state import state_of


async def test_the_report_of_fide_has_all_results_and_its_checker_pairs_each_round_alike() -> None:
    tournament = await played_tournament()
    text = str(report_of(tournament))
    summary = check_trf(text)["summary"]
    assert (summary["rounds_checked"], summary["total_discrepancies"]) == (5, 0)
    read = {each["starting_number"]: each for each in parse_trf(text)["players"]}
    assert {number: each["score"] for number, each in read.items()} == {
        each.number: each.points / 100 for each in tournament.entrants
    }
    late = next(each.number for each in tournament.entrants if each.player.name == "Player kkk")
    assert text.splitlines()[4 + (late or 0)][91:101].strip() == "0000 - H"


async def test_a_tournament_of_larger_tables_has_no_report_of_fide() -> None:
    tournament = await played_tournament()
    first = tournament.rounds[0].pairings[0]
    three = msgspec.structs.replace(first, players=(*first.players, tournament.entrants[0].player.id))
    round_ = msgspec.structs.replace(tournament.rounds[0], pairings=(three,))
    assert has_report(tournament)
    assert not has_report(msgspec.structs.replace(tournament, rounds=(round_,)))


async def test_the_new_edition_names_days_rounds_system_and_tie_breaks() -> None:
    *_, last = played(3, 9, 4)
    tournament = shown(last.record)
    lines = str(report_of(tournament, Edition.TRF26)).split("\r\n")
    assert lines[:8] == [
        "012 Event 3",
        "042 2026/11/30",
        "052 2026/11/30",
        f"062 {len(tournament.entrants)}",
        "092 swiss of tiny",
        "102 Player director",
        "142 4",
        "192 FIDE_DUTCH",
    ]
    assert lines[8] == "212 PTS,DE,BH/C1,BH,SB,WON,PS"
    old = str(report_of(tournament)).split("\n")
    assert (old[4], old[5:]) == ("XXR 4", lines[9:])


async def test_between_rounds_a_report_says_who_is_absent_in_the_next_one() -> None:
    tournament = await played_tournament()
    summary = msgspec.structs.replace(tournament.summary, stage=TournamentStage.RUNNING, rounds=6)
    running = msgspec.structs.replace(tournament, summary=summary)
    gone = {each.number for each in running.entrants if each.stage is not EntrantStage.IN}
    assert {each.number for each in report_of(running).players if len(each.rounds) == 6} == gone


async def test_the_bracket_after_a_cut_is_not_in_a_report() -> None:
    tournament = await played_tournament()
    last = tournament.rounds[-1]
    of_bracket = tuple(msgspec.structs.replace(each, part=BracketPart.FINAL) for each in last.pairings)
    after = msgspec.structs.replace(
        tournament,
        cut=tuple(each.player.id for each in tournament.entrants[:2]),
        rounds=(*tournament.rounds[:-1], msgspec.structs.replace(last, pairings=of_bracket)),
    )
    report = report_of(after)
    assert (report.rounds, {len(each.rounds) for each in report.players}) == (4, {4})


def test_a_ruling_of_half_a_point_for_one_player_is_a_draw_and_a_loss() -> None:
    (round_,) = played(3, 4, 1, ())
    pairing = state_of(round_.record).rounds[0].pairings[0]
    assert pairing.match is not None
    ruled = Ruled(at=NOW, match=pairing.match, by=PlayerId("director"), why="late", halves=(0, 1))
    report = report_of(shown(round_.record.plus(ruled)), Edition.TRF26)
    row_of = {each.name.removeprefix("Player "): each for each in report.players}
    found = [(row_of[each].points, row_of[each].rounds[0].result) for each in pairing.players]
    assert found == [(0, "0"), (5, "=")]
    assert parse_report(str(report).encode()).players == report.players
    assert check_report(report).is_right
