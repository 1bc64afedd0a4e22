"""Waves of an arena: near places meet, and the last opponents do not, if that is avoidable."""

import random
from itertools import combinations

import networkx
from quarterdeck_protocol.lobby.tournaments import TournamentId
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_server.lobby.tournaments.arenas.arena import Arena
from quarterdeck_server.lobby.tournaments.arenas.waves import BETWEEN_WAVES, PATIENCE, wave

SEED = "07" * 32


def _arena(players: int) -> Arena:
    arena = Arena(TournamentId("t"))
    for number in range(1, players + 1):
        arena.enter(PlayerId(f"p{number}"), 2000 - number, Milliseconds(0))
    return arena


def _have_met(arena: Arena, one: int, other: int) -> bool:
    return arena.named(one).opponent == other or arena.named(other).opponent == one


def test_near_places_meet_and_repeats_are_avoided_whenever_a_matching_exists() -> None:
    """Arenas of 2 to 12 players with results by chance, in which some players wait longer than others. A matching of
    the players who have not just met says how many pairs are possible."""
    chance = random.Random(35)
    waves = 0
    for _ in range(150):
        players = chance.randint(2, 12)
        arena = _arena(players)
        for number in range(1, 25):
            at = Milliseconds(number * BETWEEN_WAVES)
            active = range(1, players + 1)
            waiting = [each for each in active if not arena.named(each).is_playing]
            possible = networkx.Graph()
            possible.add_edges_from(each for each in combinations(waiting, 2) if not _have_met(arena, *each))
            most = len(networkx.max_weight_matching(possible, maxcardinality=True))
            pairs = wave(arena, active, SEED, at)
            repeats = sum(_have_met(arena, *pair) for pair in pairs)
            met = [player for pair in pairs for player in pair]
            assert (len({*met}), {*met} - {*waiting}) == (len(met), set())
            assert len(pairs) - repeats == most or repeats == 0
            assert len(pairs) - repeats >= min(most, len(waiting) // 2 - repeats)
            if repeats:
                assert players == 2 or most < len(waiting) // 2
            if most == len(waiting) // 2:
                assert (len(pairs), repeats) == (most, 0)
            arena.pair(pairs, at)
            ended = [each for each in arena.open if chance.random() < 0.5]
            arena.score([(each, chance.randrange(4)) for each in ended], at)
            waves += 1
    assert waves == 150 * 24
    fresh = _arena(6)
    assert [{*pair} for pair in wave(fresh, range(1, 7), SEED, Milliseconds(0))] == [{1, 2}, {3, 4}, {5, 6}]


def test_the_last_opponents_wait_while_somebody_else_may_come() -> None:
    arena = _arena(4)
    arena.pair([(1, 2), (3, 4)], Milliseconds(0))
    arena.score([(1, 0)], Milliseconds(0))
    everybody = range(1, 5)
    assert wave(arena, everybody, SEED, Milliseconds(PATIENCE - 1)) == ()
    assert wave(arena, everybody, SEED, PATIENCE) == ((2, 1),)
    assert wave(arena, (1, 2), SEED, Milliseconds(0)) == ((2, 1),), "nobody else takes part"


def test_the_player_who_has_waited_least_is_left_out() -> None:
    arena = _arena(3)
    arena.named(1).waits_since = Milliseconds(9)
    assert [{*pair} for pair in wave(arena, range(1, 4), SEED, Milliseconds(10))] == [{2, 3}]
