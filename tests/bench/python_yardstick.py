"""A fixed piece of pure Python. Ratios of other pure Python figures to it are comparable between machines.

It does the work of rules: it reads cards and counts them by kind, builds tuples out of tuples, looks things up and
calls small functions. It imports nothing of the project and must never change, or old ratios lose their meaning.
"""

import time
from statistics import median

TURNS = 24


def unit() -> int:
    """Do one unit of work, of some hundred microseconds; the number that comes of it is always the same."""
    pile = tuple([(colour, power) for colour in "bgry" for power in range(1, 14)])
    hands: dict[int, tuple[tuple[str, int], ...]] = dict.fromkeys(range(4), ())
    total = 0
    for turn in range(TURNS):
        seat = turn % 4
        card, pile = pile[(turn * 7) % len(pile)], pile[1:]
        hands[seat] = (*hands[seat], card)
        counted = {other: _worth(hand, card[0]) for other, hand in hands.items() if other != seat}
        total += sum(counted.values()) + len(f"{seat} {card[0]}{card[1]}")
    return total


def _worth(hand: tuple[tuple[str, int], ...], colour: str) -> int:
    same = [power for kind, power in hand if kind == colour]
    return max(same, default=0) + sum([power for kind, power in hand if kind != colour])


class Yardstick:
    """Current duration of a unit on this machine, measured repeatedly between the parts of a measurement."""

    def __init__(self) -> None:
        self._taken: list[float] = []

    def measure(self) -> None:
        """Do one unit."""
        began = time.process_time()
        unit()
        self._taken.append(time.process_time() - began)

    @property
    def seconds(self) -> float:
        """The median processor time of a unit."""
        return median(self._taken)
