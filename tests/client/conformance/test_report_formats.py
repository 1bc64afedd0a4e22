"""Reports: the same findings as text, as JSON and as JUnit's XML."""

import json
from xml.etree import ElementTree

from quarterdeck_client.conformance.points import Finding, Point, Report, Verdict, found
from quarterdeck_client.conformance.report_formats import ReportFormat, written

GOOD = Point(name="good", sentence="All is well.", section="Transport")
BAD = Point(name="bad", sentence="What is <odd> is told.", section="`ref`")
OTHER = Point(name="other", sentence="It is not used.", section="Patches")

REPORT = Report(
    checked="client",
    findings=(
        found(GOOD, []),
        found(BAD, ['It said "<&>".', 'It said "<&>".', "And\x1b[31m more."]),
        Finding(point=OTHER, verdict=Verdict.NOT_ASKED, words=("It does not ask for it.",)),
    ),
)


def test_as_text_each_point_has_a_line_and_what_went_wrong_stands_below() -> None:
    assert written(REPORT, ReportFormat.TEXT).splitlines() == [
        "ok    good   All is well.",
        "FAIL  bad    What is <odd> is told.",
        "             PROTOCOL.md, “`ref`”",
        '             It said "<&>".',
        "             And�[31m more.",
        "–     other  It is not used.",
        "             It does not ask for it.",
        "",
        "The client passes 1 point, fails 1; 1 was not asked.",
    ]


def test_as_json_each_point_has_its_verdict() -> None:
    said = json.loads(written(REPORT, ReportFormat.JSON))
    assert {name: said[name] for name in ("format_version", "checked", "passed")} == {
        "format_version": 1,
        "checked": "client",
        "passed": False,
    }
    assert [(each["name"], each["verdict"]) for each in said["points"]] == [
        ("good", "passed"),
        ("bad", "failed"),
        ("other", "not_asked"),
    ]
    assert said["points"][1]["section"] == "`ref`"
    assert said["points"][1]["words"] == ['It said "<&>".', "And\x1b[31m more."]


def test_as_junit_it_is_xml_with_a_case_for_each_point() -> None:
    suite = ElementTree.fromstring(written(REPORT, ReportFormat.JUNIT).encode())  # noqa: S314 - written just above
    counts = {name: suite.get(name) for name in ("tests", "failures", "skipped", "errors")}
    assert counts == {"tests": "3", "failures": "1", "skipped": "1", "errors": "0"}
    assert [[child.tag for child in case] for case in suite] == [[], ["failure"], ["skipped"]]
    assert suite[1][0].get("message") == 'It said "<&>". And�[31m more.'


def test_a_report_passes_if_something_was_asked_and_nothing_failed() -> None:
    good, bad, other = REPORT.findings
    assert Report(checked="client", findings=(good, other)).passed
    assert not Report(checked="client", findings=(good, bad)).passed
    assert not Report(checked="client", findings=(other,)).passed
