"""Requirements ("points") of the protocol that are checked, and findings about them."""

from collections.abc import Sequence
from enum import StrEnum

import msgspec


class Point(msgspec.Struct, frozen=True, kw_only=True):
    """One requirement ("point") of the protocol that is checked."""

    name: str
    sentence: str
    """The required behaviour."""

    section: str
    """The section of PROTOCOL.md with the requirement."""


class Verdict(StrEnum):
    """Result of the check of one requirement."""

    PASSED = "passed"
    FAILED = "failed"

    NOT_ASKED = "not_asked"
    """The point was not checked: the client does not use, or the server does not offer, its feature."""


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """The result for one point: its verdict, and the faults found."""

    point: Point
    verdict: Verdict
    words: tuple[str, ...] = ()
    """The faults, or the reason why the point was not checked."""


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """All findings of a conformance check about one client or one server."""

    checked: str
    """The checked side: `client` or `server`."""

    findings: tuple[Finding, ...]

    @property
    def passed(self) -> bool:
        """True if no point has failed, and at least one has passed."""
        verdicts = {finding.verdict for finding in self.findings}
        return Verdict.PASSED in verdicts and Verdict.FAILED not in verdicts

    def failed(self) -> list[str]:
        """Return the names of the requirements that the check found violated."""
        return [each.point.name for each in self.findings if each.verdict is Verdict.FAILED]


def found(point: Point, faults: Sequence[str]) -> Finding:
    """Return the finding for a point with these faults; repeated faults are listed once."""
    words = tuple(dict.fromkeys(faults))
    return Finding(point=point, verdict=Verdict.FAILED if words else Verdict.PASSED, words=words)
