"""A session by itself: what it still obeys, and whom."""

import json
from typing import Any

from quarterdeck_protocol.close_codes import CloseCode
from quarterdeck_protocol.moderation import SanctionKind
from quarterdeck_protocol.names import PlayerId
from quarterdeck_server.web.connection import Connection
from servers import live_server


async def test_what_was_on_its_way_when_a_player_was_put_out_is_not_obeyed_any_more() -> None:
    told: list[dict[str, Any]] = []
    closed: list[int] = []
    async with live_server() as server:
        session = Connection(
            server.services, lambda frame: told.append(json.loads(frame)), lambda code, _: closed.append(code), "here"
        )
        await session.receive(b'{"type": "sign_in", "name": "Bo"}')
        for connection in server.services.presence.of(PlayerId(told[0]["player"]["id"])):
            connection.put_out(SanctionKind.DISCONNECT, "far too loud")
        before = list(told)
        await session.receive(b'{"type": "open_table", "game": "tiny"}')
        assert (closed, told) == ([CloseCode.DISCONNECTED], before)
        assert await server.services.tables.service.listed(None) == []
        await session.end()
