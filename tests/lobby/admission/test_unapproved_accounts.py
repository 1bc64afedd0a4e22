"""Accounts that nobody approves are deleted on time, whatever their players do, and approved ones never."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import pytest
from quarterdeck_protocol.lobby.site import Registration
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_server.lobby.accounts.documents import UNAPPROVED_KEPT
from quarterdeck_server.lobby.admission.unapproved_accounts import UnapprovedAccounts
from servers import PASSWORD, soon
from web.moderators_office import Office, offices
from web.test_admission import admit

DAY = 24 * 60 * 60 * 1000
INDEXES = ("waiting_accounts", "rejected_accounts")


@dataclass
class Office30Days:
    """An office with a clock that is moved by hand."""

    office: Office
    unapproved: UnapprovedAccounts
    passed: int = 0

    async def wait(self, days: float) -> None:
        """Move the clock on, and wait until the server has seen it."""
        self.passed += int(days * DAY)
        await soon(lambda: self.office.here.services.matches.clock.now() >= self.office.memory.clock() - 1000)

    async def decide(self, player: str, *, is_approved: bool) -> tuple[int, str]:
        signed_in = await self.office.admin.ask({"type": "sign_in", "name": "Ada", "password": PASSWORD})
        self.office.token = signed_in["token"]
        order = {"player": player, "is_approved": is_approved, "why": "known or not"}
        status, answer = await self.office.ask("applicants", order)
        return status, answer.get("code", "")

    async def state_of(self, player: str) -> str | None:
        account = await self.office.here.services.players.find(PlayerId(player))
        return None if account is None else account.state.value


@asynccontextmanager
async def late_offices() -> AsyncIterator[Office30Days]:
    async with offices() as office:
        services, documents = office.here.services, office.stores[0].documents
        late = Office30Days(office, UnapprovedAccounts(documents, services.players, services.player_removal))
        began = office.memory.clock
        office.memory.clock = lambda: Milliseconds(began() + late.passed)
        admit(office.here, Registration.APPROVAL)
        yield late


@pytest.mark.parametrize("is_rejected", [True, False])
async def test_an_account_is_deleted_thirty_days_later_whatever_its_player_does(is_rejected: bool) -> None:
    async with late_offices() as late, late.office.here.line() as uma, late.office.here.line() as other:
        await uma.sign_in("Uma")
        account = await uma.ask({"type": "register", "name": "Uma", "password": PASSWORD})
        player = account["player"]["id"]
        if is_rejected:
            await late.decide(player, is_approved=False)
        for days in (20, 9.9):
            await late.wait(days)
            assert (await uma.ask({"type": "make_recovery_codes", "password": PASSWORD}))["type"] == "account"
            await late.unapproved.sweep()
            assert await late.state_of(player) == ("rejected" if is_rejected else "waiting")
        await other.sign_in("Other")
        register = {"type": "register", "name": "Uma", "password": PASSWORD}
        assert (await other.ask(register))["code"] == "name_taken"
        await late.wait(0.2)
        await late.unapproved.sweep()
        assert await late.state_of(player) is None
        taken = await other.ask(register)
        assert taken["type"] == "account"
        assert await late.decide(player, is_approved=True) == (404, "unknown_player")
        documents = late.office.memory.documents
        assert [player in documents._indexes.get(index, {}) for index in INDEXES] == [False, False]
        assert not any(player in str(stored) for stored in documents.bodies("account"))


async def test_an_approved_account_stays_and_its_entry_goes() -> None:
    async with late_offices() as late, late.office.here.line() as uma:
        await uma.sign_in("Uma")
        account = await uma.ask({"type": "register", "name": "Uma", "password": PASSWORD})
        player = account["player"]["id"]
        for is_approved in (False, True):
            assert (await late.decide(player, is_approved=is_approved))[0] == 200
        await late.wait(2 * UNAPPROVED_KEPT / DAY)
        for index in INDEXES:  # as an older process may leave it
            late.office.memory.documents._indexes.setdefault(index, {})[player] = 0.0
        await late.unapproved.sweep()
        assert await late.state_of(player) == "active"
        assert not any(late.office.memory.documents._indexes.get(index) for index in INDEXES)


async def test_a_role_is_an_approval() -> None:
    async with late_offices() as late, late.office.here.line() as uma:
        await uma.sign_in("Uma")
        account = await uma.ask({"type": "register", "name": "Uma", "password": PASSWORD})
        player = account["player"]["id"]
        await late.decide(player, is_approved=False)
        given = {"player": player, "roles": ["moderator"], "why": "she helps"}
        assert (await late.office.ask("roles", given))[0] == 200
        assert await late.state_of(player) == "active"
        assert not any(late.office.memory.documents._indexes.get(index) for index in INDEXES)
