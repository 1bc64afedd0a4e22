"""Moderators invite and approve: codes are shown once, stored hashed and used up; applicants are informed."""

import contextlib
import secrets
from collections.abc import AsyncIterator
from typing import Any

import pytest
from quarterdeck_protocol.lobby.site import GuestAccess, Registration
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_server.lobby.accounts.address_marks import AddressMarks
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS, NAMES, waiting_from
from quarterdeck_server.lobby.admission import invite_orders, newcomers
from quarterdeck_server.lobby.admission.invite_records import DIGITS, GROUP, LENGTH, id_of
from quarterdeck_server.lobby.collections import ExtraWrites
from quarterdeck_server.lobby.moderation.documents import SANCTIONS
from quarterdeck_server.store_errors import Conflict
from servers import Line, Message
from structlog.testing import capture_logs
from web.moderators_office import PASSWORD, Office, offices
from web.test_admission import admit

TABLE = {"type": "open_table", "game": "tiny"}


class Door(Office):
    """An office to which new players come."""

    stack: contextlib.AsyncExitStack

    async def register(self, name: str, address: str | None = None, **more: str) -> tuple[Line, Message]:
        headers = {} if address is None else {"X-Forwarded-For": address}
        line = await self.stack.enter_async_context(self.here.line(headers=headers))
        await line.sign_in(name)
        return line, await line.ask({"type": "register", "name": name, "password": PASSWORD, **more})


@contextlib.asynccontextmanager
async def doors(**settings: Any) -> AsyncIterator[Door]:
    async with offices(**settings) as office, contextlib.AsyncExitStack() as stack:
        door = Door(office.here, office.there, office.stores, office.admin, office.bo)
        door.__dict__ |= office.__dict__ | {"stack": stack}
        yield door


async def invite(here: Door, **order: Any) -> Message:
    status, made = await here.ask("invites", {"why": "for Cy", **order})
    assert status == 200, made
    return dict(made)


async def test_an_invite_admits_as_many_as_it_has_uses_and_says_whom() -> None:
    async with doors() as here:
        admit(here.here, Registration.INVITE)
        with capture_logs() as logs:
            made = await invite(here, uses=2, ref="a")
            again = await invite(here, uses=2, ref="a")
            code = made["code"]
            assert (again["code"], again["invite"]) == (None, made["invite"])
            assert len(code.replace("-", "")) == LENGTH
            assert len(DIGITS) ** LENGTH >= 2**128
            assert made["deed"]["what"] == "make_invite"
            assert made["deed"]["detail"] == made["invite"]["id"] == id_of(code)
            for name, spelled in (("Cy", code.lower()), ("Dee", code.replace("-", " "))):
                _, account = await here.register(name, invite=spelled)
                assert (account["type"], account["state"]) == ("account", "active")
            _, spent = await here.register("Eve", invite=code)
        status, page = await here.ask("invites")
        assert (status, page["before"]) == (200, None)
        assert [(each["used"], [one["player"]["name"] for one in each["invited"]]) for each in page["invites"]] == [
            (2, ["Cy", "Dee"])
        ]
        assert spent["code"] == "unknown_invite"
        bodies = b"".join(stored.document.body for stored in here.memory.documents._documents.values())
        for secret in (code, code.replace("-", ""), code[:GROUP]):
            assert secret.encode() not in bodies
            assert secret not in str(logs)


async def test_codes_that_are_not_valid_are_refused_alike() -> None:
    async with doors() as here:
        admit(here.here, Registration.INVITE)
        revoked, expired, spent = await invite(here), await invite(here, seconds=60), await invite(here)
        await here.register("Cy", invite=spent["code"])
        order = {"invite": revoked["invite"]["id"], "why": "it was posted", "ref": "r"}
        for _ in range(2):
            assert (await here.ask("invites/revoke", order))[1]["what"] == "revoke_invite"
        here.memory.clock = lambda: Milliseconds(expired["invite"]["at"] + 61_000)
        line, _ = await here.register("Dee", invite="wrong")
        answers = []
        for code in (None, "wrong", revoked["code"], expired["code"], spent["code"], "0" * 26):
            said = {} if code is None else {"invite": code}
            answers.append(await line.ask({"type": "register", "name": "Dee", "password": PASSWORD, **said}))
        assert {answer["code"] for answer in answers} == {"unknown_invite"}
        assert {answer["text"] for answer in answers} == {"This server needs a valid invite. Ask its host for one."}
        assert (await here.ask("invites/revoke", {"invite": "f" * 32, "why": "nothing"}))[1]["code"] == "unknown_invite"


@pytest.mark.parametrize("end", ["role", "ban", "both"])
async def test_an_invite_admits_only_while_its_maker_is_a_moderator_without_a_ban(end: str) -> None:
    async with doors() as here:
        mo, account = await here.register("Mo")
        roles = {"player": account["player"]["id"], "roles": ["moderator"], "why": "helps"}
        assert (await here.ask("roles", roles))[0] == 200
        signed_in = await mo.ask({"type": "sign_in", "name": "Mo", "password": PASSWORD})
        made = (await here.ask("invites", {"why": "friends", "uses": 5}, token=signed_in["token"]))[1]
        admit(here.here, Registration.INVITE)
        _, friend = await here.register("Cy", invite=made["code"])
        assert friend["type"] == "account"
        if end in ("role", "both"):
            assert (await here.ask("roles", {**roles, "roles": [], "why": "rogue"}))[0] == 200
        if end in ("ban", "both"):
            ban = {"player": roles["player"], "kind": "ban", "seconds": 3600, "why": "rogue"}
            assert (await here.ask("sanctions", ban))[0] == 200
        _, refused = await here.register("Dee", invite=made["code"])
        assert (refused["code"], refused["text"]) == (
            "unknown_invite",
            "This server needs a valid invite. Ask its host for one.",
        )
        (kept,) = (await here.ask("invites"))[1]["invites"]
        assert (kept["used"], [each["player"]["name"] for each in kept["invited"]]) == (1, ["Cy"])


async def test_a_registration_with_an_invite_fails_if_its_maker_is_dismissed_meanwhile() -> None:
    async with doors() as here:
        admit(here.here, Registration.INVITE)
        made = await invite(here)
        entry = await here.there.services.newcomers.admit(PlayerId("a" * 16), made["code"], Registration.INVITE, "")
        ada = await here.there.services.players.named("Ada")
        assert ada is not None
        assert {change.key for change in entry.beside.changes} >= {ACCOUNTS.key(ada.id), SANCTIONS.key(ada.id)}
        await here.admin.ask({"type": "make_recovery_codes", "password": PASSWORD})
        with pytest.raises(Conflict):
            await here.stores[1].documents.commit(entry.beside.changes)


async def test_invites_that_have_ended_make_room_for_new_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invite_orders, "MOST_INVITES", 4)
    async with doors() as here:
        admit(here.here, Registration.INVITE)
        began, passed = here.memory.clock, [0]
        here.memory.clock = lambda: Milliseconds(began() + passed[0])
        indexes = here.memory.documents._indexes
        for _ in range(2):
            await invite(here, seconds=60)
        revoked, spent = await invite(here), await invite(here)
        assert (await here.ask("invites", {"why": "one more"}))[1]["code"] == "too_many_kept"
        await here.ask("invites/revoke", {"invite": revoked["invite"]["id"], "why": "it was posted"})
        await here.register("Cy", invite=spent["code"])
        passed[0] = 61_000
        newer = [(await invite(here))["invite"]["id"] for _ in range(4)]
        listed = (await here.ask("invites"))[1]["invites"]
        assert {each["id"] for each in listed} == {*newer}
        assert (await here.ask("invites", {"why": "one more"}))[1]["code"] == "too_many_kept"
        ada = await here.here.services.players.named("Ada")
        assert ada is not None
        assert (
            len(indexes["invites"]) == len(indexes[f"invites:{ada.id}"]) == len(here.memory.documents.bodies("invite"))
        )
        passed[0] = 40 * 24 * 60 * 60 * 1000  # longer than invites and their records last
        signed_in = await here.admin.ask({"type": "sign_in", "name": "Ada", "password": PASSWORD})
        here.token = signed_in["token"]
        made = await invite(here)
        page = (await here.ask("invites?most=1"))[1]
        assert ([each["id"] for each in page["invites"]], page["before"]) == ([made["invite"]["id"]], None)
        assert list(indexes["invites"]) == [made["invite"]["id"]]


async def test_an_invite_made_while_its_maker_deletes_the_account_is_deleted_too() -> None:
    async with doors() as here:
        ada = await here.here.services.players.named("Ada")
        assert ada is not None
        leaving = here.here.services.players._leaving

        async def late(player: PlayerId) -> ExtraWrites:
            found = await leaving(player)
            if not made:
                made.append(await here.ask("invites", {"why": "for Cy"}))
            return found

        made: list[tuple[int, Message]] = []
        here.here.services.players._leaving = late
        assert (await here.admin.ask({"type": "delete_account", "password": PASSWORD}))["type"] == "signed_out"
        assert made[0][0] == 200
        assert not here.memory.documents.bodies("invite")
        assert not here.memory.documents._indexes.get("invites")


async def test_a_caller_who_invited_whom_is_in_their_own_export_and_goes_with_the_account() -> None:
    async with doors() as here:
        admit(here.here, Registration.INVITE)
        made = await invite(here)
        cy, account = await here.register("Cy", invite=made["code"])
        export = await cy.ask({"type": "get_export"})
        assert (export["invited_by"]["name"], export["invites"]) == ("Ada", [])
        assert "invited_by" not in account
        profile = await here.bo.ask({"type": "get_profile", "player": account["player"]["id"]})
        assert "invite" not in str(profile)
        assert (await here.ask("invites", token=here.bo_token))[0] == 403
        await cy.ask({"type": "delete_account", "password": PASSWORD})
        (kept,) = (await here.ask("invites"))[1]["invites"]
        assert (kept["used"], kept["invited"]) == (1, [])
        await here.admin.ask({"type": "delete_account", "password": PASSWORD})
        assert not here.memory.documents.bodies("invite")
        assert not here.memory.documents._indexes.get("invites")


@pytest.mark.parametrize("guests", [GuestAccess.ON, GuestAccess.OFF])
async def test_an_account_waits_and_its_player_is_informed_of_the_decision(guests: GuestAccess) -> None:
    async with doors() as here:
        admit(here.here, Registration.APPROVAL, guests)
        cy, account = await here.register("Cy")
        player = account["player"]["id"]
        assert account["state"] == "waiting"
        refused = await cy.ask(TABLE)
        assert (refused["code"], refused["text"]) == ("approval_pending", "Your account waits for approval.")
        seen = await cy.ask({"type": "list_tables"})
        assert seen.get("code") == ("approval_pending" if guests is GuestAccess.OFF else None)
        assert (await cy.ask({"type": "watch_notices"}))["notices"] == []
        signed_in = await cy.ask({"type": "sign_in", "name": "Cy", "password": PASSWORD})
        assert (signed_in["state"], signed_in["scopes"]) == (
            "waiting",
            [] if guests is GuestAccess.OFF else ["lobby:read"],
        )
        await cy.ask({"type": "watch_notices"})
        listed = (await here.ask("applicants"))[1]
        assert [each["player"]["name"] for each in listed["applicants"]] == ["Cy"]
        order = {"player": player, "is_approved": True, "why": "a regular", "ref": "a"}
        for _ in range(2):
            status, deed = await here.ask("applicants", order)
            assert (status, deed["what"], deed["whom"]["name"]) == (200, "approve", "Cy")
        noticed = await cy.until(lambda message: bool(message["type"] == "noticed"))
        assert (noticed["notice"]["kind"], noticed["notice"]["reason"]) == ("account_approved", "a regular")
        assert (await here.ask("applicants"))[1]["applicants"] == []
        assert (await cy.ask({"type": "sign_in", "name": "Cy", "password": PASSWORD}))["state"] == "active"
        assert (await cy.ask(TABLE))["type"] == "table_changed"
        assert (await here.ask("applicants", {**order, "ref": "b"}))[1]["code"] == "unknown_player"


async def test_a_rejected_account_and_its_name_stay_together_and_can_still_be_approved() -> None:
    async with doors() as here:
        admit(here.here, Registration.APPROVAL)
        cy, account = await here.register("Cy")
        order = {"player": account["player"]["id"], "is_approved": False, "why": "no stranger"}
        assert (await here.ask("applicants", order))[1]["what"] == "reject"
        signed_in = await cy.ask({"type": "sign_in", "name": "Cy", "password": PASSWORD})
        assert signed_in["state"] == "rejected"
        refused = await cy.ask(TABLE)
        assert refused["text"] == "Your account was rejected. Your notices have the reason."
        documents = here.memory.documents._documents
        for order["is_approved"] in (False, True):
            kept = {
                key.kind: each.until
                for key, each in documents.items()
                if order["player"].encode() in each.document.body
            }
            assert (kept["account"], kept["name"]) == (None, None)
            await here.ask("applicants", {**order, "is_approved": True, "why": "a mistake"})
        assert (await cy.ask(TABLE))["type"] == "table_changed"


async def test_each_applicant_is_listed_with_the_time_of_the_registration() -> None:
    async with doors() as here:
        admit(here.here, Registration.APPROVAL)
        documents = here.memory.documents
        for number in range(12):
            _, account = await here.register(f"Cy {number}")
            documents._indexes["waiting_accounts"][account["player"]["id"]] = float(1_000 + number)
        page = (await here.ask("applicants?most=1"))[1]
        assert [(each["player"]["name"], each["at"]) for each in page["applicants"]] == [("Cy 11", 1_011)]
        following = (await here.ask(f"applicants?most=2&before={page['before']}"))[1]
        assert [(each["player"]["name"], each["at"]) for each in following["applicants"]] == [
            ("Cy 10", 1_010),
            ("Cy 9", 1_009),
        ]


async def test_one_address_fills_only_a_part_of_the_queue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(newcomers, "MOST_WAITING_FROM_AN_ADDRESS", 2)
    async with doors(trusted_proxies=1) as here:
        admit(here.here, Registration.APPROVAL)
        decided = []
        for name in ("Cy", "Dee"):
            _, account = await here.register(name, address="81.2.69.1")
            decided.append(account["player"]["id"])
            assert account["state"] == "waiting"
        _, refused = await here.register("Eve", address="81.2.69.1")
        assert (refused["code"], refused["text"]) == (
            "registration_closed",
            "Too many accounts from your address wait for approval. Try again another day.",
        )
        assert (await here.register("Fay", address="81.2.69.2"))[1]["state"] == "waiting"
        for player, is_approved in zip(decided, (True, False), strict=True):
            order = {"player": player, "is_approved": is_approved, "why": "known or not"}
            assert (await here.ask("applicants", order))[0] == 200
            assert (await here.register(f"Gil {is_approved}", address="81.2.69.1"))[1]["state"] == "waiting"
        line, _ = await here.register("Hal", address="81.2.69.1")
        assert (await line.ask({"type": "register", "name": "Hal", "password": PASSWORD}))["code"] == (
            "registration_closed"
        )
        for name in ("Gil True", "Gil False"):
            found = await here.here.services.players.named(name)
            assert found is not None
            await here.here.services.players.remove(found.id)
        assert [index for index in here.memory.documents._indexes if index.startswith("waiting_accounts:")] == [
            await _index_of("81.2.69.2", here)
        ]


async def _index_of(address: str, here: Door) -> str:
    return waiting_from(await AddressMarks(here.stores[0].documents, secrets).of(address))


async def test_an_account_is_approved_only_while_its_name_is_its_own() -> None:
    async with doors() as here:
        admit(here.here, Registration.APPROVAL)
        (_, first), names = await here.register("Cy"), here.memory.documents._documents
        del names[NAMES.key("cy")]  # as if the store had lost it
        _, second = await here.register("Cy")
        order = {"is_approved": True, "why": "a regular"}
        refused = (await here.ask("applicants", {**order, "player": first["player"]["id"]}))[1]
        assert (refused["code"], refused["where"]) == ("name_taken", "$.player")
        assert (await here.ask("applicants", {**order, "player": second["player"]["id"]}))[0] == 200
        _, third = await here.register("Dee")
        del names[NAMES.key("dee")]
        assert (await here.ask("applicants", {**order, "player": third["player"]["id"]}))[0] == 200
        refused = await here.bo.ask({"type": "register", "name": "Dee", "password": PASSWORD})
        assert refused["code"] == "name_taken"


async def test_an_invite_replaces_the_approval_and_a_deleted_account_waits_no_longer() -> None:
    async with doors() as here:
        admit(here.here, Registration.APPROVAL)
        made = await invite(here)
        _, account = await here.register("Cy", invite=made["code"])
        assert account["state"] == "active"
        dee, _ = await here.register("Dee")
        await dee.ask({"type": "delete_account", "password": PASSWORD})
        assert not here.memory.documents._indexes.get("waiting_accounts")


async def test_an_admin_made_on_the_command_line_need_not_be_approved() -> None:
    async with doors() as here:
        admit(here.here, Registration.APPROVAL)
        cy, _ = await here.register("Cy")
        await here.here.services.moderation.make_first_admin("Cy", force=True)
        assert (await cy.ask({"type": "sign_in", "name": "Cy", "password": PASSWORD}))["state"] == "active"
