"""Orders about many players: found first, then sanctioned, each with an entry in the audit log."""

import contextlib
from collections.abc import AsyncIterator

import pytest
from quarterdeck_protocol.close_codes import CloseCode
from quarterdeck_server.lobby.accounts.player_names import skeleton
from quarterdeck_server.lobby.console.many_players import name_pattern
from web.moderators_office import Office, offices


@pytest.fixture
async def office() -> AsyncIterator[Office]:
    async with offices(trusted_proxies=1) as office:
        yield office


async def test_many_are_found_first_and_then_sanctioned_each_with_an_entry(office: Office) -> None:
    async with office.here.line() as one, office.here.line() as two, office.here.line() as other:
        raiders = [(await line.sign_in(name))["player"]["id"] for line, name in ((one, "Raid one"), (two, "RAÏD two"))]
        await other.sign_in("Afraid")
        status, found = await office.ask("players/found", {"pattern": "raid*"})
        assert (status, {each["player"]["id"] for each in found["players"]}) == (200, set(raiders))
        status, found = await office.ask("players/found", {"names": ["Ada", "Nobody"]})
        assert ([each["has_role"] for each in found["players"]], found["missing"]) == ([True], ["Nobody"])
        assert (await office.ask("players/found", {}))[1]["where"] == "$.names"
        assert (await office.ask("players/found", {"pattern": "**"}))[1]["where"] == "$.pattern"
        me = (await office.admin.ask({"type": "get_account"}))["player"]["id"]
        order = {"players": [*raiders, me], "kind": "ban", "why": "a raid", "seconds": 3600, "ref": "raid"}
        status, done = await office.ask("sanctions/many", order)
        assert [each.get("code") for each in done["outcomes"]] == [None, None, "not_yourself"]
        assert (await office.ask("sanctions/many", order))[1] == done
        deeds = (await office.ask("audit"))[1]["deeds"]
        assert [(each["what"], each["why"]) for each in deeds[:2]] == [("ban", "a raid")] * 2
        assert len(deeds) == 3
        for line in (one, two):
            assert await line.closed() == CloseCode.BANNED


async def test_those_of_one_address_are_found_by_one_of_them(office: Office) -> None:
    lines = [("Near", "81.2.69.142"), ("Nearer", "81.2.69.142"), ("Far", "81.2.70.9")]
    async with contextlib.AsyncExitStack() as stack:
        ids = []
        for name, address in lines:
            line = await stack.enter_async_context(office.here.line(headers={"X-Forwarded-For": address}))
            ids.append((await line.sign_in(name))["player"]["id"])
        status, found = await office.ask("players/found", {"near": ids[0], "guests": True})
        assert (status, {each["player"]["name"] for each in found["players"]}) == (200, {"Near", "Nearer"})


@pytest.mark.parametrize(
    ("pattern", "fits", "others"),
    [
        ("raid*", ("raid", "raider"), ("araid",)),
        ("*raid", ("raid", "braid"), ("raids",)),
        ("a*a", ("aa", "aba"), ("a", "ab")),
        ("*a*b*", ("ab", "xaxbx"), ("ba",)),
        ("exact", ("exact",), ("exactly",)),
    ],
)
def test_a_pattern_finds_names_by_its_parts(pattern: str, fits: tuple[str, ...], others: tuple[str, ...]) -> None:
    found = name_pattern(pattern)
    assert [found(skeleton(name)) for name in (*fits, *others)] == [True] * len(fits) + [False] * len(others)


def test_a_pattern_of_many_stars_takes_each_place_once() -> None:
    """An expression that goes back took seconds for each name."""
    assert not name_pattern("*a" * 24 + "*c")("a" * 32)
