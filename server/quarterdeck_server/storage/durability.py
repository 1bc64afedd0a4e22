"""The level of durability that a write must reach before it is acknowledged. The level is a setting, because each one
has its cost.

`deploy/README.md` lists what each level loses when a process, a machine or a disk fails. Tests that cut the power prove
it (decision 45).
"""

from enum import StrEnum
from typing import Literal, assert_never

import msgspec

PATTERN = r"^(fast|fsync|unchecked|replica(:[1-9])?)?$"


class DurabilityLevel(StrEnum):
    """Levels of durability that a write must reach before it is acknowledged."""

    FAST = "fast"
    """The store's memory; the store writes to its disk every second."""

    FSYNC = "fsync"
    """The disk of the store."""

    REPLICA = "replica"
    """The memory of the given number of replicas as well."""

    UNCHECKED = "unchecked"
    """No check of the store's durability. The operator is responsible for it."""


class Durability(msgspec.Struct, frozen=True):
    """The durability level that a write must reach, and the number of replicas."""

    level: DurabilityLevel
    replicas: int = 0

    def __str__(self) -> str:
        return f"{self.level}:{self.replicas}" if self.replicas else str(self.level)

    @property
    def appendfsync(self) -> Literal["always", "everysec"]:
        """Value of the store server's setting `appendfsync` for the embedded store."""
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
    """Return the durability level that waits for this number of replicas."""
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
            raise ValueError("--durability cannot be used with --store memory, which stores nothing: leave it out")
        case "embedded", "replica" | "unchecked":
            raise ValueError("the embedded store has no replicas, so its durability must be fsync or fast")
        case _, "replica":
            return replica(int(number or 1))
        case _:
            return Durability(DurabilityLevel(level))
