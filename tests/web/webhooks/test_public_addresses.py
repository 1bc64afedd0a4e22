"""Addresses that a webhook may reach, in all forms in which an inner one can be written."""

import socket

import pytest
from quarterdeck_server.lobby.webhooks.hooks import Form, Hook
from quarterdeck_server.web.webhooks.public_addresses import is_public
from quarterdeck_server.web.webhooks.sender import Sender

# ruff: noqa: S104 - addresses that are refused

INNER = (
    *("0.0.0.0", "0.1.2.3", "10.0.0.1", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.255.254"),
    *("169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.0.170", "192.0.2.1", "192.88.99.1"),
    *("192.168.1.1", "198.18.0.1", "198.19.255.255", "198.51.100.7", "203.0.113.9", "224.0.0.1", "239.255.255.250"),
    *("240.0.0.1", "255.255.255.255"),
    *("::", "::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:8.8.8.8", "::127.0.0.1", "64:ff9b::7f00:1"),
    *("64:ff9b:1::a00:1", "64:ff9b::808:808", "100::1", "2001::1", "2001:0:7f00:1::", "2001:10::1", "2001:db8::1"),
    *("2002:7f00:1::", "2002:a00:1::1", "3fff::1", "fc00::1", "fd12:3456::1", "fe80::1", "fe80::1%lo", "fec0::1"),
    *("ff02::1", "ff0e::1", "5f00::1", "2606:4700::1%eth0"),
)
PUBLIC = ("1.1.1.1", "8.8.8.8", "93.184.216.34", "172.32.0.1", "192.169.0.1", "2606:4700:4700::1111", "2a00:1450::1")

WRITTEN_OTHERWISE = (
    *("127.0.0.1", "localhost", "2130706433", "0x7f000001", "0177.0.0.1", "127.1", "0x7f.1", "127.000.000.001"),
    *("[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[0:0:0:0:0:ffff:127.0.0.1]", "0", "0.0.0.0", "[::]"),
    *("user@127.0.0.1", "user:password@localhost", "LOCALHOST", "localhost.", "１２７.0.0.1", "127。0。0。1"),
)
"""Hosts in addresses that all lead to this machine."""


def test_only_public_addresses_are_reached() -> None:
    assert len({*INNER, *WRITTEN_OTHERWISE}) >= 60
    assert [address for address in INNER if is_public(address)] == []
    assert [address for address in PUBLIC if not is_public(address)] == []
    assert [text for text in ("", "localhost", "2130706433", "0x7f.1", "127.1") if is_public(text)] == []


@pytest.mark.parametrize("host", WRITTEN_OTHERWISE)
async def test_no_way_to_write_an_inner_address_reaches_it(host: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.setblocking(False)
        url = f"https://{host}:{listening.getsockname()[1]}/"
        answer = await Sender().send(Hook(name="a", url=url, form=Form.DISCORD), "msg_1", "{}")
        assert answer.status is None, host
        with pytest.raises(BlockingIOError):
            listening.accept()
