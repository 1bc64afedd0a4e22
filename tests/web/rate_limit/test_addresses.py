"""Whose quota a question is counted for."""

import secrets

import aiohttp
import pytest
from aiohttp import web
from quarterdeck_server.lobby.accounts.address_marks import LOCAL, AddressMarks
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.web.rate_limit.addresses import ADDRESSES, counted_as
from servers import live_server


@pytest.mark.parametrize(
    ("given", "counted"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("192.0.2.1:50123", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8::1", "2001:db8::/64"),
        ("2001:db8::ffff:1", "2001:db8::/64"),
        ("[2001:db8::1]:50123", "2001:db8::/64"),
        ("[2001:db8::1]", "2001:db8::/64"),
        ("2001:db8:0:1::1", "2001:db8:0:1::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("unknown", "unknown"),
    ],
)
def test_all_addresses_that_one_asker_has_are_counted_as_one(given: str, counted: str) -> None:
    assert counted_as(given) == counted


@pytest.mark.parametrize(
    ("address", "is_local"),
    [
        ("8.8.8.8", False),
        ("[::ffff:8.8.8.8]:50123", False),
        ("2a02:8109:abcd:12::5", False),
        ("[2a02:8109:abcd:12::5]:50123", False),
        ("127.0.0.1", True),
        ("::1", True),
        ("fe80::1%eth0", True),
        ("fd00::1", True),
        ("unknown", True),
    ],
)
async def test_an_asker_from_an_address_of_their_own_has_a_mark_of_their_own(address: str, is_local: bool) -> None:
    marks = AddressMarks(MemoryStore(Memory()).documents, secrets)
    assert (await marks.of(counted_as(address))).startswith(LOCAL) == is_local
    assert await marks.of(counted_as(address)) == await marks.of(address.removesuffix(":50123").strip("[]"))


@pytest.mark.parametrize(
    ("proxies", "given", "counted"),
    [
        (0, ["192.0.2.1"], "127.0.0.1"),
        (1, [], "127.0.0.1"),
        (1, ["192.0.2.1"], "192.0.2.1"),
        (1, ["198.51.100.7, 192.0.2.1"], "192.0.2.1"),
        (1, ["198.51.100.7", "192.0.2.1"], "192.0.2.1"),
        (1, ["192.0.2.1:4711"], "192.0.2.1"),
        (2, ["198.51.100.7, 192.0.2.1, 10.0.0.1"], "192.0.2.1"),
        (2, ["192.0.2.1"], "127.0.0.1"),
        (1, [" , ,"], "127.0.0.1"),
    ],
)
async def test_nobody_is_believed_about_it_but_proxies_of_ones_own(
    proxies: int, given: list[str], counted: str
) -> None:
    async def where(request: web.Request) -> web.Response:
        return web.Response(text=request.app[ADDRESSES].of(request))

    headers = [("X-Forwarded-For", each) for each in given]
    async with (
        live_server(trusted_proxies=proxies, routes=[web.get("/where", where)]) as server,
        aiohttp.ClientSession() as http,
        http.get(f"{server.url}/where", headers=headers) as response,
    ):
        assert await response.text() == counted
