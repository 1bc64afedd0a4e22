"""Notices through the SDK: each once, in order, also after the connection was lost."""

import asyncio

import pytest
from quarterdeck_client import Client, ClientError, LostError
from quarterdeck_client.lobby.notices import NoticeRequests
from quarterdeck_client.lobby.readers import Readers
from quarterdeck_protocol.lobby.notices import Notice, Noticed, NoticeId, NoticeKind, Notices
from quarterdeck_protocol.messages import Welcome
from quarterdeck_protocol.names import Milliseconds
from quarterdeck_protocol.sides import FromClient
from relay import relay_to
from servers import live_server, soon


async def _lost(leaving: Client) -> str:
    """Let a player leave a match against a bot, and return it."""
    seat = await leaving.play("tiny", bots=1)
    await seat.resign()
    return str(seat.match)


async def test_each_notice_comes_once_whatever_happens_to_the_connection() -> None:
    async with live_server() as server, relay_to(server.url) as relay, Client(relay.url, name="Ada") as ada:
        first = await _lost(ada)
        followed = ada.notices.follow()
        assert (notice := await anext(followed)).match == first
        assert (notice.kind, notice.place) == (NoticeKind.MATCH_ENDED, 2)
        waiting = asyncio.ensure_future(anext(followed))
        await soon(lambda: ada.notices._readers)
        relay.to_clients = lambda message: None if message["type"] == "noticed" else message
        second = await _lost(ada)
        relay.to_clients = lambda message: message
        relay.cut()
        assert (await waiting).match == second
        page = await ada.notices.list()
        assert [each.match for each in page.notices] == [second, first]
        assert [each.match for each in (await ada.notices.list(page.notices[0].id)).notices] == [first]
        assert (await ada.notices.read(page.notices[0].id)).unread == 0
        again: list[Notice] = []
        async for each in ada.notices.follow(after="0"):
            again.append(each)
            if len(again) == 2:
                break
        assert [each.match for each in again] == [first, second]
        ada._failed(LostError("the line is gone for good"))
        with pytest.raises(LostError):
            await anext(followed)


async def test_a_server_without_notices_is_asked_for_nothing() -> None:
    async with live_server() as server, Client(server.url, name="Ada") as ada:
        welcome: Welcome = ada.welcome
        ada._connection.welcome = type(welcome)(
            **{name: getattr(welcome, name) for name in welcome.__struct_fields__} | {"capabilities": ()}
        )
        for asked in (ada.notices.list(), ada.notices.read("1"), anext(ada.notices.follow())):
            with pytest.raises(ClientError, match="no notices"):
                await asked


async def test_a_notice_that_comes_with_the_answer_is_not_lost() -> None:
    """One reading of the socket may bring both, before the task that waits for the answer goes on."""
    first, second = (Notice(id=NoticeId(each), kind=NoticeKind.MATCH_ENDED, at=Milliseconds(1)) for each in "12")

    async def ask(_: FromClient) -> Notices:
        requests.receive(Noticed(notice=second))
        return Notices(notices=(first,), unread=1, read=NoticeId("0"))

    async with live_server() as server, Client(server.url, name="Ada") as ada:
        welcome = ada.welcome
    requests = NoticeRequests(ask, lambda: welcome)
    followed = requests.follow()
    assert [await anext(followed), await anext(followed)] == [first, second]


async def test_a_reader_that_leaves_takes_no_notice_from_another_with_the_same_queue() -> None:
    readers: Readers[int] = Readers()
    staying, leaving = readers.read([0]), readers.read([0])
    assert [await anext(staying), await anext(leaving)] == [0, 0]
    await staying.aclose()
    readers.add(1)
    assert (await anext(leaving), len(readers)) == (1, 1)
