"""Results of a long measurement so far, in a file: the same command continues after an interruption."""

from collections.abc import Callable, Hashable, Sequence
from pathlib import Path
from typing import Generic, TypeVar

import msgspec
from quarterdeck_client.commands.output import Failure

Work = TypeVar("Work", bound=Hashable)
Result = TypeVar("Result")


class KeptResults(Generic[Work, Result]):
    """Results in a file, each on a line of its own; without a file they are not kept."""

    def __init__(self, file: Path | None, of: type[Result], work_of: Callable[[Result], Work]) -> None:
        self._file = file
        self._of = of
        self._work_of = work_of

    def split(self, planned: Sequence[Work]) -> tuple[list[Result], list[Work]]:
        """Return the finished results of a plan, and the work that is still to be done. Other results in the file are
        left alone."""
        before = {self._work_of(result): result for result in self._read()}
        return [before[work] for work in planned if work in before], [work for work in planned if work not in before]

    def into(self, results: list[Result]) -> Callable[[Result], None]:
        """Return a function that takes each result as it comes: it adds it to the others and writes it to the file at
        once."""

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
