"""The check of clients: both SDKs pass it, and a client of which one thing is broken fails at just that."""

import os

import pytest
from client.conformance.broken_client import Breaks, Message, SmallClient
from client.conformance.recorded_reports import recorded_report
from forked_programs import forked
from node import CLIENT, NODE, PACKAGE
from quarterdeck_client.conformance.clients.client_check import POINTS, check_client
from quarterdeck_client.conformance.clients.client_program import Play, program
from quarterdeck_client.conformance.clients.script import Patience
from quarterdeck_client.conformance.points import Report, Verdict
from quarterdeck_client.conformance.report_formats import ReportFormat, written

AT_ONCE = 8


SEEN_WHILE_WAITING = (
    Breaks.REVEALS_UNDER_ANOTHER_HASH,
    Breaks.REVEALS_UNDER_ANOTHER_COMMITMENT,
    Breaks.IS_IMPATIENT,
    Breaks.ACTS_ON_ANY_NEWER_UPDATE,
    Breaks.GOES_ON_AFTER_A_FORK,
    Breaks.COMES_BACK_AFTER_4001,
    Breaks.COMES_BACK_AFTER_4002,
    Breaks.COMES_BACK_AFTER_4003,
)
"""Mistakes that the kit sees only while it waits: it waits longer, for a busy machine may delay the client."""


async def _checked(breaks: Breaks, *, patches: bool = True) -> Report:
    clients: list[SmallClient] = []

    async def play(url: str) -> None:
        clients.append(SmallClient(url, breaks, patches=patches))
        await clients[-1].play()

    def paused() -> float:
        """How long clients have waited by their own will: a busy machine makes them wait, too."""
        return sum(client.paused for client in clients)

    quiet = 3.0 if breaks in SEEN_WHILE_WAITING else 0.5
    return await check_client(play, patience=Patience(whole=120.0, quiet=quiet, clock=paused), at_once=AT_ONCE)


def _words(report: Report) -> list[tuple[str, tuple[str, ...]]]:
    return [(each.point.name, each.words) for each in report.findings if each.verdict is Verdict.FAILED]


@pytest.mark.parametrize("breaks", list(Breaks), ids=lambda breaks: breaks.name)
async def test_a_client_of_which_one_thing_is_broken_fails_at_just_that_point(breaks: Breaks) -> None:
    report = await _checked(breaks)
    assert report.failed() == [breaks.point][: breaks is not Breaks.NOTHING], _words(report)


def test_each_point_is_broken() -> None:
    assert {each.point for each in Breaks if each is not Breaks.NOTHING} == {each.name for each in POINTS}


async def test_a_client_that_takes_whole_updates_is_not_asked_about_patches() -> None:
    report = await _checked(Breaks.NOTHING, patches=False)
    not_asked = [each.point.name for each in report.findings if each.verdict is Verdict.NOT_ASKED]
    assert not_asked == ["patches", "patch-misfit"]
    assert report.passed


class PointedClient(SmallClient):
    """Writes every whole number with a point, as some languages do, and comes back with a `since`."""

    def __init__(self, url: str, shown: list[int]) -> None:
        super().__init__(url, Breaks.NOTHING)
        self._shown = shown
        """Since which version it was told what had happened, each time it began to watch."""

        self._watching: list[str] = []

    async def _send(self, command: Message) -> None:
        if command["type"] == "watch_match":
            self._watching.append(command["ref"])
            command = {**command, "since": 1}
        await super()._send({name: float(each) if type(each) is int else each for name, each in command.items()})

    def _check(self, heard: Message) -> None:
        if heard.get("ref") in self._watching:
            self._shown.append(heard["since"])


async def test_a_client_that_writes_whole_numbers_with_a_point_is_understood() -> None:
    shown: list[int] = []

    async def play(url: str) -> None:
        await PointedClient(url, shown).play()

    only = ("plays", "commands", "seen", "cut", "forgets")
    report = await check_client(play, only=only, at_once=AT_ONCE)
    assert [each.verdict for each in report.findings] == [Verdict.PASSED] * len(only), _words(report)
    assert len(shown) > len(only)
    assert set(shown) == {1}


async def _random_bot(url: str) -> str | None:
    """Let the Python SDK play."""
    async with forked(url, environment=os.environ, script=CLIENT / "examples" / "random_bot.py") as process:
        _, complaints = await process.communicate()
    return complaints.decode() or None


@pytest.mark.parametrize(
    "play",
    [_random_bot, program([str(NODE), str(PACKAGE / "examples" / "random-bot.js"), "{url}"])],
    ids=["python", "javascript"],
)
async def test_both_sdks_pass(play: Play) -> None:
    report = await check_client(play, at_once=4)
    assert _words(report) == []
    assert written(report, ReportFormat.TEXT) == recorded_report("client")
