"""Saved results of a long measurement: if it is interrupted, the same command continues from the file."""

from collections.abc import Callable, Hashable, Sequence
from pathlib import Path
from typing import Generic, TypeVar

import msgspec
from quarterdeck_client.commands.output import Failure

Work = TypeVar("Work", bound=Hashable)
Result = TypeVar("Result")


class KeptResults(Generic[Work, Result]):
    """Results in a file, one on each line. Without a file they are not saved."""

    def __init__(self, file: Path | None, of: type[Result], work_of: Callable[[Result], Work]) -> None:
        self._file = file
        self._of = of
        self._work_of = work_of

    def split(self, planned: Sequence[Work]) -> tuple[list[Result], list[Work]]:
        """Return the planned results that the file already has, and the work that is still to be done. Other results in
        the file are ignored."""
        before = {self._work_of(result): result for result in self._read()}
        return [before[work] for work in planned if work in before], [work for work in planned if work not in before]

    def into(self, results: list[Result]) -> Callable[[Result], None]:
        """Return a function for new results. It adds each result to the list and writes it to the file at once."""

        def take(result: Result) -> None:
            results.append(result)
            if self._file is not None:
                with self._file.open("ab") as kept:
                    kept.write(msgspec.json.encode(result) + b"\n")

        return take

    def _read(self) -> list[Result]:
        if self._file is None or not self._file.exists():
            return []
        try:
            return [msgspec.json.decode(line, type=self._of) for line in self._file.read_bytes().splitlines()]
        except msgspec.DecodeError as error:
            raise Failure(f"{self._file} is not a file of saved results: {error}") from error
