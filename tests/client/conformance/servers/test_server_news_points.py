"""A server without notices and challenges is not asked for them."""

from client.conformance.broken_server import BrokenServer, Fault, Heard, Message
from quarterdeck_client.conformance.points import Verdict
from quarterdeck_client.conformance.servers.server_check import check_server
from quarterdeck_client.conformance.servers.server_news_points import NEWS_POINTS
from servers import SOON, live_server


def _no_capabilities(message: Message, heard: Heard) -> None:
    if message["type"] == "welcome":
        message["capabilities"] = []


async def test_a_server_without_the_capabilities_is_not_asked_for_their_points() -> None:
    names = [each.name for each, _ in NEWS_POINTS]
    async with live_server() as server, BrokenServer(server.url, Fault(say=_no_capabilities)).running() as url:
        report = await check_server(url, only=names, patience=SOON)
    assert [each.point.name for each in report.findings] == names
    assert {each.verdict for each in report.findings} == {Verdict.NOT_ASKED}
    assert {each.words[0] for each in report.findings} == {
        "The server has no challenges.",
        "The server has no notices.",
    }
