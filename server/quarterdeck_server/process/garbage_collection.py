"""Tuning of Python's cyclic garbage collector in a server process."""

import gc

THRESHOLDS = (20_000, 50, 100)
"""Number of new objects after which the garbage collector checks the young ones. Checking 50,000 objects, as an export
creates, blocked the event loop for 5 ms.
"""


def collect_rarely() -> None:
    """Exclude all live objects from garbage collection, and collect rarely from now on.

    The collector causes the longest latencies. Objects that are alive at the start stay alive, and young garbage is
    rarely cyclic. The collector is off during the start: to keep the little garbage of that time costs less than a
    collection, which takes a tenth of the start.
    """
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
    gc.enable()
