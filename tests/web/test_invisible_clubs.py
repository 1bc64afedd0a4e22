"""A private club is no club to strangers: two worlds that differ only in that are told apart nowhere."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

from lobby.people import follow, noted, people, seen_by
from servers import live_server
from web.challenge_cases import me
from web.test_invisibility import SURFACES, Asked, World, got, timeless, told


@asynccontextmanager
async def world(*, has_club: bool) -> AsyncIterator[World]:
    """Connect Ada, who asks, and Bo and Cy, who have a private club in one of the worlds."""
    async with live_server(luck=7) as server, people(server, "Ada", "Bo", "Cy", "Di") as (ada, bo, cy, di):
        names = {"player": await me(bo), "ada": await me(ada), "club": "c0ffee" * 4, "hidden": "facade" * 4}
        await seen_by(bo, "everybody")
        await follow(ada, bo)
        await follow(bo, ada)
        table = (await cy.ask({"type": "open_table", "game": "tiny", "seats": 2}))["table"]
        await di.ask({"type": "sit", "table": table["id"]})
        for line in (cy, di):
            await line.ask({"type": "ready", "table": table["id"]})
        if has_club:
            made = await bo.ask({"type": "create_club", "name": "Readers", "access": "private"})
            names["club"] = made["club"]["summary"]["id"]
            there = {"club": names["club"]}
            await bo.ask({"type": "invite_to_club", "player": await me(cy), **there})
            assert (await cy.ask({"type": "join_club", **there}))["type"] == "club_changed"
            await bo.ask({"type": "announce_to_club", "text": "Ada must not know.", **there})
            here = await bo.ask({"type": "open_table", "game": "tiny", "seats": 2, **there})
            names["hidden"] = here["table"]["id"]
            await cy.ask({"type": "sit", "table": names["hidden"]})
            for line in (bo, cy):
                await line.ask({"type": "ready", "table": names["hidden"]})
        token = (await ada.ask({"type": "make_token", "scopes": ["play", "lobby:read"], "label": "http"}))["token"]
        await noted(server)
        await server.services.attendance.count()
        yield World(server, ada, cy, token, {**names, "table": table["id"], "match": table["match"]})


CLUBS: Mapping[str, Asked] = {
    "list of clubs": told({"type": "list_clubs"}),
    "list of clubs over HTTP": got("/v1/clubs"),
    "club": told({"type": "get_club", "club": "{club}"}),
    "club over HTTP": got("/v1/clubs/{club}"),
    "joining": told({"type": "join_club", "club": "{club}"}),
    "leaving": told({"type": "leave_club", "club": "{club}"}),
    "changing": told({"type": "change_club", "club": "{club}", "name": "Mine"}),
    "deleting": told({"type": "delete_club", "club": "{club}"}),
    "inviting": told({"type": "invite_to_club", "club": "{club}", "player": "{player}"}),
    "giving a role": told({"type": "set_club_role", "club": "{club}", "player": "{player}", "role": "none"}),
    "announcing": told({"type": "announce_to_club", "club": "{club}", "text": "Hello?"}),
    "opening a table": told({"type": "open_table", "game": "tiny", "club": "{club}"}),
    "tables of the club": told({"type": "list_tables", "club": "{club}"}),
    "live list of the club": told({"type": "watch_lobby", "club": "{club}"}),
    "table of the club": told({"type": "watch_table", "table": "{hidden}"}),
    "table of the club by a code": told({"type": "watch_table", "table": "{hidden}", "code": "BCDFGH"}),
    "seat at the table": told({"type": "sit", "table": "{hidden}"}),
    "chat at the table": told({"type": "join_chat", "where": "table", "id": "{hidden}"}),
    "readiness at the table": told({"type": "ready", "table": "{hidden}"}),
    "preview of the table": got("/oembed?url=http://localhost/t/{hidden}&format=json"),
    "a club of the same name": told({"type": "create_club", "name": "Readers", "access": "open"}),
    "the list with the own club": told({"type": "list_clubs"}),
}


async def answers(*, has_club: bool) -> dict[str, object]:
    async with world(has_club=has_club) as one:
        asked = {**CLUBS, **SURFACES}
        return {name: timeless(await ask(one)) for name, ask in asked.items() if "in an update" not in name}


async def of_removed_maker(*, is_deleted: bool) -> list[object]:
    """Return what is told to Ada about a club that she has made, after Bo has removed her from it."""
    async with live_server(luck=7) as server, people(server, "Ada", "Bo") as (ada, bo):
        making = {"type": "create_club", "name": "Readers", "access": "private", "ref": "one"}
        there = {"club": (await ada.ask(making))["club"]["summary"]["id"]}
        await ada.ask({"type": "invite_to_club", "player": await me(bo), **there})
        await bo.ask({"type": "join_club", **there})
        await ada.ask({"type": "set_club_role", "player": await me(bo), "role": "owner", **there})
        await bo.ask({"type": "set_club_role", "player": await me(ada), "role": "none", **there})
        await bo.ask({"type": "change_club", "about": "Ada must not know.", **there})
        if is_deleted:
            await bo.ask({"type": "delete_club", **there})
        told = [await ada.ask({"type": "get_club", **there}), await ada.ask(making), await ada.ask(making)]
        assert told[1]["club"]["summary"]["id"] == told[2]["club"]["summary"]["id"] != there["club"]
        told.append(await ada.ask({**making, "name": "Writers"}))
        return [timeless(each) for each in told]


async def test_a_removed_maker_cannot_tell_the_club_from_a_deleted_one() -> None:
    assert await of_removed_maker(is_deleted=False) == await of_removed_maker(is_deleted=True)


async def test_a_private_club_is_no_club_on_every_surface() -> None:
    without, with_one = await answers(has_club=False), await answers(has_club=True)
    for name, answer in without.items():
        assert with_one[name] == answer, name
    assert "Readers" in str(with_one["the list with the own club"])
