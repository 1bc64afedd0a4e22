"""Standings of a tournament, derived from its rounds. Pure."""

from typing import NamedTuple, assert_never

from quarterdeck_protocol.lobby.tournaments import TieBreak
from quarterdeck_protocol.names import PlayerId

from quarterdeck_server.lobby.tournaments.tournament_log import DRAW, WIN, Tournament

TIE_BREAKS = (TieBreak.BUCHHOLZ_CUT_1, TieBreak.BUCHHOLZ, TieBreak.SONNEBORN_BERGER, TieBreak.WINS)
"""The tie-breaks in the order in which they count."""


class Standing(NamedTuple):
    """The standing of a player. Points and tie-breaks are in hundredths."""

    player: PlayerId
    place: int
    points: int
    tie_breaks: tuple[int, ...]


class Meeting(NamedTuple):
    """A round of one player: the opponent, or `None` in a round without one, and the points in halves."""

    opponent: PlayerId | None
    halves: int
    seat: int


def meetings(state: Tournament) -> dict[PlayerId, list[Meeting | None]]:
    """Return all rounds of each player: `None` for a round in which the player had no pairing, or has no result yet."""
    found: dict[PlayerId, list[Meeting | None]] = {player: [None] * len(state.rounds) for player in state.entrants}
    for number, round_ in enumerate(state.rounds):
        for pairing in round_.pairings:
            if pairing.halves is None:
                continue
            for seat, player in enumerate(pairing.players):
                opponent = pairing.players[1 - seat] if len(pairing.players) > 1 else None
                found[player][number] = Meeting(opponent, pairing.halves[seat], seat)
    return found


def points(state: Tournament) -> dict[PlayerId, int]:
    """Return the points of each player in halves. A late entry has a half for each round before it."""
    won = {player: sum(each.halves for each in of if each is not None) for player, of in meetings(state).items()}
    return {player: won[player] + DRAW * entrant.missed for player, entrant in state.entrants.items()}


def standings(state: Tournament) -> list[Standing]:
    """Return the standings: by points, tie-breaks, and starting number. Only equal points and tie-breaks share a
    place."""
    total, played = points(state), meetings(state)
    rows = [
        (
            50 * total[player],
            tuple(_tie_break(each, played[player], total) for each in TIE_BREAKS),
            -(entrant.number or len(state.entrants) + 1),
            player,
        )
        for player, entrant in state.entrants.items()
    ]
    rows.sort(key=lambda row: row[:3], reverse=True)
    ordered: list[Standing] = []
    for number, (score, tie_breaks, _, player) in enumerate(rows, 1):
        last = ordered[-1] if ordered else None
        is_equal = last is not None and (last.points, last.tie_breaks) == (score, tie_breaks)
        ordered.append(Standing(player, last.place if last is not None and is_equal else number, score, tie_breaks))
    return ordered


def _tie_break(kind: TieBreak, played: list[Meeting | None], total: dict[PlayerId, int]) -> int:
    met = [each for each in played if each is not None and each.opponent is not None]
    of_opponents = [total[each.opponent] for each in met if each.opponent is not None]
    match kind:
        case TieBreak.BUCHHOLZ:
            return 50 * sum(of_opponents)
        case TieBreak.BUCHHOLZ_CUT_1:
            is_complete = len(met) == len(played) and met
            return 50 * (sum(of_opponents) - (min(of_opponents) if is_complete else 0))
        case TieBreak.SONNEBORN_BERGER:
            return 25 * sum(total[each.opponent] * each.halves for each in met if each.opponent is not None)
        case TieBreak.WINS:
            return 100 * sum(each.halves == WIN for each in met)
        case TieBreak.OTHER:
            raise ValueError("not a tie-break of this server")
        case _:
            assert_never(kind)
