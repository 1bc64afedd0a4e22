"""Enums to which later versions may add values."""

from enum import StrEnum
from typing import Self


class OpenEnum(StrEnum):
    """An enum with a member `OTHER`, which stands for every value that is newer than its reader."""

    @classmethod
    def _missing_(cls, value: object) -> Self:
        return cls.__members__["OTHER"]
