"""A server without following, messages and undo is not asked for them, and none that registers nobody."""

from client.conformance.broken_server import BrokenServer, Fault, Heard, Message
from quarterdeck_client.conformance.points import Verdict
from quarterdeck_client.conformance.servers.server_check import check_server
from quarterdeck_client.conformance.servers.server_people_points import PEOPLE_POINTS
from servers import SOON, live_server


def _without_undo(message: Message, heard: Heard) -> None:
    if message["type"] == "welcome":
        message["capabilities"].remove("undo")


def _no_registration(command: Message, heard: Heard) -> None:
    if command["type"] == "register":
        command["name"] = " "


async def test_a_server_that_offers_neither_accounts_nor_undo_is_not_asked_for_their_points() -> None:
    names = [each.name for each, _ in PEOPLE_POINTS]
    fault = Fault(hear=_no_registration, say=_without_undo)
    async with live_server() as server, BrokenServer(server.url, fault).running() as url:
        report = await check_server(url, only=names, patience=SOON)
    assert {each.verdict for each in report.findings} == {Verdict.NOT_ASKED}
    words = [each.words[0] for each in report.findings]
    assert len(set(words[:-2])) == 1
    assert words[0].startswith("No account could be registered: ")
    assert words[-2:] == ["The server has no undo."] * 2
