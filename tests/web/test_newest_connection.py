"""The newest connection of a session goes on, whichever of two processes it comes to, and whatever answer was lost. On
both stores."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest
from quarterdeck_protocol.close_codes import CloseCode
from quarterdeck_server.storage.memory import Memory, MemoryStore
from servers import SOON, Line, LiveServer, live_server, soon
from stores import address, patient_store, redis_url, server_of_our_own  # noqa: F401 - fixtures


@pytest.fixture
async def both(address: str | None) -> AsyncIterator[list[LiveServer]]:  # noqa: F811 - a fixture
    memory = Memory()
    async with AsyncExitStack() as stack:
        stores = [MemoryStore(memory) if address is None else patient_store(address) for _ in range(2)]
        yield [await stack.enter_async_context(live_server(store)) for store in stores]


async def test_the_older_one_is_told_with_its_own_code(both: list[LiveServer]) -> None:
    here, there = both
    async with here.line() as older, there.line() as newer, here.line() as newest:
        token = (await older.sign_in("Ada"))["token"]
        token = (await newer.sign_in(token=token))["token"]
        assert await older.closed() == CloseCode.TAKEN_UP_ELSEWHERE
        await newest.sign_in(token=token)
        assert await newer.closed() == CloseCode.TAKEN_UP_ELSEWHERE
        assert (await newest.ask({"type": "get_account"}))["player"]["name"] == "Ada"


async def test_a_caller_who_never_hears_the_answer_still_gets_in_and_is_the_newest(both: list[LiveServer]) -> None:
    async with both[0].line() as first:
        signed_in = await first.sign_in("Ada")
        token, player = signed_in["token"], signed_in["player"]
        for turn in range(4):
            async with both[turn % 2].line() as line:  # it hangs up as soon as the server has done it
                await line.send({"type": "sign_in", "token": token})
                await line.socket.receive()
        assert await first.closed() == CloseCode.TAKEN_UP_ELSEWHERE
        for turn in range(3):
            async with both[turn % 2].line() as line:
                signed_in = await line.sign_in(token=token)
                assert signed_in["player"] == player
                token = signed_in["token"]


async def test_of_many_who_come_at_once_one_goes_on(both: list[LiveServer]) -> None:
    async with AsyncExitStack() as stack:
        token = (await (await stack.enter_async_context(both[0].line())).sign_in("Ada"))["token"]
        lines = [await stack.enter_async_context(both[number % 2].line()) for number in range(6)]
        await asyncio.gather(*(line.send({"type": "sign_in", "token": token, "ref": "in"}) for line in lines))

        async def outcome(line: Line) -> str:
            answer = await line.answer("in")
            if answer["type"] != "signed_in":
                return str(answer["code"])
            code = await line.closed()
            return "closed" if code == CloseCode.TAKEN_UP_ELSEWHERE else f"closed with {code}"

        ends = [asyncio.ensure_future(outcome(line)) for line in lines]
        while len([end for end in ends if not end.done()]) > 1:
            going_on = [end for end in ends if not end.done()]
            done, _ = await asyncio.wait(going_on, return_when=asyncio.FIRST_COMPLETED, timeout=SOON)
            assert done, "more than one connection goes on"
        outcomes = [end.result() for end in ends if end.done()]
        assert set(outcomes) <= {"closed", "unavailable", "unknown_token"}
        (last,) = [end for end in ends if not end.done()]
        line = lines[ends.index(last)]
        await line.send({"type": "get_account", "ref": "still here"})
        await soon(lambda: any(heard["ref"] == "still here" and heard["type"] == "account" for heard in line.heard))
        last.cancel()
        await asyncio.gather(last, return_exceptions=True)
