"""How often a process that serves looks for garbage in cycles."""

import gc

THRESHOLDS = (20_000, 50, 100)
"""With so many objects more than there were the collector looks through the young ones: to look through 50,000, which
an export makes, held the loop for 5 ms."""


def collect_rarely() -> None:
    """Leave what lives now alone, and look for garbage rarely from now on: the tail of the latencies is the
    collector's, what lives when a process begins to serve lives on, and young garbage is rarely cyclic. While it
    started the collector was off; the little garbage of that is cheaper kept than looked for, which takes a tenth of
    the start."""
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
    gc.enable()
