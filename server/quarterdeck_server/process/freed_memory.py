"""Memory that a server process no longer needs: Python's cyclic garbage collector, and the heap of the C library."""

import ctypes
import gc
from contextlib import suppress

THRESHOLDS = (2_000, 4, 2_500)
"""When the garbage collector checks objects: the young ones after this number of new ones, those that survived after
this number of checks of the young ones, and all after this number of checks of both.

A check blocks the event loop. With (20,000, 50, 100) it found a million objects of players who had arrived since the
last one, which took 138 ms; with these it finds at most 12,000, which takes 1 ms. All checks together cost the same.
"""


def collect_in_pieces() -> None:
    """Exclude all live objects from garbage collection, and collect few objects at a time from now on.

    The collector causes the longest latencies. Objects that are alive at the start stay alive, and old garbage is
    rare. The collector is off during the start: to keep the little garbage of that time costs less than a
    collection, which takes a tenth of the start.
    """
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
    gc.enable()


M_MMAP_THRESHOLD = -3
"""Number of glibc's parameter: blocks from this size on are mapped from the system, and returned to it when freed."""

LARGE_BLOCK = 128 * 1024


def return_large_blocks() -> None:
    """Return each freed block of at least `LARGE_BLOCK` bytes to the system, where the C library is glibc.

    This size is its default, but glibc raises it to that of the largest block freed so far. Then bodies of HTTP answers
    lie among small objects in the heap, which cannot shrink: 60 unread transcripts left 20 MB behind, and 60 more 8 MB.
    """
    with suppress(AttributeError, OSError):  # another C library
        ctypes.CDLL(None).mallopt(M_MMAP_THRESHOLD, LARGE_BLOCK)
