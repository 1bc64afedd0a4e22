"""The check of servers: ours passes it, and one of which some things are broken fails at just those."""

from collections import Counter
from collections.abc import Collection
from itertools import combinations

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


async def _checked(*faults: Fault, silent: Collection[str] = ()) -> Report:
    """Check a server with these faults; the points at which it is silent by themselves."""
    async with live_server(luck=1, quotas="on", messages_per_second=MANY_AT_ONCE) as server:
        server.app[DOCUMENTS].update(WRITTEN)
        if not faults:
            return await check_server(server.url, patience=SOON)
        async with BrokenServer(server.url, *faults).running() as url:
            others = [each.name for each in POINTS if each.name not in silent]
            report = await check_server(url, only=others, games=["density-deck"], patience=SOON)
            if silent:
                alone = await check_server(url, only=[*silent], patience=QUIET)
                report = Report(checked="server", findings=(*report.findings, *alone.findings))
        documents = server.app[DOCUMENTS]
        WRITTEN.update(documents)
        return report


def _words(report: Report) -> list[tuple[str, tuple[str, ...]]]:
    return [(each.point.name, each.words) for each in report.findings if each.verdict is not Verdict.PASSED]


async def test_our_server_passes_every_point() -> None:
    report = await _checked()
    assert _words(report) == []
    assert written(report, ReportFormat.TEXT) == recorded_report("server")


async def test_behind_a_relay_that_breaks_nothing_it_passes_too() -> None:
    assert _words(await _checked(Fault())) == []


GROUPS = [[*FAULTS][start::step] for step in (10, 11) for start in range(step)]
"""Each fault twice, and no two faults twice in one group. So no fault hides that another fails at a wrong point."""


@pytest.mark.parametrize("names", GROUPS, ids=",".join)
async def test_a_server_of_which_some_things_are_broken_fails_at_just_these_points(names: list[str]) -> None:
    report = await _checked(*(FAULTS[name] for name in names), silent=SILENT.intersection(names))
    assert len(report.findings) == len(POINTS)
    assert sorted(report.failed()) == sorted(names), _words(report)


def test_no_two_faults_meet_twice() -> None:
    pairs = Counter(pair for names in GROUPS for pair in combinations(names, 2))
    assert (len(FAULTS) < 110, set(pairs.values())) == (True, {1})


def test_each_point_is_broken_once() -> None:
    assert list(FAULTS) == [each.name for each in POINTS]
