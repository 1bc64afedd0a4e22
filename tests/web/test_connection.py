"""A session by itself: what it still obeys, and whom."""

import json
from typing import Any

from quarterdeck_protocol.close_codes import CloseCode
from quarterdeck_protocol.lobby.moderation import SanctionKind
from quarterdeck_protocol.names import MatchId, PlayerId, Version
from quarterdeck_server.matches.log import History
from quarterdeck_server.matches.player_marks import mark_of
from quarterdeck_server.storage.memory import Memory, MemoryLog, MemoryStore
from quarterdeck_server.web.caller import FrameOutput
from quarterdeck_server.web.connection import Connection
from servers import live_server
from structlog.testing import capture_logs


def output_to(received: list[dict[str, Any]]) -> FrameOutput:
    """Return an output whose frames are kept."""

    def send(frame: bytes) -> None:
        received.append(json.loads(frame))

    return FrameOutput(send, send)


async def test_anything_that_was_on_its_way_when_a_player_was_put_out_is_not_obeyed_any_more() -> None:
    received: list[dict[str, Any]] = []
    closed: list[int] = []
    async with live_server() as server:
        session = Connection(server.services, output_to(received), lambda code, _: closed.append(code), "here")
        await session.receive(b'{"type": "sign_in", "name": "Bo"}')
        for connection in server.services.presence.of(PlayerId(received[0]["player"]["id"])):
            connection.put_out(SanctionKind.DISCONNECT, "far too loud")
        before = list(received)
        await session.receive(b'{"type": "open_table", "game": "tiny"}')
        assert (closed, received) == ([CloseCode.DISCONNECTED], before)
        assert await server.services.tables.service.listed(None) == []
        await session.end()


async def test_anything_that_was_said_before_hanging_up_takes_no_session_from_whoever_has_come_in_elsewhere_since() -> (
    None
):
    """A process that was stopped for a while reads late what its clients had said, who have gone elsewhere."""
    received: list[dict[str, Any]] = []
    async with live_server() as server, server.line() as first, server.line() as elsewhere:
        token = (await first.sign_in("Ada"))["token"]
        newest = (await elsewhere.sign_in(token=token))["token"]
        late = Connection(server.services, output_to(received), lambda code, why: None, "here", is_gone=lambda: True)
        await late.receive(json.dumps({"type": "sign_in", "token": token}).encode())
        assert [(each["type"], each["code"]) for each in received] == [("refused", "unavailable")]
        assert (await elsewhere.ask({"type": "hello"}))["type"] == "welcome"
        async with server.line() as again:
            await again.sign_in(token=newest)
        await late.end()


class Broken(MemoryLog):
    """A log that makes a mistake."""

    async def read(self, match: MatchId, after: Version = Version(0)) -> History:  # noqa: B008 - a number
        raise RuntimeError("a slip")


async def test_the_log_says_of_a_command_that_failed_whose_it_was_and_about_what_but_no_name_and_no_token() -> None:
    store = MemoryStore(Memory())
    store.log = Broken(store.memory)
    async with live_server(store) as server, server.line() as line:
        signed_in = await line.sign_in("Adelheid")
        with capture_logs() as log:
            answer = await line.ask({"type": "watch_match", "match": "match", "ref": "mine"})
    assert answer["code"] == "internal"
    (failed,) = [each for each in log if each["event"] == "a command failed"]
    assert (failed["match"], failed["ref"], failed["command"]) == ("match", "mine", "WatchMatch")
    assert failed["player"] == mark_of(signed_in["player"]["id"])
    assert not {"Adelheid", signed_in["token"], signed_in["player"]["id"]} & set(map(str, failed.values()))
