"""Reports of generated events are right by the rules, changed ones are not, and the next round is the server's."""

import random

import msgspec
import pytest
from oracles.generated_events import GeneratedRound, played, shown
from oracles.generated_reports import report_with_forfeits
from quarterdeck_protocol.lobby.tournaments import Tournament, TournamentStage
from quarterdeck_server.lobby.tournaments.reports.report_check import check_report, with_next_round
from quarterdeck_server.lobby.tournaments.reports.report_parser import parse_report
from quarterdeck_server.lobby.tournaments.reports.tournament_report import (
    ABSENT,
    BYE,
    POINTS,
    Cell,
    Edition,
    Report,
    ReportedPlayer,
    report_of,
)


def _read(tournament: Tournament) -> Report:
    return parse_report(str(report_of(tournament, Edition.TRF26)).encode())


@pytest.mark.parametrize("seed", range(4))
def test_the_report_of_an_event_is_right_and_continued_as_the_event_is(seed: int) -> None:
    chance = random.Random(seed)
    rounds: list[GeneratedRound] = list(
        played(seed, chance.randint(5, 14), 5, ("forfeits", "rulings"), accelerated=seed > 1)
    )
    found = check_report(_read(shown(rounds[-1].record)))
    assert found.is_right, found
    assert len(found.rounds) == 5
    before, after = (shown(each.record) for each in rounds[2:4])
    running = msgspec.structs.replace(before.summary, stage=TournamentStage.RUNNING, rounds=5)
    _, pairs = with_next_round(_read(msgspec.structs.replace(before, summary=running)))
    number_of = {each.player.id: each.number for each in after.entrants}
    assert [*pairs.groups] == [tuple(number_of[player] for player in each.players) for each in after.rounds[3].pairings]


def test_another_pairing_or_place_is_found() -> None:
    *_, last = played(5, 8, 2, ())
    report = _read(shown(last.record))
    one, two, *_ = report.players
    other = msgspec.structs.replace(report, players=(_placed(one, 7), _placed(two, 8), *report.players[2:]))
    assert check_report(other).places == (1, 2)
    first = report.players[0].rounds[1]
    pair = {1, first.opponent}
    swapped = tuple(_with_other_seat(each) if each.number in pair else each for each in report.players)
    found = check_report(parse_report(str(msgspec.structs.replace(report, players=swapped)).encode()))
    assert [len(each.expected) for each in found.rounds] == [0, 1]
    assert not found.is_right


def _placed(player: ReportedPlayer, place: int) -> ReportedPlayer:
    return msgspec.structs.replace(player, place=place)


def _with_other_seat(player: ReportedPlayer) -> ReportedPlayer:
    first, second = player.rounds
    assert second.seat is not None
    return msgspec.structs.replace(player, rounds=(first, second._replace(seat=1 - second.seat)))


def test_a_next_round_needs_results_and_players() -> None:
    *_, last = played(5, 8, 5, ())
    report = _read(shown(last.record))
    more = msgspec.structs.replace(report, rounds=6)
    opened = (
        msgspec.structs.replace(each, rounds=(*each.rounds[:-1], each.rounds[-1]._replace(result=" ")))
        for each in more.players
    )
    absent = (msgspec.structs.replace(each, rounds=(*each.rounds, ABSENT)) for each in more.players)
    for wrong, why in (
        (report, "all of its rounds"),
        (msgspec.structs.replace(more, players=tuple(opened)), "round 5 has no results yet"),
        (msgspec.structs.replace(more, players=tuple(absent)), "fewer than two players"),
    ):
        with pytest.raises(ValueError, match=why):
            with_next_round(wrong)


@pytest.mark.parametrize("seed", range(6))
def test_a_report_with_forfeits_and_all_byes_is_read_and_right(seed: int) -> None:
    report = report_with_forfeits(seed, 9, 5)
    assert {cell.result for each in report.players for cell in each.rounds} & {*"+-HF"}
    again = parse_report(str(report).encode())
    assert again.players == report.players
    assert check_report(again).is_right


def test_two_players_of_a_forfeit_may_meet_again_and_its_winner_has_no_bye() -> None:
    """Of three players only the loser can have the bye of the second round: the first one had it, or has won so."""
    rounds = {1: Cell("+", 2, 0), 2: Cell("-", 1, 1), 3: BYE}
    report = Report(
        edition=Edition.TRF26,
        name="",
        kind="",
        director="",
        rounds=2,
        players=tuple(
            ReportedPlayer(number=at, name="A", rating=0, points=POINTS[each.result], place=None, rounds=(each,))
            for at, each in rounds.items()
        ),
    )
    _, pairs = with_next_round(report)
    assert sorted(map(sorted, pairs.groups)) == [[1, 3], [2]]
