"""Accelerated rounds of the Swiss system, by the Baku method of FIDE. Pure.

In the first half of the rounds, the upper half of the first players (group A) has virtual points, which count for the
pairing only: one in the first half of these rounds, and half a point in the others. So strong players meet earlier.
"""

from quarterdeck_server.lobby.tournaments.tournament_field import POINT


def virtual_points(number: int, first: int, round_: int, rounds: int) -> int:
    """Return the virtual points, in units of `POINT`, of the player with a starting number in a round of `rounds`.
    `first` is the number of players of the first round. Late entries have higher numbers, and no virtual points."""
    upper_half = 2 * -(-first // 4)
    accelerated = -(-rounds // 2)
    if not 0 < number <= upper_half or round_ > accelerated:
        return 0
    return POINT if round_ <= -(-accelerated // 2) else POINT // 2
