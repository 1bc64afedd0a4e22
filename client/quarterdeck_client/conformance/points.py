"""What is checked, and what was found."""

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
    """What was found of a point."""

    PASSED = "passed"
    FAILED = "failed"

    NOT_ASKED = "not_asked"
    """Who was checked does not use, or offer, what the point is about."""


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One point, and what was found of it."""

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
        """Whether no point has failed, and one at least was asked."""
        verdicts = {finding.verdict for finding in self.findings}
        return Verdict.PASSED in verdicts and Verdict.FAILED not in verdicts

    def failed(self) -> list[str]:
        """Return the names of the points that have failed."""
        return [each.point.name for each in self.findings if each.verdict is Verdict.FAILED]


def found(point: Point, faults: Sequence[str]) -> Finding:
    """Return the finding that these faults make; each is told once."""
    words = tuple(dict.fromkeys(faults))
    return Finding(point=point, verdict=Verdict.FAILED if words else Verdict.PASSED, words=words)
