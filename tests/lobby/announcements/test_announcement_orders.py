"""Admins announce something to all players: in their language, at once or planned, in every process."""

from typing import Any

from quarterdeck_protocol.lobby.site import GuestAccess
from quarterdeck_server.lobby.announcements.announcement_board import MOST
from servers import Message
from web.moderators_office import PASSWORD, Office, offices
from web.test_admission import admit

TEXTS = {"en": "Restart at 20:00.", "de": "Neustart um 20 Uhr."}


def is_announced(heard: Message) -> bool:
    return bool(heard["type"] == "announcements_changed")


async def announce(here: Office, **order: Any) -> Message:
    status, deed = await here.ask("announcements", {"texts": TEXTS, "why": "a new version", **order})
    assert status == 200, deed
    return dict(deed)


async def test_every_process_shows_it_in_the_language_of_each_player_until_it_is_removed() -> None:
    async with offices() as here, here.there.line() as german, here.there.line() as silent:
        assert (await here.bo.ask({"type": "hello"}))["announcements"] == []
        await german.ask({"type": "hello", "language": "de"})
        await silent.sign_in("Cy")
        deed = await announce(here, ref="a")
        assert await announce(here, ref="a") == deed
        assert (deed["what"], deed["by"]["name"], deed["why"]) == ("announce", "Ada", "a new version")
        for line, text in ((here.bo, TEXTS["en"]), (german, TEXTS["de"])):
            told = await line.until(is_announced)
            assert [(each["id"], each["text"]) for each in told["announcements"]] == [(deed["detail"], text)]
            assert told["announcements"][0]["ends"] == deed["at"] + 3_600_000
        assert (await german.ask({"type": "hello"}))["announcements"][0]["text"] == TEXTS["en"]
        assert not [heard for heard in await silent.quiet() if is_announced(heard)]
        order = {"announcement": deed["detail"], "why": "done"}
        assert (await here.ask("announcements/remove", order))[1]["what"] == "remove_announcement"
        assert (await here.bo.until(is_announced))["announcements"] == []
        assert (await here.ask("announcements/remove", order))[1]["code"] == "unknown_announcement"


async def test_the_members_of_a_club_alone_are_shown_what_is_for_it() -> None:
    async with offices() as here, here.there.person("Cy") as cy, here.here.line() as late:
        await here.bo.ask({"type": "register", "name": "Bo", "password": PASSWORD})
        made: Message = {"type": "create_club", "name": "Readers", "access": "open"}
        club = (await here.bo.ask(made))["club"]["summary"]["id"]
        for line in (here.bo, cy, late):
            await line.ask({"type": "hello"})
        unknown: Message = {"texts": TEXTS, "why": "a test", "club": "none"}
        refused = (await here.ask("announcements", unknown))[1]
        assert (refused["where"], refused["detail"]) == ("$.club", "There is no club with this id.")
        deed = await announce(here, club=club)
        assert (await here.ask("announcements"))[1]["announcements"][0]["club"] == club
        await here.ask("roles", {"player": here.bo_id, "roles": ["viewer"], "why": "looks"})
        shown = await here.ask("announcements", token=here.bo_token)
        assert shown == (200, {"announcements": []}), "a club can be private"
        assert [each["id"] for each in (await here.bo.until(is_announced))["announcements"]] == [deed["detail"]]
        assert (await cy.ask({"type": "hello"}))["announcements"] == []

        await late.ask({"type": "sign_in", "name": "Bo", "password": PASSWORD})
        await late.ask({"type": "sign_out"})
        await late.ask({"type": "sign_in", "name": "Cy", "password": PASSWORD})
        told = [len(each["announcements"]) for each in (*late.heard, *await late.quiet()) if is_announced(each)]
        assert told == [1, 0], "whoever is no member is told nothing"
        await cy.ask({"type": "join_club", "club": club})
        await cy.until(lambda heard: is_announced(heard) and bool(heard["announcements"]))
        await cy.ask({"type": "leave_club", "club": club})
        await cy.until(lambda heard: is_announced(heard) and not heard["announcements"])


async def test_what_cannot_be_announced_is_refused_with_its_place() -> None:
    async with offices() as here:
        for texts, where in (
            ({"xx": "Hallo"}, "$.texts.xx"),
            ({"en": "two\nlines"}, "$.texts.en"),
            ({"en": "a \u202e turn"}, "$.texts.en"),
            ({"en": "x", "de": "x" * 301}, "$.texts.de"),
            ({"en": "", "de": "x"}, "$.texts.en"),
            ({"en" * 20: "x"}, "$.texts"),
            ({}, "$.texts"),
        ):
            status, refused = await here.ask("announcements", {"texts": texts, "why": "a test"})
            assert (status, refused["where"]) == (400, where), refused
        for _ in range(MOST):
            await announce(here)
        assert (await here.ask("announcements", {"texts": TEXTS, "why": "one more"}))[1]["code"] == "too_many_kept"
        await here.bo.ask({"type": "register", "name": "Bo", "password": PASSWORD})
        await here.ask("roles", {"player": here.bo_id, "roles": ["moderator"], "why": "fair"})
        order = {"texts": TEXTS, "why": "a test"}
        assert (await here.ask("announcements", order, token=here.bo_token))[1]["code"] == "missing_role"
        assert (await here.ask("announcements", token=here.bo_token))[0] == 200


async def test_a_private_server_announces_nothing_to_strangers_and_guests() -> None:
    async with offices() as here:
        admit(here.here, guests=GuestAccess.OFF)
        async with here.here.line() as stranger:
            await announce(here)
            assert (await stranger.ask({"type": "hello"}))["announcements"] == []
            await stranger.sign_in("Cy")
            assert not [heard for heard in await stranger.quiet() if is_announced(heard)]
            await stranger.ask({"type": "register", "name": "Cy", "password": PASSWORD})
            await stranger.ask({"type": "sign_in", "name": "Cy", "password": PASSWORD})
            (told,) = filter(is_announced, stranger.heard)
            assert told["announcements"][0]["text"] == TEXTS["en"]
