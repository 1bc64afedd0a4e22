"""Standings, by an example that was counted by hand."""

import msgspec
from lobby.tournament_world import TINY
from msgspec import Raw
from quarterdeck_protocol.lobby.tournaments import TieBreak, TournamentFormat, TournamentId
from quarterdeck_protocol.names import MatchId, Milliseconds, PlayerId
from quarterdeck_server.lobby.tournaments.pairing_state import match_of
from quarterdeck_server.lobby.tournaments.standings import Standing, meetings, points, standings
from quarterdeck_server.lobby.tournaments.tournament_log import (
    AnyEvent,
    Created,
    FormatRules,
    Joined,
    RoundPaired,
    Scored,
    Settings,
    TournamentRecord,
)
from quarterdeck_server.lobby.tournaments.tournament_state import Tournament, state_of

A, B, C, D = (PlayerId(name) for name in "abcd")
AT = Milliseconds(1)
ID = TournamentId("t")
SETTINGS = Settings(
    name="Friday",
    game=TINY,
    format=TournamentFormat.SWISS,
    options=Raw(b"{}"),
    time_limit=Milliseconds(30_000),
    rounds=3,
    most_entrants=8,
    starts_at=None,
    between_rounds=None,
    bots=False,
)


def _joined(player: PlayerId) -> Joined:
    return Joined(at=AT, player=player, rating=1500, deck_hash=None)


def _scored(round_: int, place: int, *halves: int) -> Scored:
    return Scored(at=AT, match=MatchId(match_of(ID, round_, place)), halves=halves)


LOG: tuple[AnyEvent, ...] = (
    Created(at=AT, by=A, settings=SETTINGS, commitment=""),
    *map(_joined, (A, B, C)),
    RoundPaired(at=AT, numbered=(A, B, C), groups=((A, B), (C,))),
    _scored(1, 1, 2, 0),
    _joined(D),
    RoundPaired(at=AT, numbered=(D,), groups=((C, A), (D, B))),
    _scored(2, 1, 1, 1),
    _scored(2, 2, 2, 0),
)
"""Three players, one of whom has a bye, and one who comes late."""


def _after(*log: AnyEvent) -> Tournament:
    return state_of(TournamentRecord(id=ID, seed="00" * 32, ref=None, log=log))


def test_points_are_those_of_matches_byes_and_late_entries() -> None:
    assert points(_after(*LOG), meetings(_after(*LOG))) == {A: 1800, B: 0, C: 1800, D: 1800}


def test_tie_breaks_count_opponents_only() -> None:
    assert standings(_after(*LOG)) == [
        # points, then Buchholz without the lowest, Buchholz, Sonneborn-Berger, wins
        Standing(A, 1, 150, (150, 150, 75, 100)),
        Standing(C, 2, 150, (150, 150, 75, 0)),
        Standing(D, 3, 150, (0, 0, 0, 100)),
        Standing(B, 4, 0, (150, 300, 0, 0)),
    ]


def test_new_tournaments_have_virtual_opponents_and_an_order_by_direct_encounter() -> None:
    """A and C are equal in all, and have drawn. D has half a point for the first round, and has beaten B."""
    kinds = (TieBreak.BUCHHOLZ, TieBreak.DIRECT_ENCOUNTER)
    rules = FormatRules(virtual_opponents=True, tie_breaks=kinds)
    settings = msgspec.structs.replace(SETTINGS, stored_rules=rules)
    created = Created(at=AT, by=A, settings=settings, commitment="")
    assert standings(_after(created, *LOG[1:])) == [
        Standing(C, 1, 150, (250, 0)),
        Standing(A, 2, 150, (150, 0)),
        Standing(D, 3, 150, (100, 0)),
        Standing(B, 4, 0, (300, 0)),
    ]


def test_a_result_counts_once() -> None:
    assert standings(_after(*LOG, *LOG[-2:])) == standings(_after(*LOG))


def test_equal_players_share_a_place() -> None:
    assert [each.place for each in standings(_after(LOG[0], _joined(A), _joined(B)))] == [1, 1]
