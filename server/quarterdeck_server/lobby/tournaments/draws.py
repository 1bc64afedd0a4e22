"""The drawing of lots, and the field of the next round. Pure.

All lots of a tournament follow from one seed. Its hash is published when the tournament is made, and the seed when it
has ended, so that everybody can draw them again.
"""

import hashlib
import hmac
from collections.abc import Mapping, Sequence

import msgspec
from msgspec import UNSET
from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.names import Milliseconds, PlayerId

from quarterdeck_server.lobby.tournaments.standings import meetings, points
from quarterdeck_server.lobby.tournaments.swiss_system.acceleration import virtual_points
from quarterdeck_server.lobby.tournaments.tie_breaks import OPEN, Meetings
from quarterdeck_server.lobby.tournaments.tournament_field import POINT, Candidate, Field, Pairs
from quarterdeck_server.lobby.tournaments.tournament_log import RoundPaired
from quarterdeck_server.lobby.tournaments.tournament_state import BRACKETS, EntrantState, Tournament


def lot(seed: str, what: str) -> bytes:
    """Return a lot: bytes that the secret seed, given in hexadecimal, assigns to a player or to another name."""
    return hmac.digest(bytes.fromhex(seed), what.encode(), hashlib.sha256)


def newly_numbered(state: Tournament, seed: str) -> list[EntrantState]:
    """Return the players that get the next starting numbers: by rating, then by lot."""
    fresh = [each for each in state.playing if each.number is None]
    return sorted(fresh, key=lambda each: (-each.rating, lot(seed, each.player)))


def field_of(state: Tournament, seed: str) -> Field:
    """Return the players to be paired in the next round, with all facts on which the pairing depends."""
    numbered = [*state.numbered(), *newly_numbered(state, seed)]
    number_of = {each.player: number for number, each in enumerate(numbered, 1)}
    played = {player: [None if each is OPEN else each for each in of] for player, of in meetings(state).items()}
    total, before = points(state, played), _points_before(state, played)
    playing = {each.player for each in state.playing}
    settings, round_ = state.settings, len(state.rounds) + 1
    if settings.rules.accelerated and state.before_cut is None:
        first = sum(len(each.players) for each in state.rounds[0].pairings) if state.rounds else len(numbered)
        for number, of in enumerate([*before, total], 1):
            for player in of:
                of[player] += virtual_points(number_of.get(player, 0), first, number, settings.rounds)

    def candidate(player: PlayerId) -> Candidate:
        rounds = played[player]
        met = [() if each is None else tuple(other for other, _ in each.opponents) for each in rounds]
        return Candidate(
            number=number_of[player],
            score=total[player],
            opponents=tuple(tuple(number_of[each] for each in of) for of in met),
            seats=tuple(None if each is None or not each.opponents else each.seat for each in rounds),
            floats=tuple(
                _float(before[number], player, of[0])
                if of
                else -(rounds[number] is not None or state.entrants[player].has_half_in(number))
                for number, of in enumerate(met)
            ),
            byes=sum(each is not None and not each.opponents for each in rounds),
        )

    is_bracket = state.format in BRACKETS
    return Field(
        round=round_,
        rounds=max(settings.rounds, round_),
        first_seat=lot(seed, "first seat")[0] % 2,
        candidates=tuple(candidate(each.player) for each in numbered if each.player in playing),
        format=state.format,
        seeds=tuple(number_of[each] for each in state.seeds or [each.player for each in numbered]),
        played=state.played_groups() if is_bracket else (),
        third_place=settings.rules.third_place,
        is_crossed=settings.rules.is_crossed,
        pod_size=settings.rules.pod_size,
        lot=lot(seed, f"pods {round_}").hex(),
    )


def paired_event(state: Tournament, seed: str, pairs: Pairs, at: Milliseconds) -> RoundPaired:
    """Return the log event of a paired round, with the new starting numbers."""
    fresh = newly_numbered(state, seed)
    player_of = {number: each.player for number, each in enumerate([*state.numbered(), *fresh], 1)}
    groups = tuple(tuple(player_of[number] for number in group) for group in pairs.groups)
    return RoundPaired(at=at, numbered=tuple(each.player for each in fresh), groups=groups, rule=pairs.rule or UNSET)


def _float(before: Mapping[PlayerId, int], player: PlayerId, opponent: PlayerId) -> int:
    return (before[opponent] > before[player]) - (before[opponent] < before[player])


def _points_before(state: Tournament, played: Meetings) -> Sequence[dict[PlayerId, int]]:
    """Return the points of each player before each round."""
    totals: list[dict[PlayerId, int]] = []
    so_far = dict.fromkeys(state.entrants, 0)
    for number in range(len(state.rounds[: state.before_cut])):
        totals.append(dict(so_far))
        for player, entrant in state.entrants.items():
            each = played[player][number]
            so_far[player] += each.points if each is not None else POINT // 2 * entrant.has_half_in(number)
    return totals


def deck_hash(seed: str, player: PlayerId, deck: Deck) -> str:
    """Return the hash that locks a player's deck. It is keyed with the seed, so nobody can guess a deck by it before
    the end."""
    return lot(seed, f"deck {player} {msgspec.json.encode(deck).decode()}").hex()
