"""Reports of events with forfeits and byes of all kinds, paired by the rules of this server."""

import random

import msgspec
from quarterdeck_server.lobby.tournaments.reports.report_check import with_next_round
from quarterdeck_server.lobby.tournaments.reports.tournament_report import (
    POINTS,
    Cell,
    Edition,
    Report,
    ReportedPlayer,
)

PLAYED = (("1", "0"), ("0", "1"), ("=", "="), ("1", "0"))
NOT_PLAYED = (("+", "-"), ("-", "+"), ("-", "-"))
RULED = (("=", "0"), ("0", "="))


def report_with_forfeits(seed: int, players: int, rounds: int) -> Report:
    """Return the report of an event after all of its rounds, or after fewer if too many players are away."""
    chance = random.Random(f"{seed} report")
    everybody = tuple(
        ReportedPlayer(number=at, name=f"Player {at}", rating=2500 - at, points=0, place=at, rounds=())
        for at in range(1, players + 1)
    )
    report = Report(
        edition=Edition.TRF26, name=f"Event {seed}", kind="swiss of tiny", director="", rounds=rounds, players=everybody
    )
    for _ in range(rounds):
        away = {each.number: Cell(chance.choice("HZF")) for each in report.players if chance.random() < 0.1}
        if players - len(away) < 2:
            break
        paired, _ = with_next_round(_with(report, away))
        results: dict[int, Cell] = {}
        for each in paired.players:
            cell = each.rounds[-1]
            if cell.seat == 0:
                lot = chance.random()
                of = chance.choice(NOT_PLAYED if lot < 0.12 else RULED if lot > 0.96 else PLAYED)
                results[each.number] = cell._replace(result=of[0])
                results[cell.opponent] = Cell(of[1], each.number, 1)
        report = _with(paired, results, is_result=True)
    return report


def _with(report: Report, cells: dict[int, Cell], *, is_result: bool = False) -> Report:
    """Return a report with cells of a new round, or with the results of the last one."""
    players = []
    for each in report.players:
        cell = cells.get(each.number)
        rounds = each.rounds if cell is None else (*(each.rounds[:-1] if is_result else each.rounds), cell)
        total = sum(POINTS[of.result] for of in rounds)
        players.append(msgspec.structs.replace(each, rounds=rounds, points=total))
    return msgspec.structs.replace(report, players=tuple(players))
