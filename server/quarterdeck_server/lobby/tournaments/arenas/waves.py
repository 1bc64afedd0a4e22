"""Pairing of the waiting players of an arena: a wave. Pure.

Players with neighbouring places meet. Nobody meets the last opponent again if another pairing avoids it, and otherwise
both wait for a while.
"""

from collections.abc import Collection, Sequence

from quarterdeck_protocol.names import Milliseconds

from quarterdeck_server.lobby.tournaments.arenas.arena import Arena, Contestant
from quarterdeck_server.lobby.tournaments.draws import lot

BETWEEN_WAVES = Milliseconds(5_000)
PATIENCE = Milliseconds(20_000)
"""Milliseconds after which a player meets the last opponent again, if nobody else is there."""

MOST_TRIED = 8
"""The most players of an odd number that are left out in turn, to avoid a repeated pairing."""

Pair = tuple[Contestant, Contestant]


def wave(arena: Arena, active: Collection[int], seed: str, at: Milliseconds) -> tuple[tuple[int, int], ...]:
    """Return the pairs of a wave in the order of their seats. `active` are the numbers of all players that take part
    now."""
    waiting = [each for each in map(arena.named, sorted(active)) if not each.is_playing]
    waiting.sort(key=lambda each: (-each.score, -each.rating, each.number))
    pairs = _paired(waiting)
    is_alone = len(active) == 2
    played = [
        pair
        for pair in pairs
        if not _have_just_met(*pair) or is_alone or at - min(each.waits_since for each in pair) >= PATIENCE
    ]
    return tuple(_seated(pair, seed, arena.waves + 1) for pair in played)


def _paired(waiting: list[Contestant]) -> list[Pair]:
    """Return pairs of neighbours with as few repeats as can be found. One of an odd number waits: preferably the player
    who has waited least."""
    if len(waiting) % 2 == 0:
        return _mended(waiting)
    tried = sorted(range(len(waiting)), key=lambda at: (-waiting[at].waits_since, -at))[:MOST_TRIED]
    best: list[Pair] | None = None
    fewest = 0
    for left_out in tried:
        pairs = _mended([*waiting[:left_out], *waiting[left_out + 1 :]])
        repeats = sum(_have_just_met(*pair) for pair in pairs)
        if best is None or repeats < fewest:
            best, fewest = pairs, repeats
        if fewest == 0:
            break
    return best or []


def _mended(waiting: Sequence[Contestant]) -> list[Pair]:
    """Return pairs of neighbours. A repeated pair exchanges a player with the nearest pair, or else players with the
    two nearest ones."""
    pairs: list[Pair] = [(waiting[at], waiting[at + 1]) for at in range(0, len(waiting) - 1, 2)]
    for at, pair in enumerate(pairs):
        if _have_just_met(*pair):
            others = sorted((each for each in range(len(pairs)) if each != at), key=lambda each: abs(each - at))
            _exchange(pairs, at, others)
    return pairs


def _exchange(pairs: list[Pair], at: int, others: Sequence[int]) -> None:
    """Pair a repeated pair otherwise, together with one other pair or two."""
    one, other = pairs[at]
    for near in others:
        for first, second in (pairs[near], pairs[near][::-1]):
            if not _have_just_met(one, first) and not _have_just_met(other, second):
                pairs[at], pairs[near] = (one, first), (other, second)
                return
    for near in others:
        for far in others:
            for (first, second), (third, fourth) in (
                (two, three)
                for two in (pairs[near], pairs[near][::-1])
                for three in (pairs[far], pairs[far][::-1])
                if near != far
            ):
                found = ((one, first), (other, third), (second, fourth))
                if not any(_have_just_met(*each) for each in found):
                    pairs[at], pairs[near], pairs[far] = found
                    return


def _have_just_met(one: Contestant, other: Contestant) -> bool:
    return one.opponent == other.number or other.opponent == one.number


def _seated(pair: Pair, seed: str, wave_number: int) -> tuple[int, int]:
    """Return two players in the order of their seats: the player who has had the first seat less often gets it, or else
    a lot decides."""
    one, other = pair
    if one.first_seats == other.first_seats:
        is_turned = lot(seed, f"seats {wave_number} {one.number} {other.number}")[0] % 2 == 1
    else:
        is_turned = one.first_seats > other.first_seats
    return (other.number, one.number) if is_turned else (one.number, other.number)
