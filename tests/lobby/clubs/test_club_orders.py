"""Moderators rename and close clubs, and the log says so."""

from lobby.clubs.test_service import ask, made
from web.moderators_office import PASSWORD, offices


async def test_a_moderator_renames_and_closes_a_club_once() -> None:
    async with offices() as here:
        await here.bo.ask({"type": "register", "name": "Bo", "password": PASSWORD})
        club = await made(here.bo, "private")
        id_ = club["summary"]["id"]
        order = {"club": id_, "name": "Readers of books", "why": "an insult", "ref": "one"}
        status, deed = await here.ask("clubs", order)
        assert (status, deed["what"], deed["whom"]["name"], deed["detail"]) == (200, "rename_club", "Bo", id_)
        assert (await here.ask("clubs", order))[1] == deed
        assert (await ask(here.bo, "get_club", club))["club"]["summary"]["name"] == "Readers of books"
        assert (await here.ask("clubs", {**order, "name": "two\nlines", "ref": "two"}))[1]["where"] == "$.name"
        closing = {"club": id_, "why": "another insult", "ref": "three"}
        closed = (await here.ask("clubs", closing))[1]
        assert (closed["what"], closed["detail"]) == ("close_club", id_)
        assert (await here.ask("clubs", closing))[1] == closed
        assert (await ask(here.bo, "get_club", club))["code"] == "unknown_club"
        assert (await here.ask("clubs", {"club": id_, "why": "again"}))[1]["code"] == "unknown_club"


async def test_the_log_names_the_maker_and_members_do_not_moderate_their_club() -> None:
    async with offices() as here, here.there.person("Vic") as victim:
        await here.bo.ask({"type": "register", "name": "Bo", "password": PASSWORD})
        club = await made(here.bo)
        id_ = club["summary"]["id"]
        vic = (await victim.ask({"type": "get_account"}))["player"]["id"]
        for line in (victim, here.admin):
            await ask(line, "join_club", club)
        await ask(here.bo, "set_club_role", club, player=vic, role="owner")
        await ask(here.bo, "leave_club", club)
        order = {"club": id_, "why": "an insult"}
        refused = (await here.ask("clubs", order))[1]
        assert (refused["code"], refused["where"]) == ("conflict_of_interest", "$.club")
        (noted,) = [each for each in (await here.ask("audit"))[1]["deeds"] if each["what"] == "refused"]
        assert noted["detail"] == f"close_club: shared club {id_}"
        await ask(here.admin, "leave_club", club)
        deed = (await here.ask("clubs", order))[1]
        assert (deed["whom"]["id"], deed["detail"]) == (here.bo_id, f"{id_} owned by {vic}")


async def test_a_name_of_a_moderator_stays_and_is_the_only_one_in_notices() -> None:
    async with offices() as here, here.there.person("Vic") as victim, here.there.person("Wes") as invited:
        await here.bo.ask({"type": "register", "name": "Bo", "password": PASSWORD})
        club = await made(here.bo, "private")
        id_ = club["summary"]["id"]
        vic, wes = [(await line.ask({"type": "get_account"}))["player"]["id"] for line in (victim, invited)]
        for player in (vic, wes):
            await ask(here.bo, "invite_to_club", club, player=player)
        await ask(victim, "join_club", club)
        await ask(here.bo, "set_club_role", club, player=vic, role="owner")
        await ask(victim, "change_club", club, name="An insult")
        deed = (await here.ask("clubs", {"club": id_, "name": "Readers", "why": "an insult"}))[1]
        assert (deed["whom"]["id"], deed["detail"]) == (vic, id_), "who wrote it, not who made the club"
        refused = await ask(victim, "change_club", club, name="An insult")
        assert (refused["code"], refused["retry_in"] > 0) == ("too_many", True)
        about = await ask(victim, "change_club", club, name="Readers", about="Books")
        assert about["club"]["about"] == "Books"
        (notice,) = (await invited.ask({"type": "get_notices"}))["notices"]
        assert notice["club"]["name"] == "Readers"
        await here.ask("clubs", {"club": id_, "why": "another insult"})
        assert (await invited.ask({"type": "get_notices"}))["notices"] == []
