"""Reading of a report in FIDE's format. Every fault is named with its line and column. Pure."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec
from quarterdeck_protocol.lobby.tournaments import TournamentFormat

from quarterdeck_server.lobby.tournaments.reports.tournament_report import (
    COLUMNS,
    FIRST_ROUND,
    POINTS,
    SYSTEMS,
    TIE_BREAKS,
    WIN,
    Cell,
    Edition,
    Report,
    ReportedPlayer,
)

MOST_PLAYERS, MOST_ROUNDS = 500, 100
BOM, END_OF_LINE = "\ufeff", r"\r\n|\n|\r"
LARGEST = 4 * 1024 * 1024
"""The most bytes of a report."""

UNREAD = frozenset({"022", "032", "072", "082", "112", "122", "132", "172", "182", "202", "222"})
"""Records that say nothing about pairings and standings."""

FORMATS = {
    **dict.fromkeys(("FIDE_DUTCH", "FIDE_DUTCH_2025", "FIDE_DUTCH_2026"), TournamentFormat.SWISS),
    "FIDE_ROUNDROBIN": TournamentFormat.ROUND_ROBIN,
}
OPPOSITE = {"1": "0", "0": "1", "=": "=", " ": " ", "+": "-", "-": "+"}
RULINGS = ({"0"}, {"=", "0"}, {"-"})
"""The results of both players of a pairing that no match gives."""


class ReportFault(ValueError):  # noqa: N818 - what was found, not a fault of this program
    """Error: a report cannot be read. `str(error)` begins with its line and column."""

    def __init__(self, line: int, column: int, text: str) -> None:
        super().__init__(f"line {line}, column {column}: {text}")
        self.line, self.column = line, column


@dataclass(slots=True)
class _Reading:
    """What has been read so far."""

    fields: dict[str, Any] = field(default_factory=dict)
    players: dict[int, ReportedPlayer] = field(default_factory=dict)
    line_of: dict[int, int] = field(default_factory=dict)
    byes: list[tuple[int, int, int, int, Cell]] = field(default_factory=list)
    """Players who are not paired: line, round, player, column and what they have instead."""

    accelerated: list["_Line"] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    text: str

    def fault(self, column: int, text: str) -> ReportFault:
        """Return an error at a column, from 1."""
        return ReportFault(self.number, column, text)

    def whole(self, first: int, last: int, what: str, *, least: int = 0, most: int) -> int:
        """Return the whole number in these columns, from 1. Raises `ReportFault`."""
        text = self.text[first - 1 : last].strip()
        if not text.isascii() or not text.isdigit() or not least <= int(text) <= most:
            raise self.fault(first, f"{what} must be a whole number from {least} to {most}, not {text!r}")
        return int(text)


def encoding_of(content: bytes) -> str:
    """Return the encoding of a report: UTF-8, else Latin-1."""
    try:
        content.decode()
    except UnicodeDecodeError:
        return "latin-1"
    return "utf-8"


def continued(content: bytes, report: Report) -> bytes:
    """Return a file to which the next round of its report is added. Everything else keeps its bytes."""
    encoding, written = encoding_of(content), []
    before = {each.number: each for each in parse_report(content).players}
    after = {each.number: each for each in report.players}
    for part in re.split(f"({END_OF_LINE})", content.decode(encoding)):
        line, row = part, part.removeprefix(BOM)
        number = int(row[4:8]) if row.startswith("001") else 0
        if number and after[number] != before[number]:
            rounds = len(before[number].rounds)
            start = f"{row[:80]}{after[number].points / WIN:4.1f}{row[84:]}".rstrip()
            added = "  ".join(map(str, after[number].rounds[rounds:]))
            line = part[: len(part) - len(row)] + f"{start:<{FIRST_ROUND + COLUMNS * rounds}}{added}".rstrip()
        written.append(line)
    return "".join(written).encode(encoding)


def parse_report(content: bytes) -> Report:
    """Return the report in a file. Raises `ReportFault`."""
    if len(content) > LARGEST:
        raise ReportFault(1, 1, f"the file is larger than {LARGEST:,} bytes")
    text = content.decode(encoding_of(content)).removeprefix(BOM)
    reading = _Reading()
    for number, line in enumerate(re.split(END_OF_LINE, text), 1):
        if line.strip() and not line.startswith("###"):
            _read(_Line(number, line.rstrip()), reading)
    return _whole(reading)


def _read(line: _Line, reading: _Reading) -> None:
    kind, rest = line.text[:3], line.text[4:].strip()
    if line.text[3:4].strip():
        raise line.fault(4, "a space must follow the number of the record")
    if kind == "001":
        player = _player(line)
        if player.number in reading.players:
            raise line.fault(5, f"the player {player.number} is there twice")
        reading.players[player.number] = player
        reading.line_of[player.number] = line.number
    elif kind == "250":
        reading.accelerated.append(line)
    elif kind == "240":
        reading.byes += _byes(line)
    elif kind in SINGLE:
        name, read = SINGLE[kind]
        if name in reading.fields:
            raise line.fault(1, f"the record {kind} is there twice")
        reading.fields[name] = read(line, rest)
    elif kind not in UNREAD and kind != "062":
        raise line.fault(1, f"this server does not use the record {kind!r}")


def _text(line: _Line, text: str) -> str:
    if not text.isprintable():
        raise line.fault(5, "the text has control characters")
    return text


def _rounds(line: _Line, text: str) -> int:
    return line.whole(5, max(len(line.text), 5), "the number of rounds", least=1, most=MOST_ROUNDS)


def _day(line: _Line, text: str) -> str:
    if not re.fullmatch(r"\d{4}/\d\d/\d\d", text, re.ASCII):
        raise line.fault(5, "a day is written as YYYY/MM/DD")
    return text


def _seat(line: _Line, text: str) -> int:
    if text.upper() not in ("W", "B"):
        raise line.fault(5, "the first colour is W or B")
    return "WB".index(text.upper())


def _system(line: _Line, text: str) -> TournamentFormat:
    code = text.removesuffix("_BAKU")
    if code not in FORMATS:
        raise line.fault(5, f"this server pairs {', '.join(FORMATS)}, not {text!r}")
    return FORMATS[code]


def _kind(line: _Line, text: str) -> str:
    if text.split(" of ")[0] in {*TournamentFormat} - {*SYSTEMS}:
        raise line.fault(5, "only tournaments of the Swiss system and round robins can be read")
    return _text(line, text)


def _ties(line: _Line, text: str) -> tuple[str, ...]:
    first, *others = text.split(",")
    unknown = next((each for each in others if each not in TIE_BREAKS.values()), None)
    if first != "PTS" or unknown is not None or len({*others}) < len(others):
        known = ", ".join(TIE_BREAKS.values())
        raise line.fault(5, f"the standings follow PTS, then any of {known}, each once")
    return tuple(others)


def _scores(line: _Line, text: str) -> None:
    usual = {"W": "1.0", "D": "0.5", "L": "0.0", "A": "0.0", "P": "1.0", "X": "0.5"}
    for column in range(6, len(line.text) + 1, 9):
        code, points = line.text[column - 1], line.text[column : column + 4].strip()
        if usual.get(code) != points:
            raise line.fault(column, "this server gives one point for a win or a bye, and half for a draw")


SINGLE: dict[str, tuple[str, Callable[[_Line, str], Any]]] = {
    "012": ("name", _text),
    "042": ("begins", _day),
    "052": ("ends", _day),
    "092": ("kind", _kind),
    "102": ("director", _text),
    "XXR": ("rounds", _rounds),
    "142": ("planned", _rounds),
    "152": ("first_seat", _seat),
    "162": ("scores", _scores),
    "192": ("format", _system),
    "212": ("tie_breaks", _ties),
}
"""The records that a report has once, with the field that they fill."""


def _player(line: _Line) -> ReportedPlayer:
    number = line.whole(5, 8, "the starting number", least=1, most=MOST_PLAYERS)
    name = _text(line, line.text[14:47].strip())
    rating = line.whole(49, 52, "the rating", most=9_999) if line.text[48:52].strip() else 0
    score = line.text[80:84].strip()
    if not re.fullmatch(r"\d{1,2}\.[05]", score, re.ASCII):
        raise line.fault(81, f"points are written as 11.5, not {score!r}")
    return ReportedPlayer(
        number=number,
        name=name,
        rating=rating,
        points=int(score.replace(".", "")),
        place=line.whole(86, 89, "the place", least=1, most=MOST_PLAYERS) if line.text[85:89].strip() else None,
        rounds=tuple(_cell(line, at) for at in range(FIRST_ROUND, len(line.text), COLUMNS)),
    )


def _cell(line: _Line, at: int) -> Cell:
    text = line.text[at : at + COLUMNS].ljust(COLUMNS)
    opponent, seat, result = text[:4].strip() or "0000", text[5].lower(), text[7].upper()
    if (text[4] + text[6] + text[8:]).strip():
        raise line.fault(at + 1, f"a round is written as '{Cell('1', 12, 0)}', not {text.strip()!r}")
    if not opponent.isascii() or not opponent.isdigit():
        raise line.fault(at + 1, f"an opponent is a starting number, not {opponent!r}")
    if int(opponent) == 0:
        if seat not in "- " or result not in " ZHUF":
            raise line.fault(at + 6, "a round without an opponent has the seat `-` and U, F, H or Z")
        return Cell("Z" if result == " " else result)
    if seat not in ("w", "b") or result not in OPPOSITE:
        raise line.fault(at + 6, f"a round has the seat `w` or `b` and 1, =, 0, +, - or a space, not {text[5:8]!r}")
    return Cell(result, int(opponent), "wb".index(seat))


def _byes(line: _Line) -> Iterator[tuple[int, int, int, int, Cell]]:
    code = line.text[4:5].upper()
    if code not in ("Z", "H", "F"):
        raise line.fault(5, "before a round, players are absent or have a bye: Z, H or F")
    round_ = line.whole(7, 9, "the round", least=1, most=MOST_ROUNDS)
    for column in range(11, len(line.text) + 1, 5):
        player = line.whole(column, column + 3, "a player", least=1, most=MOST_PLAYERS)
        yield line.number, round_, player, column, Cell(code)


def _whole(reading: _Reading) -> Report:
    """Return the report, after all rows are compared with each other. Raises `ReportFault`."""
    found = dict(reading.fields)
    if sorted(reading.players) != [*range(1, len(reading.players) + 1)] or len(reading.players) < 2:
        raise ReportFault(1, 1, "a report has at least two players (001), numbered from 1 without a gap")
    is_new = "planned" in found
    planned, old = found.pop("planned", None), found.pop("rounds", None)
    found.pop("scores", None)
    report = Report(
        edition=Edition.TRF26 if is_new else Edition.TRF16,
        players=tuple(_with_byes(reading)),
        rounds=planned or old or 0,
        accelerated=bool(reading.accelerated),
        **{"name": "", "kind": "", "director": "", "format": _format(found.get("kind", "")), **found},
    )
    _check_rows(report, reading.line_of)
    if tuple(each.text for each in reading.accelerated) != report.virtual_points:
        first = (reading.accelerated or [_Line(1, "")])[0]
        raise first.fault(1, f"the Baku method gives the virtual points {report.virtual_points}")
    if report.rounds < report.played:
        report = msgspec.structs.replace(report, rounds=report.played)
    return report


def _format(kind: str) -> TournamentFormat:
    is_round_robin = kind.split(" of ")[0] == TournamentFormat.ROUND_ROBIN
    return TournamentFormat.ROUND_ROBIN if is_round_robin else TournamentFormat.SWISS


def _with_byes(reading: _Reading) -> Iterator[ReportedPlayer]:
    """Return the players with the byes of records 240, which may stand in their rows already."""
    players = dict(reading.players)
    for line, round_, number, column, bye in reading.byes:
        player = players.get(number)
        if player is None or len(player.rounds) < round_ - 1:
            raise ReportFault(line, column, f"the player {number} has no row with {round_ - 1} rounds")
        if len(player.rounds) >= round_ and player.rounds[round_ - 1] != bye:
            raise ReportFault(line, column, f"the player {number} has something else in round {round_}")
        if len(player.rounds) < round_:
            points = player.points + POINTS[bye.result]
            players[number] = msgspec.structs.replace(player, rounds=(*player.rounds, bye), points=points)
    return (each for _, each in sorted(players.items()))


def _check_rows(report: Report, line_of: Mapping[int, int]) -> None:
    """Check that both players of a pairing say the same, and that points are those of the rounds."""
    by_number = {each.number: each for each in report.players}
    for player in report.players:
        line = line_of[player.number]
        for at, cell in enumerate(player.rounds):
            column = FIRST_ROUND + COLUMNS * at + 1
            if cell.seat is not None:
                theirs = by_number.get(cell.opponent)
                other = theirs.rounds[at] if theirs is not None and at < len(theirs.rounds) else None
                if other is None or (other.opponent, other.seat) != (player.number, 1 - cell.seat):
                    raise ReportFault(line, column, f"the player {cell.opponent} has another opponent or seat")
                if other.result != OPPOSITE[cell.result] and {cell.result, other.result} not in RULINGS:
                    raise ReportFault(line, column, f"the player {cell.opponent} has another result")
        total = sum(POINTS[each.result] for each in player.rounds)
        if player.points != total:
            raise ReportFault(line, 81, f"the rounds of the player give {total / WIN:.1f} points")
