"""The level that a write must reach before it is acknowledged. It is a setting, because each level has its price.

`deploy/README.md` says what each level loses when a process, a machine or a disk is gone. Tests that cut the power
prove it (decision 45).
"""

from enum import StrEnum
from typing import Literal, assert_never

import msgspec

PATTERN = r"^(fast|fsync|unchecked|replica(:[1-9])?)?$"


class DurabilityLevel(StrEnum):
    """Levels that an acknowledgement can wait for."""

    FAST = "fast"
    """The store's memory; it writes to its disk every second."""

    FSYNC = "fsync"
    """The disk of the store."""

    REPLICA = "replica"
    """The memory of so many replicas, too."""

    UNCHECKED = "unchecked"
    """Whatever the store does of itself: whoever runs it knows, and it is not asked."""


class Durability(msgspec.Struct, frozen=True):
    """The level to wait for, and the number of replicas."""

    level: DurabilityLevel
    replicas: int = 0

    def __str__(self) -> str:
        return f"{self.level}:{self.replicas}" if self.replicas else str(self.level)

    @property
    def appendfsync(self) -> Literal["always", "everysec"]:
        """When a store of our own makes sure that a write is on its disk."""
        match self.level:
            case DurabilityLevel.FAST:
                return "everysec"
            case DurabilityLevel.FSYNC | DurabilityLevel.REPLICA | DurabilityLevel.UNCHECKED:
                return "always"
            case _:
                assert_never(self.level)


FAST, FSYNC, UNCHECKED = (
    Durability(level) for level in (DurabilityLevel.FAST, DurabilityLevel.FSYNC, DurabilityLevel.UNCHECKED)
)


def replica(number: int = 1) -> Durability:
    """Return the durability that waits for so many replicas."""
    return Durability(DurabilityLevel.REPLICA, number)


def durability_of(store: str, said: str) -> Durability:
    """Return the durability for a store and a setting; an empty setting gives the default of the store. Raises
    `ValueError` with a sentence that names the right values."""
    level, _, number = said.partition(":")
    match store, level:
        case "memory", "":
            return UNCHECKED
        case "embedded", "":
            return FSYNC
        case _, "":
            return FAST
        case "memory", _:
            raise ValueError("it cannot be used with --store memory, which stores nothing: leave it out")
        case "embedded", "replica" | "unchecked":
            raise ValueError("the embedded store has no replicas: it must be fsync or fast")
        case _, "replica":
            return replica(int(number or 1))
        case _:
            return Durability(DurabilityLevel(level))
