"""What came of one seed: the same for a simulated cluster and for real processes."""

from collections.abc import Mapping, Sequence

import msgspec
from faults.checker import Bounds, Breach, breaches, gaps_after
from faults.client_records import Acknowledged, Fault, MatchRecords, NotifiedOfLoss


class Ordeal(msgspec.Struct, frozen=True, kw_only=True):
    """What came of one seed."""

    seed: int
    faults: list[Fault]
    breaches: list[Breach]
    errors: list[str]
    """What processes logged as errors that nobody had provoked."""

    acknowledged: int
    rewinds: int
    """How often somebody was told of a loss."""

    gaps: dict[str, list[float]]
    """For each kind of fault, for each fault and match, how many seconds after its end something new was told."""

    trace: str
    """The last links of all matches: in a simulated cluster the same for the same seed."""

    handovers: Mapping[str, int] = {}
    """How many connections workers have handed over to each other, by what became of them."""


def judged(
    seed: int,
    records: Sequence[MatchRecords],
    faults: list[Fault],
    errors: list[str],
    bounds: Bounds,
    *,
    handovers: Mapping[str, int] | None = None,
) -> Ordeal:
    """Return what came of all that was written down of each match."""
    notes = [note for match in records for note in match.notes]
    return Ordeal(
        seed=seed,
        faults=faults,
        breaches=[breach for match in records for breach in breaches(match, faults, bounds)],
        errors=errors,
        acknowledged=sum(isinstance(note, Acknowledged) for note in notes),
        rewinds=sum(isinstance(note, NotifiedOfLoss) for note in notes),
        gaps=gaps_after(faults, records),
        trace=" ".join(log[-1].link for match in records for log in match.logs if log),
        handovers=dict(handovers or {}),
    )
