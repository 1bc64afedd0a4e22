"""The check of servers: ours passes it, and one of which one thing is broken fails at just that."""

import pytest
from client.conformance.broken_server import BrokenServer, Fault
from client.conformance.recorded_reports import recorded_report
from client.conformance.server_faults import FAULTS, SILENT
from quarterdeck_client.conformance.points import Report, Verdict
from quarterdeck_client.conformance.report_formats import ReportFormat, written
from quarterdeck_client.conformance.servers.server_check import POINTS, check_server
from quarterdeck_server.web.http.catalogues import StaticAnswer
from quarterdeck_server.web.http.routes.game_routes import DOCUMENTS
from servers import SOON, live_server

MANY_AT_ONCE = 25
"""With so few messages a second a burst is soon one."""

QUIET = 2.0
"""How many seconds are waited for what a broken server never says; what it does say may take as long as it likes."""

WRITTEN: dict[tuple[str, str | None], StaticAnswer] = {}
"""What every server tells everybody alike, its schemas above all: written for the first one."""


async def _checked(fault: Fault | None, silent: str = "") -> Report:
    """Check a server with this fault; the point at which it is silent, if there is one, by itself."""
    async with live_server(luck=1, quotas="on", messages_per_second=MANY_AT_ONCE) as server:
        server.app[DOCUMENTS].update(WRITTEN)
        if fault is None:
            return await check_server(server.url, patience=SOON)
        async with BrokenServer(server.url, fault).running() as url:
            others = [each.name for each in POINTS if each.name != silent]
            report = await check_server(url, only=others, games=["density-deck"], patience=SOON)
            if silent:
                alone = await check_server(url, only=[silent], patience=QUIET)
                report = Report(checked="server", findings=(*report.findings, *alone.findings))
        documents = server.app[DOCUMENTS]
        WRITTEN.update(documents)
        return report


def _words(report: Report) -> list[tuple[str, tuple[str, ...]]]:
    return [(each.point.name, each.words) for each in report.findings if each.verdict is not Verdict.PASSED]


async def test_our_server_passes_every_point() -> None:
    report = await _checked(None)
    assert _words(report) == []
    assert written(report, ReportFormat.TEXT) == recorded_report("server")


async def test_behind_a_relay_that_breaks_nothing_it_passes_too() -> None:
    assert _words(await _checked(Fault())) == []


@pytest.mark.parametrize("name", FAULTS)
async def test_a_server_of_which_one_thing_is_broken_fails_at_just_that_point(name: str) -> None:
    report = await _checked(FAULTS[name], silent=name if name in SILENT else "")
    assert len(report.findings) == len(POINTS)
    assert report.failed() == [name], _words(report)


def test_each_point_is_broken_once() -> None:
    assert list(FAULTS) == [each.name for each in POINTS]
