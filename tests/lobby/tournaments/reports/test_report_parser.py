"""Reports are read as they were written, and each fault is named with its line and column."""

import pytest
from oracles.generated_events import played, shown
from quarterdeck_server.lobby.tournaments.reports.report_check import with_next_round
from quarterdeck_server.lobby.tournaments.reports.report_parser import ReportFault, continued, parse_report
from quarterdeck_server.lobby.tournaments.reports.tournament_report import (
    ABSENT,
    BYE,
    POINTS,
    Cell,
    Edition,
    ReportedPlayer,
    report_of,
)


@pytest.mark.parametrize("edition", Edition)
@pytest.mark.parametrize("seed", range(4))
def test_a_report_that_is_read_and_written_has_the_same_bytes(seed: int, edition: Edition) -> None:
    for round_ in played(seed, 5 + 3 * seed, 5, accelerated=seed % 2 == 0):
        written = report_of(shown(round_.record), edition)
        read = parse_report(str(written).encode())
        assert str(read) == str(written)
        assert read.players == written.players


GOOD = tuple(
    str(ReportedPlayer(number=number, name=name, rating=rating, points=points, place=number, rounds=(cell, ABSENT)))
    for number, name, rating, points, cell in (
        (1, "Ada", 1900, 10, Cell("1", 2, 0)),
        (2, "Bo", 1800, 0, Cell("0", 1, 1)),
    )
)
"""The rows of two players who have met once."""


def _file(*lines: str) -> bytes:
    return "".join(f"{line}\n" for line in ("012 Friday", *lines)).encode()


def _changed(line: str, column: int, text: str) -> str:
    return line[: column - 1] + text + line[column - 1 + len(text) :]


def test_other_programs_write_comments_byes_and_other_ends_of_lines() -> None:
    content = _file("### comment", "022 Berlin", "152 W", "142 3", *GOOD, "240 Z 003    2").replace(b"\n", b"\r")
    report = parse_report(b"\xef\xbb\xbf" + content)
    assert (report.edition, report.rounds, report.first_seat) == (Edition.TRF26, 3, 0)
    assert [len(each.rounds) for each in report.players] == [2, 3]
    assert report.players[1].rounds[-1].result == "Z"


@pytest.mark.parametrize(
    ("content", "line", "column"),
    [
        (b"", 1, 1),
        (_file(GOOD[0]), 1, 1),
        (_file(GOOD[0], GOOD[0]), 3, 5),
        (_file("013 A team", *GOOD), 2, 1),
        (_file("012 Friday again", *GOOD), 2, 1),
        (_file("0121Friday", *GOOD), 2, 4),
        (_file("XXR many", *GOOD), 2, 5),
        (_file("042 30.11.2026", *GOOD), 2, 5),
        (_file("092 pods of tiny", *GOOD), 2, 5),
        (_file("152 green", *GOOD), 2, 5),
        (_file("162  W 3.0   D 1.0", *GOOD), 2, 6),
        (_file("192 FIDE_DUBOV", *GOOD), 2, 5),
        (_file("212 BH,PTS", *GOOD), 2, 5),
        (_file("250      02.0 001 001 0001 0002", *GOOD), 2, 1),
        (_file(*GOOD, "240 U 003    2"), 4, 5),
        (_file(*GOOD, "240 Z 003    7"), 4, 11),
        (_file(*GOOD, "240 Z 001    2"), 4, 11),
        (_file(_changed(GOOD[0], 5, "   x"), GOOD[1]), 2, 5),
        (_file(_changed(GOOD[0], 49, "best"), GOOD[1]), 2, 49),
        (_file(_changed(GOOD[0], 81, " one"), GOOD[1]), 2, 81),
        (_file(_changed(GOOD[0], 81, " 9.0"), GOOD[1]), 2, 81),
        (_file(_changed(GOOD[0], 86, "   0"), GOOD[1]), 2, 86),
        (_file(_changed(GOOD[0], 92, " two"), GOOD[1]), 2, 92),
        (_file(_changed(GOOD[0], 92, "   3"), GOOD[1]), 2, 92),
        (_file(_changed(GOOD[0], 97, "b"), GOOD[1]), 2, 92),
        (_file(_changed(GOOD[0], 99, "W"), GOOD[1]), 2, 97),
        (_file(_changed(GOOD[0], 99, "+"), GOOD[1]), 2, 92),
        (_file(_changed(GOOD[0], 99, "="), GOOD[1]), 2, 81),
        (_file(_changed(GOOD[0], 96, "x"), GOOD[1]), 2, 92),
        (_file(_changed(GOOD[0], 109, "+"), GOOD[1]), 2, 107),
        (_file(_changed(GOOD[0], 109, "H"), GOOD[1]), 2, 81),
    ],
)
def test_a_fault_is_named_with_its_line_and_column(content: bytes, line: int, column: int) -> None:
    with pytest.raises(ReportFault) as found:
        parse_report(content)
    assert (found.value.line, found.value.column) == (line, column), str(found.value)


@pytest.mark.parametrize(("code", "points"), [("Z", 0), ("H", 5), ("F", 10)])
def test_byes_of_the_next_round_count_with_their_points(code: str, points: int) -> None:
    before, after = (parse_report(_file(*GOOD, *more)).players[1] for more in ((), (f"240 {code} 003    2",)))
    assert (after.rounds[-1].result, after.points - before.points) == (code, points)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
def test_the_next_round_is_added_and_all_else_keeps_its_bytes(encoding: str, end: str) -> None:
    """Also titles, federations, ids, other records, and empty places."""
    cells = [Cell("1", 3, 0), Cell("1", 4, 1), Cell("0", 1, 1), Cell("0", 2, 0), BYE]
    players = [
        ReportedPlayer(number=at, name="Zoë", rating=2000 - at, points=POINTS[of.result], place=None, rounds=(of,))
        for at, of in enumerate(cells, 1)
    ]
    rows = [f"{row[:9]}wWGM{row[13:53]}GER    24600000 1990/01/01 {row[80:]}" for row in map(str, players)]
    head = ["012 Köln", "022 Köln", "032 GER", "XXR 3"]
    content = "".join(f"{line}{end}" for line in [*head, *rows]).encode(encoding)
    report, pairs = with_next_round(parse_report(content))
    assert {each for group in pairs.groups for each in group} == {1, 2, 3, 4, 5}
    assert (report.name, {each.name for each in report.players}) == ("Köln", {"Zoë"})
    longer = [
        f"{row[:80]}{each.points / 10:4.1f}{row[84:]}  {each.rounds[1]}".rstrip()
        for row, each in zip(rows, report.players, strict=True)
    ]
    wanted = "".join(f"{line}{end}" for line in [*head, *longer]).encode(encoding)
    assert continued(content, report) == wanted != content
