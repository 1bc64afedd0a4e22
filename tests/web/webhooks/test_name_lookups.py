"""Lookups of names at a real name server, which never answers for one zone."""

import asyncio
import contextlib
import socket
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from aiohttp import AsyncResolver
from quarterdeck_server.lobby.sign_on.provider_file import Provider
from quarterdeck_server.lobby.webhooks.hooks import Hook
from quarterdeck_server.lobby.webhooks.webhook_delivery import Answer
from quarterdeck_server.web.sign_on.provider_client import ProviderClient
from quarterdeck_server.web.webhooks import name_lookups
from quarterdeck_server.web.webhooks.name_lookups import NameLookups
from quarterdeck_server.web.webhooks.sender import Sender
from school import School, school_site
from servers import soon
from webhook_receivers import receiver

NO_CONNECTION = Answer(None, "no connection")


@dataclass
class NameServer(asyncio.DatagramProtocol):
    """A name server that has 127.0.0.1 for all names, and never answers for those with `silent` in them."""

    asked: Counter[str] = field(default_factory=Counter)
    transport: Any = None

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def datagram_received(self, data: bytes, addr: Any) -> None:
        labels, at = list[str](), 12
        while data[at]:
            labels.append(data[at + 1 : at + 1 + data[at]].decode())
            at += data[at] + 1
        question, is_v4 = data[12 : at + 5], data[at + 1 : at + 3] == b"\0\1"
        name = ".".join(labels).lower()
        self.asked[name] += is_v4
        if "silent" not in name:
            head = data[:2] + b"\x81\x80\0\1" + bytes([0, is_v4]) + bytes(4) + question
            answer = b"\xc0\x0c\0\1\0\1\0\0\0\5\0\4\x7f\0\0\1" if is_v4 else b""
            self.transport.sendto(head + answer, addr)


@contextlib.asynccontextmanager
async def name_server() -> AsyncIterator[tuple[NameServer, NameLookups]]:
    server = NameServer()
    transport, _ = await asyncio.get_running_loop().create_datagram_endpoint(lambda: server, ("127.0.0.1", 0))
    address = f"127.0.0.1:{transport.get_extra_info('sockname')[1]}"
    lookups = NameLookups(lambda: AsyncResolver(nameservers=[address], timeout=600.0, tries=1, domains=[]))
    try:
        yield server, lookups
    finally:
        await lookups.close()
        transport.close()


def hook(owner: str, host: str, url: str, *, inner: bool = True) -> Hook:
    return Hook(name=f"own:{owner}:1", url=url.replace("127.0.0.1", host), inner=inner)


async def test_names_without_an_answer_delay_no_other_webhook_and_no_sign_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(name_lookups, "SECONDS", 600.0)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: pytest.fail("a thread looks a name up"))
    school = School()
    async with name_server() as (server, lookups), receiver() as receiving, school_site(school):
        sender = Sender(lookups)
        hosts = [f"w{number}.silent.test" for number in range(40)]
        waiting = [asyncio.create_task(sender.send(hook("eve", host, receiving.url), "msg_1", "{}")) for host in hosts]
        await soon(lambda: {*hosts} <= {*server.asked})
        assert await sender.send(hook("ada", "ok.test", receiving.url), "msg_2", "{}") == Answer(204)
        of_host = Hook(name="club", url=receiving.url.replace("127.0.0.1", "localhost"), inner=True)
        assert await sender.send(of_host, "msg_3", "{}") == Answer(204)
        school.issuer = school.issuer.replace("127.0.0.1", "localhost")
        client = ProviderClient(Provider(id="a", name="A", client_id="a", issuer=school.issuer, inner=True))
        assert (await client._described()).issuer == school.issuer
        assert not any(task.done() for task in waiting)
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)


async def test_a_name_is_looked_up_once_at_a_time_for_a_while_and_then_not_for_a_minute(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(name_lookups, "SECONDS", 0.05)
    async with name_server() as (server, lookups), receiver() as receiving:
        silent, sender = hook("eve", "silent.test", receiving.url), Sender(lookups)
        assert await asyncio.gather(*[sender.send(silent, "msg_1", "{}") for _ in range(8)]) == [NO_CONNECTION] * 8
        assert await sender.send(silent, "msg_2", "{}") == NO_CONNECTION
        assert server.asked["silent.test"] == 1
        monkeypatch.setattr(name_lookups, "REMEMBERED_SECONDS", 0.0)
        assert await sender.send(silent, "msg_3", "{}") == NO_CONNECTION
        assert server.asked["silent.test"] == 2


async def test_an_inner_address_of_a_players_name_is_refused_when_the_socket_is_made() -> None:
    async with name_server() as (server, lookups), receiver() as receiving:
        outer = hook("eve", "ok.test", receiving.url, inner=False)
        assert await Sender(lookups).send(outer, "msg_1", "{}") == NO_CONNECTION
        assert (server.asked["ok.test"], receiving.requests) == (1, [])
