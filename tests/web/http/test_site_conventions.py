"""Conventions: the contact for security, deep links, and the description of the server."""

from pathlib import Path

import aiohttp
import pytest
from servers import live_server
from site_folders import WHOLE, write_site


async def test_security_txt_names_the_contact_page_of_the_host(tmp_path: Path) -> None:
    async with live_server() as server:
        assert (await server.get("/.well-known/security.txt"))[0] == 404
    async with (
        live_server(
            site=str(write_site(tmp_path, {**WHOLE, "en/contact.md": "# Contact\n\nWrite to Ada.\n"}))
        ) as server,
        aiohttp.ClientSession() as http,
    ):
        async with http.get(f"{server.url}/.well-known/security.txt") as answer:
            lines = (await answer.text()).splitlines()
        assert lines[0] == f"Contact: {server.url}/site/contact"
        assert lines[1].startswith("Expires: 20")


@pytest.mark.parametrize(
    ("link", "leads"),
    [
        ("web+quarterdeck:m/abc?at=3", "/m/abc?at=3"),
        ("web+quarterdeck://m/abc", "/m/abc"),
        ("web+quarterdeck://evil.example/x", None),
        ("web+quarterdeck:m//evil.example", None),
        ("https://evil.example/", None),
        ("web+quarterdeck:javascript:alert(1)", None),
        ("", None),
    ],
)
async def test_a_deep_link_leads_to_a_page_of_this_server_only(link: str, leads: str | None) -> None:
    async with (
        live_server() as server,
        aiohttp.ClientSession() as http,
        http.get(f"{server.url}/open", params={"link": link}, allow_redirects=False) as answer,
    ):
        assert (answer.status, answer.headers.get("Location")) == ((400, None) if leads is None else (302, leads))


async def test_the_description_of_a_server_says_what_it_offers() -> None:
    async with live_server(private_messages="off") as server:
        _, described = await server.get("/.well-known/quarterdeck")
        assert ("clubs" in described["capabilities"], "private_messages" in described["capabilities"]) == (True, False)
