"""Formats of a report: text for readers, JSON for programs, and JUnit XML for test runners."""

from enum import StrEnum
from typing import assert_never
from xml.sax.saxutils import escape, quoteattr

import msgspec
from quarterdeck_protocol.safe_text import safe
from quarterdeck_protocol.translatable_text import filled

from quarterdeck_client.conformance.points import Finding, Report, Verdict

FORMAT_VERSION = 1

MARKS = {Verdict.PASSED: "ok  ", Verdict.FAILED: "FAIL", Verdict.NOT_ASKED: "–   "}


class ReportFormat(StrEnum):
    """Format of a written report."""

    TEXT = "text"
    JSON = "json"
    JUNIT = "junit"


def written(report: Report, form: ReportFormat) -> str:
    """Return a report in this format, without a line end after it."""
    match form:
        case ReportFormat.TEXT:
            return _text(report)
        case ReportFormat.JSON:
            return _json(report)
        case ReportFormat.JUNIT:
            return _junit(report)
        case _:
            assert_never(form)


def _text(report: Report) -> str:
    width = max((len(each.point.name) for each in report.findings), default=0)
    lines = []
    for each in report.findings:
        lines.append(f"{MARKS[each.verdict]}  {each.point.name:<{width}}  {each.point.sentence}")
        if each.verdict is Verdict.FAILED:
            lines.append(f"{'':6}{'':{width}}  PROTOCOL.md, “{each.point.section}”")
        lines += [f"{'':6}{'':{width}}  {safe(words)}" for words in each.words]
    return "\n".join([*lines, "", _sum(report)])


def _sum(report: Report) -> str:
    counts = {verdict: sum(each.verdict is verdict for each in report.findings) for verdict in Verdict}
    return filled(
        "The {checked} passes {passed|# point|# points}, fails {failed}; {not_asked|# was|# were} not asked.",
        {
            "checked": report.checked,
            "passed": counts[Verdict.PASSED],
            "failed": counts[Verdict.FAILED],
            "not_asked": counts[Verdict.NOT_ASKED],
        },
    )


def _json(report: Report) -> str:
    findings = [
        {
            "name": each.point.name,
            "sentence": each.point.sentence,
            "section": each.point.section,
            "verdict": each.verdict,
            "words": each.words,
        }
        for each in report.findings
    ]
    said = {"format_version": FORMAT_VERSION, "checked": report.checked, "passed": report.passed, "points": findings}
    return msgspec.json.format(msgspec.json.encode(said), indent=2).decode()


def _junit(report: Report) -> str:
    failed = len(report.failed())
    skipped = sum(each.verdict is Verdict.NOT_ASKED for each in report.findings)
    head = f'tests="{len(report.findings)}" failures="{failed}" errors="0" skipped="{skipped}"'
    return "\n".join(
        [
            '<?xml version="1.0" encoding="UTF-8"?>',
            f'<testsuite name="quarterdeck conform {report.checked}" {head}>',
            *(line for each in report.findings for line in _case(each, report.checked)),
            "</testsuite>",
        ]
    )


def _case(finding: Finding, checked: str) -> list[str]:
    opening = f"  <testcase classname={quoteattr('conform.' + checked)} name={quoteattr(finding.point.name)}"
    words = safe(" ".join(finding.words))
    match finding.verdict:
        case Verdict.PASSED:
            return [f"{opening}/>"]
        case Verdict.FAILED:
            asked = f"{finding.point.sentence} (PROTOCOL.md, “{finding.point.section}”)"
            inside = f"    <failure message={quoteattr(words)}>{escape(asked)}</failure>"
        case Verdict.NOT_ASKED:
            inside = f"    <skipped message={quoteattr(words)}/>"
        case _:
            assert_never(finding.verdict)
    return [f"{opening}>", inside, "  </testcase>"]
