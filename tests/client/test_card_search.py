"""`quarterdeck card`, as a person types it and as a program reads it."""

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec
from click.testing import CliRunner, Result
from quarterdeck_client import Client
from quarterdeck_client.commands.card_search import card
from servers import live_server


async def said(url: str, *words: str) -> Result:
    """Run the command in a thread of its own, for the server is in this one."""
    return await asyncio.to_thread(CliRunner().invoke, card, ["--url", url, *words])


async def lines(url: str, *words: str) -> Sequence[str]:
    result = await said(url, *words)
    assert result.exit_code == 0, result.output
    return result.output.splitlines()


async def test_one_that_is_found_is_told_in_full() -> None:
    async with live_server() as server:
        told = await lines(server.url, "trip", "wire", "--game", "amiibart")
        assert told[0] == "Trip Wire: amiibart, Launch set (AB1) 122"
        assert "2 Energy" in told[1]
        assert told[2].startswith("Hazard. When the opponent plays a Spell")
        assert told[-1].startswith("Rule S0:7: ")
        told = await lines(server.url, "night countess", "rarity=art_rare")
        assert any(line.startswith("Printing 129, Art Rare, by Quarterdeck: She never asks twice.") for line in told)
        assert "Ready deck Bulwark: 4" in await lines(server.url, "iron snail")


async def test_several_are_a_table_and_one_that_is_called_just_so_comes_first() -> None:
    async with live_server() as server:
        told = await lines(server.url, "element=dark", "element=fire", "kind=stage")
        assert [line.split()[:4] for line in told] == [
            ["GAME", "SET", "NUMBER", "CARD"],
            ["amiibart", "AB1", "10", "Catacombs"],
            ["amiibart", "AB1", "34", "Burning"],
        ]
        told = await lines(server.url, "--game", "density-deck", "--page", "2")
        assert told == ["There are no cards on this page."]
        assert await lines(server.url, "xyzzy") == ["No card matches."]
        assert (await lines(server.url))[-1].startswith("Page 1 of ")
        told = await lines(server.url, "common", "1", "--game", "density-deck")
        assert told[0] == "Common 1: density-deck, Density Deck (DD1) 1"
        assert told.index("Other matches:") < next(n for n, line in enumerate(told) if "Common 10" in line)
        told = await lines(server.url, "lion", "--game", "myacards", "--language", "en")
        assert told[0].startswith("Panthera leo: myacards, First set (MY1) 1")


async def test_a_facet_that_there_is_not_is_answered_with_those_that_there_are() -> None:
    async with live_server() as server:
        result = await said(server.url, "elemnt=dark")
        assert result.exit_code == 1
        assert "These cards have no facet `elemnt`" in result.output
        assert "`element`" in result.output


async def test_programs_are_told_one_page_or_what_was_wrong() -> None:
    async with live_server() as server:
        told: Any = msgspec.json.decode((await lines(server.url, "trip wire", "--json"))[-1])
        assert told["error"] is None
        assert [each["card"]["id"] for each in told["page"]["cards"]] == ["trip-wire"]
        refused = await said(server.url, "elemnt=dark", "--json")
        last = msgspec.json.decode(refused.output.splitlines()[-1])
        assert (refused.exit_code, last["page"]) == (1, None)
        assert "elemnt" in last["error"]


async def test_the_client_finds_cards() -> None:
    async with live_server() as server, Client(server.url, name="Ada") as me:
        page = await me.find_cards("wire", game="amiibart", cost="2..", element=["specialty", "dark"])
        assert [msgspec.json.decode(each.card)["id"] for each in page.cards] == ["trip-wire"]
        assert (page.total, page.page, page.pages) == (1, 1, 1)
