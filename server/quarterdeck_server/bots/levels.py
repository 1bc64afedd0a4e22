"""Strength of the server's search bots: each level is a number of simulated actions, the same on every machine."""

from collections.abc import Mapping
from types import MappingProxyType

LEVELS: Mapping[str, int] = MappingProxyType({"club": 4_000, "expert": 16_000, "master": 64_000})
"""How many actions a level simulates for one decision, the weakest first."""
