"""Points to check, and findings about them."""

from collections.abc import Sequence
from enum import StrEnum

import msgspec


class Point(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that the protocol asks for."""

    name: str
    sentence: str
    """What is asked for."""

    section: str
    """The section of PROTOCOL.md that asks for it."""


class Verdict(StrEnum):
    """Verdict on a point."""

    PASSED = "passed"
    FAILED = "failed"

    NOT_ASKED = "not_asked"
    """Who was checked does not use, or offer, what the point is about."""


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One point, with its verdict and the faults found."""

    point: Point
    verdict: Verdict
    words: tuple[str, ...] = ()
    """What went wrong, or why it was not asked."""


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """All that was found of one client, or of one server."""

    checked: str
    """What was checked: `client` or `server`."""

    findings: tuple[Finding, ...]

    @property
    def passed(self) -> bool:
        """True if no point has failed, and at least one has passed."""
        verdicts = {finding.verdict for finding in self.findings}
        return Verdict.PASSED in verdicts and Verdict.FAILED not in verdicts

    def failed(self) -> list[str]:
        """Return the names of the points that have failed."""
        return [each.point.name for each in self.findings if each.verdict is Verdict.FAILED]


def found(point: Point, faults: Sequence[str]) -> Finding:
    """Return the finding that these faults make; each is told once."""
    words = tuple(dict.fromkeys(faults))
    return Finding(point=point, verdict=Verdict.FAILED if words else Verdict.PASSED, words=words)
