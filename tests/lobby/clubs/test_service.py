"""Clubs over real connections: ways in, roles, invitations, announcements, and what others learn of them."""

from typing import Any
from unittest.mock import ANY

import pytest
from lobby.people import block, people
from msgspec.structs import replace
from quarterdeck_protocol.lobby.clubs import MOST_ANNOUNCED_A_DAY, MOST_CLUBS, MOST_MADE_A_DAY, ClubId
from quarterdeck_protocol.names import PlayerId
from quarterdeck_server.lobby.clubs.club_records import CLUBS, InvitationRecord
from quarterdeck_server.lobby.clubs.memberships import MEMBERSHIPS, MOST_KEPT
from servers import Line, Message, live_server
from web.challenge_cases import me


async def made(line: Line, access: str = "open", **fields: Any) -> Message:
    answer = await line.ask({"type": "create_club", "name": "The Readers", "access": access, **fields})
    club: Message = answer["club"]
    return club


async def ask(line: Line, type_: str, club: Message, **fields: Any) -> Message:
    return await line.ask({"type": type_, "club": club["summary"]["id"], **fields})


def roles(answer: Message) -> dict[str, str]:
    shown = answer["club"]
    return {each["player"]["name"]: each["role"] for each in (*shown["members"], *shown["waiting"])}


async def notices(line: Line) -> list[tuple[str, str | None]]:
    found = (await line.ask({"type": "get_notices"}))["notices"]
    return [(each["kind"], each["reason"]) for each in found]


async def test_players_make_find_join_and_leave_an_open_club() -> None:
    async with live_server() as server, people(server, "Ada", "Bo") as (ada, bo):
        club = await made(ada, ref="one", about="We read.")
        assert (await made(ada, ref="one", about="We read."))["summary"]["id"] == club["summary"]["id"]
        assert (await ada.ask({"type": "create_club", "name": "Others", "ref": "one"}))["code"] == "ref_reused"
        found = (await bo.ask({"type": "list_clubs"}))["clubs"]
        assert [(each["name"], each["members"], each["role"]) for each in found] == [("The Readers", 1, "none")]
        assert roles(await ask(bo, "join_club", club)) == {"Ada": "owner", "Bo": "member"}
        assert roles(await ask(bo, "join_club", club)) == {"Ada": "owner", "Bo": "member"}
        assert [each["role"] for each in (await bo.ask({"type": "list_clubs"}))["mine"]] == ["member"]
        assert (await ask(bo, "leave_club", club))["type"] == "club_left"
        assert (await ask(bo, "leave_club", club))["type"] == "club_left"
        assert roles(await ask(ada, "get_club", club)) == {"Ada": "owner"}
        renamed = await ask(ada, "change_club", club, name="The Writers", about="")
        assert (renamed["club"]["summary"]["name"], renamed["club"]["about"]) == ("The Writers", "")
        assert (await ask(ada, "delete_club", club))["type"] == "club_left"
        assert (await ask(ada, "get_club", club))["code"] == "unknown_club"
        assert await bo.ask({"type": "list_clubs", "ref": "last"}) == {
            "type": "clubs",
            "ref": "last",
            "mine": [],
            "clubs": [],
            "before": None,
        }


async def test_an_application_is_answered_with_a_notice() -> None:
    async with live_server() as server, people(server, "Ada", "Bo", "Cy") as (ada, bo, cy):
        club = await made(ada, "on_request")
        assert (await ask(bo, "join_club", club))["club"]["summary"]["role"] == "applicant"
        await ask(cy, "join_club", club)
        assert (await ask(bo, "get_club", club))["club"]["waiting"] == []
        assert roles(await ask(ada, "get_club", club)) == {"Ada": "owner", "Bo": "applicant", "Cy": "applicant"}
        assert (await ask(bo, "set_club_role", club, player=await me(cy), role="member"))["code"] == "not_the_organiser"
        await ask(ada, "set_club_role", club, player=await me(bo), role="member")
        declined = await ask(ada, "set_club_role", club, player=await me(cy), role="none")
        assert roles(declined) == {"Ada": "owner", "Bo": "member"}
        assert await notices(bo) == [("club_answered", "accepted")]
        assert await notices(cy) == [("club_answered", "declined")]


async def test_an_invited_player_is_notified_once_and_may_enter_a_private_club() -> None:
    async with live_server() as server, people(server, "Ada", "Bo", "Cy") as (ada, bo, cy):
        club = await made(ada, "private")
        assert (await ask(bo, "join_club", club))["code"] == "unknown_club"
        await ask(ada, "invite_to_club", club, player=await me(bo))
        await ask(ada, "set_club_role", club, player=await me(bo), role="none")
        assert (await ask(bo, "get_club", club))["code"] == "unknown_club"
        await ask(ada, "invite_to_club", club, player=await me(bo))
        assert await notices(bo) == [("club_invited", None)]
        assert [each["role"] for each in (await bo.ask({"type": "list_clubs"}))["mine"]] == ["invited"]
        assert roles(await ask(bo, "join_club", club)) == {"Ada": "owner", "Bo": "member"}
        assert (await ask(bo, "invite_to_club", club, player=await me(cy)))["code"] == "not_the_organiser"
        await ask(ada, "invite_to_club", club, player=await me(cy))
        await ask(cy, "leave_club", club)
        again = await ask(ada, "invite_to_club", club, player=await me(cy))
        assert roles(again) == {"Ada": "owner", "Bo": "member", "Cy": "invited"}
        assert (await ask(cy, "join_club", club))["code"] == "unknown_club"
        assert len(await notices(cy)) == 1


async def test_a_notice_names_its_sender_until_the_account_is_deleted() -> None:
    async with live_server() as server, people(server, "Ada", "Bo") as (ada, bo):
        club, insult, hers = await made(ada), await made(ada, "private", name="Bo is an idiot"), await me(ada)
        await ask(bo, "join_club", club)
        await ask(ada, "announce_to_club", club, text="Hello!")
        await ask(ada, "invite_to_club", insult, player=await me(bo))
        await ask(ada, "delete_club", insult)
        await bo.ask({"type": "delete_conversation", "player": hers})
        found = (await bo.ask({"type": "get_notices"}))["notices"]
        assert [(each["kind"], each["player"]["id"]) for each in found] == [
            ("club_invited", hers),
            ("club_announced", hers),
        ]
        await leave(ada, "delete_account", club)
        assert await notices(bo) == [("club_owned", None)]


async def test_a_player_who_has_blocked_the_inviter_learns_nothing_and_the_inviter_neither() -> None:
    answers: list[object] = []
    for blocks in (False, True):
        async with live_server(luck=3) as server, people(server, "Ada", "Bo") as (ada, bo):
            hers, his = await me(ada), await me(bo)
            if blocks:
                await block(bo, hers)
            club = await made(ada, "private", ref="one")
            invited = await ask(ada, "invite_to_club", club, player=his, ref="two")
            open_to_all = await made(ada, "on_request")
            await ask(ada, "invite_to_club", open_to_all, player=his)
            await ask(bo, "join_club", open_to_all)
            shown = [roles(await ask(ada, "get_club", each)) for each in (club, open_to_all)]
            assert shown[1] == {"Ada": "owner", "Bo": "member"}
            answers.append([roles(invited), shown])
            assert len(await notices(bo)) == (0 if blocks else 2)
            assert len((await bo.ask({"type": "list_clubs"}))["mine"]) == (1 if blocks else 2)
    assert answers[0] == answers[1]


async def test_the_owner_gives_roles_and_organisers_remove_members() -> None:
    async with live_server() as server, people(server, "Ada", "Bo", "Cy") as (ada, bo, cy):
        club, his, cys = await made(ada), await me(bo), await me(cy)
        for line in (bo, cy):
            await ask(line, "join_club", club)
        assert (await ask(bo, "set_club_role", club, player=cys, role="none"))["code"] == "not_the_organiser"
        await ask(ada, "set_club_role", club, player=his, role="organiser")
        assert (await ask(bo, "set_club_role", club, player=cys, role="organiser"))["code"] == "not_the_organiser"
        assert (await ask(bo, "set_club_role", club, player=await me(ada), role="none"))["code"] == "not_the_organiser"
        assert (await ask(ada, "set_club_role", club, player=await me(ada), role="none"))["code"] == "not_yourself"
        assert (await ask(ada, "set_club_role", club, player=cys, role="invited"))["code"] == "malformed"
        await ask(bo, "set_club_role", club, player=cys, role="none")
        assert (await ask(cy, "join_club", club))["code"] == "not_accepting"
        handed = await ask(ada, "set_club_role", club, player=his, role="owner")
        assert roles(handed) == {"Ada": "organiser", "Bo": "owner"}
        assert await notices(bo) == [("club_owned", None)]
        assert (await ask(ada, "change_club", club, name="Mine"))["code"] == "not_the_organiser"
        await ask(ada, "invite_to_club", club, player=cys)
        assert roles(await ask(cy, "join_club", club)) == {"Ada": "organiser", "Bo": "owner", "Cy": "member"}


async def test_an_announcement_reaches_all_members_who_do_not_avoid_its_author() -> None:
    async with live_server() as server, people(server, "Ada", "Bo", "Cy") as (ada, bo, cy):
        club = await made(ada)
        for line in (bo, cy):
            await ask(line, "join_club", club)
        await block(cy, await me(ada))
        for number in range(MOST_ANNOUNCED_A_DAY):
            for _ in range(2):
                await ask(ada, "announce_to_club", club, text=f"Evening {number}", ref=f"a{number}")
        assert await notices(bo) == [("club_announced", f"Evening {number}") for number in (2, 1, 0)]
        assert await notices(cy) == await notices(ada) == []
        refused = await ask(ada, "announce_to_club", club, text="One more")
        assert (refused["code"], refused["retry_in"] > 0) == ("too_many", True)
        assert (await ask(bo, "announce_to_club", club, text="Mine"))["code"] == "not_the_organiser"
        shown = (await ask(cy, "get_club", club))["club"]["announcements"]
        assert [each["text"] for each in shown] == ["Evening 2", "Evening 1", "Evening 0"]
        assert (await ask(ada, "announce_to_club", club, text="two\nlines", ref="b"))["code"] == "text_not_allowed"


@pytest.mark.parametrize(("leaving", "next_owner"), [("delete_account", "Bo"), ("leave_club", "Bo")])
async def test_the_oldest_organiser_and_then_the_oldest_member_becomes_the_owner(leaving: str, next_owner: str) -> None:
    async with live_server() as server, people(server, "Ada", "Cy", "Bo") as (ada, cy, bo):
        club = await made(ada)
        for line in (cy, bo):
            await ask(line, "join_club", club)
        await ask(ada, "set_club_role", club, player=await me(bo), role="organiser")
        await leave(ada, leaving, club)
        assert await notices(bo) == [("club_owned", None)]
        assert roles(await ask(cy, "get_club", club)) == {next_owner: "owner", "Cy": "member"}
        await leave(bo, leaving, club)
        assert roles(await ask(cy, "get_club", club)) == {"Cy": "owner"}
        await leave(cy, leaving, club)
        async with server.player("Dee") as dee:
            assert (await ask(dee, "get_club", club))["code"] == "unknown_club"
            assert (await dee.ask({"type": "list_clubs"}))["clubs"] == []


async def leave(line: Line, leaving: str, club: Message) -> None:
    if leaving == "leave_club":
        await ask(line, leaving, club)
    else:
        await line.ask({"type": "delete_account", "password": "a long walk by the sea"})


async def test_an_export_names_the_clubs_and_a_deleted_account_leaves_no_id() -> None:
    async with live_server() as server, people(server, "Ada", "Bo", "Cy") as (ada, bo, cy):
        club, his = await made(ada), await me(bo)
        await ask(bo, "join_club", club)
        await ask(ada, "set_club_role", club, player=his, role="organiser")
        await ask(bo, "announce_to_club", club, text="Hello!")
        await ask(bo, "invite_to_club", club, player=await me(cy))
        (exported,) = (await bo.ask({"type": "get_export"}))["clubs"]
        assert exported == {
            "club": club["summary"]["id"],
            "name": "The Readers",
            "role": "organiser",
            "announcements": ["Hello!"],
        }
        await leave(bo, "delete_account", club)
        await leave(cy, "delete_account", club)
        (record,) = await CLUBS.read(server.services.clubs.memberships._documents, [club["summary"]["id"]])
        assert record is not None
        assert (his in str(record), record.invitations, record.announcements) == (False, (), ())


async def test_no_number_of_invitations_closes_a_player_to_others() -> None:
    """Nor pushes the player's own clubs off the page. Secret and declined invitations go first, and every answer is the
    same."""
    async with live_server() as server, people(server, "Ada", "Bo") as (ada, bo):
        documents, his = server.services.clubs.memberships._documents, PlayerId(await me(bo))
        mine, hers = await made(bo), await made(ada, "private")
        (own,) = await CLUBS.snapshots(documents, [mine["summary"]["id"]])
        (page,) = await MEMBERSHIPS.snapshots(documents, [his])
        assert own.record is not None
        assert page.record is not None
        now = own.record.made_at
        fates = [{"is_secret": True}, {"is_declined": True}, {}]
        others = [
            replace(
                own.record,
                id=ClubId(f"c{number}"),
                members=(),
                invitations=(InvitationRecord(player=his, at=now, **fates[number % 3]),),
            )
            for number in range(MOST_KEPT)
        ]
        puts = [CLUBS.put(each.id, None, each) for each in others]
        named = replace(page.record, clubs=(own.record.id, *(each.id for each in others)))
        await documents.commit([*puts, page.becomes(named)])
        answer = await ask(ada, "invite_to_club", hers, player=his)
        assert [each["role"] for each in answer["club"]["waiting"]] == ["invited"]
        listed = (await bo.ask({"type": "list_clubs"}))["mine"]
        assert [each["role"] for each in listed] == ["owner", *["invited"] * (MOST_KEPT // 3 + 1)]
        assert listed[-1]["id"] == hers["summary"]["id"]
        assert (await bo.ask({"type": "get_notices"}))["notices"] == []
        assert (await ask(bo, "join_club", hers))["club"]["summary"]["role"] == "member"


async def test_a_club_that_becomes_private_does_not_exist_for_its_applicants() -> None:
    async with live_server() as server, people(server, "Ada", "Bo", "Cy") as (ada, bo, cy):
        club = await made(ada, "on_request")
        await ask(bo, "join_club", club)
        await ask(ada, "change_club", club, access="private", name="A secret")
        assert await ask(bo, "get_club", club) == {**(await ask(cy, "get_club", club)), "ref": ANY}
        assert (await bo.ask({"type": "list_clubs"}))["mine"] == []
        assert (await bo.ask({"type": "get_export"}))["clubs"] == []
        assert (await bo.ask({"type": "get_notices"}))["notices"] == []
        assert (await ask(ada, "change_club", club, access="on_request"))["club"]["waiting"] == []


async def test_an_export_after_a_removal_has_the_own_texts_without_the_name_of_a_private_club() -> None:
    async with live_server() as server, people(server, "Ada", "Bo") as (ada, bo):
        club = await made(ada, "private")
        await ask(ada, "invite_to_club", club, player=await me(bo))
        await ask(bo, "join_club", club)
        await ask(ada, "set_club_role", club, player=await me(bo), role="organiser")
        await ask(bo, "announce_to_club", club, text="Hello!")
        await ask(ada, "set_club_role", club, player=await me(bo), role="none")
        await ask(ada, "change_club", club, name="A secret")
        (exported,) = (await bo.ask({"type": "get_export"}))["clubs"]
        assert (exported["name"], exported["role"], exported["announcements"]) == ("", "none", ["Hello!"])


async def test_a_ref_belongs_to_one_command() -> None:
    async with live_server() as server, people(server, "Ada") as (ada,):
        command = {"type": "create_club", "name": "Readers", "access": "open", "about": "Books", "ref": "one"}
        first = await ada.ask(command)
        assert (await ada.ask(command))["club"] == first["club"]
        for other in ({"access": "private"}, {"about": "Films"}, {"name": "Writers"}):
            assert (await ada.ask({**command, **other}))["code"] == "ref_reused"


async def test_limits_of_clubs() -> None:
    async with live_server() as server, people(server, "Ada", "Bo") as (ada, bo):
        for number in range(MOST_MADE_A_DAY):
            await made(ada, name=f"Club {number}")
        refused = await ada.ask({"type": "create_club", "name": "One more"})
        assert (refused["code"], refused["where"]) == ("too_many", "$.type")
        async with server.player("Guest") as guest:
            assert (await guest.ask({"type": "create_club", "name": "Guests"}))["code"] == "not_registered"
            club = await made(bo)
            assert (await ask(guest, "join_club", club))["code"] == "not_registered"
            assert (await ask(bo, "invite_to_club", club, player=await me(guest)))["code"] == "not_registered"
        assert (await ask(bo, "invite_to_club", club, player="nobody"))["code"] == "unknown_player"
        assert (await made_raw(bo, name="a\nb"))["code"] == "text_not_allowed"
        assert MOST_CLUBS == 20


async def made_raw(line: Line, **fields: Any) -> Message:
    return await line.ask({"type": "create_club", **fields})


async def test_programs_see_clubs_as_strangers_do() -> None:
    async with live_server() as server, people(server, "Ada") as (ada,), server.line() as program:
        private, public = await made(ada, "private"), await made(ada)
        await ask(ada, "announce_to_club", public, text="Of members alone")
        scopes = ["play", "lobby:read", "lobby:host"]
        token = (await ada.ask({"type": "make_token", "scopes": scopes, "label": "app"}))["token"]
        await program.sign_in(token=token)
        assert (await ask(program, "get_club", private))["code"] == "unknown_club"
        shown = (await ask(program, "get_club", public))["club"]
        assert (shown["summary"]["role"], shown["announcements"]) == ("none", [])
        listed = await program.ask({"type": "list_clubs"})
        assert (listed["mine"], len(listed["clubs"])) == ([], 1)
