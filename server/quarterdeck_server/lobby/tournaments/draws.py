"""The drawing of lots, and the field of the next round. Pure.

All lots of a tournament follow from one seed. Its hash is published when the tournament is made, and the seed when it
has ended, so that everybody can draw them again.
"""

import hashlib
import hmac
from collections.abc import Sequence

import msgspec
from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.names import Milliseconds, PlayerId

from quarterdeck_server.lobby.tournaments.round_pairing import Candidate, Field, Pairs
from quarterdeck_server.lobby.tournaments.standings import meetings, points
from quarterdeck_server.lobby.tournaments.tournament_log import DRAW, EntrantState, RoundPaired, Tournament


def lot(seed: str, what: str) -> bytes:
    """Return the lot of a player, or another one, with a seed in hexadecimal."""
    return hmac.digest(bytes.fromhex(seed), what.encode(), hashlib.sha256)


def newly_numbered(state: Tournament, seed: str) -> list[EntrantState]:
    """Return the players that get the next starting numbers: by rating, then by lot."""
    fresh = [each for each in state.playing if each.number is None]
    return sorted(fresh, key=lambda each: (-each.rating, lot(seed, each.player)))


def field_of(state: Tournament, seed: str) -> Field:
    """Return the field of the next round."""
    numbered = [*state.numbered(), *newly_numbered(state, seed)]
    number_of = {each.player: number for number, each in enumerate(numbered, 1)}
    played, total = meetings(state), points(state)
    before = _points_before(state)
    playing = {each.player for each in state.playing}

    def candidate(player: PlayerId) -> Candidate:
        rounds = played[player]
        met = [None if each is None else each.opponent for each in rounds]
        return Candidate(
            number=number_of[player],
            halves=total[player],
            opponents=tuple(None if each is None else number_of[each] for each in met),
            seats=tuple(None if each is None or each.opponent is None else each.seat for each in rounds),
            floats=tuple(
                _float(None if other is None else before[number][other], before[number][player])
                for number, other in enumerate(met)
            ),
            byes=sum(each is not None and each.opponent is None for each in rounds),
        )

    return Field(
        round=len(state.rounds) + 1,
        rounds=state.settings.rounds,
        first_seat=lot(seed, "first seat")[0] % 2,
        candidates=tuple(candidate(each.player) for each in numbered if each.player in playing),
    )


def paired_event(state: Tournament, seed: str, pairs: Pairs, at: Milliseconds) -> RoundPaired:
    """Return the event of a paired round."""
    fresh = newly_numbered(state, seed)
    player_of = {number: each.player for number, each in enumerate([*state.numbered(), *fresh], 1)}
    groups = tuple(tuple(player_of[number] for number in group) for group in pairs.groups)
    return RoundPaired(at=at, numbered=tuple(each.player for each in fresh), groups=groups)


def _float(theirs: int | None, own: int) -> int:
    if theirs is None:
        return -1
    return (theirs > own) - (theirs < own)


def _points_before(state: Tournament) -> Sequence[dict[PlayerId, int]]:
    """Return the points of each player in halves before each round."""
    totals: list[dict[PlayerId, int]] = []
    so_far = dict.fromkeys(state.entrants, 0)
    played = meetings(state)
    for number in range(len(state.rounds)):
        totals.append(dict(so_far))
        for player, entrant in state.entrants.items():
            each = played[player][number]
            so_far[player] += each.halves if each is not None else DRAW * (number < entrant.missed)
    return totals


def deck_hash(seed: str, player: PlayerId, deck: Deck) -> str:
    """Return the hash that locks a player's deck. It is keyed with the seed, so nobody can guess a deck by it before
    the end."""
    return lot(seed, f"deck {player} {msgspec.json.encode(deck).decode()}").hex()
