"""A proportion with its Wilson confidence interval."""

from math import sqrt

import msgspec

CONFIDENCE = 1.96
"""The number of standard deviations on either side of a 95 % interval."""


class Share(msgspec.Struct, frozen=True, kw_only=True):
    """A proportion of a total, such as a win rate, and its 95 % confidence interval (Wilson)."""

    won: float
    of: int

    @property
    def share(self) -> float:
        return self.won / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        if not self.of:
            return 0.0, 1.0
        square = CONFIDENCE**2 / self.of
        middle = (self.share + square / 2) / (1 + square)
        width = CONFIDENCE * sqrt(self.share * (1 - self.share) / self.of + square / (4 * self.of)) / (1 + square)
        # Where nothing or all was won, the ends are reached, whatever the digits say.
        low = max(0.0, middle - width) if self.won > 0 else 0.0
        return low, min(1.0, middle + width) if self.won < self.of else 1.0


def in_words(share: Share) -> str:
    """Return a proportion as text: `52.0% (44%…60%)`."""
    low, high = share.interval
    return f"{share.share:.1%} ({low:.0%}…{high:.0%})"
